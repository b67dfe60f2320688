import type { AabbTree } from "./layout.ts";

// A vertex belongs to several triangles and an edge to two. So that each pair of features is tested once, each feature is
// owned by one slot whose triangle has it. That triangle's box encloses the feature, so a descent that looks for triangle
// pairs still finds every pair of features.

/** One byte per slot. Bits 0 to 2: the slot owns the vertex at that corner. Bits 3 to 5: it owns the edge that begins there. */
export type FeatureOwners = Uint8Array;
export const EDGE_BITS = 3;

const ALL = 0b111111;

/** Gives each feature to the triangle with the lowest number that has it, whatever the tree. */
export function findFeatureOwners(tree: AabbTree): FeatureOwners {
  const { corners, mesh } = tree;
  const owners = new Uint8Array(corners.length / 3);
  if (mesh.indices === null) return owners.fill(ALL); // nothing is shared in a soup
  const slots = slotsByTriangle(tree);
  const isTaken = new Uint8Array(mesh.vertexCount);
  for (const slot of slots)
    for (let corner = 0; corner < 3; corner++) {
      const vertex = corners[3 * slot + corner];
      if (isTaken[vertex] === 1) continue;
      isTaken[vertex] = 1;
      owners[slot] |= 1 << corner;
    }
  giveEdges(corners, slots, owners);
  return owners;
}

/** The slots in the order of their triangles' numbers. */
function slotsByTriangle({ triangles, mesh }: AabbTree): Int32Array {
  const slots = new Int32Array(mesh.triangleCount);
  for (let slot = 0; slot < triangles.length; slot++) slots[triangles[slot]] = slot;
  return slots;
}

function giveEdges(corners: Uint32Array, slots: Int32Array, owners: FeatureOwners): void {
  // A hash table of edges by the corner at which they begin, at most half full; 0 is an empty place.
  const mask = 2 ** Math.ceil(Math.log2(2 * corners.length)) - 1;
  const table = new Uint32Array(mask + 1);
  for (let i = 0; i < corners.length; i++) {
    const c = 3 * slots[Math.floor(i / 3)] + (i % 3);
    const next = nextCorner(c);
    const from = corners[c];
    const to = corners[next];
    let place = Math.imul(from ^ to, 0x9e3779b1) ^ Math.imul(from + to, 0x85ebca6b);
    for (place = (place ^ (place >>> 15)) & mask; table[place] !== 0; place = (place + 1) & mask)
      if (isSameEdge(corners, table[place] - 1, from, to)) break;
    if (table[place] !== 0) continue;
    table[place] = c + 1;
    owners[Math.floor(c / 3)] |= 1 << (EDGE_BITS + (c % 3));
  }
}

function isSameEdge(corners: Uint32Array, c: number, from: number, to: number): boolean {
  const start = corners[c];
  const end = corners[nextCorner(c)];
  return (start === from && end === to) || (start === to && end === from);
}

/** The corner after corner c in its triangle. */
function nextCorner(c: number): number {
  return c % 3 === 2 ? c - 2 : c + 1;
}
