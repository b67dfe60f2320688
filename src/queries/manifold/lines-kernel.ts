import { areKernelsInsistedOn, areKernelsUnwanted } from "../../kernels/kernel-choice.ts";
import { kernelRuns } from "../../kernels/kernel-runs.ts";
import * as Memory from "../../kernels/lines-memory-map.ts";
import { type LinesWorkspace, openLinesWorkspace, type SurfaceViews } from "../../kernels/lines-workspace.ts";
import { type ContactLines, makeRoom } from "./contact-lines.ts";
import { type ContactSurface, SURFACE_TRIANGLE, slotOfTriangle } from "./contact-surface.ts";

// `findLines` by a kernel, operation by operation as in TypeScript, so that every bit is equal. The arrays of the lines and of both surfaces
// then lie in the memory of the kernel, until the next query. Where f64 cannot decide a sign the kernel gives up, and TypeScript
// begins anew: in general position that is rare.

/** Queries with fewer pairs are not worth the call. */
const FEW_PAIRS = 8;

// of a triangle, in words
const WORDS = Memory.TRIANGLE_BYTES >> 2;
const VERTICES = Memory.VERTICES >> 2;
const EDGES = Memory.TRIANGLE_EDGES >> 2;

/** Whether the kernel has found the segments of all pairs. */
export function findLinesByKernel(lines: ContactLines, a: ContactSurface, b: ContactSurface): boolean {
  const { pairs, pairCount } = lines;
  if (areKernelsUnwanted() || (pairCount < FEW_PAIRS && !areKernelsInsistedOn())) return false;
  const edgeCount = Math.max(a.graph.topology.edges.length, b.graph.topology.edges.length);
  const workspace = openLinesWorkspace(pairCount, edgeCount);
  if (workspace === null) return false;
  const { ints, doubles, pairSlots, kernels, firstSlot } = workspace;
  makeRoom(lines);
  takeTriangles(a, workspace.a);
  takeTriangles(b, workspace.b);
  // Pairs are sorted by a's triangles: several in a row have one in common.
  let placed = -1;
  let slotA = 0;
  for (let i = 0; i < pairCount; i++) {
    const triangleA = pairs[2 * i];
    if (triangleA !== placed) slotA = takeSlot(a, workspace.a.originals, triangleA);
    placed = triangleA;
    pairSlots[2 * i] = slotA;
    pairSlots[2 * i + 1] = takeSlot(b, workspace.b.originals, pairs[2 * i + 1]);
  }
  placeTriangles(a, workspace.a);
  placeTriangles(b, workspace.b);
  ints[(Memory.LINES + Memory.PAIR_COUNT) >> 2] = pairCount;
  for (const [surface, { header }] of [
    [a, workspace.a],
    [b, workspace.b],
  ] as const) {
    doubles[(header + Memory.OUTWARD) >> 3] = surface.outward;
    ints[(header + Memory.TRIANGLE_COUNT) >> 2] = surface.triangleCount;
    ints[(header + Memory.FIRST_SLOT) >> 2] = firstSlot;
  }
  const isFound = kernels.findLines() === 1;
  // A pair has two ends, so there are at most twice as many crossed edges.
  workspace.firstSlot += 2 * pairCount;
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
  return true;
}

/** `numberRegions` and `noteRegions` by a kernel, for lines that `findLinesByKernel` has found. */
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

/** The slot of a triangle; `placeTriangles` writes the rest of it. */
function takeSlot(surface: ContactSurface, originals: Uint32Array, triangle: number): number {
  const known = slotOfTriangle(surface, triangle);
  if (known >= 0) return known;
  const slot = surface.triangleCount++;
  surface.triangleSlots[triangle] = surface.triangleBase + slot;
  originals[slot] = triangle;
  return slot;
}

/**
 * Writes what the kernel needs of all triangles that have slots, but for normals: corners by the formula of `moveVertex`. One loop without
 * calls, so that the processor fetches several triangles at a time.
 */
function placeTriangles(surface: ContactSurface, views: SurfaceViews): void {
  const { triangles, triangleWords, originals, crossedBits } = views;
  const { triangleCount, graph, tree, toWorld: m, moves } = surface;
  const { corners, topology } = graph;
  const { edges } = topology;
  const { indices, positions } = tree.mesh;
  for (let slot = 0; slot < triangleCount; slot++) {
    crossedBits[slot] = 0;
    const first = 3 * originals[slot];
    const words = WORDS * slot;
    const at = SURFACE_TRIANGLE * slot;
    for (let k = 0; k < 3; k++) {
      const corner = first + k;
      triangleWords[words + VERTICES + k] = corners[corner];
      triangleWords[words + EDGES + k] = edges[corner];
      const v = 3 * (indices === null ? corner : indices[corner]);
      const x = positions[v];
      const y = positions[v + 1];
      const z = positions[v + 2];
      const to = at + 3 * k;
      if (moves) {
        triangles[to] = m[0] * x + m[4] * y + m[8] * z + m[12];
        triangles[to + 1] = m[1] * x + m[5] * y + m[9] * z + m[13];
        triangles[to + 2] = m[2] * x + m[6] * y + m[10] * z + m[14];
      } else {
        triangles[to] = x;
        triangles[to + 1] = y;
        triangles[to + 2] = z;
      }
    }
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
