import type { Vector } from "../../geometry/vector.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import type { ArticulatedBody } from "../../trees/articulated/articulated-body.ts";
import { OBB_STRIDE } from "../../trees/layout.ts";
import { distance } from "../distance/distance.ts";
import { checkLength } from "../distance/distance-query.ts";
import { addCounts, createStats } from "../stats.ts";
import { type BodyOptions, type BodyQuery, beginBodyQuery } from "./body-query.ts";
import { orientedGap, SHORTER } from "./link-gap.ts";

/** The distance between two links and their closest points, in world coordinates. */
export interface LinkDistance {
  linkA: number;
  linkB: number;
  /** Zero if and only if the links' surfaces meet. */
  distance: number;
  pointA: Vector;
  pointB: Vector;
  triangleA: number;
  triangleB: number;
}

export interface LinkDistanceOptions extends Omit<BodyOptions, "solids" | "cache" | "onDemand"> {
  /** Links farther apart than this are left out, which also saves time. Default Infinity. */
  maxDistance?: number | undefined;
}

const LINK_DISTANCE_OPTIONS: OptionNames<LinkDistanceOptions> = {
  method: true,
  rule: true,
  allowed: true,
  stats: true,
  maxDistance: true,
};

/** The distances between all pairs of links, measured like `distance`; sorted by (a, b). Within one body, allowed pairs are left out. */
export function findLinkDistances(
  a: ArticulatedBody,
  b: ArticulatedBody,
  options: LinkDistanceOptions = {},
): LinkDistance[] {
  checkOptionNames(options, LINK_DISTANCE_OPTIONS, "findLinkDistances");
  const { maxDistance = Infinity, method = "cab" } = options;
  checkLength(maxDistance, "maxDistance");
  const query = beginBodyQuery(a, b, options);
  const found: LinkDistance[] = [];
  for (const { linkA, linkB, gap } of gapsOf(query, method)) {
    if (gap > maxDistance) continue;
    query.stats.candidates++;
    const measured = measure(query, linkA, linkB, maxDistance, "least");
    if (measured !== null) found.push(measured);
  }
  return found.sort((p, q) => p.linkA - q.linkA || p.linkB - q.linkB);
}

/** The two links that are nearest to each other, or null when no two are within `maxDistance`. Of pairs at equal distance, the one with the lower numbers. */
export function nearestLinks(
  a: ArticulatedBody,
  b: ArticulatedBody,
  options: LinkDistanceOptions = {},
): LinkDistance | null {
  checkOptionNames(options, LINK_DISTANCE_OPTIONS, "nearestLinks");
  const { maxDistance = Infinity, method = "cab" } = options;
  checkLength(maxDistance, "maxDistance");
  const query = beginBodyQuery(a, b, options);
  const gaps = gapsOf(query, method).sort((p, q) => p.gap - q.gap);
  let best: LinkDistance | null = null;
  for (const { linkA, linkB, gap } of gaps) {
    const limit: number = best === null ? maxDistance : best.distance;
    if (gap > limit) break;
    query.stats.candidates++;
    const measured = measure(query, linkA, linkB, limit, "first");
    if (measured !== null && (best === null || isNearer(measured, best))) best = measured;
  }
  // Of links that meet, `distance` names two triangles that do not depend on the trees. It takes all pairs, so only the answer does.
  return best?.distance === 0 ? measure(query, best.linkA, best.linkB, maxDistance, "least") : best;
}

function isNearer(p: LinkDistance, q: LinkDistance): boolean {
  return (p.distance - q.distance || p.linkA - q.linkA || p.linkB - q.linkB) < 0;
}

function measure(
  { a, b, stats }: BodyQuery,
  linkA: number,
  linkB: number,
  maxDistance: number,
  witness: "least" | "first",
): LinkDistance | null {
  const counts = createStats();
  const found = distance(a.trees[linkA]!, b.trees[linkB]!, {
    aToWorld: a.linkPoses[linkA],
    bToWorld: b.linkPoses[linkB],
    maxDistance,
    witness,
    stats: counts,
  });
  addCounts(stats, counts);
  if (found === null) return null;
  const { pointA, pointB, triangleA, triangleB } = found;
  return { linkA, linkB, distance: found.distance, pointA, pointB, triangleA, triangleB };
}

/** Every requested pair of links, with a lower bound of its distance. */
function gapsOf(query: BodyQuery, method: string): { linkA: number; linkB: number; gap: number }[] {
  const { a, b, allowed, stats } = query;
  const gaps: { linkA: number; linkB: number; gap: number }[] = [];
  const leavesA = a.hierarchy.links;
  const leavesB = b.hierarchy.links;
  for (let i = 0; i < leavesA.length; i++)
    for (let j = allowed === null ? 0 : i + 1; j < leavesB.length; j++) {
      const [p, q] = [leavesA[i], leavesB[j]];
      if (allowed !== null && allowed.matrix[p * allowed.linkCount + q] !== 0) continue;
      const gap = gapBetween(a, i, b, j, method);
      if (method !== "brute") stats.linkBoxTests++;
      if (allowed === null || p < q) gaps.push({ linkA: p, linkB: q, gap });
      else gaps.push({ linkA: q, linkB: p, gap });
    }
  return gaps;
}

function gapBetween(a: ArticulatedBody, i: number, b: ArticulatedBody, j: number, method: string): number {
  if (method === "brute") return 0;
  if (method === "cab" || method === "obb")
    return orientedGap(a.boxes, OBB_STRIDE * i, b.boxes, OBB_STRIDE * j);
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const [low, high] = [a.bounds[6 * i + k], a.bounds[6 * i + 3 + k]];
    const apart = Math.max(0, b.bounds[6 * j + k] - high, low - b.bounds[6 * j + 3 + k]);
    square += apart * apart;
  }
  return SHORTER * Math.sqrt(square);
}
