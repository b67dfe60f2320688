import type { Positions, TriangleMesh } from "./triangle-mesh.ts";
import { weldVertices } from "./weld-vertices.ts";

/** How a mesh's triangles are connected, whatever their winding; vertices at one position count as one. */
export interface SurfaceTopology {
  /** Every edge is used an even number of times; triangles with coincident corners are ignored. */
  readonly closed: boolean;
  /** The names of each triangle's three edges: equal edges have equal names. NO_EDGE in triangles with coincident corners. */
  readonly edges: Uint32Array;
  /** One triangle of each connected part. */
  readonly parts: Uint32Array;
  /** Every edge is used twice, and no triangle has coincident corners. */
  readonly manifold: boolean;
  /** Three vertex numbers per triangle, equal for equal positions. Null: the mesh's own indices. */
  readonly corners: Uint32Array | null;
}

const NO_EDGE = 0xffffffff;

// Positions may be changed in place, indices may not. A surface that is closed by its indices alone stays closed; any other
// is cached together with the positions it was computed for.
const byIndices = new WeakMap<object, SurfaceTopology>();
const byPositions = new WeakMap<TriangleMesh, { seen: Positions; topology: SurfaceTopology }>();

/** The mesh's topology; a repeated call costs at most one comparison of the positions. */
export function topologyOf(mesh: TriangleMesh): SurfaceTopology {
  const { indices, positions } = mesh;
  if (indices !== null) {
    let plain = byIndices.get(indices);
    if (plain === undefined) {
      const corners = indices instanceof Uint32Array ? indices : new Uint32Array(indices);
      plain = connect(corners, null);
      byIndices.set(indices, plain);
    }
    if (plain.closed) return plain;
  }
  const known = byPositions.get(mesh);
  if (known !== undefined && sameNumbers(known.seen, positions)) return known.topology;
  const first = weldVertices(positions);
  const corners = indices === null ? first : Uint32Array.from(indices, (v) => first[v]);
  const topology = connect(corners, corners);
  byPositions.set(mesh, { seen: positions.slice(), topology });
  return topology;
}

function sameNumbers(p: Positions, q: Positions): boolean {
  if (p.length !== q.length) return false;
  for (let i = 0; i < p.length; i++) if (p[i] !== q[i]) return false;
  return true;
}

/** `corners` holds three vertex numbers per triangle; `own` are the `corners` of the result. */
function connect(corners: Uint32Array, own: Uint32Array | null): SurfaceTopology {
  const edges = new Uint32Array(corners.length);
  const parents = new Uint32Array(corners.length / 3);
  const { edgeCount, oddEdges, isTwiceAtMost } = joinTriangles(corners, edges, parents);
  const parts = rootsOf(edges, parents);
  return {
    closed: edgeCount > 0 && oddEdges === 0,
    manifold: edgeCount === edges.length && oddEdges === 0 && isTwiceAtMost,
    corners: own,
    edges,
    // A mesh of segments and points only still needs representatives.
    parts: parts.length > 0 ? parts : Uint32Array.from({ length: edges.length / 3 }, (_, t) => t),
  };
}

/** The number of edges of all triangles, how many distinct ones are used an odd number of times, and whether none is used more than twice. */
interface EdgeUses {
  edgeCount: number;
  oddEdges: number;
  isTwiceAtMost: boolean;
}

/**
 * Sets the name of each edge, the number of the first equal edge, and joins triangles with a common edge in the forest of `parents`. All in
 * one pass, which finds the first equal edge in a table; `firstEqual` would call two functions per edge.
 */
function joinTriangles(corners: Uint32Array, edges: Uint32Array, parents: Uint32Array): EdgeUses {
  // At most half full. A slot holds the number of an edge + 1; 0 is free.
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * corners.length + 1)));
  const shift = Math.clz32(slots.length - 1);
  const mask = slots.length - 1;
  const repeats = new Uint32Array(corners.length);
  let edgeCount = 0;
  let oddEdges = 0;
  let isTwiceAtMost = true;
  for (let triangle = 0, t = 0; t < corners.length; triangle++, t += 3) {
    parents[triangle] = triangle;
    const p = corners[t];
    const q = corners[t + 1];
    const r = corners[t + 2];
    if (p === q || q === r || r === p) {
      edges[t] = edges[t + 1] = edges[t + 2] = NO_EDGE;
      continue;
    }
    edgeCount += 3;
    for (let k = 0; k < 3; k++) {
      const from = k === 0 ? p : k === 1 ? q : r;
      const to = k === 0 ? q : k === 1 ? r : p;
      const low = from < to ? from : to;
      const high = from < to ? to : from;
      // The upper bits of a product depend on all bits below.
      let slot = Math.imul(Math.imul(low, 0x9e3779b1) ^ high, 0x85ebca6b) >>> shift;
      for (;;) {
        const earlier = slots[slot] - 1;
        if (earlier < 0) {
          slots[slot] = t + k + 1;
          edges[t + k] = t + k;
          oddEdges++;
          break;
        }
        const owner = (earlier / 3) | 0;
        const first = corners[earlier];
        const second = corners[earlier === 3 * owner + 2 ? 3 * owner : earlier + 1];
        if ((first === low && second === high) || (first === high && second === low)) {
          edges[t + k] = earlier;
          oddEdges += repeats[earlier]++ % 2 === 0 ? -1 : 1;
          if (repeats[earlier] > 1) isTwiceAtMost = false;
          parents[rootOf(parents, triangle)] = rootOf(parents, owner);
          break;
        }
        slot = (slot + 1) & mask;
      }
    }
  }
  return { edgeCount, oddEdges, isTwiceAtMost };
}

/** One triangle of each tree of the forest, without triangles that have no edges. */
function rootsOf(edges: Uint32Array, parents: Uint32Array): Uint32Array {
  const found: number[] = [];
  for (let t = 0; t < parents.length; t++) if (parents[t] === t && edges[3 * t] !== NO_EDGE) found.push(t);
  return Uint32Array.from(found);
}

/** One triangle of each part that is connected through common edges, without the marked triangles and those without edges. */
export function representatives(edges: Uint32Array, without: Uint8Array): Uint32Array {
  const triangleCount = edges.length / 3;
  const parents = new Uint32Array(triangleCount);
  const owners = new Uint32Array(edges.length).fill(NO_EDGE);
  const isOut = (t: number) => edges[3 * t] === NO_EDGE || without[t] === 1;
  for (let t = 0; t < triangleCount; t++) {
    parents[t] = t;
    if (isOut(t)) continue;
    for (let i = 3 * t; i < 3 * t + 3; i++) {
      const edge = edges[i];
      if (owners[edge] === NO_EDGE) owners[edge] = t;
      else parents[rootOf(parents, t)] = rootOf(parents, owners[edge]);
    }
  }
  const found: number[] = [];
  for (let t = 0; t < triangleCount; t++) if (parents[t] === t && !isOut(t)) found.push(t);
  return Uint32Array.from(found);
}

/** The root of an item in a forest of parents; halves the path on the way. */
export function rootOf(parents: Uint32Array, item: number): number {
  while (parents[item] !== item) {
    parents[item] = parents[parents[item]];
    item = parents[item];
  }
  return item;
}
