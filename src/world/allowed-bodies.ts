import { OptionError, show } from "../errors.ts";
import type { WorldBody } from "./world-body.ts";

// Which bodies are tested with each other: groups, masks, and pairs that the caller allows to touch.

/** Pairs that may touch. */
export interface AllowedBodies {
  /** By lower and higher id: true for whole bodies, or the pairs of links, as `linkKey` names them. */
  readonly rules: Map<string, true | Set<string>>;
  /** Grows with every change of rules, groups or masks: what was decided before has to be decided anew. */
  version: number;
}

export function createAllowedBodies(): AllowedBodies {
  return { rules: new Map(), version: 0 };
}

export type LinkName = string | number;

/** Makes two bodies, or one link of each, a pair that may touch. */
export function allowBodies(
  allowed: AllowedBodies,
  a: WorldBody,
  b: WorldBody,
  linkA: number | null,
  linkB: number | null,
): void {
  const key = bodyKey(a.id, b.id);
  const known = allowed.rules.get(key);
  if (linkA === null && linkB === null) allowed.rules.set(key, true);
  else if (known !== true) {
    const links = known ?? new Set<string>();
    links.add(a.id <= b.id ? linkKey(linkA, linkB) : linkKey(linkB, linkA));
    // A body with itself: the order of its links means nothing.
    if (a.id === b.id) links.add(linkKey(linkB, linkA));
    allowed.rules.set(key, links);
  }
  allowed.version++;
}

/** Takes back what was allowed between two bodies. */
export function disallowBodies(allowed: AllowedBodies, a: number, b: number): void {
  if (allowed.rules.delete(bodyKey(a, b))) allowed.version++;
}

/** Drops what was allowed to a body that is removed. */
export function forgetBody(allowed: AllowedBodies, id: number): void {
  for (const key of allowed.rules.keys()) {
    const [low, high] = key.split(" ");
    if (low === String(id) || high === String(id)) allowed.rules.delete(key);
  }
}

/** Null: not tested at all. Otherwise the pairs of links that are not tested, or an empty set. */
export function testedPair(allowed: AllowedBodies, a: WorldBody, b: WorldBody): ReadonlySet<string> | null {
  if (a.kind === "static" && b.kind === "static") return null;
  if (a !== b && ((a.groups & b.mask) === 0 || (b.groups & a.mask) === 0)) return null;
  const rule = allowed.rules.get(bodyKey(a.id, b.id));
  return rule === true ? null : (rule ?? NOTHING);
}

const NOTHING: ReadonlySet<string> = new Set();

/** Whether two links are a pair that may touch. */
export function isAllowed(links: ReadonlySet<string>, linkA: number, linkB: number): boolean {
  return (
    links.size > 0 &&
    (links.has(linkKey(linkA, linkB)) || links.has(linkKey(linkA, null)) || links.has(linkKey(null, linkB)))
  );
}

/** The number of a link of an articulated body, by its name or number; null, for all links, when it is left out. */
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
