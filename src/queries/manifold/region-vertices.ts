import type { ContactLines } from "./contact-lines.ts";
import { type ContactSurface, doubled, outsideBit, PLACED } from "./contact-surface.ts";
import { boxCurveByKernel } from "./lines-kernel.ts";

// The inner vertices that belong to a region: those of the pieces that its curves bound. If very many regions bound one piece, as in a
// sheet with many holes, each of them would examine all of it. There, a region gets only the part near its curve, found through a grid of
// cells over the piece.

/** A piece bounded by more regions than this is wide. */
const MOST_REGIONS = 4;
/** The mark of an inner vertex that was last linked to region r is LINKED − r. */
const LINKED = -2;
/** A wide piece is divided into this number of rows and of columns. */
const CELLS = 32;

export interface RegionVertices {
  /** Region and inner vertex of each link: the vertex is next to a crossing of the region. The links of region r start at starts[r]. */
  starts: Uint32Array;
  links: Uint32Array;
  sorted: Uint32Array;
  /** How many regions bound each piece, and the last one counted, later the last one listed. */
  regionsOfPiece: Uint32Array;
  lastOfPiece: Int32Array;
  /** The vertices of the current region, as places in `inner`. */
  count: number;
  vertices: Uint32Array;
  /** For each wide piece that was divided: the offset of its cells in `cellStarts`, −1 before that. */
  cellsOfPiece: Int32Array;
  cuts: Float64Array;
  cellStarts: Uint32Array;
  cellEnd: number;
  /** The cell of each place in `inner`, counted from the first of its piece. */
  cellOfPlace: Uint32Array;
  /** Places in `inner` cell by cell, at the places of the piece; and the coordinates of these vertices. */
  byCell: Uint32Array;
  cellPlaces: Float64Array;
  /** One bit per place in `inner`: the vertices that `sortByBits` puts in order. All 0 in between. */
  found: Int32Array;
}

/** The box around the curve of a region. Only wide pieces need it. */
export interface RegionBox {
  /** The region of this box; −1 before the first in this query. */
  region: number;
  /** min (3) max (3), enlarged */
  readonly bounds: Float64Array;
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
    cellsOfPiece: new Int32Array(16),
    cuts: new Float64Array(2 * CUT * 16),
    cellStarts: new Uint32Array(CELLS * CELLS + 1),
    cellEnd: 0,
    cellOfPlace: new Uint32Array(64),
    byCell: new Uint32Array(64),
    cellPlaces: new Float64Array(192),
    found: new Int32Array(16),
  };
}

/** Links regions to inner vertices at the other end of crossed edges, and counts the regions of each piece. */
export function linkRegions(of: RegionVertices, surface: ContactSurface, lines: ContactLines): void {
  const { regionCount } = lines;
  const count = listLinks(of, surface, lines);
  while (of.sorted.length < count) of.sorted = doubled(of.sorted);
  while (of.starts.length <= regionCount) of.starts = doubled(of.starts);
  while (of.regionsOfPiece.length < surface.pieceCount) {
    of.regionsOfPiece = doubled(of.regionsOfPiece);
    of.lastOfPiece = doubled(of.lastOfPiece);
    of.cellsOfPiece = doubled(of.cellsOfPiece);
    of.cuts = doubled(of.cuts);
  }
  of.cellsOfPiece.fill(-1, 0, surface.pieceCount);
  of.cellEnd = 0;
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

/** Lists regions with inner vertices at the ends of their crossed edges; returns how many links there are. */
function listLinks(
  of: RegionVertices,
  { crossed, marks, doSidesAgree, vertexStates, vertexBase }: ContactSurface,
  { regionOfPair }: ContactLines,
): number {
  const { count: slotCount, ends, lowSides, highSides, firstPairs, lastPairs } = crossed;
  while (of.links.length < 4 * slotCount) of.links = doubled(of.links);
  const { links } = of;
  let count = 0;
  for (let slot = 0; slot < slotCount; slot++) {
    const begin = doSidesAgree ? outsideBit(lowSides[slot]) : 0;
    const end = doSidesAgree ? 2 - outsideBit(highSides[slot]) : 2;
    for (let i = begin; i < end; i++) {
      const place = vertexStates[ends[2 * slot + i]] - vertexBase - PLACED;
      if (place < 0) continue;
      const region = regionOfPair[i === 0 ? firstPairs[slot] : lastPairs[slot]];
      // Most crossed edges at a vertex belong to one region, and one link is enough. Marks of listed vertices are not negative.
      if (marks[place] === LINKED - region) continue;
      marks[place] = LINKED - region;
      links[2 * count] = region;
      links[2 * count + 1] = place;
      count++;
    }
  }
  return count;
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

/** Lists the inner vertices of a region. */
export function listRegionVertices(
  of: RegionVertices,
  surface: ContactSurface,
  lines: ContactLines,
  region: number,
  box: RegionBox,
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
    if (regionsOfPiece[piece] > MOST_REGIONS) {
      if (box.region !== region) setRegionBox(lines, region, box);
      takeWithin(of, surface, region, piece, box.bounds);
    } else for (let k = pieceStarts[piece]; k < pieceStarts[piece + 1]; k++) take(of, surface, region, k);
    // A vertex at the curve may lie outside the box.
    if (marks[at] !== region) take(of, surface, region, at);
  }
}

// per wide piece, for its longest axis and then for the second longest: axis, lowest coordinate, cells per length
const CUT = 3;
const LOWEST = 1;
const BY_LENGTH = 2;

/** Up to this many vertices are sorted by insertion, more by bits. */
const FEW_VERTICES = 24;

/** Takes the vertices of a wide piece that are inside the box, in the order of the piece. */
function takeWithin(
  of: RegionVertices,
  surface: ContactSurface,
  region: number,
  piece: number,
  box: Float64Array,
): void {
  if (of.cellsOfPiece[piece] < 0) cutPiece(of, surface, piece);
  const begin = of.count;
  findWithin(of, piece, box);
  if (of.count - begin <= FEW_VERTICES) sortFew(of.vertices, begin, of.count);
  else sortByBits(of, begin, surface.pieceStarts[piece], surface.pieceStarts[piece + 1]);
  const { marks } = surface;
  for (let i = begin; i < of.count; i++) marks[of.vertices[i]] = region;
}

/** Lists the vertices of a wide piece that are within the box, cell by cell. */
function findWithin(of: RegionVertices, piece: number, box: Float64Array): void {
  const { cuts, cellStarts, byCell, cellPlaces: p } = of;
  let { vertices, count } = of;
  const rows = 2 * CUT * piece;
  const columns = rows + CUT;
  const firstColumn = cellAlong(cuts, columns, box[cuts[columns]]);
  const lastColumn = cellAlong(cuts, columns, box[3 + cuts[columns]]);
  const lastRow = cellAlong(cuts, rows, box[3 + cuts[rows]]);
  const minX = box[0];
  const minY = box[1];
  const minZ = box[2];
  const maxX = box[3];
  const maxY = box[4];
  const maxZ = box[5];
  for (let row = cellAlong(cuts, rows, box[cuts[rows]]); row <= lastRow; row++) {
    const cell = of.cellsOfPiece[piece] + CELLS * row;
    const end = cellStarts[cell + lastColumn + 1];
    for (let i = cellStarts[cell + firstColumn]; i < end; i++) {
      const x = p[3 * i];
      const y = p[3 * i + 1];
      const z = p[3 * i + 2];
      if (!(x >= minX && y >= minY && z >= minZ && x <= maxX && y <= maxY && z <= maxZ)) continue;
      if (count === vertices.length) vertices = of.vertices = doubled(vertices);
      vertices[count++] = byCell[i];
    }
  }
  of.count = count;
}

function sortFew(list: Uint32Array, begin: number, end: number): void {
  for (let i = begin + 1; i < end; i++) {
    const vertex = list[i];
    let at = i;
    for (; at > begin && list[at - 1] > vertex; at--) list[at] = list[at - 1];
    list[at] = vertex;
  }
}

/** Sorts the vertices from `begin` on, which are places from `first` to before `end` in `inner`. */
function sortByBits(
  { vertices, count, found }: RegionVertices,
  begin: number,
  first: number,
  end: number,
): void {
  for (let i = begin; i < count; i++) found[vertices[i] >>> 5] |= 1 << (vertices[i] & 31);
  let to = begin;
  for (let word = first >>> 5; to < count && 32 * word < end; word++) {
    let bits = found[word];
    if (bits === 0) continue;
    found[word] = 0;
    for (; bits !== 0; bits &= bits - 1) vertices[to++] = 32 * word + 31 - Math.clz32(bits & -bits);
  }
}

/** Sorts the vertices of a piece into rows and columns of cells along its two longest axes. */
function cutPiece(of: RegionVertices, surface: ContactSurface, piece: number): void {
  const { places, pieceStarts, innerCount } = surface;
  const begin = pieceStarts[piece];
  const end = pieceStarts[piece + 1];
  const cellCount = CELLS * CELLS;
  while (of.byCell.length < innerCount) {
    of.cellOfPlace = doubled(of.cellOfPlace);
    of.byCell = doubled(of.byCell);
    of.cellPlaces = doubled(of.cellPlaces);
    of.found = doubled(of.found);
  }
  while (of.cellStarts.length < of.cellEnd + cellCount + 1) of.cellStarts = doubled(of.cellStarts);
  const { cuts, cellStarts, cellOfPlace, byCell, cellPlaces } = of;
  setCuts(cuts, 2 * CUT * piece, places, begin, end);
  const first = of.cellEnd;
  of.cellsOfPiece[piece] = first;
  of.cellEnd += cellCount + 1;
  cellStarts.fill(0, first, of.cellEnd);
  for (let k = begin; k < end; k++) {
    const cell = cellOf(cuts, piece, places, k);
    cellOfPlace[k] = cell;
    cellStarts[first + cell]++;
  }
  let sum = begin;
  for (let cell = first; cell < of.cellEnd; cell++) {
    sum += cellStarts[cell];
    cellStarts[cell] = sum;
  }
  for (let k = end - 1; k >= begin; k--) {
    const at = --cellStarts[first + cellOfPlace[k]];
    byCell[at] = k;
    cellPlaces[3 * at] = places[3 * k];
    cellPlaces[3 * at + 1] = places[3 * k + 1];
    cellPlaces[3 * at + 2] = places[3 * k + 2];
  }
}

const pieceBox = new Float64Array(6);

/** Chooses the two longest axes, each with its extent. */
function setCuts(cuts: Float64Array, at: number, places: Float64Array, begin: number, end: number): void {
  setBox(places, null, begin, end, pieceBox);
  const lengths = [0, 1, 2].map((axis) => pieceBox[3 + axis] - pieceBox[axis]);
  const axes = [0, 1, 2].sort((p, q) => lengths[q] - lengths[p]);
  for (let cut = 0; cut < 2; cut++) {
    const axis = axes[cut];
    cuts[at + CUT * cut] = axis;
    cuts[at + CUT * cut + LOWEST] = pieceBox[axis];
    cuts[at + CUT * cut + BY_LENGTH] = lengths[axis] > 0 ? CELLS / lengths[axis] : 0;
  }
}

function cellOf(cuts: Float64Array, piece: number, places: Float64Array, k: number): number {
  const rows = 2 * CUT * piece;
  const columns = rows + CUT;
  return (
    CELLS * cellAlong(cuts, rows, places[3 * k + cuts[rows]]) +
    cellAlong(cuts, columns, places[3 * k + cuts[columns]])
  );
}

/** The row or column of a coordinate. It is monotonic in the coordinate, whatever the rounding. */
function cellAlong(cuts: Float64Array, at: number, x: number): number {
  const cell = (x - cuts[at + LOWEST]) * cuts[at + BY_LENGTH];
  return cell > 0 ? Math.min(cell, CELLS - 1) | 0 : 0;
}

function take(of: RegionVertices, { marks }: ContactSurface, region: number, at: number): void {
  if (of.count === of.vertices.length) of.vertices = doubled(of.vertices);
  marks[at] = region;
  of.vertices[of.count++] = at;
}

/** The box of a region's curve, enlarged by a quarter of its longest side in all directions. */
function setRegionBox(
  { byKernel, points, regionPoints, regionStarts }: ContactLines,
  region: number,
  of: RegionBox,
): void {
  const box = of.bounds;
  of.region = region;
  if (byKernel !== null) boxCurveByKernel(byKernel, region, box);
  else setBox(points, regionPoints, regionStarts[region], regionStarts[region + 1], box);
  const room = 0.25 * Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  for (let k = 0; k < 3; k++) {
    box[k] -= room;
    box[3 + k] += room;
  }
}

/** The box of some points: of those that the list names from `begin` to before `end`, or of these themselves. */
function setBox(
  points: Float64Array,
  list: Uint32Array | null,
  begin: number,
  end: number,
  box: Float64Array,
): void {
  let minX = Infinity;
  let minY = Infinity;
  let minZ = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  let maxZ = -Infinity;
  for (let i = begin; i < end; i++) {
    const p = 3 * (list === null ? i : list[i]);
    const x = points[p];
    const y = points[p + 1];
    const z = points[p + 2];
    if (x < minX) minX = x;
    if (y < minY) minY = y;
    if (z < minZ) minZ = z;
    if (x > maxX) maxX = x;
    if (y > maxY) maxY = y;
    if (z > maxZ) maxZ = z;
  }
  box[0] = minX;
  box[1] = minY;
  box[2] = minZ;
  box[3] = maxX;
  box[4] = maxY;
  box[5] = maxZ;
}
