import { CACHE_LINE, LAST_VERTEX, SIBLINGS_ALIGNED } from "../../kernels/pair-memory-map.ts";
import type { SelfKernels } from "../../kernels/self-kernels.ts";
import * as Memory from "../../kernels/self-memory-map.ts";
import { hasRoom } from "../../kernels/wasm-memory.ts";
import { AABB_MAX, AABB_MIN, type AabbTree } from "../../trees/layout.ts";
import { orderedVertices } from "../../trees/ordered-vertices.ts";
import { copyPositions } from "../../trees/tree-copies.ts";
import { isArrayOf } from "../../typed-arrays.ts";
import { widen } from "./self-boxes.ts";

// A tree in kernel memory. Every query copies it there, because a deforming model differs each time; the copy takes a twentieth of the
// query.

/** The addresses of the model's parts. */
export interface SelfModel {
  readonly nodes: number;
  readonly slots: number;
  readonly triangles: number;
  readonly stack: number;
  /** The slots of triangles that may have no area. */
  readonly maybeDegenerate: Int32Array;
}

const MOST_BYTES = 2 ** 28;
const U = 2 ** -24;
const SMALLEST = 2 ** -30;
const LARGEST = 2 ** 30;
const LEAST_PRODUCT = 2 ** -110;

/**
 * Copies the tree into memory. `vertices` are three numbers per slot; equal numbers are a common corner. `margin`, in model space, is the
 * largest gap between boxes that count as overlapping, and bounds the error of moved vertices. Null if coordinates, leaves or size exceed
 * what the kernels can handle.
 */
export function layOutModel(
  kernels: SelfKernels,
  tree: AabbTree,
  vertices: Uint32Array,
  margin: number,
): SelfModel | null {
  const { nodeCount, corners, mesh, origin } = tree;
  const { positions } = mesh;
  const reach = rootReach(tree.nodes);
  if (!(reach > SMALLEST && reach < LARGEST)) return null;
  const slotCount = tree.triangles.length;
  let end = Memory.MODEL;
  const reserve = (bytes: number) => {
    const begin = end;
    end += CACHE_LINE * Math.ceil(bytes / CACHE_LINE);
    return begin;
  };
  const nodes = reserve(SIBLINGS_ALIGNED + Memory.BOX_BYTES * (nodeCount + slotCount)) + SIBLINGS_ALIGNED;
  const slots = nodes + Memory.BOX_BYTES * nodeCount;
  const triangles = reserve(Memory.TRIANGLE_BYTES * slotCount);
  const stack = reserve(Memory.PAIR_BYTES * Memory.BLOCK_SIZE * (8 * tree.depth + 8));
  const cornersAt = reserve(Memory.CORNERS_BYTES * slotCount);
  const maybeDegenerateAt = reserve(4 * slotCount + 4);
  const positionsAt = reserve(4 * positions.length + LAST_VERTEX);
  const lowAt = reserve(4 * positions.length + LAST_VERTEX);
  const highAt = reserve(4 * positions.length + LAST_VERTEX);
  if (end > MOST_BYTES || !hasRoom(kernels.memory, end)) return null;

  const { buffer } = kernels.memory;
  const count = positions.length;
  if (!makeBoxes(kernels, tree, { nodes, slots, cornersAt, lowAt, highAt })) return null;
  if (margin > 0) widen(new Int32Array(buffer, nodes), nodeCount + slotCount, margin);

  // f32 vertices without a pose are exact.
  const isExact = margin === 0 && isArrayOf(positions, "Float32Array");
  setNumbers(new Float32Array(buffer), reach, margin, isExact ? 0 : margin + 2 * U * reach);
  if (vertices !== corners) new Uint32Array(buffer, cornersAt).set(vertices);
  copyPositions(positions, origin, new Float32Array(buffer, positionsAt, count));
  const maybeDegenerateBytes = kernels.makeTriangles(
    triangles,
    slotCount,
    cornersAt,
    positionsAt,
    maybeDegenerateAt,
  );
  return {
    nodes,
    slots,
    triangles,
    stack,
    maybeDegenerate: new Int32Array(buffer, maybeDegenerateAt, maybeDegenerateBytes >> 2).slice(),
  };
}

/** The addresses of the boxes, and of the corners and rounded vertices they are made from. */
export interface BoxPlaces {
  readonly nodes: number;
  readonly slots: number;
  readonly cornersAt: number;
  readonly lowAt: number;
  readonly highAt: number;
}

/** Makes the boxes of all nodes and slots; false if a leaf has too many triangles. */
export function makeBoxes(
  kernels: Pick<SelfKernels, "makeNodeBoxes" | "makeSlotBoxes" | "memory">,
  { nodeCount, links, corners, mesh, origin, triangles }: AabbTree,
  { nodes, slots, cornersAt, lowAt, highAt }: BoxPlaces,
): boolean {
  const { buffer } = kernels.memory;
  new Int32Array(buffer, nodes).set(links);
  if (kernels.makeNodeBoxes(nodes, nodeCount) > Memory.LARGEST_LEAF) return false;
  new Uint32Array(buffer, cornersAt).set(corners);
  const { low, high } = orderedVertices(mesh.positions, origin);
  const count = mesh.positions.length;
  new Int32Array(buffer, lowAt).set(low.subarray(0, count));
  if (high !== low) new Int32Array(buffer, highAt).set(high.subarray(0, count));
  kernels.makeSlotBoxes(slots, triangles.length, cornersAt, lowAt, high === low ? lowAt : highAt);
  return true;
}

/** The largest coordinate of the root's box. */
function rootReach(nodes: Float32Array): number {
  let reach = 0;
  for (let k = AABB_MIN; k < AABB_MAX + 3; k++) reach = Math.max(reach, Math.abs(nodes[k]));
  return reach;
}

/** The constants explained in kernels/assembly/self-triangles.ts; `eta` is its η. */
function setNumbers(floats: Float32Array, reach: number, margin: number, eta: number): void {
  floats[Memory.CORNER_SLACK >> 2] = 6 * eta;
  floats[Memory.NORMAL_SLACK >> 2] = 8 * eta;
  // Boxes that count as overlapping may be a few units in the last place apart, because they are rounded outward and
  // halved.
  floats[Memory.GAP >> 2] = 2 * margin + 32 * U * reach;
  floats[Memory.UNDERFLOW >> 2] = LEAST_PRODUCT * (1 + reach);
}
