import { optimalBoxInA } from "../../geometry/moved-boxes.ts";
import type * as Layout from "../../trees/layout.ts";
import type { RTree } from "../../trees/layout.ts";
import type * as Stats from "../stats.ts";
import { leavesMeet } from "./leaf-pairs.ts";

// The last box tests between two R-trees: the triangles of a bottom node of a against those of a bottom node of b. Boxes
// of b's triangles are their optimal boxes in a's space, which are tighter than any moved box and need three axes only.
// A bottom node of b meets several of a, so its triangles' boxes are kept.

const STRIDE = 8 satisfies typeof Layout.AABB_STRIDE;
const LINK = 6 satisfies typeof Layout.AABB_LINK;
const COUNT = 7 satisfies typeof Layout.AABB_COUNT;
const OVERLAP = 15 satisfies typeof Stats.OVERLAP;

const PLACES = 64;
const BOX = 6;

/** The bottom node of b that each place holds, as a word offset, or −1. */
const owners = new Int32Array(PLACES);
/** For each place the box around all, then those of the triangles. */
let boxes = new Float64Array(PLACES * BOX * 9);
let placeWords = 0;

const moved = new Float64Array(16);
/** The triangles of a that meet the box around all of b's. */
let candidates = new Int32Array(8);

/** Starts a query: nothing is kept yet. */
export function beginBottomNodes(a: RTree, b: RTree): void {
  for (let place = 0; place < PLACES; place++) owners[place] = -1;
  placeWords = BOX * (b.maxChildren + 1);
  if (boxes.length < PLACES * placeWords) boxes = new Float64Array(PLACES * placeWords);
  if (candidates.length < a.maxChildren) candidates = new Int32Array(a.maxChildren);
}

/** Where the optimal boxes of b's bottom node at word `atB` are: first the one around all. */
export function optimalBoxesOf(b: RTree, atB: number, pose: Float64Array): number {
  const place = (atB >> 3) & (PLACES - 1);
  const at = place * placeWords;
  if (owners[place] !== atB) {
    owners[place] = atB;
    moveTriangles(b, atB, pose, at);
  }
  return at;
}

/** The boxes that `optimalBoxesOf` speaks of. */
export function optimalBoxes(): Float64Array {
  return boxes;
}

function moveTriangles(b: RTree, atB: number, pose: Float64Array, at: number): void {
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

/** Whether triangles of the bottom nodes at words `atA` and `atB` meet; with `all`, they go to the pair list instead. */
export function bottomNodesMeet(
  a: RTree,
  atA: number,
  b: RTree,
  atB: number,
  pose: Float64Array,
  all: boolean,
  exits: Uint32Array,
): boolean {
  if (all) {
    addMeetingPairs(a, atA, b, atB, pose, exits);
    return false;
  }
  const nodes = a.nodes;
  const firstA = STRIDE * a.links[atA + LINK];
  const endA = firstA + STRIDE * a.links[atA + COUNT];
  const firstB = b.links[atB + LINK];
  const endB = firstB + b.links[atB + COUNT];
  // One triangle of b after the other: the query may end with the first.
  for (let slotB = firstB; slotB < endB; slotB++) {
    optimalBoxInA(b.mesh.positions, b.corners, 3 * slotB, b.origin, pose, moved);
    const axis = separatingAxis(nodes, atA, moved, 0);
    exits[axis]++;
    if (axis !== OVERLAP) continue;
    for (let t = firstA; t < endA; t += STRIDE) {
      const axis = separatingAxis(nodes, t, moved, 0);
      exits[axis]++;
      if (axis === OVERLAP && leavesMeet(a, t >> 3, 1, b, slotB, 1, false)) return true;
    }
  }
  return false;
}

/** All pairs: first the triangles of a against the box around all of b's, then what is left against each. */
function addMeetingPairs(
  a: RTree,
  atA: number,
  b: RTree,
  atB: number,
  pose: Float64Array,
  exits: Uint32Array,
): void {
  const nodes = a.nodes;
  const at = optimalBoxesOf(b, atB, pose);
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
      if (axis === OVERLAP) leavesMeet(a, t >> 3, 1, b, firstB + k, 1, true);
    }
  }
}

/** The axis on which the box at nodes[at] and the one at boxes[box], both in a's space, are apart, or OVERLAP. */
function separatingAxis(nodes: Float32Array, at: number, boxes: Float64Array, box: number): number {
  if (nodes[at] > boxes[box + 3] || nodes[at + 3] < boxes[box]) return 0;
  if (nodes[at + 1] > boxes[box + 4] || nodes[at + 4] < boxes[box + 1]) return 1;
  if (nodes[at + 2] > boxes[box + 5] || nodes[at + 5] < boxes[box + 2]) return 2;
  return OVERLAP;
}
