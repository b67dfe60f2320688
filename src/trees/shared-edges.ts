import type { AabbTree } from "./layout.ts";
import { AABB_COUNT, AABB_LINK, AABB_STRIDE } from "./layout.ts";

// Most leaves hold two triangles with a common edge. Their corners are rotated so that the edge comes last in both: `refit`
// then sees at once that four vertices, not six, make the leaf's box.

/** Rotates the corners of the triangles in leaves of two; which corner comes first has no meaning. */
export function alignSharedEdges({ links, corners }: AabbTree): void {
  for (let at = 0; at < links.length; at += AABB_STRIDE) {
    const link = links[at + AABB_LINK];
    if (link >= 0 || links[at + AABB_COUNT] !== 2) continue;
    const first = 3 * ~link;
    const second = first + 3;
    const apex = loneCorner(corners, first, second);
    if (apex < 0) continue;
    rotate(corners, first, apex);
    rotate(corners, second, loneCorner(corners, second, first));
  }
}

/** The corner of the triangle at corners[c] that the one at corners[other] lacks, if it has the other two; otherwise −1. */
function loneCorner(corners: Uint32Array, c: number, other: number): number {
  const o0 = corners[other];
  const o1 = corners[other + 1];
  const o2 = corners[other + 2];
  let shared = 0;
  let lone = -1;
  for (let k = 0; k < 3; k++) {
    const vertex = corners[c + k];
    if (vertex === o0 || vertex === o1 || vertex === o2) shared++;
    else lone = k;
  }
  return shared === 2 ? lone : -1;
}

function rotate(corners: Uint32Array, c: number, first: number): void {
  if (first <= 0) return;
  const v0 = corners[c];
  const v1 = corners[c + 1];
  const v2 = corners[c + 2];
  corners[c] = first === 1 ? v1 : v2;
  corners[c + 1] = first === 1 ? v2 : v0;
  corners[c + 2] = first === 1 ? v0 : v1;
}

/**
 * Whether the triangles at corners[c] and corners[c + 3] end with a common edge (`alignSharedEdges` rotates them so that
 * they do).
 */
export function hasSharedEdge(corners: Uint32Array, c: number): boolean {
  const start = corners[c + 1];
  const end = corners[c + 2];
  const otherStart = corners[c + 4];
  const otherEnd = corners[c + 5];
  return (start === otherEnd && end === otherStart) || (start === otherStart && end === otherEnd);
}
