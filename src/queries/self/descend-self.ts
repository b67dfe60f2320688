import { BATCH } from "../../kernels/self-memory-map.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { AABB_COUNT, AABB_LINK, AABB_STRIDE } from "../../trees/layout.ts";
import { selfBoxes } from "./self-boxes.ts";

// The descent of an AABB tree against itself. Every inner node contributes the pair of its children; from there on two
// different nodes are descended like two trees. Their subtrees have no triangle in common, so no pair of nodes occurs
// twice. All boxes are in one frame: six comparisons are a complete box test. kernels/assembly/self-descent.ts is the twin.
//
// It runs in batches and almost without branches. A pair of children is always written, to the stack and to the list of
// leaf pairs, and at most one of the two cursors advances. A pair of triangles is always written to the candidates, and the
// cursor advances if their boxes overlap.

/** Leaf pairs collected before their triangles are examined; a step adds at most four. */
const LEAF_PAIRS = 512;
/** Triangles of one leaf processed at a time, so that they fit into a batch. */
const ROW = 64;

/** Up to this many box numbers, 8 MB, are kept for the next query. */
const KEPT_BOXES = 2 ** 21;

// Scratch of one batch, which no other code can see half filled. In the context these two would cost 3 to 5 % of a plain
// query: V8 compiles the address of a module's constant array into the code.
const leafPairs = new Int32Array(2 * (LEAF_PAIRS + 4));
const candidates = new Int32Array(2 * (BATCH + 1));

/** The state and counters of a descent. */
export interface SelfDescent {
  boxes: Int32Array;
  stack: Int32Array;
  top: number;
  /** Numbers of entries, two integers each, in `leafPairs` and in `candidates`. */
  leafCount: number;
  candidateCount: number;
  /** The next node to test against itself. */
  nextNode: number;
  /** Includes boxes of single triangles. */
  boxTests: number;
}

export function createSelfDescent(): SelfDescent {
  return {
    boxes: new Int32Array(0),
    stack: new Int32Array(2 * 256),
    top: 0,
    leafCount: 0,
    candidateCount: 0,
    nextNode: 0,
    boxTests: 0,
  };
}

/** Takes `count` candidates, two slots each; returns true to end the descent. */
export type Visit = (candidates: Int32Array, count: number) => boolean;

/**
 * Passes all pairs of slots whose triangles' boxes are at most `margin` apart on every axis to `visit`, in batches of at
 * most BATCH. Ends when there are no more, or when `visit` returns true; returns its last answer.
 */
export function descendSelf(descent: SelfDescent, tree: AabbTree, margin: number, visit: Visit): boolean {
  const boxes = selfBoxes(tree, margin, descent.boxes);
  if (boxes.length <= KEPT_BOXES) descent.boxes = boxes;
  // A step takes one pair and adds at most four, one or two levels deeper on the two sides: three more for each of at most
  // 2 · depth levels. The last pair written may not be kept: one more.
  const room = 2 * (6 * tree.depth + 5);
  if (descent.stack.length < room) descent.stack = new Int32Array(room);
  const endOfNodes = AABB_STRIDE * tree.nodeCount;
  descent.top = 0;
  descent.candidateCount = 0;
  descent.nextNode = 0;
  descent.boxTests = 0;
  for (;;) {
    collectLeafPairs(descent, boxes, endOfNodes);
    const { leafCount } = descent;
    if (leafCount === 0) return descent.candidateCount > 0 && visit(candidates, descent.candidateCount);
    for (let k = 0; k < leafCount; k++) {
      if (addLeafPair(descent, boxes, leafPairs[2 * k], leafPairs[2 * k + 1], endOfNodes, visit)) return true;
    }
  }
}

/** Descends until the list of leaf pairs is full, or nothing is left. */
function collectLeafPairs(descent: SelfDescent, boxes: Int32Array, endOfNodes: number): void {
  const { stack } = descent;
  let at = descent.top;
  let node = descent.nextNode;
  let found = 0;
  let tests = 0;
  while (found < 2 * LEAF_PAIRS) {
    let p1: number;
    let p2: number;
    let q1: number;
    let q2: number;
    if (at > 0) {
      at -= 2;
      const p = stack[at];
      const q = stack[at + 1];
      const linkP = boxes[p | AABB_LINK];
      const linkQ = boxes[q | AABB_LINK];
      // Both are split. Splitting only the larger of two unequal nodes saves at most one test in a hundred.
      p1 = linkP < 0 ? p : AABB_STRIDE * linkP;
      p2 = linkP < 0 ? p : p1 + AABB_STRIDE;
      q1 = linkQ < 0 ? q : AABB_STRIDE * linkQ;
      q2 = linkQ < 0 ? q : q1 + AABB_STRIDE;
    } else {
      if (node === endOfNodes) break;
      const link = boxes[node | AABB_LINK];
      if (link < 0) {
        // a leaf with itself
        leafPairs[found] = node;
        leafPairs[found + 1] = node;
        found += 2;
        node += AABB_STRIDE;
        continue;
      }
      node += AABB_STRIDE;
      p1 = AABB_STRIDE * link;
      q1 = p1 + AABB_STRIDE;
      p2 = p1;
      q2 = q1;
    }
    // biome-ignore format: boxes read in rows
    const p1lx = boxes[p1], p1ly = boxes[p1 | 1], p1lz = boxes[p1 | 2],
      p1hx = boxes[p1 | 3], p1hy = boxes[p1 | 4], p1hz = boxes[p1 | 5],
      q1lx = boxes[q1], q1ly = boxes[q1 | 1], q1lz = boxes[q1 | 2],
      q1hx = boxes[q1 | 3], q1hy = boxes[q1 | 4], q1hz = boxes[q1 | 5],
      p1Leaf = boxes[p1 | AABB_LINK], q1Leaf = boxes[q1 | AABB_LINK];
    {
      // biome-ignore format: an axis reads in a row
      const keep = 2 & ~(((q1hx - p1lx) | (p1hx - q1lx) | (q1hy - p1ly) | (p1hy - q1ly) | (q1hz - p1lz) | (p1hz - q1lz)) >> 31);
      const leaf = keep & ((p1Leaf & q1Leaf) >> 31);
      leafPairs[found] = stack[at] = p1;
      leafPairs[found + 1] = stack[at + 1] = q1;
      found += leaf;
      at += keep ^ leaf;
      tests++;
    }
    if (p2 !== p1) {
      // biome-ignore format: boxes read in rows
      const p2lx = boxes[p2], p2ly = boxes[p2 | 1], p2lz = boxes[p2 | 2],
        p2hx = boxes[p2 | 3], p2hy = boxes[p2 | 4], p2hz = boxes[p2 | 5],
        p2Leaf = boxes[p2 | AABB_LINK];
      {
        // biome-ignore format: an axis reads in a row
        const keep = 2 & ~(((q1hx - p2lx) | (p2hx - q1lx) | (q1hy - p2ly) | (p2hy - q1ly) | (q1hz - p2lz) | (p2hz - q1lz)) >> 31);
        const leaf = keep & ((p2Leaf & q1Leaf) >> 31);
        leafPairs[found] = stack[at] = p2;
        leafPairs[found + 1] = stack[at + 1] = q1;
        found += leaf;
        at += keep ^ leaf;
        tests++;
      }
      if (q2 !== q1) {
        // biome-ignore format: boxes read in rows
        const q2lx = boxes[q2], q2ly = boxes[q2 | 1], q2lz = boxes[q2 | 2],
          q2hx = boxes[q2 | 3], q2hy = boxes[q2 | 4], q2hz = boxes[q2 | 5];
        // biome-ignore format: an axis reads in a row
        const keep = 2 & ~(((q2hx - p2lx) | (p2hx - q2lx) | (q2hy - p2ly) | (p2hy - q2ly) | (q2hz - p2lz) | (p2hz - q2lz)) >> 31);
        const leaf = keep & ((p2Leaf & boxes[q2 | AABB_LINK]) >> 31);
        leafPairs[found] = stack[at] = p2;
        leafPairs[found + 1] = stack[at + 1] = q2;
        found += leaf;
        at += keep ^ leaf;
        tests++;
      }
    }
    if (q2 !== q1) {
      // biome-ignore format: boxes read in rows
      const q2lx = boxes[q2], q2ly = boxes[q2 | 1], q2lz = boxes[q2 | 2],
        q2hx = boxes[q2 | 3], q2hy = boxes[q2 | 4], q2hz = boxes[q2 | 5];
      // biome-ignore format: an axis reads in a row
      const keep = 2 & ~(((q2hx - p1lx) | (p1hx - q2lx) | (q2hy - p1ly) | (p1hy - q2ly) | (q2hz - p1lz) | (p1hz - q2lz)) >> 31);
      const leaf = keep & ((p1Leaf & boxes[q2 | AABB_LINK]) >> 31);
      leafPairs[found] = stack[at] = p1;
      leafPairs[found + 1] = stack[at + 1] = q2;
      found += leaf;
      at += keep ^ leaf;
      tests++;
    }
  }
  descent.top = at;
  descent.nextNode = node;
  descent.leafCount = found >> 1;
  descent.boxTests += tests;
}

/** Adds the triangles of two leaves, or of one, to the candidates if their own boxes overlap. */
function addLeafPair(
  descent: SelfDescent,
  boxes: Int32Array,
  p: number,
  q: number,
  slots: number,
  visit: Visit,
): boolean {
  const beginP = ~boxes[p | AABB_LINK];
  const beginQ = ~boxes[q | AABB_LINK];
  const endP = beginP + boxes[p | AABB_COUNT];
  const endQ = beginQ + boxes[q | AABB_COUNT];
  if (p !== q && endP - beginP === 2 && endQ - beginQ === 2) {
    if (descent.candidateCount > BATCH - 4) {
      if (visit(candidates, descent.candidateCount)) return true;
      descent.candidateCount = 0;
    }
    addFour(descent, boxes, beginP, beginQ, slots);
    return false;
  }
  for (let j = beginQ; j < endQ; j++) {
    // Within one leaf, take each pair once.
    const end = p === q ? j : endP;
    for (let from = beginP; from < end; from += ROW) {
      if (descent.candidateCount > BATCH - ROW) {
        if (visit(candidates, descent.candidateCount)) return true;
        descent.candidateCount = 0;
      }
      addRow(descent, boxes, from, Math.min(end, from + ROW), j, slots);
    }
  }
  return false;
}

function addRow(
  descent: SelfDescent,
  boxes: Int32Array,
  from: number,
  to: number,
  slotJ: number,
  slots: number,
): void {
  const j = slots + AABB_STRIDE * slotJ;
  // biome-ignore format: boxes read in rows
  const jlx = boxes[j], jly = boxes[j | 1], jlz = boxes[j | 2],
    jhx = boxes[j | 3], jhy = boxes[j | 4], jhz = boxes[j | 5];
  let count = descent.candidateCount;
  for (let slotI = from; slotI < to; slotI++) {
    const i = slots + AABB_STRIDE * slotI;
    candidates[2 * count] = slotI;
    candidates[2 * count + 1] = slotJ;
    // biome-ignore format: an axis reads in a row
    const apart =
      (jhx - boxes[i]) | (boxes[i | 3] - jlx) |
      (jhy - boxes[i | 1]) | (boxes[i | 4] - jly) |
      (jhz - boxes[i | 2]) | (boxes[i | 5] - jlz);
    count += 1 & ~(apart >> 31);
  }
  descent.candidateCount = count;
  descent.boxTests += to - from;
}

/** Adds the triangles of two leaves that hold two triangles each, as nearly all leaves do. */
function addFour(descent: SelfDescent, boxes: Int32Array, slotI: number, slotJ: number, slots: number): void {
  const i1 = slots + AABB_STRIDE * slotI;
  const i2 = i1 + AABB_STRIDE;
  const j1 = slots + AABB_STRIDE * slotJ;
  const j2 = j1 + AABB_STRIDE;
  // biome-ignore format: boxes read in rows
  const
    i1lx = boxes[i1], i1ly = boxes[i1 | 1], i1lz = boxes[i1 | 2],
    i1hx = boxes[i1 | 3], i1hy = boxes[i1 | 4], i1hz = boxes[i1 | 5],
    i2lx = boxes[i2], i2ly = boxes[i2 | 1], i2lz = boxes[i2 | 2],
    i2hx = boxes[i2 | 3], i2hy = boxes[i2 | 4], i2hz = boxes[i2 | 5],
    j1lx = boxes[j1], j1ly = boxes[j1 | 1], j1lz = boxes[j1 | 2],
    j1hx = boxes[j1 | 3], j1hy = boxes[j1 | 4], j1hz = boxes[j1 | 5],
    j2lx = boxes[j2], j2ly = boxes[j2 | 1], j2lz = boxes[j2 | 2],
    j2hx = boxes[j2 | 3], j2hy = boxes[j2 | 4], j2hz = boxes[j2 | 5];
  let c = 2 * descent.candidateCount;
  candidates[c] = slotI;
  candidates[c + 1] = slotJ;
  // biome-ignore format: an axis reads in a row
  c += 2 & ~(((j1hx - i1lx) | (i1hx - j1lx) | (j1hy - i1ly) | (i1hy - j1ly) | (j1hz - i1lz) | (i1hz - j1lz)) >> 31);
  candidates[c] = slotI;
  candidates[c + 1] = slotJ + 1;
  // biome-ignore format: an axis reads in a row
  c += 2 & ~(((j2hx - i1lx) | (i1hx - j2lx) | (j2hy - i1ly) | (i1hy - j2ly) | (j2hz - i1lz) | (i1hz - j2lz)) >> 31);
  candidates[c] = slotI + 1;
  candidates[c + 1] = slotJ;
  // biome-ignore format: an axis reads in a row
  c += 2 & ~(((j1hx - i2lx) | (i2hx - j1lx) | (j1hy - i2ly) | (i2hy - j1ly) | (j1hz - i2lz) | (i2hz - j1lz)) >> 31);
  candidates[c] = slotI + 1;
  candidates[c + 1] = slotJ + 1;
  // biome-ignore format: an axis reads in a row
  c += 2 & ~(((j2hx - i2lx) | (i2hx - j2lx) | (j2hy - i2ly) | (i2hy - j2ly) | (j2hz - i2lz) | (i2hz - j2lz)) >> 31);
  descent.candidateCount = c >> 1;
  descent.boxTests += 4;
}
