// The kernels of findManifold. Twins: queries/manifold/contact-lines.ts, `addCrossing`, `moveVertex`, `setNormal` and `noteRegion` of
// contact-surface.ts; `sumArea` and `findLargest` of region-normal.ts; `measureCurve` of region-extent.ts, `setBox` of region-vertices.ts.
import {
  CROSSED_BITS, CROSSED_COUNT, CROSSINGS, CURSORS, EDGE_ENDS, EDGE_SLOTS, EDGES, ENDS, FACES, FINDERS, FIRST_PAIRS, FIRST_POINTS, FIRST_SHARES,
  FIRST_SLOT, HEIGHTS, HIGH_SIDES, LAST_PAIRS, LAST_POINTS, LAST_SHARES, LINES, LOW_SIDES, MOVES, NAMES, NEXT_ON_EDGE, NORMAL,
  NORMAL_ERROR, ORIGINALS, OUTWARD, PAIR_COUNT, PAIR_SLOTS, PAIR_STARTS, PARENTS, PLACED_A, PLACED_B, POINT_COUNT, POINTS, REGION_COUNT, REGION_OF_PAIR,
  REGION_OF_POINT, REGION_OF_ROOT, REGION_PAIRS, REGION_POINTS, REGION_STARTS, REGIONS, SURFACE_A, SURFACE_B, TO_WORLD, TRIANGLE_BYTES,
  TRIANGLE_COUNT, TRIANGLE_EDGES, TRIANGLES, USES, VERTICES,
} from "../lines-memory-map";

const FILTER: f64 = 8.881784197001252e-16; // 2^-50
const UNDERFLOW: f64 = 1.1830521861667747e-271; // 2^-900
const INSIDE: u8 = 1;
const OUTSIDE: u8 = 4;
const SEVERAL_REGIONS: i32 = -1;
const NO_REGION: i32 = -2;

/** Forgets the lines of the last query. */
export function beginLines(): void {
  store<i32>(LINES, 0, POINT_COUNT);
  store<i32>(LINES, 0, PLACED_A);
  store<i32>(LINES, 0, PLACED_B);
  store<i32>(SURFACE_A, 0, CROSSED_COUNT);
  store<i32>(SURFACE_B, 0, CROSSED_COUNT);
}

/**
 * Finds the segments of the pairs from `begin` to before `end`; 0 where f64 cannot decide a sign, or a pair is not in general position.
 * Their triangles have been written, with corners in model space.
 */
export function findLines(begin: i32, end: i32): i32 {
  const pairSlots = load<usize>(LINES, PAIR_SLOTS);
  const trianglesA = load<usize>(SURFACE_A, TRIANGLES);
  const trianglesB = load<usize>(SURFACE_B, TRIANGLES);
  // Slots are numbered in the order of the pairs: the next one that is new has not been placed.
  let newA = load<u32>(LINES, PLACED_A);
  let newB = load<u32>(LINES, PLACED_B);
  fetchEdges(SURFACE_A, newA);
  fetchEdges(SURFACE_B, newB);
  for (let pair = begin; pair < end; pair++) {
    const slotA = load<u32>(pairSlots + ((pair as usize) << 3));
    const slotB = load<u32>(pairSlots + ((pair as usize) << 3), 4);
    const atA = trianglesA + (slotA as usize) * TRIANGLE_BYTES;
    const atB = trianglesB + (slotB as usize) * TRIANGLE_BYTES;
    if (slotA == newA) {
      placeTriangle(SURFACE_A, slotA, atA);
      newA++;
    }
    if (slotB == newB) {
      placeTriangle(SURFACE_B, slotB, atB);
      newB++;
    }
    if (!setHeights(atA, atB, LINES + HEIGHTS)) return 0;
    if (!setHeights(atB, atA, LINES + HEIGHTS + 24)) return 0;
    if (!findSegment(slotA, atA, slotB, atB, pair)) return 0;
  }
  store<u32>(LINES, newA, PLACED_A);
  store<u32>(LINES, newB, PLACED_B);
  return 1;
}

/**
 * Reads the entries of all edges of new triangles, one independent of the other, so that they are in the cache when `findPoint` waits for
 * them. Names of edges of triangles with coincident corners, 2^32 − 1, are taken round to the word before the entries.
 */
function fetchEdges(surface: usize, begin: u32): void {
  const entries = load<usize>(surface, EDGE_SLOTS);
  const triangles = load<usize>(surface, TRIANGLES);
  const end = triangles + (load<u32>(surface, TRIANGLE_COUNT) as usize) * TRIANGLE_BYTES;
  let sum: u32 = 0;
  for (let at = triangles + (begin as usize) * TRIANGLE_BYTES; at < end; at += TRIANGLE_BYTES) {
    sum += load<u32>(entries + ((load<u32>(at, TRIANGLE_EDGES) as usize) << 2));
    sum += load<u32>(entries + ((load<u32>(at, TRIANGLE_EDGES + 4) as usize) << 2));
    sum += load<u32>(entries + ((load<u32>(at, TRIANGLE_EDGES + 8) as usize) << 2));
  }
  store<u32>(LINES, sum, HEIGHTS); // a place that is overwritten: the compiler must not leave the loop out
}

/** Takes a triangle to the world. */
function placeTriangle(surface: usize, slot: u32, t: usize): void {
  if (load<i32>(surface, MOVES) != 0) {
    moveCorner(surface + TO_WORLD, t);
    moveCorner(surface + TO_WORLD, t + 24);
    moveCorner(surface + TO_WORLD, t + 48);
  }
  setNormal(t);
  store<u8>(load<usize>(surface, CROSSED_BITS) + slot, 0);
}

// @ts-ignore: decorator
@inline
export function moveCorner(m: usize, at: usize): void {
  const x = load<f64>(at), y = load<f64>(at, 8), z = load<f64>(at, 16);
  store<f64>(at, load<f64>(m) * x + load<f64>(m, 24) * y + load<f64>(m, 48) * z + load<f64>(m, 72));
  store<f64>(at, load<f64>(m, 8) * x + load<f64>(m, 32) * y + load<f64>(m, 56) * z + load<f64>(m, 80), 8);
  store<f64>(at, load<f64>(m, 16) * x + load<f64>(m, 40) * y + load<f64>(m, 64) * z + load<f64>(m, 88), 16);
}

// @ts-ignore: decorator
@inline
function setNormal(t: usize): void {
  const ux = load<f64>(t, 24) - load<f64>(t);
  const uy = load<f64>(t, 32) - load<f64>(t, 8);
  const uz = load<f64>(t, 40) - load<f64>(t, 16);
  const vx = load<f64>(t, 48) - load<f64>(t);
  const vy = load<f64>(t, 56) - load<f64>(t, 8);
  const vz = load<f64>(t, 64) - load<f64>(t, 16);
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  store<f64>(t, x, NORMAL);
  store<f64>(t, y, NORMAL + 8);
  store<f64>(t, z, NORMAL + 16);
  store<f64>(
    t,
    FILTER *
      max(
        max(abs(uy * vz) + abs(uz * vy), abs(uz * vx) + abs(ux * vz)),
        abs(ux * vy) + abs(uy * vx),
      ),
    NORMAL_ERROR,
  );
}

/** The heights of the corners at s over the plane of the triangle at t; false if f64 cannot decide the sign of one. */
// @ts-ignore: decorator
@inline
function setHeights(s: usize, t: usize, to: usize): bool {
  const nx = load<f64>(t, NORMAL), ny = load<f64>(t, NORMAL + 8), nz = load<f64>(t, NORMAL + 16);
  const ox = load<f64>(t), oy = load<f64>(t, 8), oz = load<f64>(t, 16);
  const error = load<f64>(t, NORMAL_ERROR);
  for (let k: usize = 0; k < 3; k++) {
    const x = load<f64>(s + k * 24) - ox;
    const y = load<f64>(s + k * 24, 8) - oy;
    const z = load<f64>(s + k * 24, 16) - oz;
    const height = nx * x + ny * y + nz * z;
    const bound = error * (abs(x) + abs(y) + abs(z)) + UNDERFLOW;
    if (!(abs(height) > bound)) return false;
    store<f64>(to + (k << 3), height);
  }
  return true;
}


// Byte m, for a triangle whose corners above the other's plane are the bits of m: the corner that is alone on its side (2 bits), and the
// other corners of the edges through which a's part of the line enters (2) and leaves (2); b's part runs the other way. A table, because no
// processor could foresee the branches.
const CORNERS: u64 = 0x0024090612211800;

// @ts-ignore: decorator
@inline
function cornersAbove(heights: usize): u32 {
  return u32(load<f64>(heights) > 0) | (u32(load<f64>(heights, 8) > 0) << 1) | (u32(load<f64>(heights, 16) > 0) << 2);
}

function findSegment(slotA: u32, atA: usize, slotB: u32, atB: usize, pair: i32): bool {
  const aboveA = cornersAbove(LINES + HEIGHTS);
  const aboveB = cornersAbove(LINES + HEIGHTS + 24);
  if (aboveA == 0 || aboveA == 7 || aboveB == 0 || aboveB == 7) return false;
  const cornersA = (CORNERS >> (aboveA << 3)) as u32;
  const cornersB = (CORNERS >> (aboveB << 3)) as u32;
  const loneA = cornersA & 3;
  const firstA = (cornersA >> 2) & 3;
  const lastA = (cornersA >> 4) & 3;
  const loneB = cornersB & 3;
  const firstB = (cornersB >> 4) & 3;
  const lastB = (cornersB >> 2) & 3;
  const isTurned = ((aboveA >> loneA) ^ (aboveB >> loneB)) & 1;
  const beginsWithB = compareCrossings(atA, loneA, firstA, atB, loneB, firstB, isTurned);
  const endsWithA = compareCrossings(atA, loneA, lastA, atB, loneB, lastB, isTurned);
  if (beginsWithB == 0 || endsWithA == 0) return false;
  const begin =
    beginsWithB > 0
      ? findPoint(SURFACE_B, slotB, atB, loneB, firstB, SURFACE_A, slotA, pair)
      : findPoint(SURFACE_A, slotA, atA, loneA, firstA, SURFACE_B, slotB, pair);
  const end =
    endsWithA > 0
      ? findPoint(SURFACE_A, slotA, atA, loneA, lastA, SURFACE_B, slotB, pair)
      : findPoint(SURFACE_B, slotB, atB, loneB, lastB, SURFACE_A, slotA, pair);
  const ends = load<usize>(LINES, ENDS) + ((pair as usize) << 3);
  store<u32>(ends, begin);
  store<u32>(ends, end, 4);
  const uses = load<usize>(LINES, USES);
  store<u8>(uses + begin, load<u8>(uses + begin) + 1);
  store<u8>(uses + end, load<u8>(uses + end) + 1);
  const parents = load<usize>(LINES, PARENTS);
  const rootOfBegin = rootOf(parents, begin);
  const rootOfEnd = rootOf(parents, end);
  // A parent has a lower number than its children.
  store<u32>(parents + ((max(rootOfBegin, rootOfEnd) as usize) << 2), min(rootOfBegin, rootOfEnd));
  return true;
}

function rootOf(parents: usize, item: u32): u32 {
  let parent = load<u32>(parents + ((item as usize) << 2));
  while (parent != item) {
    const next = load<u32>(parents + ((parent as usize) << 2));
    store<u32>(parents + ((item as usize) << 2), next);
    item = next;
    parent = load<u32>(parents + ((item as usize) << 2));
  }
  return item;
}

/**
 * 1 if b's edge crosses the line after a's, −1 if before it, 0 if f64 cannot decide. `isTurned`: one lone corner is above the other's plane
 * and one below, which turns the determinant's sign round.
 */
// @ts-ignore: decorator
@inline
function compareCrossings(s: usize, loneA: u32, otherA: u32, t: usize, loneB: u32, otherB: u32, isTurned: u32): i32 {
  const fromA = s + 24 * (loneA as usize), toA = s + 24 * (otherA as usize);
  const fromB = t + 24 * (loneB as usize), toB = t + 24 * (otherB as usize);
  const x = load<f64>(fromA), y = load<f64>(fromA, 8), z = load<f64>(fromA, 16);
  const ux = load<f64>(toA) - x, uy = load<f64>(toA, 8) - y, uz = load<f64>(toA, 16) - z;
  const vx = load<f64>(fromB) - x, vy = load<f64>(fromB, 8) - y, vz = load<f64>(fromB, 16) - z;
  const wx = load<f64>(toB) - x, wy = load<f64>(toB, 8) - y, wz = load<f64>(toB, 16) - z;
  const det = wx * (uy * vz - uz * vy) + wy * (uz * vx - ux * vz) + wz * (ux * vy - uy * vx);
  const permanent =
    abs(wx) * (abs(uy * vz) + abs(uz * vy)) +
    abs(wy) * (abs(uz * vx) + abs(ux * vz)) +
    abs(wz) * (abs(ux * vy) + abs(uy * vx));
  const bound = FILTER * permanent + UNDERFLOW;
  if (!(abs(det) > bound)) return 0;
  return u32(det > 0) != isTurned ? 1 : -1;
}

/** The number of the point at which the edge lone–other of a triangle passes through the triangle `faceSlot` of the other side. */
function findPoint(
  surface: usize, slotOfTriangle: u32, at: usize, lone: i32, other: i32, otherSurface: usize, faceSlot: u32, pair: i32,
): u32 {
  // Edge e runs from corner e to the next one.
  const corner = other == (lone == 2 ? 0 : lone + 1) ? lone : other;
  const edge = load<u32>(at + ((corner as usize) << 2), TRIANGLE_EDGES);
  const bits = load<usize>(surface, CROSSED_BITS) + slotOfTriangle;
  store<u8>(bits, load<u8>(bits) | (1 << (corner as u8)));
  const firstSlot = load<i32>(surface, FIRST_SLOT);
  const entry = load<usize>(surface, EDGE_SLOTS) + ((edge as usize) << 2);
  let slot = load<i32>(entry) - firstSlot;
  const faces = load<usize>(LINES, FACES);
  const face = load<u32>(load<usize>(otherSurface, ORIGINALS) + ((faceSlot as usize) << 2));
  if (slot >= 0) {
    const known =
      surface == SURFACE_A
        ? findOnEdge(surface, slot, slotOfTriangle, face)
        : load<i32>(load<usize>(surface, LAST_POINTS) + ((slot as usize) << 2));
    // Pairs are sorted by a's triangles, so points of b's edge with earlier triangles need not be searched.
    if (known >= 0 && load<u32>(faces + ((known as usize) << 2)) == face) return known;
  }
  const point = load<u32>(LINES, POINT_COUNT);
  store<u32>(LINES, point + 1, POINT_COUNT);
  const p4 = (point as usize) << 2;
  store<u32>(load<usize>(LINES, EDGES) + p4, 2 * edge + (surface == SURFACE_B ? 1 : 0));
  store<u32>(faces + p4, face);
  store<u8>(load<usize>(LINES, USES) + point, 0);
  store<u32>(load<usize>(LINES, PARENTS) + p4, point);
  const nextOnEdge = load<usize>(LINES, NEXT_ON_EDGE);
  store<i32>(nextOnEdge + p4, -1);
  // Start at the vertex with the lower number, whichever triangle names the edge.
  const loneVertex = load<u32>(at + ((lone as usize) << 2), VERTICES);
  const otherVertex = load<u32>(at + ((other as usize) << 2), VERTICES);
  const isLoneLow = loneVertex < otherVertex;
  const lowCorner = isLoneLow ? lone : other;
  const highCorner = isLoneLow ? other : lone;
  const heights: usize = LINES + HEIGHTS + (surface == SURFACE_B ? 24 : 0);
  const lowHeight = load<f64>(heights + ((lowCorner as usize) << 3));
  const t = lowHeight / (lowHeight - load<f64>(heights + ((highCorner as usize) << 3)));
  const low = at + 24 * (lowCorner as usize);
  const high = at + 24 * (highCorner as usize);
  const place = load<usize>(LINES, POINTS) + 24 * (point as usize);
  store<f64>(place, load<f64>(low) + t * (load<f64>(high) - load<f64>(low)));
  store<f64>(place, load<f64>(low, 8) + t * (load<f64>(high, 8) - load<f64>(low, 8)), 8);
  store<f64>(place, load<f64>(low, 16) + t * (load<f64>(high, 16) - load<f64>(low, 16)), 16);
  const isLowInside = lowHeight * load<f64>(otherSurface, OUTWARD) < 0;
  const lowSide = isLowInside ? INSIDE : OUTSIDE;
  const highSide = isLowInside ? OUTSIDE : INSIDE;
  const lastPoints = load<usize>(surface, LAST_POINTS);
  if (slot < 0) {
    slot = load<i32>(surface, CROSSED_COUNT);
    store<i32>(surface, slot + 1, CROSSED_COUNT);
    store<i32>(entry, firstSlot + slot);
    const s4 = (slot as usize) << 2;
    const s8 = (slot as usize) << 3;
    store<u32>(load<usize>(surface, NAMES) + s4, edge);
    store<u32>(load<usize>(surface, EDGE_ENDS) + s8, isLoneLow ? loneVertex : otherVertex);
    store<u32>(load<usize>(surface, EDGE_ENDS) + s8, isLoneLow ? otherVertex : loneVertex, 4);
    store<f64>(load<usize>(surface, FIRST_SHARES) + s8, t);
    store<f64>(load<usize>(surface, LAST_SHARES) + s8, t);
    store<u8>(load<usize>(surface, LOW_SIDES) + slot, lowSide);
    store<u8>(load<usize>(surface, HIGH_SIDES) + slot, highSide);
    store<u32>(load<usize>(surface, CROSSINGS) + s4, 1);
    store<u32>(load<usize>(surface, FIRST_PAIRS) + s4, pair);
    store<u32>(load<usize>(surface, LAST_PAIRS) + s4, pair);
    store<i32>(load<usize>(surface, FIRST_POINTS) + s4, point);
  } else {
    const s4 = (slot as usize) << 2;
    const s8 = (slot as usize) << 3;
    const crossings = load<usize>(surface, CROSSINGS) + s4;
    store<u32>(crossings, load<u32>(crossings) + 1);
    const first = load<usize>(surface, FIRST_SHARES) + s8;
    if (t < load<f64>(first)) {
      store<f64>(first, t);
      store<u8>(load<usize>(surface, LOW_SIDES) + slot, lowSide);
      store<u32>(load<usize>(surface, FIRST_PAIRS) + s4, pair);
    }
    const last = load<usize>(surface, LAST_SHARES) + s8;
    if (t > load<f64>(last)) {
      store<f64>(last, t);
      store<u8>(load<usize>(surface, HIGH_SIDES) + slot, highSide);
      store<u32>(load<usize>(surface, LAST_PAIRS) + s4, pair);
    }
    store<i32>(nextOnEdge + ((load<i32>(lastPoints + s4) as usize) << 2), point);
  }
  const s4 = (slot as usize) << 2;
  store<i32>(lastPoints + s4, point);
  store<i32>(load<usize>(surface, CURSORS) + s4, point);
  store<i32>(load<usize>(surface, FINDERS) + s4, slotOfTriangle);
  return point;
}

/** The point of an edge of a and a triangle of b, −1 if there is none. */
function findOnEdge(surface: usize, slot: i32, finder: u32, face: u32): i32 {
  const s4 = (slot as usize) << 2;
  if (load<u32>(load<usize>(surface, FINDERS) + s4) == finder) return -1;
  const faces = load<usize>(LINES, FACES);
  const nextOnEdge = load<usize>(LINES, NEXT_ON_EDGE);
  const cursor = load<usize>(surface, CURSORS) + s4;
  const last = load<i32>(cursor);
  let point = last;
  do {
    point = load<i32>(nextOnEdge + ((point as usize) << 2));
    if (point < 0) point = load<i32>(load<usize>(surface, FIRST_POINTS) + s4);
    if (load<u32>(faces + ((point as usize) << 2)) == face) {
      store<i32>(cursor, point);
      return point;
    }
  } while (point != last);
  return -1;
}

/** Numbers the regions by their first pair, lists the points and pairs of each, and records the regions of triangles. */
export function numberRegions(): void {
  clearRegions(SURFACE_A);
  clearRegions(SURFACE_B);
  const pairCount = load<i32>(LINES, PAIR_COUNT);
  const pointCount = load<i32>(LINES, POINT_COUNT);
  const regionOfRoot = load<usize>(LINES, REGION_OF_ROOT);
  const parents = load<usize>(LINES, PARENTS);
  memory.fill(regionOfRoot, 0, (pointCount as usize) << 2);
  // Parents come before their children, so a parent's own parent is a root already.
  for (let at = parents; at < parents + ((pointCount as usize) << 2); at += 4)
    store<u32>(at, load<u32>(parents + ((load<u32>(at) as usize) << 2)));
  const regionCount = numberPairs(pairCount, parents, regionOfRoot);
  store<i32>(LINES, regionCount, REGION_COUNT);
  const regionOfPoint = load<usize>(LINES, REGION_OF_POINT);
  for (let point = 0; point < pointCount; point++) {
    const root = load<u32>(parents + ((point as usize) << 2));
    const region = load<i32>(regionOfRoot + ((root as usize) << 2)) - 1;
    store<i32>(regionOfPoint + ((point as usize) << 2), region);
  }
  groupBy(regionOfPoint, pointCount, regionCount, load<usize>(LINES, REGION_STARTS), load<usize>(LINES, REGION_POINTS));
  groupBy(
    load<usize>(LINES, REGION_OF_PAIR), pairCount, regionCount, load<usize>(LINES, PAIR_STARTS), load<usize>(LINES, REGION_PAIRS),
  );
}

function clearRegions(surface: usize): void {
  const regions = load<usize>(surface, REGIONS);
  const end = regions + ((load<i32>(surface, TRIANGLE_COUNT) as usize) << 2);
  for (let at = regions; at < end; at += 4) store<i32>(at, NO_REGION);
}

function numberPairs(pairCount: i32, parents: usize, regionOfRoot: usize): i32 {
  const ends = load<usize>(LINES, ENDS);
  const pairSlots = load<usize>(LINES, PAIR_SLOTS);
  const regionOfPair = load<usize>(LINES, REGION_OF_PAIR);
  const regionsA = load<usize>(SURFACE_A, REGIONS);
  const regionsB = load<usize>(SURFACE_B, REGIONS);
  let regionCount = 0;
  for (let pair: usize = 0; pair < (pairCount as usize); pair++) {
    const root = load<u32>(parents + ((load<u32>(ends + (pair << 3)) as usize) << 2));
    const entry = regionOfRoot + ((root as usize) << 2);
    if (load<i32>(entry) == 0) store<i32>(entry, ++regionCount);
    const region = load<i32>(entry) - 1;
    store<i32>(regionOfPair + (pair << 2), region);
    noteRegion(regionsA + ((load<u32>(pairSlots + (pair << 3)) as usize) << 2), region);
    noteRegion(regionsB + ((load<u32>(pairSlots + (pair << 3), 4) as usize) << 2), region);
  }
  return regionCount;
}

// @ts-ignore: decorator
@inline
function noteRegion(at: usize, region: i32): void {
  const known = load<i32>(at);
  store<i32>(at, known == NO_REGION || known == region ? region : SEVERAL_REGIONS);
}

/** Sorts items by region, keeping their order. */
function groupBy(regions: usize, count: i32, regionCount: i32, starts: usize, out: usize): void {
  memory.fill(starts, 0, ((regionCount as usize) + 1) << 2);
  for (let i: usize = 0; i < (count as usize); i++) {
    const start = starts + ((load<u32>(regions + (i << 2)) as usize) << 2);
    store<u32>(start, load<u32>(start) + 1);
  }
  let sum: u32 = 0;
  for (let r: usize = 0; r <= (regionCount as usize); r++) {
    sum += load<u32>(starts + (r << 2));
    store<u32>(starts + (r << 2), sum);
  }
  for (let i = count - 1; i >= 0; i--) {
    const start = starts + ((load<u32>(regions + ((i as usize) << 2)) as usize) << 2);
    const place = load<u32>(start) - 1;
    store<u32>(start, place);
    store<i32>(out + ((place as usize) << 2), i);
  }
}

/** Writes the vector area of a region's curves, times 2, and their length, all relative to a point of the region, to HEIGHTS. */
export function sumArea(region: i32): void {
  const points = load<usize>(LINES, POINTS);
  const ends = load<usize>(LINES, ENDS);
  const starts = load<usize>(LINES, PAIR_STARTS) + ((region as usize) << 2);
  const pairs = load<usize>(LINES, REGION_PAIRS);
  const end = pairs + ((load<u32>(starts, 4) as usize) << 2);
  let at = pairs + ((load<u32>(starts) as usize) << 2);
  const o = points + 24 * (load<u32>(ends + ((load<u32>(at) as usize) << 3)) as usize);
  const ox = load<f64>(o), oy = load<f64>(o, 8), oz = load<f64>(o, 16);
  let x: f64 = 0, y: f64 = 0, z: f64 = 0, length: f64 = 0;
  for (; at < end; at += 4) {
    const pair = ends + ((load<u32>(at) as usize) << 3);
    const p = points + 24 * (load<u32>(pair) as usize);
    const q = points + 24 * (load<u32>(pair, 4) as usize);
    const px = load<f64>(p) - ox, py = load<f64>(p, 8) - oy, pz = load<f64>(p, 16) - oz;
    const qx = load<f64>(q) - ox, qy = load<f64>(q, 8) - oy, qz = load<f64>(q, 16) - oz;
    x += py * qz - pz * qy;
    y += pz * qx - px * qz;
    z += px * qy - py * qx;
    length += sqrt((qx - px) * (qx - px) + (qy - py) * (qy - py) + (qz - pz) * (qz - pz));
  }
  store<f64>(LINES, x, HEIGHTS);
  store<f64>(LINES, y, HEIGHTS + 8);
  store<f64>(LINES, z, HEIGHTS + 16);
  store<f64>(LINES, length, HEIGHTS + 24);
}

/** The slot of the triangle of one side with the largest area seen along a direction, among every `step`-th pair of a region; −1 if none is seen. */
export function findLargest(surface: usize, region: i32, step: u32, x: f64, y: f64, z: f64): i32 {
  const starts = load<usize>(LINES, PAIR_STARTS) + ((region as usize) << 2);
  const pairs = load<usize>(LINES, REGION_PAIRS);
  const end = pairs + ((load<u32>(starts, 4) as usize) << 2);
  const slots = load<usize>(LINES, PAIR_SLOTS) + (surface == SURFACE_B ? 4 : 0);
  const triangles = load<usize>(surface, TRIANGLES);
  let most: f64 = 0;
  let best = -1;
  for (let at = pairs + ((load<u32>(starts) as usize) << 2); at < end; at += (step as usize) << 2) {
    const slot = load<u32>(slots + ((load<u32>(at) as usize) << 3));
    const t = triangles + (slot as usize) * TRIANGLE_BYTES;
    const seen = load<f64>(t, NORMAL) * x + load<f64>(t, NORMAL + 8) * y + load<f64>(t, NORMAL + 16) * z;
    if (seen > most) {
      most = seen;
      best = slot;
    }
  }
  return best;
}

/** Writes the largest and the least height of a region's curve along a direction to HEIGHTS. */
export function measureCurve(region: i32, x: f64, y: f64, z: f64): void {
  const points = load<usize>(LINES, POINTS);
  const starts = load<usize>(LINES, REGION_STARTS) + ((region as usize) << 2);
  const list = load<usize>(LINES, REGION_POINTS);
  const end = list + ((load<u32>(starts, 4) as usize) << 2);
  let top = -Infinity, bottom = Infinity;
  for (let at = list + ((load<u32>(starts) as usize) << 2); at < end; at += 4) {
    const p = points + 24 * (load<u32>(at) as usize);
    const height = x * load<f64>(p) + y * load<f64>(p, 8) + z * load<f64>(p, 16);
    if (height > top) top = height;
    if (height < bottom) bottom = height;
  }
  store<f64>(LINES, top, HEIGHTS);
  store<f64>(LINES, bottom, HEIGHTS + 8);
}

/** Writes the box of a region's curve, min (3) and max (3), to HEIGHTS. */
export function boxCurve(region: i32): void {
  const points = load<usize>(LINES, POINTS);
  const starts = load<usize>(LINES, REGION_STARTS) + ((region as usize) << 2);
  const list = load<usize>(LINES, REGION_POINTS);
  const end = list + ((load<u32>(starts, 4) as usize) << 2);
  let minXY = f64x2.splat(Infinity), maxXY = f64x2.splat(-Infinity);
  let minZ = minXY, maxZ = maxXY;
  for (let at = list + ((load<u32>(starts) as usize) << 2); at < end; at += 4) {
    const p = points + 24 * (load<u32>(at) as usize);
    const xy = v128.load(p), z = v128.load_splat<f64>(p, 16);
    minXY = f64x2.pmin(minXY, xy);
    maxXY = f64x2.pmax(maxXY, xy);
    minZ = f64x2.pmin(minZ, z);
    maxZ = f64x2.pmax(maxZ, z);
  }
  v128.store(LINES, minXY, HEIGHTS);
  store<f64>(LINES, f64x2.extract_lane(minZ, 0), HEIGHTS + 16);
  v128.store(LINES, maxXY, HEIGHTS + 24);
  store<f64>(LINES, f64x2.extract_lane(maxZ, 0), HEIGHTS + 40);
}
