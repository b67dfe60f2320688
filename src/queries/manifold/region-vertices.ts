import type { ContactLines } from "./contact-lines.ts";
import { type ContactSurface, doubled, INSIDE, sideOfVertex } from "./contact-surface.ts";

// The inner vertices that belong to a region: those of the pieces that its curves bound. A piece that very many regions bound,
// as a sheet with many holes, would be looked at by each of them; there a region has the part near its curve.

/** A piece that more regions than this bound is wide. */
const MOST_REGIONS = 4;

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
  }
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
  const { pieceOfInner, pieceStarts, marks, places } = surface;
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
    const isWide = regionsOfPiece[piece] > MOST_REGIONS;
    for (let k = pieceStarts[piece]; k < pieceStarts[piece + 1]; k++)
      if (!isWide || isWithin(places, 3 * k, box)) take(of, surface, region, k);
    // A vertex at the curve may lie outside the box.
    if (marks[at] !== region) take(of, surface, region, at);
  }
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
