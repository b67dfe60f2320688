import type { SummedSizes } from "../kernels/fit-boxes.ts";
import { INNER, KINDS, LARGER, SEPARATE, SHARED, SINGLE } from "../kernels/memory-map.ts";
import { roundDown, roundUp } from "../numerics/outward.ts";
import { isArrayOf } from "../typed-arrays.ts";
import { AABB_COUNT, AABB_LINK, AABB_SIZE, AABB_STRIDE, type AabbTree, type TreeSizes } from "./layout.ts";
import { hasSharedEdge } from "./shared-edges.ts";

// How far the boxes of a tree spread: their summed size over that of the triangles' own boxes. Scaling, bending and stretching change
// both sums alike. Kernels add them up while they fit the boxes (fitNode in kernels/assembly/fit-boxes.ts); this is their twin, which
// rounds as they do.

/** The sums of a tree, of each kind of node apart, from the last node to the first. Fills `ofLeaves`, if it is passed. */
export function summedSizes(tree: AabbTree, ofLeaves?: Float32Array): TreeSizes {
  const { links, nodeCount } = tree;
  const extent = extentsOf(tree);
  const boxes = new Float64Array(KINDS);
  const triangles = new Float64Array(KINDS);
  for (let at = AABB_STRIDE * (nodeCount - 1); at >= 0; at -= AABB_STRIDE) {
    const link = links[at + AABB_LINK];
    const kind = link >= 0 ? INNER : kindOfLeaf(tree, at);
    boxes[kind] += boxSizeOf(tree, at);
    if (kind === INNER) continue;
    let x = 0;
    let y = 0;
    let z = 0;
    for (let slot = ~link; slot < ~link + links[at + AABB_COUNT]; slot++) {
      x = Math.fround(x + extent(slot, 0));
      y = Math.fround(y + extent(slot, 1));
      z = Math.fround(z + extent(slot, 2));
    }
    const size = sizeInSingles(x, y, z);
    triangles[kind] += size;
    if (ofLeaves !== undefined) ofLeaves[at / AABB_STRIDE] = size;
  }
  return { boxes: boxes.reduce((a, b) => a + b), triangles: triangles.reduce((a, b) => a + b), ofLeaves };
}

/** The size of a node's box. */
export function boxSizeOf({ nodes, links }: AabbTree, at: number): number {
  if (links[at + AABB_LINK] >= 0) return nodes[at + AABB_SIZE];
  return sizeInSingles(
    Math.fround(nodes[at + 3] - nodes[at]),
    Math.fround(nodes[at + 4] - nodes[at + 1]),
    Math.fround(nodes[at + 5] - nodes[at + 2]),
  );
}

/** Twin: kindOf in kernels/assembly/fit-boxes.ts. */
function kindOfLeaf({ links, corners }: AabbTree, at: number): number {
  const count = links[at + AABB_COUNT];
  if (count === 1) return SINGLE;
  if (count !== 2) return LARGER;
  return hasSharedEdge(corners, 3 * ~links[at + AABB_LINK]) ? SHARED : SEPARATE;
}

export function sizeInSingles(x: number, y: number, z: number): number {
  return Math.fround(Math.fround(x + y) + z);
}

/** A function that says how far the box of the triangle in a slot extends along an axis. */
function extentsOf({ mesh, corners, origin }: AabbTree): (slot: number, axis: number) => number {
  const { positions } = mesh;
  const isSingle = isArrayOf(positions, "Float32Array");
  return (slot, axis) => {
    const u = positions[3 * corners[3 * slot] + axis];
    const v = positions[3 * corners[3 * slot + 1] + axis];
    const w = positions[3 * corners[3 * slot + 2] + axis];
    const min = Math.min(u, v, w);
    const max = Math.max(u, v, w);
    return Math.fround(isSingle ? max - min : roundUp(max - origin[axis]) - roundDown(min - origin[axis]));
  };
}

/** Boxes of points have no size, or only what rounding gives them. */
export function spreadOf({ boxes, triangles }: SummedSizes): number {
  return triangles > 0 ? boxes / triangles : boxes > 0 ? Infinity : 0;
}

/** Sums that are updated by differences are dropped when they fall below this share: what is left may be rounding. */
const LEAST_PART = 2 ** -20;

/**
 * The sums after some boxes have grown or shrunk; null if the sums were not known, or have lost too much to rounding. `ofLeaves` are those
 * after, if they are known.
 */
export function grownSizes(
  before: SummedSizes | null,
  growth: SummedSizes,
  ofLeaves?: Float32Array,
): TreeSizes | null {
  if (before === null) return null;
  const boxes = before.boxes + growth.boxes;
  const triangles = before.triangles + growth.triangles;
  return boxes > LEAST_PART * before.boxes && triangles > LEAST_PART * before.triangles
    ? { boxes, triangles, ofLeaves }
    : null;
}
