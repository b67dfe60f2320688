import type { WholePart } from "../../clash/clash.ts";
import { clashId, selfClashId } from "../../clash/clash-id.ts";
import { createGlob } from "../patterns/glob.ts";
import type { Scene } from "../scene/load-scene.ts";
import type { AllowedPair, Check, Config, PartSet, SetReference } from "./config-file.ts";

/** What a rules file says about pairs of parts, by their numbers. */
export interface PairRules {
  /** The number of the first check that a pair belongs to; −1 if it belongs to none. A part with itself belongs to check 0. */
  checkOf: (a: number, b: number) => number;
  isAllowed: (a: number, b: number) => boolean;
  /** Whether there are checks, and none of them has parts in both of its sets. */
  matchNothing: boolean;
  /** Sets without parts, allowances that have ended. */
  warnings: string[];
  /** Allowances that count, as text for the report. */
  allowances: string[];
}

/** `today` is a day such as 2026-11-17; `source` names the file in warnings. */
export function createPairRules(config: Config, scene: Scene, today: string, source: string): PairRules {
  const { sets = {}, checks = [], allow = [] } = config;
  const warnings: string[] = [];
  const flags = new Map<string, Uint8Array>();
  for (const [name, set] of Object.entries(sets)) {
    const members = flagsOf(set, scene);
    if (!members.includes(1)) warnings.push(`${source}: sets.${name} matches no part`);
    flags.set(name, members);
  }
  const everything = new Uint8Array(scene.parts.length).fill(1);
  const resolve = (set: SetReference): Uint8Array =>
    typeof set === "string" ? (flags.get(set) ?? everything) : flagsOf(set, scene);
  const pairs = checks.map(({ a, b }: Check) => [resolve(a), resolve(b)] as const);
  const current = allow.filter((entry, i) => {
    if (entry.until === undefined || entry.until >= today) return true;
    warnings.push(`${source}: allow[${i}] (${textOf(entry)}) ended on ${entry.until}: ${entry.reason}`);
    return false;
  });
  const ids = new Set(current.flatMap(({ id }) => (id === undefined ? [] : [id])));
  const allowed = current.flatMap(({ a, b }) =>
    a === undefined || b === undefined ? [] : [[resolve(a), resolve(b)] as const],
  );
  const meets = ([first, second]: readonly [Uint8Array, Uint8Array], a: number, b: number) =>
    ((first[a] & second[b]) | (first[b] & second[a])) === 1;
  return {
    checkOf: (a, b) => (checks.length === 0 || a === b ? 0 : pairs.findIndex((pair) => meets(pair, a, b))),
    isAllowed: (a, b) => {
      if (a !== b && allowed.some((pair) => meets(pair, a, b))) return true;
      return ids.size > 0 && ids.has(idOfPair(scene.parts[a], scene.parts[b]));
    },
    matchNothing: checks.length > 0 && !pairs.some(([a, b]) => a.includes(1) && b.includes(1)),
    warnings,
    allowances: current.map(textOf),
  };
}

function idOfPair(a: WholePart, b: WholePart): string {
  return a === b ? selfClashId(a.key) : clashId(a.key, b.key);
}

function textOf({ id, a, b }: AllowedPair): string {
  const name = (set: SetReference | undefined) => (typeof set === "string" ? set : JSON.stringify(set));
  return id ?? `${name(a)} :: ${name(b)}`;
}

/** 1 for each part of the set. */
function flagsOf({ name, file, class: type, storey, property }: PartSet, scene: Scene): Uint8Array {
  const { parts, partInfo, labels, inputs } = scene;
  const matcher = (patterns: readonly string[] | undefined) => {
    const globs = patterns?.map(createGlob);
    return (...texts: (string | undefined)[]) =>
      globs === undefined ||
      globs.some((isMatch) => texts.some((text) => text !== undefined && isMatch(text)));
  };
  const [isNamed, isOfFile, isOfClass, isOnStorey] = [name, file, type, storey].map(matcher);
  const properties = Object.entries(property ?? {}).map(([key, patterns]) => ({
    key,
    isMatch: matcher(patterns),
  }));
  return Uint8Array.from(parts, (part, i) => {
    const info = partInfo[i] ?? {};
    const isMember =
      isNamed(part.name, part.key) &&
      isOfFile(labels[part.group], inputs[part.group].file) &&
      isOfClass(info.type) &&
      isOnStorey(info.storey) &&
      properties.every(({ key, isMatch }) => isMatch(info.properties?.[key]));
    return isMember ? 1 : 0;
  });
}

/** Whether a set has conditions on properties. */
export function usesProperties({ sets = {}, checks = [], allow = [] }: Config): boolean {
  const described = [...checks, ...allow].flatMap(({ a, b }) => [a, b]);
  return [...Object.values(sets), ...described].some(
    (set) => typeof set === "object" && set.property !== undefined,
  );
}
