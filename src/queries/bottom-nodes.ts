import { optimalBoxInA } from "../geometry/moved-boxes.ts";
import type * as Layout from "../trees/layout.ts";
import type { RTree } from "../trees/layout.ts";
import { leavesMeet } from "./leaf-pairs.ts";
import type * as Stats from "./stats.ts";

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
  const first = b.links[atB + LINK]!;
  const count = b.links[atB + COUNT]!;
  for (let k = 0; k < count; k++) {
    optimalBoxInA(b.mesh.positions, b.corners, 3 * (first + k), b.origin, pose, moved);
    const to = at + BOX * (k + 1);
    for (let i = 0; i < 3; i++) {
      const min = moved[i]!;
      const max = moved[3 + i]!;
      boxes[to + i] = min;
      boxes[to + 3 + i] = max;
      if (k === 0 || min < boxes[at + i]!) boxes[at + i] = min;
      if (k === 0 || max > boxes[at + 3 + i]!) boxes[at + 3 + i] = max;
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
  const nodes = a.nodes;
  const at = optimalBoxesOf(b, atB, pose);
  const firstA = a.links[atA + LINK]!;
  const endA = STRIDE * (firstA + a.links[atA + COUNT]!);
  let x0 = boxes[at]!;
  let y0 = boxes[at + 1]!;
  let z0 = boxes[at + 2]!;
  let x1 = boxes[at + 3]!;
  let y1 = boxes[at + 4]!;
  let z1 = boxes[at + 5]!;
  let count = 0;
  for (let t = STRIDE * firstA; t < endA; t += STRIDE) {
    let axis = OVERLAP;
    if (nodes[t]! > x1 || nodes[t + 3]! < x0) axis = 0;
    else if (nodes[t + 1]! > y1 || nodes[t + 4]! < y0) axis = 1;
    else if (nodes[t + 2]! > z1 || nodes[t + 5]! < z0) axis = 2;
    else candidates[count++] = t;
    exits[axis]!++;
  }
  if (count === 0) return false;

  const firstB = b.links[atB + LINK]!;
  const countB = b.links[atB + COUNT]!;
  for (let k = 0; k < countB; k++) {
    const box = at + BOX * (k + 1);
    x0 = boxes[box]!;
    y0 = boxes[box + 1]!;
    z0 = boxes[box + 2]!;
    x1 = boxes[box + 3]!;
    y1 = boxes[box + 4]!;
    z1 = boxes[box + 5]!;
    for (let i = 0; i < count; i++) {
      const t = candidates[i]!;
      let axis = OVERLAP;
      if (nodes[t]! > x1 || nodes[t + 3]! < x0) axis = 0;
      else if (nodes[t + 1]! > y1 || nodes[t + 4]! < y0) axis = 1;
      else if (nodes[t + 2]! > z1 || nodes[t + 5]! < z0) axis = 2;
      exits[axis]!++;
      if (axis === OVERLAP && leavesMeet(a, t >> 3, 1, b, firstB + k, 1, all)) return true;
    }
  }
  return false;
}
