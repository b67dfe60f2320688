import type { ClashPart } from "../../clash/clash.ts";
import { clashId, selfClashId } from "../../clash/clash-id.ts";
import { OptionError } from "../../errors.ts";
import { createGlob } from "./glob.ts";

/** A pattern and its source, for warnings. */
export interface IgnorePattern {
  text: string;
  /** "--ignore", or the allow file. */
  source: string;
}

/** Names of a part in patterns, in addition to its key and name: its file, its IFC class and GlobalId. */
export type OtherNames = readonly (string | undefined)[];

export interface IgnoreRules {
  /** For `findClashes`: whether the two may meet; with one part twice, whether it may meet itself. */
  ignore: (a: ClashPart, b: ClashPart) => boolean;
  /** Whether a pattern omits this part completely, by its number. */
  isPartIgnored: (part: number) => boolean;
  /** After the search: a sentence for each pattern that had no effect. */
  unused: () => string[];
}

const SEPARATOR = /(?:^|\s+)::(?:\s+|$)/;
const CLASH_ID = /^[0-9a-f]{16}$/;

/**
 * A pattern is the id of a clash (16 hex digits), a glob for parts to omit, or two globs with " :: " between them for parts
 * that may meet each other, in either order. A part matches by its key, its name or another of its names. Two globs never
 * allow a part to meet itself: that takes the id, or omitting the part. A pattern for a class in `leftOut`, which is not
 * checked anyway, has its effect already.
 */
export function createIgnoreRules(
  patterns: readonly IgnorePattern[],
  parts: readonly ClashPart[],
  otherNames: readonly OtherNames[],
  leftOut: readonly string[] = [],
): IgnoreRules {
  const numbers = new Map(parts.map((part, i) => [part, i]));
  const flagsOf = (glob: string): Uint8Array => {
    const isMatch = createGlob(glob);
    return Uint8Array.from(parts, ({ key, name }, i) =>
      [key, name, ...otherNames[i]].some((text) => text !== undefined && isMatch(text)) ? 1 : 0,
    );
  };
  const ids = new Map<string, Rule>();
  const pairs: PairRule[] = [];
  const out = new Uint8Array(parts.length);
  const rules = patterns.map(({ text, source }): Rule => {
    const rule: Rule = { text, source, uses: 0, matchesNoPart: false };
    if (CLASH_ID.test(text)) {
      ids.set(text, rule);
      return rule;
    }
    const globs = text.trim().split(SEPARATOR);
    if (globs.length > 2 || globs.includes(""))
      throw new OptionError(`${source}: "${text}" is not a part, "part :: part", or the id of a clash`);
    if (globs.some((glob) => leftOut.some(createGlob(glob)))) rule.uses++;
    const sides = globs.map(flagsOf);
    rule.matchesNoPart = sides.some((flags) => !flags.includes(1));
    if (sides.length === 2) pairs.push({ rule, first: sides[0], second: sides[1] });
    else
      sides[0].forEach((flag, part) => {
        out[part] |= flag;
        rule.uses += flag;
      });
    return rule;
  });

  const ignore = (a: ClashPart, b: ClashPart): boolean => {
    const [i, j] = [numbers.get(a)!, numbers.get(b)!];
    if (out[i] === 1 || out[j] === 1) return true;
    // All rules are evaluated, so that none is called unused because another one matched first.
    let isAllowed = false;
    const use = (rule: Rule) => {
      rule.uses++;
      isAllowed = true;
    };
    if (i !== j)
      for (const { rule, first, second } of pairs)
        if ((first[i] & second[j]) | (first[j] & second[i])) use(rule);
    const byId = ids.size === 0 ? undefined : ids.get(i === j ? selfClashId(a.key) : clashId(a.key, b.key));
    if (byId !== undefined) use(byId);
    return isAllowed;
  };
  return {
    ignore,
    isPartIgnored: (part) => out[part] === 1,
    unused: () => rules.filter(({ uses }) => uses === 0).map(describeUnused),
  };
}

interface Rule {
  text: string;
  source: string;
  /** How many parts it omits, or pairs it allows. */
  uses: number;
  matchesNoPart: boolean;
}

interface PairRule {
  rule: Rule;
  /** 1 for each part that matches. */
  first: Uint8Array;
  second: Uint8Array;
}

function describeUnused({ text, source, matchesNoPart }: Rule): string {
  const why = matchesNoPart ? "matches no part" : "allows nothing: no such parts come near each other";
  return `${source}: "${text}" ${why}`;
}
