import { MeshError } from "../../errors.ts";
import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import { type AabbTree, checkAabbTree, checkTreeArrays, OBB_STRIDE } from "../layout.ts";
import type { ArticulatedBody } from "./articulated-body.ts";
import { checkBody } from "./check-body.ts";
import { fitRestBox, refitRestBox } from "./rest-box.ts";

// Links deform like any mesh: their vertices move, and `refit` fits their trees. The rest boxes of a body follow. Each
// query checks for every tree whether it was fitted or replaced since its rest box was computed. A few coordinates of links
// are compared as well: if one has changed without a fit of the tree, `refit` was forgotten.

/** What the rest boxes of a body were fitted to. */
export interface FittedLinks {
  /** Per leaf of the hierarchy. */
  readonly trees: AabbTree[];
  /** The tree's `fitCount.fits` at that time, per leaf. */
  readonly fits: Float64Array;
  /** Per leaf, SAMPLE positions in the mesh's coordinates, and the coordinates there at that time. */
  readonly places: Int32Array;
  readonly samples: Float64Array;
  /** The first leaf of each tree: links that share a tree are checked once. Empty while a leaf may be out of date. */
  firstLeaves: number[];
  /** Where in `firstLeaves` the next samples are compared. */
  next: number;
}

/** Sampled coordinates per link: the least and greatest of each axis. */
const SAMPLE = 6;
/** How many trees a query samples if no pose was set since the last query; the next query samples the next trees. */
const SAMPLED_TREES = 4;

export function createFittedLinks(leafCount: number): FittedLinks {
  return {
    trees: [],
    fits: new Float64Array(leafCount),
    places: new Int32Array(SAMPLE * leafCount),
    samples: new Float64Array(SAMPLE * leafCount),
    firstLeaves: [],
    next: 0,
  };
}

/** Fits the rest boxes of a body that has just been made. */
export function fitRestBoxes(body: ArticulatedBody): void {
  const { hierarchy, trees } = body;
  for (let leaf = 0; leaf < hierarchy.leafCount; leaf++) fitLeaf(body, leaf, trees[hierarchy.links[leaf]]!);
  setFirstLeaves(body.fitted);
}

/**
 * Fits the rest boxes of links whose trees were fitted or replaced, and counts that as a new pose. Throws `MeshError` for a
 * link whose vertices have moved while its tree was not fitted. For a body that has not moved, such as obstacles, sampling
 * all links would take longer than the query, so only a few trees are sampled each time, in turn.
 */
export function followMeshes(body: ArticulatedBody, isPosed = true): void {
  checkBody(body, "body");
  if (isUnchanged(body, isPosed)) return;
  const { hierarchy, trees, fitted } = body;
  const { links, leafCount } = hierarchy;
  fitted.firstLeaves = [];
  const { trees: seen, fits, places, samples } = fitted;
  for (let leaf = 0; leaf < leafCount; leaf++) {
    const tree = trees[links[leaf]]!;
    if (tree === seen[leaf] && tree.fitCount.fits === fits[leaf]) {
      const { positions, indices } = tree.mesh;
      if (tree.links.length === 0 || positions.length === 0 || indices?.length === 0)
        checkTreeArrays(tree, `link "${body.articulation.names[links[leaf]]}"`);
      const end = SAMPLE * leaf + SAMPLE;
      for (let i = SAMPLE * leaf; i < end; i++)
        if (positions[places[i]] !== samples[i]) refuseMoved(body, leaf);
    } else {
      checkAabbTree(tree, `link "${body.articulation.names[links[leaf]]}"`);
      fitLeaf(body, leaf, tree);
      body.poseCount++;
    }
  }
  setFirstLeaves(fitted);
}

/** Whether nothing has changed, the usual case, at the least cost. */
function isUnchanged({ hierarchy, trees, fitted }: ArticulatedBody, isPosed: boolean): boolean {
  const { links, leafCount } = hierarchy;
  const { trees: seen, fits, firstLeaves } = fitted;
  const treeCount = firstLeaves.length;
  if (treeCount === 0) return false;
  for (let leaf = 0; leaf < leafCount; leaf++) if (trees[links[leaf]] !== seen[leaf]) return false;
  for (let i = 0; i < treeCount; i++) {
    const leaf = firstLeaves[i];
    if (seen[leaf].fitCount.fits !== fits[leaf]) return false;
  }
  for (let i = isPosed ? treeCount : Math.min(SAMPLED_TREES, treeCount); i > 0; i--) {
    if (!hasItsSamples(fitted, firstLeaves[fitted.next])) return false;
    fitted.next = fitted.next + 1 < treeCount ? fitted.next + 1 : 0;
  }
  return true;
}

/** Whether the sampled coordinates are unchanged and the tree still has its arrays. */
function hasItsSamples({ trees, places, samples }: FittedLinks, leaf: number): boolean {
  const { mesh, links } = trees[leaf];
  const { positions, indices } = mesh;
  const at = SAMPLE * leaf;
  // Unrolled: a loop takes twice the time.
  return (
    links.length > 0 &&
    indices?.length !== 0 &&
    positions[places[at]] === samples[at] &&
    positions[places[at + 1]] === samples[at + 1] &&
    positions[places[at + 2]] === samples[at + 2] &&
    positions[places[at + 3]] === samples[at + 3] &&
    positions[places[at + 4]] === samples[at + 4] &&
    positions[places[at + 5]] === samples[at + 5]
  );
}

function setFirstLeaves(fitted: FittedLinks): void {
  const firstLeaf = new Map<AabbTree, number>();
  fitted.trees.forEach((tree, leaf) => {
    if (!firstLeaf.has(tree)) firstLeaf.set(tree, leaf);
  });
  fitted.firstLeaves = [...firstLeaf.values()];
  fitted.next = 0;
}

/** Fits the rest box of a leaf, or copies that of an earlier leaf that shares the tree. */
function fitLeaf(body: ArticulatedBody, leaf: number, tree: AabbTree): void {
  const { restBoxes, fitted, hierarchy } = body;
  const at = OBB_STRIDE * leaf;
  const { fits } = tree.fitCount;
  const twin = fitted.trees.indexOf(tree);
  if (twin >= 0 && twin < leaf && fitted.fits[twin] === fits)
    restBoxes.copyWithin(at, OBB_STRIDE * twin, OBB_STRIDE * (twin + 1));
  else if (fitted.trees[leaf] === tree) refitRestBox(tree, restBoxes, at);
  else restBoxes.set(restBoxOf(tree), at);
  fitted.trees[leaf] = tree;
  fitted.fits[leaf] = fits;
  body.meshes[hierarchy.links[leaf]] = tree.mesh;
  sample(fitted, SAMPLE * leaf, tree.mesh);
}

/** The rest boxes of trees, which bodies of one mesh share: fitting one takes longer than a query. */
const restBoxesOfTrees = new WeakMap<AabbTree, { fits: number; box: Float64Array }>();

function restBoxOf(tree: AabbTree): Float64Array {
  const { fits } = tree.fitCount;
  const known = restBoxesOfTrees.get(tree);
  if (known?.fits === fits) return known.box;
  const box = new Float64Array(OBB_STRIDE);
  fitRestBox(tree.mesh, box, 0);
  restBoxesOfTrees.set(tree, { fits, box });
  return box;
}

function sample({ places, samples }: FittedLinks, at: number, { positions }: TriangleMesh): void {
  for (let axis = 0; axis < 3; axis++) {
    let [low, high] = [axis, axis];
    for (let i = axis; i < positions.length; i += 3) {
      if (positions[i] < positions[low]) low = i;
      if (positions[i] > positions[high]) high = i;
    }
    places[at + axis] = low;
    places[at + 3 + axis] = high;
  }
  for (let i = at; i < at + SAMPLE; i++) samples[i] = positions[places[i]];
}

function refuseMoved({ articulation, hierarchy }: ArticulatedBody, leaf: number): never {
  const link = hierarchy.links[leaf];
  throw new MeshError(
    `link "${articulation.names[link]}": its vertices have moved and its tree was not fitted; call refit(body.trees[${link}]) first`,
  );
}
