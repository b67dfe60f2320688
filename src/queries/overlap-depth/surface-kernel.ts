import { trianglesMeet } from "../../geometry/overlap/triangle-triangle.ts";
import * as Memory from "../../kernels/depth-memory-map.ts";
import { type DepthWorkspace, openDepthWorkspace } from "../../kernels/depth-workspace.ts";
import { areKernelsUnwanted } from "../../kernels/kernel-choice.ts";
import { kernelRuns } from "../../kernels/kernel-runs.ts";
import { AABB_STRIDE, type AabbTree } from "../../trees/layout.ts";
import { crossingOf } from "../classify/crossings.ts";
import type { KeptWorld, PosedTree } from "../classify/posed-tree.ts";

// Two surfaces in the memory of the depth kernels. The kernels work in f64, operation by operation like their twins in world-surface.ts and
// classify/, so distances, sides and counters are equal to the last bit. Whatever needs exact signs is decided here, triangle by triangle,
// and the kernel continues.

/** A surface in the memory of a workspace. */
export interface SurfaceKernel {
  readonly workspace: DepthWorkspace;
  /** The number of the pair that the surface belongs to. */
  readonly pair: number;
  /** The address of its header. */
  readonly header: number;
  readonly kept: KeptWorld;
}

/** What the kernel needs to know about a surface. */
export interface SurfaceToPlace {
  readonly posed: PosedTree;
  readonly tree: AabbTree;
  /** Bounds the L1 distance of two corners in a triangle test. */
  readonly reach: number;
  readonly noise: number;
}

/** Copies two surfaces, in world space, to kernel memory; null if kernels or memory are lacking. Surfaces placed earlier become invalid. */
export function placeSurfaces(a: SurfaceToPlace, b: SurfaceToPlace): [SurfaceKernel, SurfaceKernel] | null {
  if (areKernelsUnwanted()) return null;
  const second = Memory.FIRST_SURFACE + bytesOf(a.tree);
  const end = second + bytesOf(b.tree);
  const workspace = openDepthWorkspace(end);
  if (workspace === null) return null;
  kernelRuns.depth++;
  return [placeSurface(workspace, Memory.FIRST_SURFACE, a), placeSurface(workspace, second, b)];
}

/** All arrays in order, each with its size in units of 8 bytes. */
function arraysOf({
  nodeCount,
  triangles,
  corners,
  mesh,
  depth,
}: AabbTree): [field: number, bytes: number][] {
  const stackRoom = depth + 1; // a step takes one node and adds two, a level deeper
  return [
    [Memory.NODES, 4 * AABB_STRIDE * nodeCount],
    [Memory.BOXES, Memory.BOX_BYTES * nodeCount],
    [Memory.TRIANGLES, Memory.TRIANGLE_BYTES * triangles.length],
    [Memory.CORNERS, 8 * Math.ceil(corners.length / 2)],
    [Memory.POSITIONS, 8 * mesh.positions.length],
    [Memory.STACK, 8 * Math.ceil(stackRoom / 2)],
    [Memory.SQUARES, 8 * stackRoom],
  ];
}

function bytesOf(tree: AabbTree): number {
  return arraysOf(tree).reduce((sum, [, bytes]) => sum + bytes, Memory.HEADER_BYTES);
}

function placeSurface(
  workspace: DepthWorkspace,
  header: number,
  { posed, tree, reach, noise }: SurfaceToPlace,
): SurfaceKernel {
  const { ints, uints, doubles, memory, kernels } = workspace;
  const { nodeCount, triangles, corners, mesh, links, origin } = tree;
  const addresses = new Map<number, number>();
  let next = header + Memory.HEADER_BYTES;
  for (const [field, bytes] of arraysOf(tree)) {
    addresses.set(field, next);
    ints[(header + field) >> 2] = next;
    next += bytes;
  }
  const addressOf = (field: number) => addresses.get(field)!;
  ints.set(links.subarray(0, AABB_STRIDE * nodeCount), addressOf(Memory.NODES) >> 2);
  uints.set(corners, addressOf(Memory.CORNERS) >> 2);
  doubles.set(mesh.positions, addressOf(Memory.POSITIONS) >> 3);
  const putInt = (field: number, value: number) => {
    ints[(header + field) >> 2] = value;
  };
  putInt(Memory.NODE_COUNT, nodeCount);
  putInt(Memory.SLOT_COUNT, triangles.length);
  putInt(Memory.MOVES, posed.moves ? 1 : 0);
  putInt(Memory.NEAREST_AT, -1);
  putInt(Memory.MET_AT, -1);
  putInt(Memory.BOX_TESTS, 0);
  putInt(Memory.TRIANGLE_TESTS, 0);
  doubles.set(posed.toWorld, (header + Memory.POSE) >> 3);
  doubles.set(posed.margins, (header + Memory.MARGINS) >> 3);
  doubles.set(origin, (header + Memory.ORIGIN) >> 3);
  doubles[(header + Memory.REACH) >> 3] = reach;
  doubles[(header + Memory.NOISE) >> 3] = noise;
  kernels.placeSurface(header);
  const view = (field: number, bytes: number) =>
    new Float64Array(memory.buffer, addressOf(field), bytes >> 3);
  const kept: KeptWorld = {
    boxes: view(Memory.BOXES, Memory.BOX_BYTES * nodeCount),
    triangles: view(Memory.TRIANGLES, Memory.TRIANGLE_BYTES * triangles.length),
    reach: Float64Array.of(reach),
  };
  return { workspace, pair: workspace.pair, header, kept };
}

/** The workspace of a surface. A surface whose memory a later pair has taken must not be used any more. */
function workspaceOf({ workspace, pair }: SurfaceKernel): DepthWorkspace {
  if (workspace.pair !== pair) throw new Error("a surface was used after the next pair had taken its memory");
  return workspace;
}

/** The result of `findNearest`, laid out as in world-surface.ts. */
interface Nearest {
  distance: number;
  least: number;
  readonly point: Float64Array;
  at: number;
}

export function findNearestByKernel(
  kernel: SurfaceKernel,
  p: Float64Array,
  i: number,
  nearest: Nearest,
): void {
  const { kernels, ints, doubles } = workspaceOf(kernel);
  const { header } = kernel;
  ints[(header + Memory.NEAREST_AT) >> 2] = nearest.at;
  kernels.nearestToPoint(header, p[i], p[i + 1], p[i + 2]);
  const at = header >> 3;
  nearest.point[0] = doubles[at];
  nearest.point[1] = doubles[at + 1];
  nearest.point[2] = doubles[at + 2];
  nearest.distance = doubles[at + (Memory.DISTANCE >> 3)];
  nearest.least = doubles[at + (Memory.LEAST >> 3)];
  nearest.at = ints[(header + Memory.NEAREST_AT) >> 2];
}

/** `countCrossings` by the kernel. */
export function countCrossingsByKernel(kernel: SurfaceKernel, posed: PosedTree, point: Float64Array): number {
  const { kernels, ints } = workspaceOf(kernel);
  const { header, kept } = kernel;
  let crossings = 0;
  let undecided = kernels.beginCrossing(header, point[0], point[1], point[2]);
  while (undecided >= 0) {
    posed.exactTests++;
    crossings += crossingOf(kept.triangles, undecided, point);
    if (Number.isNaN(crossings)) return crossings;
    undecided = kernels.crossAhead(header);
  }
  return crossings + ints[(header + Memory.CROSSINGS) >> 2];
}

/** `meetsTriangle` by the kernel. */
export function meetsTriangleByKernel(
  kernel: SurfaceKernel,
  posed: PosedTree,
  corners: Float64Array,
): boolean {
  const { kernels, ints, doubles } = workspaceOf(kernel);
  const { header, kept } = kernel;
  const probe = (header + Memory.PROBE) >> 3;
  for (let k = 0; k < 9; k++) doubles[probe + k] = corners[k];
  let found = kernels.beginMeeting(header);
  while (found >= 0) {
    posed.exactTests++;
    if (trianglesMeet(doubles, probe, kept.triangles, found)) {
      ints[(header + Memory.MET_AT) >> 2] = found;
      return true;
    }
    found = kernels.meetProbe(header);
  }
  return found === Memory.HAS_MET;
}

/** Moves the kernel's counters to those of the posed tree. */
export function takeCounts(kernel: SurfaceKernel, posed: PosedTree): void {
  const { ints } = workspaceOf(kernel);
  const boxTests = (kernel.header + Memory.BOX_TESTS) >> 2;
  const triangleTests = (kernel.header + Memory.TRIANGLE_TESTS) >> 2;
  posed.boxTests += ints[boxTests];
  posed.triangleTests += ints[triangleTests];
  ints[boxTests] = 0;
  ints[triangleTests] = 0;
}
