import * as Memory from "../../kernels/near-memory-map.ts";
import { CACHE_LINE, LAST_VERTEX } from "../../kernels/pair-memory-map.ts";
import * as SelfMemory from "../../kernels/self-memory-map.ts";
import { hasRoom, type WasmMemory } from "../../kernels/wasm-memory.ts";
import { AABB_MAX, AABB_MIN, type AabbTree } from "../../trees/layout.ts";
import type { NearContext } from "./near-context.ts";
import { isReachServed, MOST_BYTES, setNumbers } from "./near-model.ts";
import { type NearSide, placeSlot } from "./near-side.ts";

// The triangles of two meshes in the memory of the near-pair kernels: first a's, then b's, like one mesh. Only triangles that the descent
// reaches are written.

export interface NearTwo {
  readonly ints: Int32Array;
  readonly floats: Float32Array;
  readonly triangles: number;
  readonly positions: number;
  /** One byte per slot: the features it owns. */
  readonly owned: number;
  /** Slots and vertices of a; those of b follow. */
  readonly slotsA: number;
  readonly verticesA: number;
  /** The centre of both meshes in the world; vertices are rounded to f32 relative to it. */
  readonly middle: Float64Array;
  /** The number of pairs in the list of candidates. */
  candidates: number;
}

/** The largest coordinate, in multiples of the scene's extent, whose own rounding is still below that of f32. */
const FARTHEST = 2 ** 26;

/** Reserves memory for two meshes; null if their coordinates or size exceed what the kernels can handle. */
export function layOutTwo(
  memory: WasmMemory,
  { a: sideA, b: sideB, test }: NearContext,
  a: AabbTree,
  b: AabbTree,
): NearTwo | null {
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  uniteWorldBox(box, sideA, a);
  uniteWorldBox(box, sideB, b);
  let reach = 0;
  let farthest = 0;
  const middle = new Float64Array(3);
  for (let axis = 0; axis < 3; axis++) {
    middle[axis] = 0.5 * (box[axis] + box[3 + axis]);
    reach = Math.max(reach, box[3 + axis] - box[axis]);
    farthest = Math.max(farthest, Math.abs(box[axis]), Math.abs(box[3 + axis]));
  }
  if (!(isReachServed(reach) && farthest < FARTHEST * reach)) return null;
  const slotsA = a.triangles.length;
  const slotCount = slotsA + b.triangles.length;
  const verticesA = a.mesh.vertexCount;
  let end = Memory.NEAR_MODEL;
  const reserve = (bytes: number) => {
    const begin = end;
    end += CACHE_LINE * Math.ceil(bytes / CACHE_LINE);
    return begin;
  };
  const triangles = reserve(SelfMemory.TRIANGLE_BYTES * slotCount);
  const owned = reserve(slotCount);
  const positions = reserve(SelfMemory.VERTEX_BYTES * (verticesA + b.mesh.vertexCount) + LAST_VERTEX);
  if (end > MOST_BYTES || !hasRoom(memory, end)) return null;
  const { buffer } = memory;
  const floats = new Float32Array(buffer);
  setNumbers(floats, test.thickness, 0, reach);
  const bytes = new Uint8Array(buffer, owned, slotCount);
  bytes.set(sideA.features!.owned);
  bytes.set(sideB.features!.owned, slotsA);
  const ints = new Int32Array(buffer);
  // The kernels pad a list with slot 0, so its vertices must exist even if it is never placed.
  ints.fill(0, triangles >> 2, (triangles + SelfMemory.TRIANGLE_BYTES) >> 2);
  return { ints, floats, triangles, positions, owned, slotsA, verticesA, middle, candidates: 0 };
}

/** Extends `box` by the world box of a tree's root box. */
function uniteWorldBox(box: Float64Array, { toWorld, moves }: NearSide, { nodes, origin }: AabbTree): void {
  for (let axis = 0; axis < 3; axis++) {
    let centre = moves ? toWorld[12 + axis] : 0;
    let half = 0;
    for (let k = 0; k < 3; k++) {
      const factor = moves ? toWorld[4 * k + axis] : +(k === axis);
      centre += factor * (origin[k] + 0.5 * (nodes[AABB_MIN + k] + nodes[AABB_MAX + k]));
      half += Math.abs(factor) * 0.5 * (nodes[AABB_MAX + k] - nodes[AABB_MIN + k]);
    }
    box[axis] = Math.min(box[axis], centre - half);
    box[3 + axis] = Math.max(box[3 + axis], centre + half);
  }
}

/** Places the triangle in a slot and writes it after the first slot and vertex of its side. */
export function placeTriangle(
  two: NearTwo,
  side: NearSide,
  slot: number,
  firstSlot: number,
  firstVertex: number,
): void {
  if (!placeSlot(side, slot)) return;
  const { ints, floats, middle } = two;
  const { world, corners } = side;
  const at = (two.triangles + SelfMemory.TRIANGLE_BYTES * (firstSlot + slot)) >> 2;
  for (let k = 0; k < 3; k++) {
    const vertex = corners[3 * slot + k];
    const position = (two.positions >> 2) + 3 * (firstVertex + vertex);
    for (let axis = 0; axis < 3; axis++) {
      const coordinate = world[3 * vertex + axis] - middle[axis];
      floats[position + axis] = coordinate;
      floats[at + (SelfMemory.Y >> 2) * axis + k] = coordinate;
    }
    ints[at + (SelfMemory.VERTICES >> 2) + k] = firstVertex + vertex;
  }
  ints[at + (Memory.OWNED >> 2)] = side.features!.owned[slot];
}
