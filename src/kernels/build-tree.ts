import { checkCoordinates, type Positions, type TriangleMesh } from "../mesh/triangle-mesh.ts";
import { isArrayOf } from "../typed-arrays.ts";
import { readSums, type SummedSizes } from "./fit-boxes.ts";
import { kernelRuns } from "./kernel-runs.ts";
import * as Memory from "./memory-map.ts";
import {
  closeTreeWorkspace,
  openTreeWorkspace,
  returnTreeWorkspace,
  type TreeWorkspace,
  takeTreeWorkspace,
} from "./tree-workspace.ts";

// Builds a tree by the surface area rule in a kernel (assembly/build-tree.ts): the mesh is copied in, the tree copied out.

/** A build in progress: the mesh is in the workspace, and the box of its vertices is known. */
export interface TreeBuild {
  readonly workspace: TreeWorkspace;
  readonly places: Places;
  /** The box of all vertices. */
  readonly lowest: Float64Array;
  readonly highest: Float64Array;
}

/** The finished tree, in views of the workspace: valid until `endBuild`. */
export interface BuiltTree {
  readonly nodeCount: number;
  readonly depth: number;
  readonly sizes: SummedSizes;
  readonly links: Int32Array;
  readonly corners: Uint32Array;
  readonly triangles: Uint32Array;
}

export interface BuildLimits {
  readonly leafSize: number;
  readonly maxDepth: number;
  readonly prune: boolean;
}

/** About 14 million triangles. Addresses stay below 2^31 and fit an i32. */
const MOST_BUILD_BYTES = 2 ** 31 - 65536;
const CACHE_LINE = 64;
/** Siblings are the nodes 2k + 1 and 2k + 2, half a cache line each: at this offset both are in one line. */
const SIBLINGS_ALIGNED = 32;
/** The largest i32: no limit. */
const NO_LIMIT = 0x7fffffff;

/** The addresses of the arrays, and the total number of bytes. */
interface Places {
  readonly positions: number;
  readonly corners: number;
  readonly triangles: number;
  readonly nodes: number;
  readonly records: number;
  readonly slotCorners: number;
  readonly low: number;
  readonly high: number;
  readonly end: number;
}

/**
 * Copies the mesh in and measures it. Null, with nothing done, if kernels or memory are lacking. Throws `MeshError` at the first coordinate
 * that is not finite or too large.
 */
export function beginBuild(
  mesh: TriangleMesh,
  { leafSize, maxDepth, prune }: BuildLimits,
  mostBytes = MOST_BUILD_BYTES,
): TreeBuild | null {
  const places = placeArrays(mesh);
  if (places.end > mostBytes) return null;
  const workspace = openTreeWorkspace(places.end);
  if (workspace === null) return null;
  writeMesh(workspace, mesh, places);
  const { ints, doubles } = workspace;
  ints[Memory.LEAF_SIZE / 4] = Math.min(leafSize, NO_LIMIT);
  ints[Memory.MAX_DEPTH / 4] = Math.min(maxDepth, NO_LIMIT);
  ints[Memory.PRUNE / 4] = prune ? 1 : 0;
  if (workspace.kernels.measureVertices() === 0) {
    closeTreeWorkspace(workspace);
    checkCoordinates(mesh.positions);
  }
  return {
    workspace,
    places,
    lowest: doubles.subarray(Memory.LOWEST / 8, Memory.LOWEST / 8 + 3),
    highest: doubles.subarray(Memory.HIGHEST / 8, Memory.HIGHEST / 8 + 3),
  };
}

/**
 * Goes on with the tree, without boxes, until it has spent the budget: a triangle on each level costs 1. Returns what is left, above 0 once
 * the tree is complete.
 */
export function growBuild({ workspace }: TreeBuild, budget: number): number {
  kernelRuns.build++;
  return workspace.kernels.buildTree(Math.min(budget, NO_LIMIT));
}

/** Fits boxes relative to `origin`. The tree is built first, unless it is complete. */
export function runBuild(build: TreeBuild, origin: Float64Array): BuiltTree {
  const { ints, doubles, kernels } = build.workspace;
  if (ints[Memory.TREE_NODES / 4] === 0) {
    kernels.buildTree(NO_LIMIT);
    kernelRuns.build++;
  }
  doubles.set(origin, Memory.ORIGIN / 8);
  kernels.fitTree();
  return readBuild(build);
}

/** The tree of a build as it is; its boxes and sizes are those of the last `runBuild`. */
export function readBuild({ workspace: { ints, uints, doubles }, places }: TreeBuild): BuiltTree {
  const nodeCount = ints[Memory.TREE_NODES / 4];
  const triangleCount = ints[Memory.TRIANGLE_COUNT / 4];
  const nodes = places.nodes / 4;
  const corners = places.slotCorners / 4;
  const triangles = places.triangles / 4;
  return {
    nodeCount,
    depth: ints[Memory.DEPTH / 4],
    sizes: readSums(doubles, Memory.SUMS),
    links: ints.subarray(nodes, nodes + (Memory.NODE_BYTES / 4) * nodeCount),
    corners: uints.subarray(corners, corners + 3 * triangleCount),
    triangles: uints.subarray(triangles, triangles + triangleCount),
  };
}

/**
 * Replaces the vertices of a built tree by others, so that its boxes can be fitted to them. Returns 0 at a coordinate that is not finite or
 * too large.
 */
export function exchangePositions({ workspace, places }: TreeBuild, positions: Positions): number {
  writePositions(workspace, positions, places);
  return workspace.kernels.measureVertices();
}

export function endBuild({ workspace }: TreeBuild): void {
  closeTreeWorkspace(workspace);
}

/** Keeps the memory of a build from other builds and fits, until `endOwnedBuild`. */
export function ownBuild({ workspace }: TreeBuild): void {
  takeTreeWorkspace(workspace);
}

export function endOwnedBuild({ workspace }: TreeBuild): void {
  returnTreeWorkspace(workspace);
}

/**
 * The addresses of the arrays. Quantised vertices share memory with the nodes, slots and rounded vertices with the records: each pair is
 * needed one after the other.
 */
function placeArrays({ positions, vertexCount, triangleCount }: TriangleMesh): Places {
  const isF64 = isArrayOf(positions, "Float64Array");
  const vertices = Memory.VERTEX_BYTES * vertexCount + Memory.VERTEX_PADDING;
  const slotCorners = Memory.TRIANGLE_BYTES * triangleCount;
  const positionsAt = Memory.BUILD_ARRAYS;
  const corners = aligned(positionsAt + (isF64 ? 2 : 1) * vertices);
  const triangles = aligned(corners + Memory.TRIANGLE_BYTES * triangleCount);
  const nodes = aligned(triangles + 4 * triangleCount) + SIBLINGS_ALIGNED;
  const nodeBytes = Math.max(2 * Memory.NODE_BYTES * triangleCount, Memory.QUANTISED_BYTES * vertexCount);
  const records = aligned(nodes + nodeBytes);
  const low = aligned(records + slotCorners);
  const high = aligned(low + vertices);
  const end = Math.max(records + 2 * Memory.RECORD_BYTES * triangleCount, isF64 ? high + vertices : low);
  return {
    positions: positionsAt,
    corners,
    triangles,
    nodes,
    records,
    slotCorners: records,
    low,
    high,
    end,
  };
}

function aligned(address: number): number {
  return Math.ceil(address / CACHE_LINE) * CACHE_LINE;
}

function writeMesh(
  workspace: TreeWorkspace,
  { positions, indices, vertexCount, triangleCount }: TriangleMesh,
  places: Places,
): void {
  const { ints, uints, kernels } = workspace;
  // The build has not begun: no nodes, and its first set has the node and begin 0.
  ints.fill(0, Memory.DEPTH / 4, Memory.STACK / 4 + 2);
  ints[Memory.TRIANGLE_COUNT / 4] = triangleCount;
  ints[Memory.VERTEX_COUNT / 4] = vertexCount;
  ints[Memory.POSITIONS / 4] = places.positions;
  ints[Memory.CORNERS / 4] = places.corners;
  ints[Memory.EVEN / 4] = places.records;
  ints[Memory.ODD / 4] = places.records + Memory.RECORD_BYTES * triangleCount;
  ints[Memory.NODES / 4] = places.nodes;
  ints[Memory.QUANTISED / 4] = places.nodes;
  ints[Memory.TRIANGLES / 4] = places.triangles;
  ints[Memory.SLOT_CORNERS / 4] = places.slotCorners;
  writePositions(workspace, positions, places);
  if (indices === null) kernels.numberCorners();
  else uints.set(indices, places.corners / 4);
}

/** Writes vertices of the type that the memory was laid out for, or f32 vertices if it was laid out for f64. */
function writePositions(
  { ints, floats, doubles }: TreeWorkspace,
  positions: Positions,
  places: Places,
): void {
  const isF64 = isArrayOf(positions, "Float64Array");
  ints[Memory.IS_F64 / 4] = isF64 ? 1 : 0;
  ints[Memory.LOW / 4] = isF64 ? places.low : places.positions;
  ints[Memory.HIGH / 4] = isF64 ? places.high : places.positions;
  // Zeros follow, because kernels read the last vertices together with what is behind them.
  if (isF64) {
    const at = places.positions / 8;
    doubles.set(positions, at);
    doubles.fill(0, at + positions.length, at + positions.length + (2 * Memory.VERTEX_PADDING) / 8);
  } else {
    const at = places.positions / 4;
    floats.set(positions, at);
    floats.fill(0, at + positions.length, at + positions.length + Memory.VERTEX_PADDING / 4);
  }
}
