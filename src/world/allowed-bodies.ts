import { OptionError, show } from "../errors.ts";
import type { WorldBody } from "./world-body.ts";

// Which bodies are tested against each other: groups, masks, and pairs that the caller allows to touch.

/** Pairs that may touch. */
export interface AllowedBodies {
  /** By lower and higher id: true for whole bodies, or the pairs of links, keyed by `linkKey`. */
  readonly rules: Map<string, true | Set<string>>;
  /** The keys of `rules` by body. */
  readonly keysOf: Map<number, Set<string>>;
  /** Grows with every change of rules, groups or masks, so that earlier decisions are made again. */
  version: number;
}

export function createAllowedBodies(): AllowedBodies {
  return { rules: new Map(), keysOf: new Map(), version: 0 };
}

export type LinkName = string | number;

/** Allows two bodies, or one link of each, to touch. */
export function allowBodies(
  allowed: AllowedBodies,
  a: WorldBody,
  b: WorldBody,
  linkA: number | null,
  linkB: number | null,
): void {
  const key = bodyKey(a.id, b.id);
  const known = allowed.rules.get(key);
  if (linkA === null && linkB === null) setRule(allowed, key, true);
  else if (known !== true) {
    const links = known ?? new Set<string>();
    links.add(a.id <= b.id ? linkKey(linkA, linkB) : linkKey(linkB, linkA));
    // A body with itself: the order of its links does not matter.
    if (a.id === b.id) links.add(linkKey(linkB, linkA));
    setRule(allowed, key, links);
  }
  allowed.version++;
}

/** Sets the rule of two bodies, by their key. */
export function setRule({ rules, keysOf }: AllowedBodies, key: string, rule: true | Set<string>): void {
  rules.set(key, rule);
  for (const id of key.split(" ").map(Number)) {
    const keys = keysOf.get(id);
    if (keys === undefined) keysOf.set(id, new Set([key]));
    else keys.add(key);
  }
}

/** Revokes everything allowed between two bodies. */
export function disallowBodies(allowed: AllowedBodies, a: number, b: number): void {
  const key = bodyKey(a, b);
  if (!allowed.rules.delete(key)) return;
  for (const id of [a, b]) allowed.keysOf.get(id)?.delete(key);
  allowed.version++;
}

/** Drops the rules of a removed body. */
export function forgetBody({ rules, keysOf }: AllowedBodies, id: number): void {
  for (const key of keysOf.get(id) ?? []) {
    rules.delete(key);
    for (const other of key.split(" ").map(Number)) if (other !== id) keysOf.get(other)?.delete(key);
  }
  keysOf.delete(id);
}

/** Null if the bodies are not tested at all. Otherwise the pairs of links that are not tested, possibly an empty set. */
export function testedPair(allowed: AllowedBodies, a: WorldBody, b: WorldBody): ReadonlySet<string> | null {
  if (a.kind === "static" && b.kind === "static") return null;
  if (a !== b && ((a.groups & b.mask) === 0 || (b.groups & a.mask) === 0)) return null;
  const rule = allowed.rules.get(bodyKey(a.id, b.id));
  return rule === true ? null : (rule ?? NOTHING);
}

const NOTHING: ReadonlySet<string> = new Set();

/** Whether two links are allowed to touch. */
export function isAllowed(links: ReadonlySet<string>, linkA: number, linkB: number): boolean {
  return (
    links.size > 0 &&
    (links.has(linkKey(linkA, linkB)) || links.has(linkKey(linkA, null)) || links.has(linkKey(null, linkB)))
  );
}

/** The number of a link of an articulated body, by its name or number; null, for all links, if omitted. */
export function readLink(body: WorldBody, link: LinkName | undefined, name: string): number | null {
  if (link === undefined) return null;
  if (body.kind !== "articulated")
    throw new OptionError(`${name}: body ${body.id} is ${body.kind} and has no links`);
  const { names } = body.links!.articulation;
  const number = typeof link === "number" ? link : names.indexOf(link);
  if (Number.isInteger(number) && number >= 0 && number < names.length) return number;
  throw new OptionError(`${name}: body ${body.id} has no link ${show(link)}`);
}

function bodyKey(a: number, b: number): string {
  return a <= b ? `${a} ${b}` : `${b} ${a}`;
}

function linkKey(linkA: number | null, linkB: number | null): string {
  return `${linkA ?? "*"} ${linkB ?? "*"}`;
}
