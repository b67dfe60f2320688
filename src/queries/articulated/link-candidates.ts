import { worldBoxesApart } from "../../geometry/overlap/world-obb-obb.ts";
import type { ArticulatedBody } from "../../trees/articulated/articulated-body.ts";
import { fitPendingBounds, fitPendingBox } from "../../trees/articulated/on-demand.ts";
import { OBB_HALF as HALF, OBB_STRIDE as STRIDE } from "../../trees/layout.ts";

// Which links of two bodies, or of one body with itself, have overlapping boxes: a simultaneous descent of both hierarchies that leaves
// candidates for the exact queries.

/** Which boxes of the bodies are up to date: oriented, axis-aligned, or none. With none, every pair is a candidate. */
export type BoxKind = "oriented" | "aligned" | "none";

/** Candidate pairs of link numbers, the number of box tests, and the stack of the descent; kept and grown between queries. */
export interface LinkCandidates {
  count: number;
  /** Link of a, link of b, for each pair; longer than 2 · count. */
  pairs: Int32Array;
  boxTests: number;
  /**
   * The stack, two nodes an entry. A step replaces a pair by at most three, and the number of steps on one path is at most the sum of both
   * depths. The stack is grown before the descent starts.
   */
  waiting: Int32Array;
}

export function createLinkCandidates(): LinkCandidates {
  return { count: 0, pairs: new Int32Array(64), boxTests: 0, waiting: new Int32Array(256) };
}

/** Overwrites `out` with the candidates between two bodies. */
export function findLinkCandidates(
  a: ArticulatedBody,
  b: ArticulatedBody,
  kind: BoxKind,
  out: LinkCandidates,
): void {
  out.count = 0;
  out.boxTests = 0;
  if (kind === "none") {
    for (const linkA of a.hierarchy.links)
      for (const linkB of b.hierarchy.links) addCandidate(out, linkA, linkB);
    return;
  }
  makeRoom(a, b, out);
  descend(a, a.hierarchy.nodeCount - 1, b, b.hierarchy.nodeCount - 1, kind === "oriented", out, null);
}

/**
 * Overwrites `out` with the candidates within one body: each pair once, and no link with itself. A pair with a nonzero entry in `skip`
 * (link × link) is left out before its boxes are tested, since the boxes of such links mostly overlap.
 */
export function findOwnLinkCandidates(
  body: ArticulatedBody,
  kind: BoxKind,
  out: LinkCandidates,
  skip: Uint8Array | null = null,
): void {
  out.count = 0;
  out.boxTests = 0;
  const { links, leafCount, nodeCount, children } = body.hierarchy;
  if (kind === "none") {
    for (let i = 0; i < leafCount; i++)
      for (let j = i + 1; j < leafCount; j++) {
        const [p, q] = [links[i], links[j]];
        if (skip === null || skip[p * body.meshes.length + q] === 0) addCandidate(out, p, q);
      }
    return;
  }
  makeRoom(body, body, out);
  // Two leaves meet at exactly one inner node: where their paths to the root join.
  for (let node = leafCount; node < nodeCount; node++) {
    const left = children[2 * (node - leafCount)];
    const right = children[2 * (node - leafCount) + 1];
    descend(body, left, body, right, kind === "oriented", out, skip);
  }
}

function makeRoom(a: ArticulatedBody, b: ArticulatedBody, out: LinkCandidates): void {
  const entries = 3 * (a.hierarchy.depth + b.hierarchy.depth) + 1;
  if (out.waiting.length < 2 * entries) out.waiting = new Int32Array(2 * entries);
}

function descend(
  a: ArticulatedBody,
  rootA: number,
  b: ArticulatedBody,
  rootB: number,
  oriented: boolean,
  out: LinkCandidates,
  skip: Uint8Array | null,
): void {
  const { waiting } = out;
  const linkCount = b.meshes.length;
  const { leafCount: leavesA, children: childrenA, links: linksA } = a.hierarchy;
  const { leafCount: leavesB, children: childrenB, links: linksB } = b.hierarchy;
  const boxesA = oriented ? a.boxes : a.bounds;
  const boxesB = oriented ? b.boxes : b.bounds;
  const pendingA = oriented ? a.boxesState.pending : a.boundsState.pending;
  const pendingB = oriented ? b.boxesState.pending : b.boundsState.pending;
  const onDemand = pendingA !== null || pendingB !== null;
  let tests = 0;
  let top = 0;
  waiting[top++] = rootA;
  waiting[top++] = rootB;
  while (top > 0) {
    const nodeB = waiting[--top];
    const nodeA = waiting[--top];
    const isLeafA = nodeA < leavesA;
    const isLeafB = nodeB < leavesB;
    if (skip !== null && isLeafA && isLeafB && skip[linksA[nodeA] * linkCount + linksB[nodeB]] !== 0)
      continue;
    if (onDemand) {
      const fit = oriented ? fitPendingBox : fitPendingBounds;
      fit(a, nodeA);
      fit(b, nodeB);
    }
    tests++;
    const apart = oriented
      ? worldBoxesApart(boxesA, STRIDE * nodeA, boxesB, STRIDE * nodeB, true)
      : boundsApart(boxesA, 6 * nodeA, boxesB, 6 * nodeB);
    if (apart) continue;
    if (isLeafA && isLeafB) {
      addCandidate(out, linksA[nodeA], linksB[nodeB]);
      continue;
    }
    // Split the larger of the two boxes: for a hand and a table that takes 44 tests, splitting by height in the hierarchy 116.
    const splitA =
      isLeafB ||
      (!isLeafA &&
        (oriented
          ? boxSize(boxesA, STRIDE * nodeA) >= boxSize(boxesB, STRIDE * nodeB)
          : boundsSize(boxesA, 6 * nodeA) >= boundsSize(boxesB, 6 * nodeB)));
    if (splitA) {
      const first = childrenA[2 * (nodeA - leavesA)];
      const second = childrenA[2 * (nodeA - leavesA) + 1];
      waiting[top++] = second;
      waiting[top++] = nodeB;
      waiting[top++] = first;
      waiting[top++] = nodeB;
    } else {
      const first = childrenB[2 * (nodeB - leavesB)];
      const second = childrenB[2 * (nodeB - leavesB) + 1];
      waiting[top++] = nodeA;
      waiting[top++] = second;
      waiting[top++] = nodeA;
      waiting[top++] = first;
    }
  }
  out.boxTests += tests;
}

function boundsApart(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  return (
    a[i] > b[j + 3] ||
    b[j] > a[i + 3] ||
    a[i + 1] > b[j + 4] ||
    b[j + 1] > a[i + 4] ||
    a[i + 2] > b[j + 5] ||
    b[j + 2] > a[i + 5]
  );
}

/** Half the sum of an oriented box's extents. */
function boxSize(boxes: Float64Array, i: number): number {
  return boxes[i + HALF] + boxes[i + HALF + 1] + boxes[i + HALF + 2];
}

function boundsSize(bounds: Float64Array, i: number): number {
  return bounds[i + 3] - bounds[i] + bounds[i + 4] - bounds[i + 1] + bounds[i + 5] - bounds[i + 2];
}

/** Adds a pair of links. */
export function addCandidate(out: LinkCandidates, linkA: number, linkB: number): void {
  if (out.pairs.length < 2 * out.count + 2) {
    const longer = new Int32Array(2 * out.pairs.length);
    longer.set(out.pairs);
    out.pairs = longer;
  }
  out.pairs[2 * out.count] = linkA;
  out.pairs[2 * out.count + 1] = linkB;
  out.count++;
}
