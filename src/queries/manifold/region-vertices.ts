import type { ContactLines } from "./contact-lines.ts";
import { type ContactSurface, doubled, INSIDE, sideOfVertex } from "./contact-surface.ts";

// The inner vertices that belong to a region: those of the pieces that its curves bound. A piece that very many regions bound,
// as a sheet with many holes, would be looked at by each of them; there a region has the part near its curve, which it finds among the
// slices of the piece along one axis.

/** A piece that more regions than this bound is wide. */
const MOST_REGIONS = 4;
const SLICES = 128;

export interface RegionVertices {
  /** Region and inner vertex of each link: the vertex is next to a crossing of the region. Those of region r begin at starts[r]. */
  starts: Uint32Array;
  links: Uint32Array;
  sorted: Uint32Array;
  /** How many regions bound each piece, and the last that was counted, later the last that was listed. */
  regionsOfPiece: Uint32Array;
  lastOfPiece: Int32Array;
  /** Of the region at hand: places in `inner`. */
  count: number;
  vertices: Uint32Array;
  /** Of each wide piece that was cut: where its slices begin in `sliceStarts`, −1 before that. */
  slicesOfPiece: Int32Array;
  /** The axis of each wide piece, the lowest coordinate of its vertices, slices by length. */
  slicing: Float64Array;
  sliceStarts: Uint32Array;
  sliceEnd: number;
  /** Places in `inner` slice by slice, at the places of the piece. */
  sliced: Uint32Array;
}

export function createRegionVertices(): RegionVertices {
  return {
    starts: new Uint32Array(16),
    links: new Uint32Array(128),
    sorted: new Uint32Array(64),
    regionsOfPiece: new Uint32Array(16),
    lastOfPiece: new Int32Array(16),
    count: 0,
    vertices: new Uint32Array(64),
    slicesOfPiece: new Int32Array(16),
    slicing: new Float64Array(SLICING * 16),
    sliceStarts: new Uint32Array(SLICES + 1),
    sliceEnd: 0,
    sliced: new Uint32Array(64),
  };
}

/** Links regions to inner vertices at the other end of crossed edges, and counts the regions of each piece. */
export function linkRegions(of: RegionVertices, surface: ContactSurface, lines: ContactLines): void {
  const { crossed } = surface;
  const { regionCount, regionOfPair } = lines;
  let count = 0;
  for (let slot = 0; slot < crossed.count; slot++)
    for (let end = 0; end < 2; end++) {
      const vertex = crossed.ends[2 * slot + end];
      if (sideOfVertex(surface, vertex) !== INSIDE) continue;
      if (2 * count === of.links.length) of.links = doubled(of.links);
      of.links[2 * count] = regionOfPair[(end === 0 ? crossed.firstPairs : crossed.lastPairs)[slot]];
      of.links[2 * count + 1] = surface.innerPlaces[vertex];
      count++;
    }
  while (of.sorted.length < count) of.sorted = doubled(of.sorted);
  while (of.starts.length <= regionCount) of.starts = doubled(of.starts);
  while (of.regionsOfPiece.length < surface.pieceCount) {
    of.regionsOfPiece = doubled(of.regionsOfPiece);
    of.lastOfPiece = doubled(of.lastOfPiece);
    of.slicesOfPiece = doubled(of.slicesOfPiece);
    of.slicing = doubled(of.slicing);
  }
  of.slicesOfPiece.fill(-1, 0, surface.pieceCount);
  of.sliceEnd = 0;
  sortLinks(of, count, regionCount);
  of.regionsOfPiece.fill(0, 0, surface.pieceCount);
  of.lastOfPiece.fill(-1, 0, surface.pieceCount);
  for (let r = 0; r < regionCount; r++)
    for (let i = of.starts[r]; i < of.starts[r + 1]; i++) {
      const piece = surface.pieceOfInner[of.sorted[i]];
      if (of.lastOfPiece[piece] === r) continue;
      of.lastOfPiece[piece] = r;
      of.regionsOfPiece[piece]++;
    }
  of.lastOfPiece.fill(-1, 0, surface.pieceCount);
}

function sortLinks({ starts, links, sorted }: RegionVertices, count: number, regionCount: number): void {
  starts.fill(0, 0, regionCount + 1);
  for (let i = 0; i < count; i++) starts[links[2 * i]]++;
  let sum = 0;
  for (let r = 0; r <= regionCount; r++) {
    sum += starts[r];
    starts[r] = sum;
  }
  for (let i = count - 1; i >= 0; i--) sorted[--starts[links[2 * i]]] = links[2 * i + 1];
}

/** Lists the inner vertices of a region. `box` is that of its curve, enlarged: min (3) max (3). */
export function listRegionVertices(
  of: RegionVertices,
  surface: ContactSurface,
  region: number,
  box: Float64Array,
): void {
  const { starts, sorted, regionsOfPiece, lastOfPiece } = of;
  const { pieceOfInner, pieceStarts, marks } = surface;
  of.count = 0;
  for (let i = starts[region]; i < starts[region + 1]; i++) {
    const at = sorted[i];
    if (marks[at] === region) continue;
    const piece = pieceOfInner[at];
    if (lastOfPiece[piece] === region) {
      take(of, surface, region, at);
      continue;
    }
    lastOfPiece[piece] = region;
    if (regionsOfPiece[piece] > MOST_REGIONS) takeWithin(of, surface, region, piece, box);
    else for (let k = pieceStarts[piece]; k < pieceStarts[piece + 1]; k++) take(of, surface, region, k);
    // A vertex at the curve may lie outside the box.
    if (marks[at] !== region) take(of, surface, region, at);
  }
}

// of a wide piece: axis, lowest coordinate along it, slices by length
const SLICING = 3;
const LOWEST = 1;
const BY_LENGTH = 2;

/** Takes the vertices of a wide piece that are within the box, in the order of the piece. */
function takeWithin(
  of: RegionVertices,
  surface: ContactSurface,
  region: number,
  piece: number,
  box: Float64Array,
): void {
  if (of.slicesOfPiece[piece] < 0) slicePiece(of, surface, piece);
  const { slicing, sliceStarts, sliced } = of;
  const { places } = surface;
  const axis = slicing[SLICING * piece];
  const first = of.slicesOfPiece[piece];
  const from = sliceStarts[first + sliceOf(slicing, piece, box[axis])];
  const end = sliceStarts[first + sliceOf(slicing, piece, box[3 + axis]) + 1];
  const begin = of.count;
  for (let i = from; i < end; i++)
    if (isWithin(places, 3 * sliced[i], box)) take(of, surface, region, sliced[i]);
  of.vertices.subarray(begin, of.count).sort();
}

/** Sorts the vertices of a piece into slices along its longest axis, each in the order of the piece. */
function slicePiece(of: RegionVertices, surface: ContactSurface, piece: number): void {
  const { places, pieceStarts, innerCount } = surface;
  const begin = pieceStarts[piece];
  const end = pieceStarts[piece + 1];
  while (of.sliced.length < innerCount) of.sliced = doubled(of.sliced);
  while (of.sliceStarts.length < of.sliceEnd + SLICES + 1) of.sliceStarts = doubled(of.sliceStarts);
  const { slicing, sliceStarts, sliced } = of;
  let longest = -1;
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let k = begin; k < end; k++) {
      const x = places[3 * k + axis];
      if (x < low) low = x;
      if (x > high) high = x;
    }
    if (!(high - low > longest)) continue;
    longest = high - low;
    slicing[SLICING * piece] = axis;
    slicing[SLICING * piece + LOWEST] = low;
    slicing[SLICING * piece + BY_LENGTH] = longest > 0 ? SLICES / longest : 0;
  }
  const axis = slicing[SLICING * piece];
  const first = of.sliceEnd;
  of.slicesOfPiece[piece] = first;
  of.sliceEnd += SLICES + 1;
  sliceStarts.fill(0, first, of.sliceEnd);
  for (let k = begin; k < end; k++) sliceStarts[first + sliceOf(slicing, piece, places[3 * k + axis])]++;
  let sum = begin;
  for (let slice = 0; slice <= SLICES; slice++) {
    sum += sliceStarts[first + slice];
    sliceStarts[first + slice] = sum;
  }
  for (let k = end - 1; k >= begin; k--)
    sliced[--sliceStarts[first + sliceOf(slicing, piece, places[3 * k + axis])]] = k;
}

/** Coordinates in order are in slices in order, whatever the rounding. */
function sliceOf(slicing: Float64Array, piece: number, x: number): number {
  const slice = Math.floor((x - slicing[SLICING * piece + LOWEST]) * slicing[SLICING * piece + BY_LENGTH]);
  return slice > 0 ? Math.min(slice, SLICES - 1) : 0;
}

function take(of: RegionVertices, { marks }: ContactSurface, region: number, at: number): void {
  if (of.count === of.vertices.length) of.vertices = doubled(of.vertices);
  marks[at] = region;
  of.vertices[of.count++] = at;
}

function isWithin(p: Float64Array, i: number, box: Float64Array): boolean {
  return (
    p[i] >= box[0] &&
    p[i + 1] >= box[1] &&
    p[i + 2] >= box[2] &&
    p[i] <= box[3] &&
    p[i + 1] <= box[4] &&
    p[i + 2] <= box[5]
  );
}

/** The box of a region's curve, enlarged by a quarter of its longest side in all directions. */
export function setRegionBox(lines: ContactLines, region: number, box: Float64Array): void {
  const { points, regionPoints, regionStarts } = lines;
  for (let k = 0; k < 3; k++) {
    box[k] = Infinity;
    box[3 + k] = -Infinity;
  }
  for (let i = regionStarts[region]; i < regionStarts[region + 1]; i++)
    for (let k = 0; k < 3; k++) {
      const x = points[3 * regionPoints[i] + k];
      if (x < box[k]) box[k] = x;
      if (x > box[3 + k]) box[3 + k] = x;
    }
  const room = 0.25 * Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  for (let k = 0; k < 3; k++) {
    box[k] -= room;
    box[3 + k] += room;
  }
}
