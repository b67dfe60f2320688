import type { NearKernels } from "../../kernels/near-kernels.ts";
import * as Memory from "../../kernels/near-memory-map.ts";
import { CACHE_LINE, LAST_VERTEX, SIBLINGS_ALIGNED } from "../../kernels/pair-memory-map.ts";
import * as SelfMemory from "../../kernels/self-memory-map.ts";
import { hasRoom } from "../../kernels/wasm-memory.ts";
import { roundDown, roundUp } from "../../numerics/outward.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { makeBoxes } from "../self/self-model.ts";
import type { NearContext } from "./near-context.ts";

// A tree in kernel memory. Its boxes are in model space. The vertices of its triangles are world coordinates relative to the centre of the
// model, in f32, so the kernels that test features need no pose.

/** The addresses of the model's parts. */
export interface NearModel {
  readonly nodes: number;
  readonly slots: number;
  readonly triangles: number;
  readonly positions: number;
  /** One byte per slot: the features it owns. */
  readonly owned: number;
  readonly stack: number;
}

export const MOST_BYTES = 2 ** 28;
const SMALLEST = 2 ** -30;
const LARGEST = 2 ** 30;
const LEAST_PRODUCT = 2 ** -110;
/** Twice the rounding of an f32. */
const CORNER_ERROR = 2 ** -23;

/** Copies the tree into memory; null if coordinates, leaves or size exceed what the kernels can handle. */
export function layOutNearModel(
  kernels: NearKernels,
  { a: side, test }: NearContext,
  tree: AabbTree,
  margin: number,
): NearModel | null {
  const { nodeCount, mesh } = tree;
  const slotCount = tree.triangles.length;
  const count = mesh.positions.length;
  const middle = new Float64Array(3);
  const reach = setMiddle(side.world, count, middle);
  if (!isReachServed(reach)) return null;
  let end = Memory.NEAR_MODEL;
  const reserve = (bytes: number) => {
    const begin = end;
    end += CACHE_LINE * Math.ceil(bytes / CACHE_LINE);
    return begin;
  };
  const nodes = reserve(SIBLINGS_ALIGNED + SelfMemory.BOX_BYTES * (nodeCount + slotCount)) + SIBLINGS_ALIGNED;
  const slots = nodes + SelfMemory.BOX_BYTES * nodeCount;
  const triangles = reserve(SelfMemory.TRIANGLE_BYTES * slotCount);
  const stack = reserve(SelfMemory.PAIR_BYTES * SelfMemory.BLOCK_SIZE * (8 * tree.depth + 8));
  const cornersAt = reserve(SelfMemory.CORNERS_BYTES * slotCount);
  const owned = reserve(slotCount);
  const positions = reserve(4 * count + LAST_VERTEX);
  const lowAt = reserve(4 * count + LAST_VERTEX);
  const highAt = reserve(4 * count + LAST_VERTEX);
  if (end > MOST_BYTES || !hasRoom(kernels.memory, end)) return null;

  const { buffer } = kernels.memory;
  if (!makeBoxes(kernels, tree, { nodes, slots, cornersAt, lowAt, highAt })) return null;
  setNumbers(new Float32Array(buffer), test.thickness, margin, reach);
  kernels.widenBoxes(nodes, nodeCount + slotCount);

  const vertices = new Float32Array(buffer, positions, count);
  for (let i = 0; i < count; i += 3) {
    vertices[i] = side.world[i] - middle[0];
    vertices[i + 1] = side.world[i + 1] - middle[1];
    vertices[i + 2] = side.world[i + 2] - middle[2];
  }
  new Uint8Array(buffer, owned, slotCount).set(side.features!.owned);
  kernels.makeNearTriangles(triangles, slotCount, cornersAt, positions, owned);
  return { nodes, slots, triangles, positions, owned, stack };
}

/** Whether f32 can resolve models of this extent. */
export function isReachServed(reach: number): boolean {
  return reach > SMALLEST && reach < LARGEST;
}

/** Writes the constants explained in kernels/assembly/near-bounds.ts. */
export function setNumbers(floats: Float32Array, thickness: number, margin: number, reach: number): void {
  const eta = CORNER_ERROR * reach;
  const widened = roundUp(thickness * (1 + 2 ** -19));
  floats[Memory.THICKNESS_UP >> 2] = widened;
  floats[Memory.THICKNESS_DOWN >> 2] = roundDown(thickness * (1 - 2 ** -19));
  floats[Memory.AXIS_GAP >> 2] = roundUp(widened + 4 * eta);
  floats[Memory.SLACK >> 2] = roundUp(5 * eta);
  floats[Memory.UNDERFLOW >> 2] = LEAST_PRODUCT * (1 + reach);
  floats[Memory.MARGIN >> 2] = roundUp(margin);
}

/** Sets the centre of the box around all points; returns the largest extent of that box. */
function setMiddle(world: Float64Array, count: number, middle: Float64Array): number {
  let reach = 0;
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = axis; i < count; i += 3) {
      if (world[i] < low) low = world[i];
      if (world[i] > high) high = world[i];
    }
    middle[axis] = 0.5 * (low + high);
    reach = Math.max(reach, high - low);
  }
  return reach;
}
