import { type SurfaceTopology, topologyOf } from "./surface-topology.ts";
import type { TriangleMesh } from "./triangle-mesh.ts";

/** The edges of a mesh as seen from its vertices; vertices at one place count as one. */
export interface VertexGraph {
  readonly topology: SurfaceTopology;
  /** Three vertices per triangle: the topology's welded ones, if it has them, otherwise the mesh's indices. */
  readonly corners: ArrayLike<number>;
  /** The edges at vertex v lead to neighbours[starts[v]] … neighbours[starts[v + 1] − 1]. */
  readonly starts: Uint32Array;
  readonly neighbours: Uint32Array;
  /** The name of each of these edges, as in `topology.edges`. */
  readonly names: Uint32Array;
  /** For each edge's name, the last corner at which the edge begins. The name is the first such corner: together the two triangles of an edge. */
  readonly lastCorners: Uint32Array;
  /** Along every edge, half of the triangles run one way and half the other way: the mesh has an outer side by its winding. */
  readonly consistent: boolean;
}

// Cached by topology object, which is replaced whenever the connections of triangles change.
const graphs = new WeakMap<SurfaceTopology, VertexGraph>();

export function vertexGraphOf(mesh: TriangleMesh): VertexGraph {
  const topology = topologyOf(mesh);
  let graph = graphs.get(topology);
  if (graph === undefined) graphs.set(topology, (graph = createGraph(mesh, topology)));
  return graph;
}

function createGraph(mesh: TriangleMesh, topology: SurfaceTopology): VertexGraph {
  const { edges } = topology;
  const corners = topology.corners ?? mesh.indices!;
  const vertexCount = mesh.positions.length / 3;
  const starts = new Uint32Array(vertexCount + 1);
  const turns = new Int32Array(edges.length);
  const lastCorners = new Uint32Array(edges.length);
  for (let i = 0; i < edges.length; i++) {
    const edge = edges[i];
    // Triangles with coincident corners have names beyond the array.
    if (edge >= edges.length) continue;
    const from = corners[i];
    const to = corners[i % 3 === 2 ? i - 2 : i + 1];
    turns[edge] += from < to ? 1 : -1;
    lastCorners[edge] = i;
    if (edge !== i) continue;
    starts[from + 1]++;
    starts[to + 1]++;
  }
  for (let v = 0; v < vertexCount; v++) starts[v + 1] += starts[v];
  const neighbours = new Uint32Array(starts[vertexCount]);
  const names = new Uint32Array(starts[vertexCount]);
  const cursor = starts.slice(0, vertexCount);
  for (let i = 0; i < edges.length; i++) {
    if (edges[i] !== i) continue;
    const from = corners[i];
    const to = corners[i % 3 === 2 ? i - 2 : i + 1];
    neighbours[cursor[from]] = to;
    names[cursor[from]++] = i;
    neighbours[cursor[to]] = from;
    names[cursor[to]++] = i;
  }
  const consistent = turns.every((turn) => turn === 0);
  return { topology, corners, starts, neighbours, names, lastCorners, consistent };
}
