import * as Memory from "../../kernels/impact-memory-map.ts";
import { CACHE_LINE } from "../../kernels/pair-memory-map.ts";
import { hasRoom, type WasmMemory } from "../../kernels/wasm-memory.ts";
import { MAX_COORDINATE } from "../../mesh/triangle-mesh.ts";
import type { LinearSearch } from "./linear-search.ts";
import { type MovingMesh, placeVertex } from "./moving-mesh.ts";

// Moving meshes in kernel memory.

const MOST_BYTES = 2 ** 28;
/** Bytes after an array whose last entry is read as a vector. */
const PADDING = 16;
/** Initial room in the heap beyond the pairs already pending. */
const FIRST_HEAP = 1024;
const COORDINATES = Memory.POINT_BYTES / 8;

/** Copies one mesh, or two, into memory; false, with nothing else done, if they are too large. */
export function layOutImpactModel(
  memory: WasmMemory,
  { startA, endA, startB, endB, queue }: LinearSearch,
  a: MovingMesh,
  b: MovingMesh,
): boolean {
  const isSelf = a === b;
  let end = Memory.IMPACT_MODEL;
  const reserve = (bytes: number) => {
    const begin = end;
    end += CACHE_LINE * Math.ceil(bytes / CACHE_LINE);
    return begin;
  };
  const placeNodes = (nodes: Float32Array) => reserve(nodes.byteLength + PADDING);
  const placeMesh = ({ tree }: MovingMesh) => ({
    corners: reserve(tree.corners.byteLength + PADDING),
    points: reserve(Memory.POINT_BYTES * tree.mesh.vertexCount),
  });
  const atStartA = placeNodes(startA);
  const atEndA = endA === startA ? atStartA : placeNodes(endA);
  const atStartB = isSelf ? atStartA : placeNodes(startB);
  const atEndB = isSelf ? atEndA : endB === startB ? atStartB : placeNodes(endB);
  const meshA = placeMesh(a);
  const meshB = isSelf ? meshA : placeMesh(b);
  const isFlat = reserve(isSelf ? a.tree.mesh.vertexCount : 0);
  // A step takes a pair of nodes and adds up to three, at least one level deeper on one side. If all contacts are listed, everything lies
  // on the stack; otherwise the stack is empty whenever a pair is taken from the heap.
  const stack = reserve(Memory.STACK_ENTRY * (2 * (a.tree.depth + b.tree.depth) + 8));
  const heap = end;
  if (end > MOST_BYTES || !hasRoom(memory, end + (queue.heapCount + FIRST_HEAP) * Memory.HEAP_ENTRY))
    return false;

  const { buffer } = memory;
  if (!setPoints(new Float64Array(buffer, meshA.points), a)) return false;
  if (!isSelf && !setPoints(new Float64Array(buffer, meshB.points), b)) return false;
  setNodes(buffer, atStartA, startA);
  if (atEndA !== atStartA) setNodes(buffer, atEndA, endA);
  setCorners(buffer, meshA.corners, a);
  if (!isSelf) {
    setNodes(buffer, atStartB, startB);
    if (atEndB !== atStartB) setNodes(buffer, atEndB, endB);
    setCorners(buffer, meshB.corners, b);
  }
  if (isSelf) new Uint8Array(buffer, isFlat, a.stars!.isFlat.length).set(a.stars!.isFlat);
  const ints = new Int32Array(buffer);
  ints[Memory.IS_SELF >> 2] = isSelf ? 1 : 0;
  ints[Memory.START_A >> 2] = atStartA;
  ints[Memory.END_A >> 2] = atEndA;
  ints[Memory.START_B >> 2] = atStartB;
  ints[Memory.END_B >> 2] = atEndB;
  ints[Memory.CORNERS_A >> 2] = meshA.corners;
  ints[Memory.CORNERS_B >> 2] = meshB.corners;
  ints[Memory.POINTS_A >> 2] = meshA.points;
  ints[Memory.POINTS_B >> 2] = meshB.points;
  ints[Memory.IS_FLAT >> 2] = isFlat;
  ints[Memory.STACK >> 2] = stack;
  ints[Memory.HEAP >> 2] = heap;
  setHeapRoom(memory);
  return true;
}

/** All memory after the model belongs to the heap. */
function setHeapRoom({ buffer }: WasmMemory): void {
  const ints = new Int32Array(buffer, 0, Memory.IMPACT_MODEL >> 2);
  const bytes = buffer.byteLength - ints[Memory.HEAP >> 2];
  ints[Memory.HEAP_ROOM >> 2] = Math.floor(bytes / Memory.HEAP_ENTRY);
}

/** Doubles the heap; false if the engine has no more memory. */
export function growHeap(memory: WasmMemory): boolean {
  const heap = new Int32Array(memory.buffer, 0, Memory.IMPACT_MODEL >> 2)[Memory.HEAP >> 2];
  const bytes = 2 * memory.buffer.byteLength - heap;
  if (bytes > MOST_BYTES || !hasRoom(memory, bytes)) return false;
  setHeapRoom(memory);
  return true;
}

function setNodes(buffer: ArrayBuffer, at: number, nodes: Float32Array): void {
  new Float32Array(buffer, at, nodes.length).set(nodes);
}

function setCorners(buffer: ArrayBuffer, at: number, { tree: { corners } }: MovingMesh): void {
  new Uint32Array(buffer, at, corners.length).set(corners);
}

const place = new Float64Array(16);

/** Writes the vertices; false if one is not finite or too far away, which can happen in a mesh that is only translated. */
function setPoints(points: Float64Array, mesh: MovingMesh): boolean {
  const { worldStart, worldEnd, start, end, from, to, tree } = mesh;
  const { vertexCount } = tree.mesh;
  if (worldStart !== null && worldEnd !== null) {
    for (let i = 0; i < 3 * vertexCount; i++) {
      points[2 * i] = worldStart[i];
      points[2 * i + 1] = worldEnd[i];
    }
    return true;
  }
  for (let vertex = 0, at = 0; vertex < vertexCount; vertex++, at += COORDINATES) {
    placeVertex(start, vertex, from, place, 0);
    placeVertex(end, vertex, to, place, 3);
    for (let axis = 0; axis < 3; axis++) {
      points[at + 2 * axis] = place[axis];
      points[at + 2 * axis + 1] = place[3 + axis];
      if (!(Math.abs(place[axis]) <= MAX_COORDINATE && Math.abs(place[3 + axis]) <= MAX_COORDINATE))
        return false;
    }
  }
  return true;
}
