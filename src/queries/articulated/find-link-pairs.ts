import { checkOptionNames } from "../../option-names.ts";
import type { ArticulatedBody } from "../../trees/articulated/articulated-body.ts";
import { findPairs, type TrianglePairs } from "../pairs/find-pairs.ts";
import { addCounts } from "../stats.ts";
import {
  BODY_OPTIONS,
  type BodyOptions,
  type BodyStats,
  beginBodyQuery,
  candidatesUnderWay,
} from "./body-query.ts";
import { linksMeet } from "./links-meet.ts";

/** The links that meet. */
export interface LinkPairs {
  count: number;
  /** Link of a, link of b, for each pair; sorted by (a, b). Within one body the lower number comes first, each pair once. */
  pairs: Int32Array;
  stats: BodyStats;
}

/**
 * Whether any link of a meets any link of b; exact, touching counts. b may be another body, obstacles, or a itself: then links that a joint
 * connects are skipped (see `allowed`).
 */
export function collideBodies(a: ArticulatedBody, b: ArticulatedBody, options: BodyOptions = {}): boolean {
  checkOptionNames(options, BODY_OPTIONS, "collideBodies");
  const query = beginBodyQuery(a, b, options);
  const { pairs, count } = candidatesUnderWay();
  const { stats } = query;
  for (let i = 0; i < count; i++) {
    stats.candidates++;
    if (linksMeet(query, pairs[2 * i], pairs[2 * i + 1])) return true;
    stats.falseAlarms++;
  }
  return false;
}

/** All pairs of links that meet; exact, like `collideBodies`. */
export function findLinkPairs(a: ArticulatedBody, b: ArticulatedBody, options: BodyOptions = {}): LinkPairs {
  checkOptionNames(options, BODY_OPTIONS, "findLinkPairs");
  const query = beginBodyQuery(a, b, options);
  const { pairs, count } = candidatesUnderWay();
  const { stats } = query;
  stats.candidates = count;
  const keys: number[] = [];
  const linksB = b.meshes.length;
  for (let i = 0; i < count; i++) {
    const linkA = pairs[2 * i];
    const linkB = pairs[2 * i + 1];
    if (linksMeet(query, linkA, linkB)) keys.push(linkA * linksB + linkB);
  }
  stats.falseAlarms = count - keys.length;
  keys.sort((x, y) => x - y);
  const found = new Int32Array(2 * keys.length);
  keys.forEach((key, i) => {
    found[2 * i] = Math.floor(key / linksB);
    found[2 * i + 1] = key % linksB;
  });
  return { count: keys.length, pairs: found, stats };
}

/** Two links that meet, and the triangles in which they meet. */
export interface LinkTrianglePairs {
  linkA: number;
  linkB: number;
  triangles: TrianglePairs;
}

/** All pairs of triangles that meet, grouped by pair of links and sorted like `findLinkPairs`. Surfaces only: `solids` adds nothing. */
export function findLinkTriangles(
  a: ArticulatedBody,
  b: ArticulatedBody,
  options: BodyOptions = {},
): LinkTrianglePairs[] {
  checkOptionNames(options, BODY_OPTIONS, "findLinkTriangles");
  const { pairs, count, stats } = findLinkPairs(a, b, options);
  const found: LinkTrianglePairs[] = [];
  for (let i = 0; i < count; i++) {
    const linkA = pairs[2 * i];
    const linkB = pairs[2 * i + 1];
    const triangles = findPairs(a.trees[linkA]!, b.trees[linkB]!, {
      aToWorld: a.linkPoses[linkA],
      bToWorld: b.linkPoses[linkB],
    });
    addCounts(stats, triangles.stats);
    if (triangles.count > 0) found.push({ linkA, linkB, triangles });
  }
  return found;
}
