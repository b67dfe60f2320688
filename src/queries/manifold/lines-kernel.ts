import { areKernelsInsistedOn, areKernelsUnwanted } from "../../kernels/kernel-choice.ts";
import { kernelRuns } from "../../kernels/kernel-runs.ts";
import * as Memory from "../../kernels/lines-memory-map.ts";
import {
  type LinesWorkspace,
  type MeshViews,
  openLinesWorkspace,
  type SurfaceViews,
} from "../../kernels/lines-workspace.ts";
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
  lines.haveCopies = copyMeshes(workspace, a, b, pairCount);
  if (lines.haveCopies) workspace.pairs.set(lines.pairs.subarray(0, 2 * pairCount));
  ints[(Memory.LINES + Memory.PAIR_COUNT) >> 2] = pairCount;
  kernels.beginLines();
  let isFound = true;
  for (let begin = 0; isFound && begin < pairCount; begin += PORTION) {
    const end = Math.min(begin + PORTION, pairCount);
    if (lines.haveCopies) kernels.takePairs(begin, end);
    else takePairs(lines, begin, end, a, b, workspace);
    isFound = kernels.findLines(begin, end) === 1;
  }
  // A pair has two ends, so there are at most twice as many crossed edges.
  workspace.firstSlot += 2 * pairCount;
  workspace.firstState += PLACED + vertexCount;
  workspace.firstTriangle += pairCount;
  a.triangleCount = ints[(workspace.a.header + Memory.TRIANGLE_COUNT) >> 2];
  b.triangleCount = ints[(workspace.b.header + Memory.TRIANGLE_COUNT) >> 2];
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
  ints[(header + Memory.TRIANGLE_COUNT) >> 2] = 0;
  const at = (header + Memory.TO_WORLD) >> 3;
  for (let column = 0; column < 4; column++)
    for (let row = 0; row < 3; row++) doubles[at + 3 * column + row] = toWorld[4 * column + row];
}

/**
 * Whether the kernels have copies of both meshes. Connections are copied once queries with one mesh after the other had about as many pairs as it
 * has vertices, so that copying is a small part of them. Coordinates may have changed since the last query and are copied each time; if pairs are few,
 * those of their triangles take less.
 */
function copyMeshes(
  workspace: LinesWorkspace,
  a: ContactSurface,
  b: ContactSurface,
  pairCount: number,
): boolean {
  const isReadyA = copyGraph(a, workspace.a.mesh, pairCount);
  const isReadyB = copyGraph(b, workspace.b.mesh, pairCount);
  const vertexCount = Math.max(a.tree.mesh.positions.length, b.tree.mesh.positions.length) / 3;
  if (!isReadyA || !isReadyB || (vertexCount > MOST_VERTICES_PER_PAIR * pairCount && !areKernelsInsistedOn()))
    return false;
  copyPositions(a, workspace.a, workspace);
  copyPositions(b, workspace.b, workspace);
  return true;
}

/** Copying a vertex takes a hundredth of what reading a triangle's vertices from other memory takes. */
const MOST_VERTICES_PER_PAIR = 64;

function copyGraph({ graph, tree }: ContactSurface, mesh: MeshViews | null, pairCount: number): boolean {
  const { topology, corners, starts, neighbours, names } = graph;
  const { indices } = tree.mesh;
  // Welded vertices have other numbers than the coordinates, and edges of one triangle only have more neighbours than edges.
  if (mesh === null || corners !== indices || neighbours.length > mesh.neighbours.length) return false;
  if (mesh.graph?.deref() !== graph) {
    mesh.graph = new WeakRef(graph);
    mesh.pairCount = 0;
    mesh.isCopied = false;
  }
  if (mesh.isCopied) return true;
  mesh.pairCount += pairCount;
  if (mesh.pairCount < starts.length && !areKernelsInsistedOn()) return false;
  mesh.corners.set(indices!);
  mesh.edgeNames.set(topology.edges);
  mesh.starts.set(starts);
  mesh.neighbours.set(neighbours);
  mesh.neighbourNames.set(names);
  mesh.isCopied = true;
  return true;
}

function copyPositions(
  surface: ContactSurface,
  { header, mesh }: SurfaceViews,
  { ints, firstTriangle }: LinesWorkspace,
): void {
  const { positions } = surface.tree.mesh;
  const areSingles = positions instanceof Float32Array;
  if (areSingles) mesh!.singles.set(positions);
  else mesh!.doubles.set(positions);
  ints[(header + Memory.ARE_SINGLES) >> 2] = areSingles ? 1 : 0;
  ints[(header + Memory.TRIANGLE_BASE) >> 2] = firstTriangle;
  surface.triangleSlots = mesh!.triangleSlots;
  surface.triangleBase = firstTriangle;
}

/** Places the triangles of some pairs, as the kernel's `takePairs` does, where it has no copies of the meshes. */
function takePairs(
  lines: ContactLines,
  begin: number,
  end: number,
  a: ContactSurface,
  b: ContactSurface,
  workspace: LinesWorkspace,
): void {
  const placedA = a.triangleCount;
  const placedB = b.triangleCount;
  takeSlots(lines, begin, end, a, workspace.a.originals, b, workspace.b.originals, workspace.pairSlots);
  writeTriangles(a, workspace.a, placedA);
  writeTriangles(b, workspace.b, placedB);
  workspace.ints[(workspace.a.header + Memory.TRIANGLE_COUNT) >> 2] = a.triangleCount;
  workspace.ints[(workspace.b.header + Memory.TRIANGLE_COUNT) >> 2] = b.triangleCount;
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
  // Without branches, which no processor could foresee: about half of the triangles are new. Entries of known ones are written again.
  for (let i = 2 * begin; i < 2 * end; i += 2) {
    const triangleA = pairs[i];
    const triangleB = pairs[i + 1];
    // Pairs are sorted by a's triangles: one that differs from the last is new.
    const change = triangleA ^ last;
    last = triangleA;
    countA += (change | -change) >>> 31;
    slotsA[triangleA] = baseA + countA - 1;
    originalsA[countA - 1] = triangleA;
    const known = slotsB[triangleB] - baseB;
    const isNew = known >> 31;
    const slotB = known ^ ((known ^ countB) & isNew);
    countB -= isNew;
    slotsB[triangleB] = baseB + slotB;
    originalsB[slotB] = triangleB;
    pairSlots[i] = countA - 1;
    pairSlots[i + 1] = slotB;
  }
  a.triangleCount = countA;
  b.triangleCount = countB;
}

/**
 * Writes the triangles from slot `begin` on: vertices, edges, and corners in model space, which the kernel moves to the world. Two short loops
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
    triangleIntegers[element + VERTICES] = corners[first];
    triangleIntegers[element + VERTICES + 1] = corners[first + 1];
    triangleIntegers[element + VERTICES + 2] = corners[first + 2];
    triangleIntegers[element + EDGES] = edges[first];
    triangleIntegers[element + EDGES + 1] = edges[first + 1];
    triangleIntegers[element + EDGES + 2] = edges[first + 2];
  }
  // A welded vertex has the coordinates of all vertices that it stands for, but for the sign of zero.
  const areWelded = corners !== indices;
  for (let slot = begin; slot < triangleCount; slot++) {
    const first = 3 * originals[slot];
    const element = TRIANGLE_ELEMENTS * slot + VERTICES;
    const at = SURFACE_TRIANGLE * slot;
    let u = triangleIntegers[element];
    let v = triangleIntegers[element + 1];
    let w = triangleIntegers[element + 2];
    if (areWelded) {
      u = indices === null ? first : indices[first];
      v = indices === null ? first + 1 : indices[first + 1];
      w = indices === null ? first + 2 : indices[first + 2];
    }
    triangles[at] = positions[3 * u];
    triangles[at + 1] = positions[3 * u + 1];
    triangles[at + 2] = positions[3 * u + 2];
    triangles[at + 3] = positions[3 * v];
    triangles[at + 4] = positions[3 * v + 1];
    triangles[at + 5] = positions[3 * v + 2];
    triangles[at + 6] = positions[3 * w];
    triangles[at + 7] = positions[3 * w + 1];
    triangles[at + 8] = positions[3 * w + 2];
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
