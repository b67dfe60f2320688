// Sides of vertices, and the inner vertices of regions. Twins: `noteSides`, `noteBothEnds` and the search for unknown sides in
// queries/manifold/inner-pieces.ts; queries/manifold/region-vertices.ts.
import {
  ARE_BLOCKS_BOXED, BLOCK, BLOCKS, BOX_BYTES, BOX_REGION, CONFLICT, CROSSED_BITS, CROSSED_COUNT, CROSSINGS, EDGE_ENDS, FIRST_PAIRS, FIRST_SHARES,
  HEIGHTS, HIGH_SIDES, INNER_COUNT, INSIDE, INSIDE_BOTH_ENDS, LARGE_BLOCK, LARGE_BLOCKS, LAST_OF_PIECE, LAST_PAIRS, LAST_SHARES, LINES, LINK_STARTS, LINKS,
  LISTED, LISTED_COUNT, LISTED_PLACES, LOW_SIDES, MARKS, OUTSIDE, PIECE_COUNT, PIECE_OF_INNER, PIECE_STARTS, PLACED, PLACES, REGION_BOX, REGION_COUNT,
  REGION_OF_PAIR, REGIONS_OF_PIECE, SIDES_AGREE, SORTED_LINKS, TRIANGLE_BYTES, TRIANGLE_COUNT, TRIANGLES, UNCERTAIN, UNCERTAIN_SIDE, UNKNOWN,
  VERTEX_BASE, VERTEX_STATES, VERTICES,
} from "../lines-memory-map";
import { boxCurve } from "./lines";

const CLOSE: f64 = 1e-9;
const MOST_REGIONS: u32 = 4;
const LINKED: i32 = -2;

/** Records the sides of the ends of all crossed edges and, if they agree, the vertices that an edge crossed twice connects. */
export function noteSides(surface: usize): i32 {
  const states = load<usize>(surface, VERTEX_STATES);
  const base = load<i32>(surface, VERTEX_BASE);
  const count = load<u32>(surface, CROSSED_COUNT) as usize;
  const ends = load<usize>(surface, EDGE_ENDS);
  const lowSides = load<usize>(surface, LOW_SIDES), highSides = load<usize>(surface, HIGH_SIDES);
  const crossings = load<usize>(surface, CROSSINGS);
  const first = load<usize>(surface, FIRST_SHARES), last = load<usize>(surface, LAST_SHARES);
  let notes = 0;
  let bothEnds = false;
  for (let slot: usize = 0; slot < count; slot++) {
    let low: i32 = load<u8>(lowSides + slot), high: i32 = load<u8>(highSides + slot);
    const isEven = (load<u32>(crossings + (slot << 2)) & 1) == 0;
    if (isEven != (low == high) && load<f64>(last + (slot << 3)) - load<f64>(first + (slot << 3)) < CLOSE) {
      notes |= UNCERTAIN_SIDE;
      low = high = UNCERTAIN;
    }
    bothEnds = bothEnds || (low == INSIDE && high == INSIDE);
    const lowState = states + ((load<u32>(ends + (slot << 3)) as usize) << 2);
    const highState = states + ((load<u32>(ends + (slot << 3), 4) as usize) << 2);
    // Most ends have their side already, from another edge.
    if (load<i32>(lowState) != base + low) notes |= noteSide(lowState, base, low);
    if (load<i32>(highState) != base + high) notes |= noteSide(highState, base, high);
  }
  if (notes != 0 || !bothEnds) return notes;
  for (let slot: usize = 0; slot < count; slot++) {
    if (load<u8>(lowSides + slot) != INSIDE || load<u8>(highSides + slot) != INSIDE) continue;
    store<i32>(states + ((load<u32>(ends + (slot << 3)) as usize) << 2), base + INSIDE_BOTH_ENDS);
    store<i32>(states + ((load<u32>(ends + (slot << 3), 4) as usize) << 2), base + INSIDE_BOTH_ENDS);
  }
  return notes;
}

function noteSide(at: usize, base: i32, side: i32): i32 {
  const known = load<i32>(at) - base;
  if (known <= UNKNOWN) {
    store<i32>(at, base + side);
    return 0;
  }
  if (side == INSIDE || (known == OUTSIDE && side == UNCERTAIN)) store<i32>(at, base + side);
  return CONFLICT;
}

/**
 * The first slot from `slot` on whose triangle has a corner of unknown or uncertain side, −1 for none. Two crossed edges of a triangle determine the
 * sides of all its corners; `areBitsValid` says whether such triangles may be left out.
 */
export function findUnknown(surface: usize, slot: i32, areBitsValid: bool): i32 {
  const states = load<usize>(surface, VERTEX_STATES);
  const base = load<i32>(surface, VERTEX_BASE);
  const bits = load<usize>(surface, CROSSED_BITS);
  const count = load<i32>(surface, TRIANGLE_COUNT);
  const triangles = load<usize>(surface, TRIANGLES);
  for (; slot < count; slot++) {
    if (areBitsValid) {
      const mask = load<u8>(bits + (slot as usize));
      if ((mask & (mask - 1)) != 0) continue;
    }
    const t = triangles + (slot as usize) * TRIANGLE_BYTES;
    if (isUnknown(states, load<u32>(t, VERTICES), base)) return slot;
    if (isUnknown(states, load<u32>(t, VERTICES + 4), base)) return slot;
    if (isUnknown(states, load<u32>(t, VERTICES + 8), base)) return slot;
  }
  return -1;
}

// @ts-ignore: decorator
@inline
function isUnknown(states: usize, vertex: u32, base: i32): bool {
  const state = load<i32>(states + ((vertex as usize) << 2)) - base;
  return state <= UNKNOWN || state == UNCERTAIN;
}

/** Links regions to inner vertices at the other end of crossed edges, and counts the regions of each piece. */
export function linkRegions(surface: usize): void {
  const regionCount = load<u32>(LINES, REGION_COUNT) as usize;
  const end = listLinks(surface);
  sortLinks(surface, end, regionCount);
  const pieceBytes = (load<u32>(surface, PIECE_COUNT) as usize) << 2;
  const regionsOfPiece = load<usize>(surface, REGIONS_OF_PIECE), lastOfPiece = load<usize>(surface, LAST_OF_PIECE);
  memory.fill(regionsOfPiece, 0, pieceBytes);
  memory.fill(lastOfPiece, 0xff, pieceBytes);
  const starts = load<usize>(surface, LINK_STARTS), sorted = load<usize>(surface, SORTED_LINKS);
  const pieceOfInner = load<usize>(surface, PIECE_OF_INNER);
  for (let r: usize = 0; r < regionCount; r++) {
    const last = load<u32>(starts + (r << 2), 4);
    for (let i = load<u32>(starts + (r << 2)); i < last; i++) {
      const place = load<u32>(sorted + ((i as usize) << 2)) as usize;
      const piece = (load<u32>(pieceOfInner + (place << 2)) as usize) << 2;
      if (load<u32>(lastOfPiece + piece) == (r as u32)) continue;
      store<u32>(lastOfPiece + piece, r as u32);
      store<u32>(regionsOfPiece + piece, load<u32>(regionsOfPiece + piece) + 1);
    }
  }
  memory.fill(lastOfPiece, 0xff, pieceBytes);
  store<i32>(surface, 0, ARE_BLOCKS_BOXED);
  store<i32>(LINES, -1, BOX_REGION);
}

/** Lists regions with inner vertices at the ends of their crossed edges; returns the end of the list. */
function listLinks(surface: usize): usize {
  const states = load<usize>(surface, VERTEX_STATES);
  const firstPlace = load<i32>(surface, VERTEX_BASE) + PLACED;
  const marks = load<usize>(surface, MARKS);
  const doSidesAgree = load<i32>(surface, SIDES_AGREE) != 0;
  const count = load<u32>(surface, CROSSED_COUNT) as usize;
  const ends = load<usize>(surface, EDGE_ENDS);
  const lowSides = load<usize>(surface, LOW_SIDES), highSides = load<usize>(surface, HIGH_SIDES);
  const firstPairs = load<usize>(surface, FIRST_PAIRS), lastPairs = load<usize>(surface, LAST_PAIRS);
  const regionOfPair = load<usize>(LINES, REGION_OF_PAIR);
  let to = load<usize>(LINES, LINKS);
  for (let slot: usize = 0; slot < count; slot++) {
    // If sides agree, only ends that are inside according to this edge are looked up: of most edges one.
    const begin: usize = doSidesAgree ? load<u8>(lowSides + slot) >> 2 : 0;
    const end: usize = doSidesAgree ? 2 - (load<u8>(highSides + slot) >> 2) : 2;
    for (let i = begin; i < end; i++) {
      const vertex = load<u32>(ends + (slot << 3) + (i << 2)) as usize;
      const place = load<i32>(states + (vertex << 2)) - firstPlace;
      if (place < 0) continue;
      const pair = load<u32>((i == 0 ? firstPairs : lastPairs) + (slot << 2)) as usize;
      const region = load<i32>(regionOfPair + (pair << 2));
      // Most crossed edges at a vertex belong to one region, and one link is enough. Marks of listed vertices are not negative.
      const mark = marks + ((place as usize) << 2);
      if (load<i32>(mark) == LINKED - region) continue;
      store<i32>(mark, LINKED - region);
      store<i32>(to, region);
      store<i32>(to, place, 4);
      to += 8;
    }
  }
  return to;
}

function sortLinks(surface: usize, end: usize, regionCount: usize): void {
  const links = load<usize>(LINES, LINKS);
  const starts = load<usize>(surface, LINK_STARTS), sorted = load<usize>(surface, SORTED_LINKS);
  memory.fill(starts, 0, (regionCount + 1) << 2);
  for (let at = links; at < end; at += 8) {
    const start = starts + ((load<u32>(at) as usize) << 2);
    store<u32>(start, load<u32>(start) + 1);
  }
  let sum: u32 = 0;
  for (let r: usize = 0; r <= regionCount; r++) {
    sum += load<u32>(starts + (r << 2));
    store<u32>(starts + (r << 2), sum);
  }
  for (let at = end; at > links; ) {
    at -= 8;
    const start = starts + ((load<u32>(at) as usize) << 2);
    const place = load<u32>(start) - 1;
    store<u32>(start, place);
    store<u32>(sorted + ((place as usize) << 2), load<u32>(at, 4));
  }
}

/** Lists the inner vertices of a region, with their coordinates. */
export function listRegionVertices(surface: usize, region: i32): void {
  const starts = load<usize>(surface, LINK_STARTS) + ((region as usize) << 2);
  const sorted = load<usize>(surface, SORTED_LINKS);
  const regionsOfPiece = load<usize>(surface, REGIONS_OF_PIECE), lastOfPiece = load<usize>(surface, LAST_OF_PIECE);
  const pieceOfInner = load<usize>(surface, PIECE_OF_INNER), pieceStarts = load<usize>(surface, PIECE_STARTS);
  const marks = load<usize>(surface, MARKS);
  store<u32>(surface, 0, LISTED_COUNT);
  const end = sorted + ((load<u32>(starts, 4) as usize) << 2);
  for (let link = sorted + ((load<u32>(starts) as usize) << 2); link < end; link += 4) {
    const at = load<u32>(link);
    const mark = marks + ((at as usize) << 2);
    if (load<i32>(mark) == region) continue;
    const piece = (load<u32>(pieceOfInner + ((at as usize) << 2)) as usize) << 2;
    if (load<i32>(lastOfPiece + piece) != region) {
      store<i32>(lastOfPiece + piece, region);
      const first = load<u32>(pieceStarts + piece), last = load<u32>(pieceStarts + piece, 4);
      if (load<u32>(regionsOfPiece + piece) > MOST_REGIONS) {
        if (load<i32>(LINES, BOX_REGION) != region) setRegionBox(region);
        takeWithin(surface, region, first, last);
        // A vertex at the curve may lie outside the box.
        if (load<i32>(mark) == region) continue;
      } else {
        take(surface, region, first, last);
        continue;
      }
    }
    take(surface, region, at, at + 1);
  }
}

/** Takes the inner vertices from `begin` to before `end`. */
function take(surface: usize, region: i32, begin: u32, end: u32): void {
  const places = load<usize>(surface, PLACES), marks = load<usize>(surface, MARKS);
  const count = load<u32>(surface, LISTED_COUNT) as usize;
  store<u32>(surface, (count as u32) + (end - begin), LISTED_COUNT);
  let to = load<usize>(surface, LISTED) + (count << 2);
  let toPlace = load<usize>(surface, LISTED_PLACES) + 24 * count;
  for (let k = begin; k < end; k++) {
    store<i32>(marks + ((k as usize) << 2), region);
    store<u32>(to, k);
    const p = places + 24 * (k as usize);
    v128.store(toPlace, v128.load(p));
    store<f64>(toPlace, load<f64>(p, 16), 16);
    to += 4;
    toPlace += 24;
  }
}

/** Takes the vertices of a wide piece, from `begin` to before `end`, that are inside REGION_BOX, in the order of the piece. */
function takeWithin(surface: usize, region: i32, begin: u32, end: u32): void {
  if (load<i32>(surface, ARE_BLOCKS_BOXED) == 0) boxBlocks(surface);
  const places = load<usize>(surface, PLACES), marks = load<usize>(surface, MARKS);
  const blocks = load<usize>(surface, BLOCKS), largeBlocks = load<usize>(surface, LARGE_BLOCKS);
  const minXY = v128.load(LINES, REGION_BOX), maxXY = v128.load(LINES, REGION_BOX + 24);
  const minZ = load<f64>(LINES, REGION_BOX + 16), maxZ = load<f64>(LINES, REGION_BOX + 40);
  const listed = load<usize>(surface, LISTED), listedPlaces = load<usize>(surface, LISTED_PLACES);
  let count = load<u32>(surface, LISTED_COUNT) as usize;
  let at = begin;
  while (at < end) {
    if ((at & (LARGE_BLOCK - 1)) == 0 && !meetsBox(largeBlocks + ((at / LARGE_BLOCK) as usize) * BOX_BYTES)) {
      at += LARGE_BLOCK;
      continue;
    }
    const next = (at | (BLOCK - 1)) + 1;
    if (meetsBox(blocks + ((at / BLOCK) as usize) * BOX_BYTES)) {
      const last = min(next, end);
      for (let k = at; k < last; k++) {
        const p = places + 24 * (k as usize);
        const xy = v128.load(p);
        const z = load<f64>(p, 16);
        const isInside = i64x2.all_true(v128.and(f64x2.ge(xy, minXY), f64x2.le(xy, maxXY)));
        if (!(i32(isInside) & i32(z >= minZ) & i32(z <= maxZ))) continue;
        store<i32>(marks + ((k as usize) << 2), region);
        store<u32>(listed + (count << 2), k);
        v128.store(listedPlaces + 24 * count, xy);
        store<f64>(listedPlaces + 24 * count, z, 16);
        count++;
      }
    }
    at = next;
  }
  store<u32>(surface, count as u32, LISTED_COUNT);
}

/** Whether a box meets REGION_BOX. */
// @ts-ignore: decorator
@inline
function meetsBox(box: usize): bool {
  const areXYMet = v128.and(
    f64x2.le(v128.load(box), v128.load(LINES, REGION_BOX + 24)),
    f64x2.ge(v128.load(box, 24), v128.load(LINES, REGION_BOX)),
  );
  return (
    (i32(i64x2.all_true(areXYMet)) &
      i32(load<f64>(box, 16) <= load<f64>(LINES, REGION_BOX + 40)) &
      i32(load<f64>(box, 40) >= load<f64>(LINES, REGION_BOX + 16))) != 0
  );
}

/** Sets the boxes of all blocks of inner vertices, whichever pieces they belong to. */
function boxBlocks(surface: usize): void {
  const count = load<u32>(surface, INNER_COUNT);
  boxEvery(BLOCK, load<usize>(surface, PLACES), count, load<usize>(surface, BLOCKS));
  boxEvery(LARGE_BLOCK, load<usize>(surface, PLACES), count, load<usize>(surface, LARGE_BLOCKS));
  store<i32>(surface, 1, ARE_BLOCKS_BOXED);
}

function boxEvery(size: u32, places: usize, count: u32, out: usize): void {
  for (let begin: u32 = 0; begin < count; begin += size) {
    let minXY = f64x2.splat(Infinity), maxXY = f64x2.splat(-Infinity);
    let minZ: f64 = Infinity, maxZ: f64 = -Infinity;
    const end = min(begin + size, count);
    for (let k = begin; k < end; k++) {
      const p = places + 24 * (k as usize);
      const xy = v128.load(p);
      minXY = f64x2.pmin(minXY, xy);
      maxXY = f64x2.pmax(maxXY, xy);
      minZ = min(minZ, load<f64>(p, 16));
      maxZ = max(maxZ, load<f64>(p, 16));
    }
    v128.store(out, minXY);
    store<f64>(out, minZ, 16);
    v128.store(out, maxXY, 24);
    store<f64>(out, maxZ, 40);
    out += BOX_BYTES;
  }
}

/** The box of a region's curve, enlarged by a quarter of its longest side in all directions. */
function setRegionBox(region: i32): void {
  boxCurve(region);
  store<i32>(LINES, region, BOX_REGION);
  const x = load<f64>(LINES, HEIGHTS + 24) - load<f64>(LINES, HEIGHTS);
  const y = load<f64>(LINES, HEIGHTS + 32) - load<f64>(LINES, HEIGHTS + 8);
  const z = load<f64>(LINES, HEIGHTS + 40) - load<f64>(LINES, HEIGHTS + 16);
  const room = 0.25 * max(max(x, y), z);
  for (let k = 0; k < 24; k += 8) {
    store<f64>(LINES + k, load<f64>(LINES + k, HEIGHTS) - room, REGION_BOX);
    store<f64>(LINES + k, load<f64>(LINES + k, HEIGHTS + 24) + room, REGION_BOX + 24);
  }
}
