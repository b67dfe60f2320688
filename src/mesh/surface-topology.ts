import { finish, mix } from "./first-equal.ts";
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
  const edges = nameEdges(corners);
  const uses = new Uint32Array(edges.length);
  let edgeCount = 0;
  for (let i = 0; i < edges.length; i++)
    if (edges[i] !== NO_EDGE) {
      uses[edges[i]]++;
      edgeCount++;
    }
  let isEven = true;
  let isTwice = true;
  for (let i = 0; i < uses.length; i++) {
    if (uses[i] % 2 !== 0) isEven = false;
    if (uses[i] !== 0 && uses[i] !== 2) isTwice = false;
  }
  const parts = representatives(edges, null);
  return {
    closed: edgeCount > 0 && isEven,
    manifold: edgeCount === edges.length && isTwice,
    corners: own,
    edges,
    // A mesh of segments and points only still needs representatives.
    parts: parts.length > 0 ? parts : Uint32Array.from({ length: edges.length / 3 }, (_, t) => t),
  };
}

/** The number of the first equal edge, for each edge. `firstEqual` written out: its two calls per edge take half of the time. */
function nameEdges(corners: Uint32Array): Uint32Array {
  const names = new Uint32Array(corners.length);
  // At most half full. A slot holds the number of an edge + 1; 0 is free.
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * corners.length + 1)));
  const mask = slots.length - 1;
  for (let t = 0; t < corners.length; t += 3) {
    const [p, q, r] = [corners[t], corners[t + 1], corners[t + 2]];
    if (p === q || q === r || r === p) {
      names[t] = names[t + 1] = names[t + 2] = NO_EDGE;
      continue;
    }
    for (let k = 0; k < 3; k++) {
      const [from, to] = [corners[t + k], corners[k === 2 ? t : t + k + 1]];
      const low = from < to ? from : to;
      const high = from < to ? to : from;
      let slot = finish(mix(mix(0, low), high)) & mask;
      for (;;) {
        const earlier = slots[slot] - 1;
        if (earlier < 0) {
          slots[slot] = t + k + 1;
          names[t + k] = t + k;
          break;
        }
        const first = corners[earlier];
        const second = corners[earlier % 3 === 2 ? earlier - 2 : earlier + 1];
        if ((first === low && second === high) || (first === high && second === low)) {
          names[t + k] = earlier;
          break;
        }
        slot = (slot + 1) & mask;
      }
    }
  }
  return names;
}

/**
 * One triangle of each part that is connected through common edges. Triangles marked in `without`, and those without edges,
 * are omitted.
 */
export function representatives(edges: Uint32Array, without: Uint8Array | null): Uint32Array {
  const triangleCount = edges.length / 3;
  const parents = new Uint32Array(triangleCount);
  const owners = new Uint32Array(edges.length).fill(NO_EDGE);
  const isOut = (t: number) => edges[3 * t] === NO_EDGE || without?.[t] === 1;
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
