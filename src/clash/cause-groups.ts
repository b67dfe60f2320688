import { coarseLog2 } from "../numerics/coarse-log.ts";
import { boxComponents } from "./box-components.ts";
import type { Clash, WholePart } from "./clash.ts";
import { type Cluster, coverClashes } from "./cover-clashes.ts";
import { createDisjointSets, type DisjointSets, mergeSets, rootOf } from "./disjoint-sets.ts";
import { createExtents } from "./part-extents.ts";
import { shiftComponents } from "./shift-components.ts";

// What is one cause? Connected components of clashing parts would be a whole building, because everything in it meets something. So a cause
// is one part, and whatever is near around it:
// 1. The clashes of a part are clustered. All clashes in which it is the slighter part are one cluster, because moving the slighter part
// resolves them, wherever they are. The others are linked by nearness. So a slab has a cluster for each place where something runs into it,
// and a pipe has one cluster along its whole length.
// 2. Each clash is in a cluster of both its parts. The largest cluster takes its clashes first.
// 3. Clusters whose clashes are near each other and equally deep in one direction are merged: an assembly that was shifted, or inserted
// twice. The numbers that decided the limits below are in docs/decisions/21-clashes.md.

/**
 * A part is slighter if its middle extent is at most this times the other part's. Above 1, because the extents of square parts are not
 * sharp.
 */
const EQUAL_WIDTHS = 1.5;
/** Near: the gap between two places is at most this times both widths together. */
const NEAR_WIDTHS = 1.5;
/** A part is slender, such as a pipe or a beam, if it is this many times as long as it is wide. */
const SLENDER = 4;
/** Along a slender part, places are near up to twice this fraction of its length. */
const NEAR_LENGTH = 1 / 8;

export interface CauseGroups {
  /** The number of each clash's group. */
  groupOf: Uint32Array;
  /** The parts that gave each group its clashes. */
  hubsOf: Map<number, number[]>;
}

/** Sizes of the parts that clash, indexed by part: typed arrays, because every clash reads several of them. */
interface PartSizes {
  /** The place of the part in the order of the keys. */
  readonly rank: Uint32Array;
  readonly length: Float64Array;
  readonly width: Float64Array;
}

/** `clashes` must be in an order that does not depend on the parts' order; `used` holds the parts that clash, ordered by their keys. */
export function causeGroups(
  clashes: readonly Clash[],
  parts: readonly WholePart[],
  used: readonly number[],
): CauseGroups {
  const sizes = sizesOf(parts, used);
  const scratch = new Float64Array(6 * 64);
  const clusters: Cluster[] = [];
  for (const [part, own] of clashesOfParts(clashes))
    addClustersOfPart(clusters, part, own, clashes, sizes, scratch);
  sortClusters(clusters, used, sizes);
  const clusterOf = coverClashes(clusters, clashes.length);
  const sets = mergeShifted(clashes, clusterOf, clusters.length, sizes);
  const groupOf = clusterOf.map((cluster) => rootOf(sets, cluster));
  return { groupOf, hubsOf: hubsOfGroups(clusters, clusterOf, groupOf, sizes) };
}

/** The groups of `by: "part"`: each clash goes to the part with the most clashes. */
export function partGroups(
  clashes: readonly Clash[],
  parts: readonly WholePart[],
  used: readonly number[],
): CauseGroups {
  const sizes = sizesOf(parts, used);
  const clusters = [...clashesOfParts(clashes)].map(([part, own]) => ({ part, clashes: own }));
  sortClusters(clusters, used, sizes);
  const groupOf = coverClashes(clusters, clashes.length);
  return { groupOf, hubsOf: hubsOfGroups(clusters, groupOf, groupOf, sizes) };
}

function sizesOf(parts: readonly WholePart[], used: readonly number[]): PartSizes {
  const measure = createExtents();
  const rank = new Uint32Array(parts.length);
  const length = new Float64Array(parts.length);
  const width = new Float64Array(parts.length);
  for (let k = 0; k < used.length; k++) {
    const extents = measure(parts[used[k]]);
    rank[used[k]] = k;
    length[used[k]] = extents.length;
    width[used[k]] = extents.width;
  }
  return { rank, length, width };
}

function clashesOfParts(clashes: readonly Clash[]): Map<number, number[]> {
  const found = new Map<number, number[]>();
  const add = (part: number, clash: number) => {
    const own = found.get(part);
    if (own === undefined) found.set(part, [clash]);
    else own.push(clash);
  };
  for (let clash = 0; clash < clashes.length; clash++) {
    const { a, b } = clashes[clash];
    add(a, clash);
    if (b !== a) add(b, clash);
  }
  return found;
}

/** Adds the clashes of one part, clustered. `scratch` holds the boxes of a few clashes: most parts have no more. */
function addClustersOfPart(
  out: Cluster[],
  part: number,
  own: number[],
  clashes: readonly Clash[],
  sizes: PartSizes,
  scratch: Float64Array,
): void {
  if (own.length === 1) {
    out.push({ part, clashes: own });
    return;
  }
  const length = sizes.length[part];
  const width = sizes.width[part];
  const alongIt = length >= SLENDER * width ? NEAR_LENGTH * length : 0;
  const bounds =
    scratch.length < 6 * own.length ? new Float64Array(6 * own.length) : scratch.subarray(0, 6 * own.length);
  const slighter: number[] = [];
  for (let i = 0; i < own.length; i++) {
    const { a, b, box } = clashes[own[i]];
    const other = sizes.width[a === part ? b : a];
    if (width <= EQUAL_WIDTHS * other) slighter.push(i);
    const reach = NEAR_WIDTHS * other + alongIt;
    for (let d = 0; d < 3; d++) {
      bounds[6 * i + d] = box[d] - reach;
      bounds[6 * i + 3 + d] = box[3 + d] + reach;
    }
  }
  if (slighter.length === own.length) {
    out.push({ part, clashes: own }); // one cluster, however far apart
    return;
  }
  const components = boxComponents({ dimensions: 3, bounds });
  const sets = createDisjointSets(own.length); // more than there are components
  for (const i of slighter) mergeSets(sets, components[slighter[0]], components[i]);
  const clusters = new Map<number, Cluster>();
  for (let i = 0; i < own.length; i++) {
    const root = rootOf(sets, components[i]);
    const cluster = clusters.get(root);
    if (cluster === undefined) clusters.set(root, { part, clashes: [own[i]] });
    else cluster.clashes.push(own[i]);
  }
  out.push(...clusters.values());
}

/** Slighter parts first: among clusters of equal size, theirs take the clashes. */
function sortClusters(clusters: Cluster[], used: readonly number[], { rank, width }: PartSizes): void {
  // Steps of 6 to 12 %, so that rounding rarely decides between parts of one size.
  const steps = new Float64Array(rank.length);
  for (const part of used)
    steps[part] = width[part] > 0 ? Math.round(8 * coarseLog2(width[part])) : -Infinity;
  clusters.sort((p, q) => {
    const s = steps[p.part];
    const t = steps[q.part];
    if (s !== t) return s < t ? -1 : 1;
    return rank[p.part] - rank[q.part] || p.clashes[0] - q.clashes[0];
  });
}

/** Merges clusters if more than half of the clashes of each belong to one shift. */
function mergeShifted(
  clashes: readonly Clash[],
  clusterOf: Uint32Array,
  clusterCount: number,
  { width }: PartSizes,
): DisjointSets {
  const widths = new Float64Array(clashes.length);
  for (let clash = 0; clash < clashes.length; clash++) {
    const { a, b } = clashes[clash];
    widths[clash] = Math.min(width[a], width[b]);
  }
  const shiftOf = shiftComponents(clashes, widths);
  const candidates = likelyMajorities(clusterOf, clusterCount, shiftOf);
  const total = new Uint32Array(clusterCount);
  const votes = new Uint32Array(clusterCount);
  for (let clash = 0; clash < clashes.length; clash++) {
    const cluster = clusterOf[clash];
    total[cluster]++;
    if (shiftOf[clash] === candidates[cluster]) votes[cluster]++;
  }
  const sets = createDisjointSets(clusterCount);
  const firstOf = new Map<number, number>();
  for (let cluster = 0; cluster < clusterCount; cluster++) {
    const shift = candidates[cluster];
    if (shift < 0 || 2 * votes[cluster] <= total[cluster]) continue;
    const first = firstOf.get(shift);
    if (first === undefined) firstOf.set(shift, cluster);
    else mergeSets(sets, first, cluster);
  }
  return sets;
}

/**
 * For each cluster the shift to which more than half of its clashes belong, or any number if there is none: Boyer and Moore's vote, in
 * which every clash cancels one of another shift.
 */
function likelyMajorities(clusterOf: Uint32Array, clusterCount: number, shiftOf: Int32Array): Int32Array {
  const candidates = new Int32Array(clusterCount).fill(-1);
  const lead = new Uint32Array(clusterCount);
  for (let clash = 0; clash < clusterOf.length; clash++) {
    const cluster = clusterOf[clash];
    if (lead[cluster] === 0) candidates[cluster] = shiftOf[clash];
    if (candidates[cluster] === shiftOf[clash]) lead[cluster]++;
    else lead[cluster]--;
  }
  return candidates;
}

function hubsOfGroups(
  clusters: readonly Cluster[],
  clusterOf: Uint32Array,
  groupOf: Uint32Array,
  { rank }: PartSizes,
): Map<number, number[]> {
  const taken = new Uint32Array(clusters.length);
  const groupOfCluster = new Uint32Array(clusters.length);
  for (let clash = 0; clash < clusterOf.length; clash++) {
    taken[clusterOf[clash]]++;
    groupOfCluster[clusterOf[clash]] = groupOf[clash];
  }
  const counts = new Map<number, Map<number, number>>();
  for (let cluster = 0; cluster < clusters.length; cluster++) {
    if (taken[cluster] === 0) continue;
    const { part } = clusters[cluster];
    let ofGroup = counts.get(groupOfCluster[cluster]);
    if (ofGroup === undefined) {
      ofGroup = new Map();
      counts.set(groupOfCluster[cluster], ofGroup);
    }
    ofGroup.set(part, (ofGroup.get(part) ?? 0) + taken[cluster]);
  }
  const hubs = new Map<number, number[]>();
  for (const [group, ofGroup] of counts) {
    const sorted = [...ofGroup].sort(([p, m], [q, n]) => n - m || rank[p] - rank[q]);
    hubs.set(
      group,
      sorted.map(([part]) => part),
    );
  }
  return hubs;
}
