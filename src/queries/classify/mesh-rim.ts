import type { SurfaceTopology } from "../../mesh/surface-topology.ts";
import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";

// The rim of a surface: the directed edges that remain after each use of an edge in one direction is cancelled by a use in the other
// direction. Triangles from any one point to all edges of the rim close the surface: every edge is then used equally often in both
// directions, whatever the surface was.

/** Directed edges, and how many more triangles use each in that direction than in the opposite one. */
export interface MeshRim {
  /** The mesh's numbers of all vertices of the rim, each once. */
  readonly vertices: Uint32Array;
  /** The ends of each edge, as indices of `vertices`. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly uses: Uint32Array;
}

const rims = new WeakMap<SurfaceTopology, MeshRim>();

/** The rim of the mesh that has this topology, found at the first call. */
export function rimOf(topology: SurfaceTopology, mesh: TriangleMesh): MeshRim {
  let rim = rims.get(topology);
  if (rim === undefined) {
    rim = findRim(topology.edges, topology.corners ?? mesh.indices!);
    rims.set(topology, rim);
  }
  return rim;
}

function findRim(edges: Uint32Array, corners: ArrayLike<number>): MeshRim {
  // for the first of equal edges: uses in its direction minus uses in the opposite one
  const balance = new Int32Array(edges.length);
  for (let i = 0; i < edges.length; i++) {
    const first = edges[i];
    // Triangles with coincident corners have no edges.
    if (first < edges.length) balance[first] += corners[i] === corners[first] ? 1 : -1;
  }
  const numbers = new Map<number, number>();
  const numberOf = (vertex: number) => {
    const number = numbers.get(vertex) ?? numbers.size;
    numbers.set(vertex, number);
    return number;
  };
  const from: number[] = [];
  const to: number[] = [];
  const uses: number[] = [];
  for (let i = 0; i < edges.length; i++) {
    if (balance[i] === 0) continue;
    const begin = corners[i];
    const end = corners[i % 3 === 2 ? i - 2 : i + 1];
    from.push(numberOf(balance[i] > 0 ? begin : end));
    to.push(numberOf(balance[i] > 0 ? end : begin));
    uses.push(Math.abs(balance[i]));
  }
  return {
    vertices: Uint32Array.from(numbers.keys()),
    from: Uint32Array.from(from),
    to: Uint32Array.from(to),
    uses: Uint32Array.from(uses),
  };
}
