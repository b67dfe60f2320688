import { optimalBoxInA } from "../../geometry/moved-boxes.ts";
import type { RTree } from "../../trees/layout.ts";
import { AABB_COUNT as COUNT, AABB_LINK as LINK, AABB_STRIDE as STRIDE } from "../../trees/layout.ts";
import { OVERLAP } from "../stats.ts";
import { leavesMeet } from "./leaf-pairs.ts";
import type { PairContext } from "./pair-context.ts";

// The last box tests between two R-trees: the triangles of a bottom node of a against those of a bottom node of b. Boxes of
// b's triangles are their optimal boxes in a's space, which are tighter than any moved box and need only three axes. A
// bottom node of b meets several of a, so its triangles' boxes are cached.

const PLACES = 64;
const BOX = 6;

/** Cached optimal boxes, one place per bottom node of b. */
export interface OptimalBoxes {
  /** The bottom node at each place, as an offset in the tree's nodes, or −1. */
  readonly owners: Int32Array;
  /** For each place the box around all triangles, then the boxes of single triangles. */
  boxes: Float64Array;
  placeWords: number;
  /** The box of one triangle. */
  readonly moved: Float64Array;
  /** The triangles of a that meet the box around all of b's triangles. */
  candidates: Int32Array;
}

export function createOptimalBoxes(): OptimalBoxes {
  return {
    owners: new Int32Array(PLACES),
    boxes: new Float64Array(PLACES * BOX * 9),
    placeWords: 0,
    moved: new Float64Array(16),
    candidates: new Int32Array(8),
  };
}

/** Starts a query with an empty cache. */
export function openOptimalBoxes(kept: OptimalBoxes, a: RTree, b: RTree): void {
  for (let place = 0; place < PLACES; place++) kept.owners[place] = -1;
  kept.placeWords = BOX * (b.maxChildren + 1);
  if (kept.boxes.length < PLACES * kept.placeWords) kept.boxes = new Float64Array(PLACES * kept.placeWords);
  if (kept.candidates.length < a.maxChildren) kept.candidates = new Int32Array(a.maxChildren);
}

/** The index in `kept.boxes` of the optimal boxes of b's bottom node at `atB`: first the box around all its triangles. */
export function optimalBoxesOf(kept: OptimalBoxes, b: RTree, atB: number, pose: Float64Array): number {
  const place = (atB >> 3) & (PLACES - 1);
  const at = place * kept.placeWords;
  if (kept.owners[place] !== atB) {
    kept.owners[place] = atB;
    moveTriangles(kept, b, atB, pose, at);
  }
  return at;
}

function moveTriangles(
  { boxes, moved }: OptimalBoxes,
  b: RTree,
  atB: number,
  pose: Float64Array,
  at: number,
): void {
  const first = b.links[atB + LINK];
  const count = b.links[atB + COUNT];
  for (let k = 0; k < count; k++) {
    optimalBoxInA(b.mesh.positions, b.corners, 3 * (first + k), b.origin, pose, moved);
    const to = at + BOX * (k + 1);
    for (let i = 0; i < 3; i++) {
      const min = moved[i];
      const max = moved[3 + i];
      boxes[to + i] = min;
      boxes[to + 3 + i] = max;
      if (k === 0 || min < boxes[at + i]) boxes[at + i] = min;
      if (k === 0 || max > boxes[at + 3 + i]) boxes[at + 3 + i] = max;
    }
  }
}

/**
 * Whether triangles of the bottom nodes at `atA` and `atB` meet. In a query for all pairs, every pair that meets is added to the list and
 * the result is false.
 */
export function bottomNodesMeet(
  context: PairContext,
  kept: OptimalBoxes,
  a: RTree,
  atA: number,
  b: RTree,
  atB: number,
): boolean {
  if (context.all) {
    addMeetingPairs(context, kept, a, atA, b, atB);
    return false;
  }
  const { pose, exits } = context;
  const { moved } = kept;
  const nodes = a.nodes;
  const firstA = STRIDE * a.links[atA + LINK];
  const endA = firstA + STRIDE * a.links[atA + COUNT];
  const firstB = b.links[atB + LINK];
  const endB = firstB + b.links[atB + COUNT];
  // One triangle of b at a time, because the query may end with the first.
  for (let slotB = firstB; slotB < endB; slotB++) {
    optimalBoxInA(b.mesh.positions, b.corners, 3 * slotB, b.origin, pose, moved);
    const axis = separatingAxis(nodes, atA, moved, 0);
    exits[axis]++;
    if (axis !== OVERLAP) continue;
    for (let t = firstA; t < endA; t += STRIDE) {
      const axis = separatingAxis(nodes, t, moved, 0);
      exits[axis]++;
      if (axis === OVERLAP && leavesMeet(context, a, t >> 3, 1, b, slotB, 1)) return true;
    }
  }
  return false;
}

/** All pairs: first the triangles of a against the box around all of b's, then the remaining ones against each triangle's box. */
function addMeetingPairs(
  context: PairContext,
  kept: OptimalBoxes,
  a: RTree,
  atA: number,
  b: RTree,
  atB: number,
): void {
  const { pose, exits } = context;
  const { boxes, candidates } = kept;
  const nodes = a.nodes;
  const at = optimalBoxesOf(kept, b, atB, pose);
  const firstA = STRIDE * a.links[atA + LINK];
  const endA = firstA + STRIDE * a.links[atA + COUNT];
  let count = 0;
  for (let t = firstA; t < endA; t += STRIDE) {
    const axis = separatingAxis(nodes, t, boxes, at);
    exits[axis]++;
    if (axis === OVERLAP) candidates[count++] = t;
  }
  if (count === 0) return;

  const firstB = b.links[atB + LINK];
  const countB = b.links[atB + COUNT];
  for (let k = 0; k < countB; k++) {
    const box = at + BOX * (k + 1);
    for (let i = 0; i < count; i++) {
      const t = candidates[i];
      const axis = separatingAxis(nodes, t, boxes, box);
      exits[axis]++;
      if (axis === OVERLAP) leavesMeet(context, a, t >> 3, 1, b, firstB + k, 1);
    }
  }
}

/** The axis that separates the box at nodes[at] from the one at boxes[box], both in a's space, or OVERLAP. */
function separatingAxis(nodes: Float32Array, at: number, boxes: Float64Array, box: number): number {
  if (nodes[at] > boxes[box + 3] || nodes[at + 3] < boxes[box]) return 0;
  if (nodes[at + 1] > boxes[box + 4] || nodes[at + 4] < boxes[box + 1]) return 1;
  if (nodes[at + 2] > boxes[box + 5] || nodes[at + 5] < boxes[box + 2]) return 2;
  return OVERLAP;
}
