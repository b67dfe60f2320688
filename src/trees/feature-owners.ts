import type { AabbTree } from "./layout.ts";

// A vertex belongs to several triangles and an edge to two. So that each pair of features is tested once, each feature is
// owned by one slot whose triangle has it. That triangle's box encloses the feature, so a descent that looks for triangle
// pairs still finds every pair of features.

/** One byte per slot. Bits 0 to 2: it owns the vertex at that corner. Bits 3 to 5: it owns the edge that begins there. */
export type FeatureOwners = Uint8Array;
export const EDGE_BITS = 3;

const ALL = 0b111111;

/** Assigns each feature to the first slot that has it. */
export function findFeatureOwners({ corners, mesh }: AabbTree): FeatureOwners {
  const owners = new Uint8Array(corners.length / 3);
  if (mesh.indices === null) return owners.fill(ALL); // a soup shares nothing
  const isTaken = new Uint8Array(mesh.vertexCount);
  for (let c = 0; c < corners.length; c++) {
    const vertex = corners[c];
    if (isTaken[vertex] === 1) continue;
    isTaken[vertex] = 1;
    owners[Math.floor(c / 3)] |= 1 << (c % 3);
  }
  giveEdges(corners, owners);
  return owners;
}

function giveEdges(corners: Uint32Array, owners: FeatureOwners): void {
  // A hash table of edges by the corner at which they begin, at most half full; 0 is an empty entry.
  const mask = 2 ** Math.ceil(Math.log2(2 * corners.length)) - 1;
  const table = new Uint32Array(mask + 1);
  for (let c = 0; c < corners.length; c++) {
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
