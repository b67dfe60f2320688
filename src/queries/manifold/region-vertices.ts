import type { ContactLines } from "./contact-lines.ts";
import { type ContactSurface, doubled, outsideBit, PLACED } from "./contact-surface.ts";

// The inner vertices that belong to a region: those of the pieces that its curves bound. If very many regions bound one piece, as in a
// sheet with many holes, each of them would examine all of it. There, a region gets only the part near its curve. Vertices follow each other as
// the piece was spread, so blocks of them are close together: the boxes of blocks say which are near, and vertices come in their order.

/** A piece bounded by more regions than this is wide. */
const MOST_REGIONS = 4;
/** The mark of an inner vertex that was last linked to region r is LINKED − r. */
const LINKED = -2;
/** Inner vertices per block, and per large block. */
const BLOCK = 32;
const LARGE_BLOCK = 1024;

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
  /** Whether the boxes of blocks are those of this query, and these boxes: min (3) max (3). */
  areBlocksBoxed: boolean;
  blocks: Float64Array;
  largeBlocks: Float64Array;
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
    areBlocksBoxed: false,
    blocks: new Float64Array(6 * 16),
    largeBlocks: new Float64Array(6 * 16),
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
  }
  of.areBlocksBoxed = false;
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

/** Takes the vertices of a wide piece that are inside the box, in the order of the piece. */
function takeWithin(
  of: RegionVertices,
  surface: ContactSurface,
  region: number,
  piece: number,
  box: Float64Array,
): void {
  if (!of.areBlocksBoxed) boxBlocks(of, surface);
  const { blocks, largeBlocks } = of;
  const { places: p, pieceStarts } = surface;
  const begin = pieceStarts[piece];
  const end = pieceStarts[piece + 1];
  const [minX, minY, minZ, maxX, maxY, maxZ] = box;
  let at = begin;
  while (at < end) {
    if ((at & (LARGE_BLOCK - 1)) === 0 && !doBoxesMeet(largeBlocks, 6 * (at / LARGE_BLOCK), box)) {
      at += LARGE_BLOCK;
      continue;
    }
    const next = (at | (BLOCK - 1)) + 1;
    if (doBoxesMeet(blocks, 6 * ((next - BLOCK) / BLOCK), box))
      for (let k = at; k < next && k < end; k++) {
        const x = p[3 * k];
        const y = p[3 * k + 1];
        const z = p[3 * k + 2];
        if (x >= minX && y >= minY && z >= minZ && x <= maxX && y <= maxY && z <= maxZ)
          take(of, surface, region, k);
      }
    at = next;
  }
}

/** Sets the boxes of all blocks of inner vertices, whichever pieces they belong to. */
function boxBlocks(of: RegionVertices, { places, innerCount }: ContactSurface): void {
  const count = Math.ceil(innerCount / BLOCK);
  while (of.blocks.length < 6 * count) of.blocks = doubled(of.blocks);
  const largeCount = Math.ceil(innerCount / LARGE_BLOCK);
  while (of.largeBlocks.length < 6 * largeCount) of.largeBlocks = doubled(of.largeBlocks);
  for (let i = 0; i < count; i++) {
    setBox(places, null, BLOCK * i, Math.min(BLOCK * (i + 1), innerCount), pointBox);
    for (let k = 0; k < 6; k++) of.blocks[6 * i + k] = pointBox[k];
  }
  for (let i = 0; i < largeCount; i++) {
    setBox(places, null, LARGE_BLOCK * i, Math.min(LARGE_BLOCK * (i + 1), innerCount), pointBox);
    for (let k = 0; k < 6; k++) of.largeBlocks[6 * i + k] = pointBox[k];
  }
  of.areBlocksBoxed = true;
}

const pointBox = new Float64Array(16);

/** Whether the box at blocks[at] meets another. */
function doBoxesMeet(blocks: Float64Array, at: number, box: Float64Array): boolean {
  return (
    blocks[at] <= box[3] &&
    blocks[at + 1] <= box[4] &&
    blocks[at + 2] <= box[5] &&
    blocks[at + 3] >= box[0] &&
    blocks[at + 4] >= box[1] &&
    blocks[at + 5] >= box[2]
  );
}

function take(of: RegionVertices, { marks }: ContactSurface, region: number, at: number): void {
  if (of.count === of.vertices.length) of.vertices = doubled(of.vertices);
  marks[at] = region;
  of.vertices[of.count++] = at;
}

/** The box of a region's curve, enlarged by a quarter of its longest side in all directions. */
function setRegionBox(
  { points, regionPoints, regionStarts }: ContactLines,
  region: number,
  of: RegionBox,
): void {
  const box = of.bounds;
  of.region = region;
  setBox(points, regionPoints, regionStarts[region], regionStarts[region + 1], box);
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
