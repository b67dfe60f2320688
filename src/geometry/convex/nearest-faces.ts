// The faces of a growing polytope by distance from the origin: a binary heap, smallest on top. Dead faces stay in the heap
// until they come up. The number of a dead face may be reused, so an entry is valid only if its distance is that of its
// face.
import { DEAD, type HullSurface, NUMBERS_STRIDE } from "./hull-surface.ts";

export interface FaceHeap {
  faces: Int32Array;
  distances: Float64Array;
  count: number;
}

export function createFaceHeap(): FaceHeap {
  return {
    faces: new Int32Array(256),
    distances: new Float64Array(256),
    count: 0,
  };
}

export function pushFace(heap: FaceHeap, face: number, distance: number): void {
  if (heap.count === heap.faces.length) makeRoom(heap);
  const { faces, distances } = heap;
  let at = heap.count++;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (distances[parent] <= distance) break;
    faces[at] = faces[parent];
    distances[at] = distances[parent];
    at = parent;
  }
  faces[at] = face;
  distances[at] = distance;
}

/** Removes the nearest face that is alive. One always exists: a closed surface has faces, and all of them are in the heap. */
export function popNearest(heap: FaceHeap, { marks, numbers }: HullSurface): number {
  for (;;) {
    const face = heap.faces[0];
    const isLatest = heap.distances[0] === numbers[NUMBERS_STRIDE * face + 3];
    removeTop(heap);
    if ((isLatest && marks[face] !== DEAD) || heap.count === 0) return face;
  }
}

function removeTop(heap: FaceHeap): void {
  const { faces, distances } = heap;
  const count = --heap.count;
  const face = faces[count];
  const distance = distances[count];
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= count) break;
    if (child + 1 < count && distances[child + 1] < distances[child]) child++;
    if (distances[child] >= distance) break;
    faces[at] = faces[child];
    distances[at] = distances[child];
    at = child;
  }
  faces[at] = face;
  distances[at] = distance;
}

function makeRoom(heap: FaceHeap): void {
  const faces = new Int32Array(2 * heap.faces.length);
  faces.set(heap.faces);
  heap.faces = faces;
  heap.distances = doubled(heap.distances);
}

function doubled(list: Float64Array): Float64Array {
  const longer = new Float64Array(2 * list.length);
  longer.set(list);
  return longer;
}
