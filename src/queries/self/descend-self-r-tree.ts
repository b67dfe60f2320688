import { BATCH } from "../../kernels/self-memory-map.ts";
import { AABB_COUNT, AABB_LINK, AABB_STRIDE, type RTree } from "../../trees/layout.ts";
import type { SelfDescent, Visit } from "./descend-self.ts";

// The descent of an R-tree against itself. All triangles lie at equal depth, so two nodes that are descended together are both triangles or
// both inner nodes. A node paired with itself becomes the pairs of its children, plus each child paired with itself. Two different nodes
// share no triangle, so no pair comes twice. All boxes are in one frame, so six comparisons are a complete box test.

/** The state of one descent. */
interface RTreeDescent {
  readonly counts: SelfDescent;
  readonly nodes: Float32Array;
  readonly links: Int32Array;
  readonly margin: number;
  readonly visit: Visit;
  readonly candidates: Int32Array;
  /**
   * Pairs of inner nodes still to descend; a node paired with itself stands twice. A level can add all pairs of a node's children, so the
   * list grows.
   */
  readonly pending: number[];
}

/**
 * Passes all pairs of slots whose triangles' boxes are at most `margin` apart on every axis to `visit`, in batches of at most BATCH. Ends
 * when no pairs are left, or when `visit` returns true; returns its last answer.
 */
export function descendSelfRTree(counts: SelfDescent, tree: RTree, margin: number, visit: Visit): boolean {
  const { nodes, links } = tree;
  const descent: RTreeDescent = {
    counts,
    nodes,
    links,
    margin,
    visit,
    candidates: new Int32Array(2 * BATCH),
    pending: [0, 0],
  };
  counts.boxTests = 0;
  counts.candidateCount = 0;
  const { pending } = descent;
  while (pending.length > 0) {
    const q = pending.pop()!;
    const p = pending.pop()!;
    if (p === q ? descendNode(descent, p) : descendPair(descent, p, q)) return true;
  }
  return counts.candidateCount > 0 && visit(descent.candidates, counts.candidateCount);
}

/** The pairs of a node's children, plus each child with itself. True if `visit` ended the descent. */
function descendNode(descent: RTreeDescent, p: number): boolean {
  const { links, pending } = descent;
  const first = links[AABB_STRIDE * p + AABB_LINK];
  const end = first + links[AABB_STRIDE * p + AABB_COUNT];
  const areTriangles = first < end && links[AABB_STRIDE * first + AABB_LINK] < 0;
  for (let i = first; i < end; i++) {
    if (!areTriangles) pending.push(i, i);
    for (let j = first; j < i; j++) if (areNear(descent, j, i) && addPair(descent, j, i)) return true;
  }
  return false;
}

/** The pairs of the children of two nodes. */
function descendPair(descent: RTreeDescent, p: number, q: number): boolean {
  const { links } = descent;
  const firstP = links[AABB_STRIDE * p + AABB_LINK];
  const endP = firstP + links[AABB_STRIDE * p + AABB_COUNT];
  const firstQ = links[AABB_STRIDE * q + AABB_LINK];
  const endQ = firstQ + links[AABB_STRIDE * q + AABB_COUNT];
  for (let i = firstP; i < endP; i++) {
    if (!areNear(descent, i, q)) continue;
    for (let j = firstQ; j < endQ; j++) if (areNear(descent, i, j) && addPair(descent, i, j)) return true;
  }
  return false;
}

/**
 * Whether two boxes are at most the margin apart. Rounding is monotonic, so a rounded difference compares with the margin like the exact
 * one.
 */
function areNear({ counts, nodes, margin }: RTreeDescent, p: number, q: number): boolean {
  counts.boxTests++;
  const a = AABB_STRIDE * p;
  const b = AABB_STRIDE * q;
  return !(
    nodes[a] - nodes[b + 3] > margin ||
    nodes[b] - nodes[a + 3] > margin ||
    nodes[a + 1] - nodes[b + 4] > margin ||
    nodes[b + 1] - nodes[a + 4] > margin ||
    nodes[a + 2] - nodes[b + 5] > margin ||
    nodes[b + 2] - nodes[a + 5] > margin
  );
}

/** Two triangles become a candidate, two inner nodes a pending pair. */
function addPair({ counts, links, visit, candidates, pending }: RTreeDescent, p: number, q: number): boolean {
  if (links[AABB_STRIDE * p + AABB_LINK] >= 0) {
    pending.push(p, q);
    return false;
  }
  const at = 2 * counts.candidateCount++;
  candidates[at] = p;
  candidates[at + 1] = q;
  if (counts.candidateCount < BATCH) return false;
  counts.candidateCount = 0;
  return visit(candidates, BATCH);
}
