import { type AabbTree, NO_TRIANGLE, type RTree } from "./layout.ts";

// The features of a tree's triangles by number, for queries that list pairs of them: vertices and faces by the mesh's numbers, edges in
// the order of their two vertex numbers, the lesser first. An edge connects two different vertices: a triangle that names a
// vertex twice has one edge, and a triangle that names it three times has none.
//
// Each vertex and edge is owned by one slot whose triangle has it, so that a pair of features is tested once. That triangle's box encloses
// the feature, so a descent that looks for pairs of triangles finds every pair of features. Unlike feature-owners.ts, few slots own many features:
// the kernels test three features against three as fast as one against one, and pairs of slots that own nothing need no test. In a mesh whose
// triangles can be coloured like a chessboard, half of them own all edges. Of the triangles of a cloth 59 % own edges, and 19 % vertices.

/** The edge number of a corner that is the same vertex as the next corner. */
export const NO_EDGE = 0xffffffff;

export interface NumberedFeatures {
  /** A byte a slot. Bits 0 to 2: it owns the vertex at that corner. Bits 3 to 5: the edge that begins there. */
  readonly owned: Uint8Array;
  /** Three a slot: the number of the edge that begins at each corner. */
  readonly edges: Uint32Array;
  readonly edgeCount: number;
  /** For each edge the corner at which it begins in the triangle with the lowest number that has it, 3 · slot + corner. */
  readonly edgeCorners: Uint32Array;
  /** For each vertex its corner in the triangle with the lowest number that has it; 0 for a vertex of no triangle. */
  readonly vertexCorners: Uint32Array;
}

export const EDGE_BITS = 3;

// The slots of a binary tree never change, whatever happens to its vertices.
const known = new WeakMap<ArrayBufferLike, NumberedFeatures>();

export function numberedFeatures(tree: AabbTree | RTree): NumberedFeatures {
  if (tree.kind === "r-tree") return numberFeatures(tree); // triangles come and go
  let features = known.get(tree.buffer);
  if (features === undefined) {
    features = numberFeatures(tree);
    known.set(tree.buffer, features);
  }
  return features;
}

function numberFeatures(tree: AabbTree | RTree): NumberedFeatures {
  const { mesh, corners } = tree;
  const slotCount = tree.triangles.length;
  const slots = slotsOf(tree);
  const vertexCorners = new Uint32Array(mesh.vertexCount);
  const isTaken = new Uint8Array(mesh.vertexCount);
  // The corners at which an edge begins, in the order of triangles.
  let order = new Uint32Array(3 * slotCount);
  let count = 0;
  for (let triangle = 0; triangle < slots.length; triangle++) {
    const slot = slots[triangle];
    if (slot === NO_TRIANGLE) continue;
    for (let k = 0; k < 3; k++) {
      const c = 3 * slot + k;
      const vertex = corners[c];
      if (vertex !== corners[nextCorner(c)]) order[count++] = c;
      if (isTaken[vertex] === 1) continue;
      isTaken[vertex] = 1;
      vertexCorners[vertex] = c;
    }
  }

  // Sorted by the lesser vertex, then by the greater one, then by triangle: stable sorts, the last key first.
  const starts = new Uint32Array(mesh.vertexCount + 1);
  order = sortBy(order, count, corners, greaterVertex, starts);
  order = sortBy(order, count, corners, lesserVertex, starts);
  const edges = new Uint32Array(3 * slotCount).fill(NO_EDGE);
  const edgeCorners = new Uint32Array(count);
  let edgeCount = 0;
  let lesser = -1;
  let greater = -1;
  for (let i = 0; i < count; i++) {
    const c = order[i];
    if (lesserVertex(corners, c) !== lesser || greaterVertex(corners, c) !== greater) {
      lesser = lesserVertex(corners, c);
      greater = greaterVertex(corners, c);
      edgeCorners[edgeCount++] = c;
    }
    edges[c] = edgeCount - 1;
  }
  const inUse = slots.filter((slot) => slot !== NO_TRIANGLE).sort();
  const owned = new Uint8Array(slotCount);
  giveVertices(inUse, corners, mesh.vertexCount, owned);
  giveEdges(inUse, edges, edgeCount, owned);
  return { owned, edges, edgeCount, edgeCorners: edgeCorners.slice(0, edgeCount), vertexCorners };
}

/** Gives each vertex to a slot: first to slots that can own three vertices, then to those that can own two, then to any. */
function giveVertices(
  slots: Uint32Array,
  corners: Uint32Array,
  vertexCount: number,
  owned: Uint8Array,
): void {
  const isTaken = new Uint8Array(vertexCount);
  for (let least = 3; least > 0; least--)
    for (const slot of slots) {
      let free = 0;
      for (let k = 0; k < 3; k++) if (isTaken[corners[3 * slot + k]] === 0) free++;
      if (free < least) continue;
      for (let k = 0; k < 3; k++) {
        const vertex = corners[3 * slot + k];
        if (isTaken[vertex] === 1) continue;
        isTaken[vertex] = 1;
        owned[slot] |= 1 << k;
      }
    }
}

/**
 * Gives each edge to a slot. A slot is left without edges if each of its edges has another slot that is not left without. A slot that
 * names a vertex twice has one edge twice, and always keeps it.
 */
function giveEdges(slots: Uint32Array, edges: Uint32Array, edgeCount: number, owned: Uint8Array): void {
  // For each edge, how many slots that are not left without edges have it.
  const takers = new Uint32Array(edgeCount);
  for (const slot of slots)
    for (let c = 3 * slot; c < 3 * slot + 3; c++) if (edges[c] !== NO_EDGE) takers[edges[c]]++;
  const isTaken = new Uint8Array(edgeCount);
  const goesWithout = new Uint8Array(owned.length);
  for (const slot of slots) {
    let isNeeded = false;
    for (let c = 3 * slot; c < 3 * slot + 3; c++)
      if (edges[c] === NO_EDGE || takers[edges[c]] < 2) isNeeded = true;
    if (isNeeded) continue;
    goesWithout[slot] = 1;
    for (let c = 3 * slot; c < 3 * slot + 3; c++) takers[edges[c]]--;
  }
  for (const slot of slots) {
    if (goesWithout[slot] === 1) continue;
    for (let k = 0; k < 3; k++) {
      const edge = edges[3 * slot + k];
      if (edge === NO_EDGE || isTaken[edge] === 1) continue;
      isTaken[edge] = 1;
      owned[slot] |= 1 << (EDGE_BITS + k);
    }
  }
}

/** For each triangle of the mesh its slot; NO_TRIANGLE for a triangle that is not in the R-tree. */
function slotsOf(tree: AabbTree | RTree): Uint32Array {
  if (tree.kind === "r-tree") return Uint32Array.from(tree.places); // −1 becomes NO_TRIANGLE
  const slots = new Uint32Array(tree.mesh.triangleCount).fill(NO_TRIANGLE);
  tree.triangles.forEach((triangle, slot) => {
    slots[triangle] = slot;
  });
  return slots;
}

/** The corner after corner c in its triangle. */
export function nextCorner(c: number): number {
  return c % 3 === 2 ? c - 2 : c + 1;
}

function lesserVertex(corners: Uint32Array, c: number): number {
  return Math.min(corners[c], corners[nextCorner(c)]);
}

function greaterVertex(corners: Uint32Array, c: number): number {
  return Math.max(corners[c], corners[nextCorner(c)]);
}

/** The first `count` corners, sorted by a vertex of the edge that begins there; stable. */
function sortBy(
  order: Uint32Array,
  count: number,
  corners: Uint32Array,
  vertexOf: (corners: Uint32Array, c: number) => number,
  starts: Uint32Array,
): Uint32Array<ArrayBuffer> {
  starts.fill(0);
  for (let i = 0; i < count; i++) starts[vertexOf(corners, order[i]) + 1]++;
  for (let v = 1; v < starts.length; v++) starts[v] += starts[v - 1];
  const sorted = new Uint32Array(count);
  for (let i = 0; i < count; i++) sorted[starts[vertexOf(corners, order[i])]++] = order[i];
  return sorted;
}
