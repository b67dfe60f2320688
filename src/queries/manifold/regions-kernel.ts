import * as Memory from "../../kernels/lines-memory-map.ts";
import type { LinesWorkspace } from "../../kernels/lines-workspace.ts";
import type { ContactSurface } from "./contact-surface.ts";
import type { ManifoldContext } from "./manifold-context.ts";
import { VERTEX_OF_A, VERTEX_OF_B } from "./region-candidates.ts";

// Sides, vertices, normals, extents and points of regions by kernels, for lines found by `findLinesByKernel`. Operations and their order are
// those of TypeScript, so that every bit is equal. TypeScript and the kernels work on the same arrays.

/** Where the kernels keep the numbers of one side. */
function headerOf({ a, b }: LinesWorkspace, side: 0 | 1): number {
  return (side === 0 ? a : b).header;
}

/** `noteSides` and, if sides agree, `noteBothEnds` of inner-pieces.ts. */
export function noteSidesByKernel(work: LinesWorkspace, side: 0 | 1): number {
  return work.kernels.noteSides(headerOf(work, side));
}

/** `spreadFromEnds` of inner-pieces.ts, if the kernels have copies of the meshes. */
export function spreadByKernel(work: LinesWorkspace, surface: ContactSurface, side: 0 | 1): void {
  const { kernels, ints } = work;
  const header = headerOf(work, side);
  ints[(header + Memory.SIDES_AGREE) >> 2] = surface.doSidesAgree ? 1 : 0;
  ints[(header + Memory.INNER_COUNT) >> 2] = 0;
  ints[(header + Memory.PIECE_COUNT) >> 2] = 0;
  kernels.spreadFromEnds(header);
  surface.innerCount = ints[(header + Memory.INNER_COUNT) >> 2];
  surface.pieceCount = ints[(header + Memory.PIECE_COUNT) >> 2];
}

/** `placeInner` of inner-pieces.ts, if the kernels have copies of the meshes. */
export function placeInnerByKernel(work: LinesWorkspace, surface: ContactSurface, side: 0 | 1): void {
  const { kernels, ints } = work;
  const header = headerOf(work, side);
  ints[(header + Memory.INNER_COUNT) >> 2] = surface.innerCount;
  kernels.placeInner(header);
}

/** The first slot from `slot` on that has a corner of unknown or uncertain side, or `end`. */
export function findUnknownByKernel(
  work: LinesWorkspace,
  side: 0 | 1,
  slot: number,
  end: number,
  areBitsValid: boolean,
): number {
  const found = work.kernels.findUnknown(headerOf(work, side), slot, areBitsValid ? 1 : 0);
  return found < 0 ? end : found;
}

/** `linkRegions` of region-vertices.ts. */
export function linkRegionsByKernel(work: LinesWorkspace, surface: ContactSurface, side: 0 | 1): void {
  const { kernels, ints } = work;
  const header = headerOf(work, side);
  ints[(header + Memory.INNER_COUNT) >> 2] = surface.innerCount;
  ints[(header + Memory.PIECE_COUNT) >> 2] = surface.pieceCount;
  ints[(header + Memory.SIDES_AGREE) >> 2] = surface.doSidesAgree ? 1 : 0;
  kernels.linkRegions(header);
}

/** `findDirections` of region-normal.ts, or 0 if the vector area of the region tells none. */
export function findDirectionsByKernel({ kernels }: LinesWorkspace, region: number): number {
  return kernels.findDirections(region);
}

/** Directions that `measureRegionByKernel` shall try. */
export function giveDirections(
  { doubles }: LinesWorkspace,
  directions: Float64Array,
  directionCount: number,
): void {
  const at = (Memory.LINES + Memory.DIRECTIONS) >> 3;
  for (let k = 0; k < 3 * directionCount; k++) doubles[at + k] = directions[k];
}

/**
 * Lists the vertices of a region, measures its extents and writes its normal to `normals`. Returns the number of points chosen, which are
 * the first candidates then; −1 for a region of so few vertices that edges may be points, too.
 */
export function measureRegionByKernel(
  { kernels, ints, doubles, a, b }: LinesWorkspace,
  region: number,
  directionCount: number,
  most: number,
  { verticesA, verticesB, best, candidates, chosen }: ManifoldContext,
  normals: Float64Array,
): number {
  const count = kernels.measureRegion(region, directionCount, most);
  const normalAt = (Memory.LINES + Memory.NORMAL_OF_REGION) >> 3;
  for (let k = 0; k < 3; k++) normals[3 * region + k] = doubles[normalAt + k];
  best.top = doubles[(Memory.LINES + Memory.TOP) >> 3];
  best.bottom = doubles[(Memory.LINES + Memory.BOTTOM) >> 3];
  verticesA.vertices = a.listed;
  verticesA.count = ints[(a.header + Memory.LISTED_COUNT) >> 2];
  verticesB.vertices = b.listed;
  verticesB.count = ints[(b.header + Memory.LISTED_COUNT) >> 2];
  for (let i = 0; i < count; i++) {
    const vertex = ints[((Memory.LINES + Memory.CHOSEN) >> 2) + i];
    const isA = vertex < verticesA.count;
    chosen[i] = i;
    candidates.sorts[i] = isA ? VERTEX_OF_A : VERTEX_OF_B;
    candidates.first[i] = isA ? a.listed[vertex] : b.listed[vertex - verticesA.count];
  }
  return count;
}
