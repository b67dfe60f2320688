import { CLASH_KINDS, type ClashPart, type ClashResult } from "../../clash/clash.ts";
import { compareClashes } from "../../clash/collect-clashes.ts";

/** Lengths of one or several checks, in the unit of the scene. */
export interface CheckLimits {
  tolerance: number;
  clearance: number;
}

/** Pairs with equal limits are searched together. */
export interface SearchPass extends CheckLimits {
  ignore: (a: ClashPart, b: ClashPart) => boolean;
}

/**
 * Searches once for each different pair of limits, and joins the results as if it had been one search. `checkOf` is the number of
 * the check that a pair belongs to, −1 for none; `ignore` says whether a pair may meet.
 */
export async function searchChecks(
  limits: readonly CheckLimits[],
  checkOf: (a: ClashPart, b: ClashPart) => number,
  ignore: (a: ClashPart, b: ClashPart) => boolean,
  search: (pass: SearchPass) => Promise<ClashResult>,
): Promise<ClashResult> {
  const keyOf = ({ tolerance, clearance }: CheckLimits) => `${tolerance} ${clearance}`;
  const passes = [...new Map(limits.map((limit) => [keyOf(limit), limit])).values()];
  const passOf = limits.map((limit) => passes.findIndex((pass) => keyOf(pass) === keyOf(limit)));
  const results: ClashResult[] = [];
  for (const [number, pass] of passes.entries()) {
    let [own, ignored] = [0, 0];
    const result = await search({
      ...pass,
      ignore: (a, b) => {
        const check = checkOf(a, b);
        if (check < 0 || passOf[check] !== number) return true;
        own++;
        const isIgnored = ignore(a, b);
        if (isIgnored) ignored++;
        return isIgnored;
      },
    });
    result.counts.candidates = own;
    result.counts.ignored = ignored;
    results.push(result);
    if (result.status === "partial" && result.unchecked.length === 0) break; // stopped
  }
  return joinResults(results, passes.length);
}

function joinResults(results: readonly ClashResult[], passes: number): ClashResult {
  if (results.length === 1 && passes === 1) return results[0];
  const sum = (count: (result: ClashResult) => number) =>
    results.reduce((total, result) => total + count(result), 0);
  const isComplete = results.length === passes && results.every(({ status }) => status === "complete");
  return {
    status: isComplete ? "complete" : "partial",
    clashes: results.flatMap(({ clashes }) => clashes).sort(compareClashes),
    unlisted: sum(({ unlisted }) => unlisted),
    unchecked: results.flatMap(({ unchecked }) => unchecked).sort((p, q) => p.a - q.a || p.b - q.b),
    counts: {
      ...results[0].counts,
      candidates: sum(({ counts }) => counts.candidates),
      ignored: sum(({ counts }) => counts.ignored),
      checked: sum(({ counts }) => counts.checked),
      tolerated: sum(({ counts }) => counts.tolerated),
      touchingIgnored: sum(({ counts }) => counts.touchingIgnored),
      byKind: Object.fromEntries(
        CLASH_KINDS.map((kind) => [kind, sum(({ counts }) => counts.byKind[kind])]),
      ) as ClashResult["counts"]["byKind"],
    },
  };
}
