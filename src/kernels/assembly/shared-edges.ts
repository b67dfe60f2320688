// Twins: fillCorners in trees/build-aabb.ts, alignSharedEdges in trees/shared-edges.ts.
import { CORNERS, NODE_BYTES, NODE_COUNT, NODE_LINK, SLOT_CORNERS, TRIANGLE_BYTES, TRIANGLE_COUNT, TRIANGLES } from "../memory-map";

/** Writes the vertex numbers of the triangle in each slot. */
export function fillCorners(): void {
  const corners = load<usize>(CORNERS);
  let triangle = load<usize>(TRIANGLES);
  let to = load<usize>(SLOT_CORNERS);
  const end = to + load<usize>(TRIANGLE_COUNT) * TRIANGLE_BYTES;
  for (; to < end; to += TRIANGLE_BYTES, triangle += 4) {
    const from = corners + load<usize>(triangle) * TRIANGLE_BYTES;
    store<u64>(to, load<u64>(from));
    store<u32>(to, load<u32>(from, 8), 8);
  }
}

/** Rotates the corners of the triangles in leaves of two, so that a shared edge comes last in both. */
export function alignSharedEdges(nodes: usize, end: usize): void {
  const corners = load<usize>(SLOT_CORNERS);
  for (let at = nodes; at < end; at += NODE_BYTES) {
    const link = load<i32>(at, NODE_LINK);
    if (link >= 0 || load<i32>(at, NODE_COUNT) != 2) continue;
    const first = corners + TRIANGLE_BYTES * ~link;
    const second = first + TRIANGLE_BYTES;
    const apex = loneCorner(first, second);
    if (apex < 0) continue;
    rotate(first, apex);
    rotate(second, loneCorner(second, first));
  }
}

/** The corner of the triangle at `triangle` that the one at `other` lacks, if it has the two others; otherwise −1. */
@inline function loneCorner(triangle: usize, other: usize): i32 {
  const has0 = hasVertex(other, load<u32>(triangle));
  const has1 = hasVertex(other, load<u32>(triangle, 4));
  const has2 = hasVertex(other, load<u32>(triangle, 8));
  if (i32(has0) + i32(has1) + i32(has2) != 2) return -1;
  return has0 ? (has1 ? 2 : 1) : 0;
}

@inline function hasVertex(triangle: usize, vertex: u32): bool {
  return vertex == load<u32>(triangle) || vertex == load<u32>(triangle, 4) || vertex == load<u32>(triangle, 8);
}

@inline function rotate(triangle: usize, first: i32): void {
  if (first <= 0) return;
  const v0 = load<u32>(triangle), v1 = load<u32>(triangle, 4), v2 = load<u32>(triangle, 8);
  store<u32>(triangle, first == 1 ? v1 : v2);
  store<u32>(triangle, first == 1 ? v2 : v0, 4);
  store<u32>(triangle, first == 1 ? v0 : v1, 8);
}
