import { coarseLog2 } from "../numerics/coarse-log.ts";
import { boxComponents } from "./box-components.ts";
import type { Clash, WholePart } from "./clash.ts";
import { type Cluster, coverClashes } from "./cover-clashes.ts";
import { createDisjointSets, type DisjointSets, mergeSets, rootOf } from "./disjoint-sets.ts";
import { createExtents, type PartExtents } from "./part-extents.ts";
import { shiftComponents } from "./shift-components.ts";

// What is one cause? Connected components of clashing parts would be a whole building, because everything in it meets
// something. So a cause is one part, and as much around it as is near:
// 1. The clashes of a part are clustered. All those in which it is the slighter part are one cluster, because moving the slighter
//    part resolves them, wherever they are. The others are linked by nearness. So a slab has a cluster for each place where
//    something runs into it, and a pipe has one cluster along its whole length.
// 2. Each clash is in a cluster of both its parts. The largest cluster takes its clashes first.
// 3. Clusters whose clashes are near each other and equally deep in one direction are merged: an assembly that was shifted, or
//    inserted twice. The numbers that decided the limits below are in docs/decisions/21-clashes.md.

/** A part is slighter if its middle extent is at most this times the other part's: extents of square parts are not sharp. */
const EQUAL_WIDTHS = 1.5;
/** Near: the gap between two places is at most this times both widths together. */
const NEAR_WIDTHS = 1.5;
/** A part is slender, such as a pipe or a beam, if it is this many times as long as it is wide. */
const SLENDER = 4;
/** Along a slender part, places are near up to twice this part of its length. */
const NEAR_LENGTH = 1 / 8;

export interface CauseGroups {
  /** The number of each clash's group. */
  groupOf: Uint32Array;
  /** The parts that gave each group its clashes. */
  hubsOf: Map<number, number[]>;
}

/** `clashes` must be in an order that does not depend on the parts' order, and `rankOf` order the parts by their keys. */
export function causeGroups(
  clashes: readonly Clash[],
  parts: readonly WholePart[],
  rankOf: ReadonlyMap<number, number>,
): CauseGroups {
  const extents = extentsOf(parts, rankOf);
  const scratch = new Float64Array(6 * 64);
  const clusters = [...clashesOfParts(clashes)].flatMap(([part, own]) =>
    clustersOfPart(part, own, clashes, extents, scratch),
  );
  sortClusters(clusters, rankOf, extents);
  const clusterOf = coverClashes(clusters, clashes.length);
  const sets = mergeShifted(clashes, clusterOf, clusters.length, extents);
  const groupOf = clusterOf.map((cluster) => rootOf(sets, cluster));
  return { groupOf, hubsOf: hubsOfGroups(clusters, clusterOf, groupOf, rankOf) };
}

/** The groups of `by: "part"`: each clash goes to the part with most clashes. */
export function partGroups(
  clashes: readonly Clash[],
  parts: readonly WholePart[],
  rankOf: ReadonlyMap<number, number>,
): CauseGroups {
  const extents = extentsOf(parts, rankOf);
  const clusters = [...clashesOfParts(clashes)].map(([part, own]) => ({ part, clashes: own }));
  sortClusters(clusters, rankOf, extents);
  const groupOf = coverClashes(clusters, clashes.length);
  return { groupOf, hubsOf: hubsOfGroups(clusters, groupOf, groupOf, rankOf) };
}

function extentsOf(
  parts: readonly WholePart[],
  rankOf: ReadonlyMap<number, number>,
): Map<number, PartExtents> {
  const measure = createExtents();
  return new Map([...rankOf.keys()].map((part) => [part, measure(parts[part])]));
}

function clashesOfParts(clashes: readonly Clash[]): Map<number, number[]> {
  const found = new Map<number, number[]>();
  clashes.forEach(({ a, b }, clash) => {
    for (const part of a === b ? [a] : [a, b]) {
      const own = found.get(part);
      if (own === undefined) found.set(part, [clash]);
      else own.push(clash);
    }
  });
  return found;
}

/** The clashes of one part, clustered. `scratch` is for the boxes of a few clashes: most parts have no more. */
function clustersOfPart(
  part: number,
  own: number[],
  clashes: readonly Clash[],
  extents: ReadonlyMap<number, PartExtents>,
  scratch: Float64Array,
): Cluster[] {
  if (own.length === 1) return [{ part, clashes: own }];
  const { length, width } = extents.get(part)!;
  const alongIt = length >= SLENDER * width ? NEAR_LENGTH * length : 0;
  const bounds =
    scratch.length < 6 * own.length ? new Float64Array(6 * own.length) : scratch.subarray(0, 6 * own.length);
  const slighter: number[] = [];
  own.forEach((clash, i) => {
    const { a, b, box } = clashes[clash];
    const other = extents.get(a === part ? b : a)!.width;
    if (width <= EQUAL_WIDTHS * other) slighter.push(i);
    const reach = NEAR_WIDTHS * other + alongIt;
    for (let d = 0; d < 6; d++) bounds[6 * i + d] = box[d] + (d < 3 ? -reach : reach);
  });
  const components = boxComponents({ dimensions: 3, bounds });
  const sets = createDisjointSets(own.length); // more than there are components
  for (const i of slighter) mergeSets(sets, components[slighter[0]], components[i]);
  const clusters = new Map<number, Cluster>();
  own.forEach((clash, i) => {
    const root = rootOf(sets, components[i]);
    const cluster = clusters.get(root);
    if (cluster === undefined) clusters.set(root, { part, clashes: [clash] });
    else cluster.clashes.push(clash);
  });
  return [...clusters.values()];
}

/** Slighter parts first: among clusters of equal size theirs take the clashes. */
function sortClusters(
  clusters: Cluster[],
  rankOf: ReadonlyMap<number, number>,
  extents: ReadonlyMap<number, PartExtents>,
): void {
  // Steps of 6 to 12 %, so that rounding rarely decides between parts of one size.
  const size = (width: number) => (width > 0 ? Math.round(8 * coarseLog2(width)) : -Infinity);
  const sizes = new Map([...extents].map(([part, { width }]) => [part, size(width)]));
  clusters.sort((p, q) => {
    const [s, t] = [sizes.get(p.part)!, sizes.get(q.part)!];
    if (s !== t) return s < t ? -1 : 1;
    return rankOf.get(p.part)! - rankOf.get(q.part)! || p.clashes[0] - q.clashes[0];
  });
}

/** Merges clusters if more than half of the clashes of each belong to one shift. */
function mergeShifted(
  clashes: readonly Clash[],
  clusterOf: Uint32Array,
  clusterCount: number,
  extents: ReadonlyMap<number, PartExtents>,
): DisjointSets {
  const widths = clashes.map(({ a, b }) => Math.min(extents.get(a)!.width, extents.get(b)!.width));
  const shiftOf = shiftComponents(clashes, widths);
  const total = new Uint32Array(clusterCount);
  const votes = new Map<number, Map<number, number>>();
  clusterOf.forEach((cluster, clash) => {
    total[cluster]++;
    const shift = shiftOf[clash];
    if (shift < 0) return;
    const ofCluster = votes.get(cluster) ?? new Map<number, number>();
    votes.set(cluster, ofCluster.set(shift, (ofCluster.get(shift) ?? 0) + 1));
  });
  const sets = createDisjointSets(clusterCount);
  const firstOf = new Map<number, number>();
  for (const [cluster, ofCluster] of votes)
    for (const [shift, count] of ofCluster) {
      if (2 * count <= total[cluster]) continue;
      const first = firstOf.get(shift);
      if (first === undefined) firstOf.set(shift, cluster);
      else mergeSets(sets, first, cluster);
    }
  return sets;
}

function hubsOfGroups(
  clusters: readonly Cluster[],
  clusterOf: Uint32Array,
  groupOf: Uint32Array,
  rankOf: ReadonlyMap<number, number>,
): Map<number, number[]> {
  const counts = new Map<number, Map<number, number>>();
  clusterOf.forEach((cluster, clash) => {
    const group = groupOf[clash];
    const { part } = clusters[cluster];
    const ofGroup = counts.get(group) ?? new Map<number, number>();
    counts.set(group, ofGroup.set(part, (ofGroup.get(part) ?? 0) + 1));
  });
  const hubs = new Map<number, number[]>();
  for (const [group, ofGroup] of counts) {
    const sorted = [...ofGroup].sort(([p, m], [q, n]) => n - m || rankOf.get(p)! - rankOf.get(q)!);
    hubs.set(
      group,
      sorted.map(([part]) => part),
    );
  }
  return hubs;
}
