import { areKernelsInsistedOn, areKernelsUnwanted } from "../../kernels/kernel-choice.ts";
import { kernelRuns } from "../../kernels/kernel-runs.ts";
import * as Memory from "../../kernels/lines-memory-map.ts";
import { type LinesWorkspace, openLinesWorkspace, type SurfaceViews } from "../../kernels/lines-workspace.ts";
import { type ContactLines, makeRoom } from "./contact-lines.ts";
import { type ContactSurface, PLACED, SURFACE_TRIANGLE } from "./contact-surface.ts";

// `findLines` by a kernel. It decides by the same signs as TypeScript and computes points operation by operation alike, so that every bit is
// equal. The arrays of the lines and of both surfaces then lie in kernel memory, until the next query. If f64 cannot decide a sign, the kernel
// gives up and TypeScript starts over: in general position that is rare.

/** Queries with fewer pairs are not worth a kernel call. */
const FEW_PAIRS = 8;
/** Pairs are taken in portions of this size, so that their triangles are in the cache when the kernel reads them. */
const PORTION = 1024;

// offsets within a triangle, in 4-byte elements
const TRIANGLE_ELEMENTS = Memory.TRIANGLE_BYTES >> 2;
const VERTICES = Memory.VERTICES >> 2;
const EDGES = Memory.TRIANGLE_EDGES >> 2;

/** Whether the kernel has found the segments of all pairs. */
export function findLinesByKernel(lines: ContactLines, a: ContactSurface, b: ContactSurface): boolean {
  const { pairCount } = lines;
  if (areKernelsUnwanted() || (pairCount < FEW_PAIRS && !areKernelsInsistedOn())) return false;
  const edgeCount = Math.max(a.graph.topology.edges.length, b.graph.topology.edges.length);
  const vertexCount = Math.max(a.tree.mesh.positions.length, b.tree.mesh.positions.length) / 3;
  const workspace = openLinesWorkspace(pairCount, edgeCount, vertexCount);
  if (workspace === null) return false;
  const { ints, pairSlots, kernels, firstSlot, firstState } = workspace;
  makeRoom(lines);
  takeTriangles(a, workspace.a);
  takeTriangles(b, workspace.b);
  writeHeader(a, workspace.a, workspace);
  writeHeader(b, workspace.b, workspace);
  ints[(Memory.LINES + Memory.PAIR_COUNT) >> 2] = pairCount;
  kernels.beginLines();
  let isFound = true;
  for (let begin = 0; isFound && begin < pairCount; begin += PORTION) {
    const end = Math.min(begin + PORTION, pairCount);
    const placedA = a.triangleCount;
    const placedB = b.triangleCount;
    takeSlots(lines, begin, end, a, workspace.a.originals, b, workspace.b.originals, pairSlots);
    writeTriangles(a, workspace.a, placedA);
    writeTriangles(b, workspace.b, placedB);
    ints[(workspace.a.header + Memory.TRIANGLE_COUNT) >> 2] = a.triangleCount;
    ints[(workspace.b.header + Memory.TRIANGLE_COUNT) >> 2] = b.triangleCount;
    isFound = kernels.findLines(begin, end) === 1;
  }
  // A pair has two ends, so there are at most twice as many crossed edges.
  workspace.firstSlot += 2 * pairCount;
  workspace.firstState += PLACED + vertexCount;
  if (!isFound) return false;
  kernelRuns.lines++;
  lines.byKernel = workspace;
  lines.pointCount = ints[(Memory.LINES + Memory.POINT_COUNT) >> 2];
  lines.pairSlots = pairSlots;
  lines.ends = workspace.ends;
  lines.points = workspace.points;
  lines.edges = workspace.edges;
  lines.faces = workspace.faces;
  lines.uses = workspace.uses;
  lines.parents = workspace.parents;
  lines.nextOnEdge = workspace.nextOnEdge;
  takeCrossed(a, workspace.a, ints, firstSlot);
  takeCrossed(b, workspace.b, ints, firstSlot);
  takeVertices(a, workspace.a, ints, firstState);
  takeVertices(b, workspace.b, ints, firstState);
  return true;
}

/** `numberRegions` and `noteRegions` by a kernel, for lines found by `findLinesByKernel`. */
export function numberRegionsByKernel(lines: ContactLines, arrays: LinesWorkspace): void {
  arrays.kernels.numberRegions();
  lines.regionCount = arrays.ints[(Memory.LINES + Memory.REGION_COUNT) >> 2];
  lines.regionOfPair = arrays.regionOfPair;
  lines.regionOfPoint = arrays.regionOfPoint;
  lines.regionOfRoot = arrays.regionOfRoot;
  lines.regionStarts = arrays.regionStarts;
  lines.regionPoints = arrays.regionPoints;
  lines.pairStarts = arrays.pairStarts;
  lines.regionPairs = arrays.regionPairs;
}

function takeTriangles(surface: ContactSurface, { triangles, originals, regions }: SurfaceViews): void {
  surface.triangles = triangles;
  surface.originals = originals;
  surface.regions = regions;
}

function writeHeader(
  { outward, toWorld, moves }: ContactSurface,
  { header }: SurfaceViews,
  { ints, doubles, firstSlot }: LinesWorkspace,
): void {
  doubles[(header + Memory.OUTWARD) >> 3] = outward;
  ints[(header + Memory.FIRST_SLOT) >> 2] = firstSlot;
  ints[(header + Memory.MOVES) >> 2] = moves ? 1 : 0;
  const at = (header + Memory.TO_WORLD) >> 3;
  for (let column = 0; column < 4; column++)
    for (let row = 0; row < 3; row++) doubles[at + 3 * column + row] = toWorld[4 * column + row];
}

/** Gives each triangle of some pairs its slot, in the order of the pairs; `writeTriangles` writes the rest. */
function takeSlots(
  { pairs }: ContactLines,
  begin: number,
  end: number,
  a: ContactSurface,
  originalsA: Uint32Array,
  b: ContactSurface,
  originalsB: Uint32Array,
  pairSlots: Uint32Array,
): void {
  const slotsA = a.triangleSlots;
  const slotsB = b.triangleSlots;
  const baseA = a.triangleBase;
  const baseB = b.triangleBase;
  let countA = a.triangleCount;
  let countB = b.triangleCount;
  let last = countA === 0 ? -1 : originalsA[countA - 1];
  for (let i = 2 * begin; i < 2 * end; i += 2) {
    const triangleA = pairs[i];
    const triangleB = pairs[i + 1];
    // Pairs are sorted by a's triangles, so consecutive pairs often share one.
    if (triangleA !== last) {
      last = triangleA;
      slotsA[triangleA] = baseA + countA;
      originalsA[countA++] = triangleA;
    }
    let slotB = slotsB[triangleB] - baseB;
    if (slotB < 0) {
      slotB = countB++;
      slotsB[triangleB] = baseB + slotB;
      originalsB[slotB] = triangleB;
    }
    pairSlots[i] = countA - 1;
    pairSlots[i + 1] = slotB;
  }
  a.triangleCount = countA;
  b.triangleCount = countB;
}

/**
 * Writes the triangles from slot `begin` on: vertices, edges, and corners in model space, which the kernel moves to the world. One loop
 * without calls, so that the processor fetches several triangles at a time.
 */
function writeTriangles(surface: ContactSurface, views: SurfaceViews, begin: number): void {
  const { triangles, triangleIntegers, originals } = views;
  const { triangleCount, graph, tree } = surface;
  const { corners, topology } = graph;
  const { edges } = topology;
  const { indices, positions } = tree.mesh;
  for (let slot = begin; slot < triangleCount; slot++) {
    const first = 3 * originals[slot];
    const element = TRIANGLE_ELEMENTS * slot;
    const at = SURFACE_TRIANGLE * slot;
    triangleIntegers[element + VERTICES] = corners[first];
    triangleIntegers[element + VERTICES + 1] = corners[first + 1];
    triangleIntegers[element + VERTICES + 2] = corners[first + 2];
    triangleIntegers[element + EDGES] = edges[first];
    triangleIntegers[element + EDGES + 1] = edges[first + 1];
    triangleIntegers[element + EDGES + 2] = edges[first + 2];
    const u = 3 * (indices === null ? first : indices[first]);
    const v = 3 * (indices === null ? first + 1 : indices[first + 1]);
    const w = 3 * (indices === null ? first + 2 : indices[first + 2]);
    triangles[at] = positions[u];
    triangles[at + 1] = positions[u + 1];
    triangles[at + 2] = positions[u + 2];
    triangles[at + 3] = positions[v];
    triangles[at + 4] = positions[v + 1];
    triangles[at + 5] = positions[v + 2];
    triangles[at + 6] = positions[w];
    triangles[at + 7] = positions[w + 1];
    triangles[at + 8] = positions[w + 2];
  }
}

function takeCrossed(
  surface: ContactSurface,
  views: SurfaceViews,
  ints: Int32Array,
  firstSlot: number,
): void {
  const { crossed } = surface;
  crossed.count = ints[(views.header + Memory.CROSSED_COUNT) >> 2];
  crossed.names = views.names;
  crossed.ends = views.edgeEnds;
  crossed.first = views.first;
  crossed.last = views.last;
  crossed.lowSides = views.lowSides;
  crossed.highSides = views.highSides;
  crossed.crossings = views.crossings;
  crossed.firstPairs = views.firstPairs;
  crossed.lastPairs = views.lastPairs;
  crossed.firstPoints = views.firstPoints;
  crossed.lastPoints = views.lastPoints;
  crossed.cursors = views.cursors;
  crossed.finders = views.finders;
  surface.crossedBits = views.crossedBits;
  surface.edgeSlots = views.edgeSlots;
  surface.edgeBase = firstSlot;
}

function takeVertices(
  surface: ContactSurface,
  views: SurfaceViews,
  ints: Int32Array,
  firstState: number,
): void {
  surface.vertexStates = views.vertexStates;
  surface.vertexBase = firstState;
  surface.inner = views.inner;
  surface.places = views.places;
  surface.pieceOfInner = views.pieceOfInner;
  surface.marks = views.marks;
  surface.pieceStarts = views.pieceStarts;
  surface.pieceStarts[0] = 0;
  ints[(views.header + Memory.VERTEX_BASE) >> 2] = firstState;
}
