// The normal of a region, its extent, and the inner vertices that become its points. Twins: queries/manifold/region-normal.ts,
// region-extent.ts, `setFrame` and `listVertices` of region-candidates.ts, spread-points.ts.
import {
  ACROSS, BOTTOM, CHOSEN, DIRECTIONS, FEW_VERTICES, FRAME, HEIGHTS, LINES, LISTED_COUNT, LISTED_PLACES, NORMAL, NORMAL_OF_REGION, OUTWARD, PAIR_STARTS,
  SURFACE_A, SURFACE_B, TOP, TRIANGLE_BYTES, TRIANGLES,
} from "../lines-memory-map";
import { findLargest, measureCurve, sumArea } from "./lines";
import { listRegionVertices } from "./region-vertices";

const CANCELLED: f64 = 1e-9;
const NEAR: f64 = 0.9;
const MOST_TRIANGLES: u32 = 256;
const FLATTER: f64 = 0.95;
const FLAT: f64 = 1e-9;

/**
 * Writes directions of a region to DIRECTIONS; returns their number, 0 if the vector area of its curves does not tell one.
 */
export function findDirections(region: i32): i32 {
  sumArea(region);
  const sign = load<f64>(SURFACE_A, OUTWARD) * load<f64>(SURFACE_B, OUTWARD);
  const x = sign * load<f64>(LINES, HEIGHTS), y = sign * load<f64>(LINES, HEIGHTS + 8), z = sign * load<f64>(LINES, HEIGHTS + 16);
  const curve = load<f64>(LINES, HEIGHTS + 24);
  const length = sqrt(x * x + y * y + z * z);
  if (!(length > CANCELLED * curve * curve)) return 0;
  storeVector(LINES + DIRECTIONS, x / length, y / length, z / length);
  let count = 1;
  if (setFlatNormal(SURFACE_A, load<f64>(SURFACE_A, OUTWARD), region, LINES + DIRECTIONS + 24)) count++;
  if (setFlatNormal(SURFACE_B, -load<f64>(SURFACE_B, OUTWARD), region, LINES + DIRECTIONS + 24 * count)) count++;
  return count;
}

// @ts-ignore: decorator
@inline
function storeVector(to: usize, x: f64, y: f64, z: f64): void {
  store<f64>(to, x);
  store<f64>(to, y, 8);
  store<f64>(to, z, 16);
}

/** The normal, times `sign`, of the triangle with the largest area seen along the first direction. */
function setFlatNormal(surface: usize, sign: f64, region: i32, out: usize): bool {
  const starts = load<usize>(LINES, PAIR_STARTS) + ((region as usize) << 2);
  const step = (load<u32>(starts, 4) - load<u32>(starts) + MOST_TRIANGLES - 1) / MOST_TRIANGLES;
  const dx = load<f64>(LINES, DIRECTIONS), dy = load<f64>(LINES, DIRECTIONS + 8), dz = load<f64>(LINES, DIRECTIONS + 16);
  const slot = findLargest(surface, region, step, sign * dx, sign * dy, sign * dz);
  if (slot < 0) return false;
  const t = load<usize>(surface, TRIANGLES) + (slot as usize) * TRIANGLE_BYTES;
  let x = load<f64>(t, NORMAL), y = load<f64>(t, NORMAL + 8), z = load<f64>(t, NORMAL + 16);
  const length = sqrt(x * x + y * y + z * z);
  const factor = length > 0 ? 1 / length : 0;
  x = factor * x;
  y = factor * y;
  z = factor * z;
  // The vector area is only slightly tilted from the flat part, so a steeper triangle is not it.
  if (!(sign * (x * dx + y * dy + z * dz) > NEAR)) return false;
  storeVector(out, x * sign, y * sign, z * sign);
  return true;
}

/**
 * Lists a region's inner vertices, and takes the direction along which the region is least deep: NORMAL_OF_REGION, TOP and BOTTOM. Returns how many
 * vertices it chose to become points, at most `most`; −1 if a region has so few that TypeScript must look for edges, too.
 */
export function measureRegion(region: i32, directionCount: i32, most: i32): i32 {
  listRegionVertices(SURFACE_A, region);
  listRegionVertices(SURFACE_B, region);
  let upper: f64 = Infinity;
  for (let d = 0; d < directionCount; d++) {
    const direction = (LINES + DIRECTIONS + 24 * d) as usize;
    const x = load<f64>(direction), y = load<f64>(direction, 8), z = load<f64>(direction, 16);
    measureCurve(region, x, y, z);
    const top = max(load<f64>(LINES, HEIGHTS), farthest(SURFACE_A, x, y, z));
    const bottom = min(load<f64>(LINES, HEIGHTS + 8), -farthest(SURFACE_B, -x, -y, -z));
    const extent = top - bottom;
    if (!(extent < FLATTER * upper)) continue;
    upper = extent;
    store<f64>(LINES, top, TOP);
    store<f64>(LINES, bottom, BOTTOM);
    storeVector(LINES + NORMAL_OF_REGION, x, y, z);
  }
  if (load<i32>(SURFACE_A, LISTED_COUNT) + load<i32>(SURFACE_B, LISTED_COUNT) <= FEW_VERTICES) return -1;
  return spreadPoints(most);
}

function farthest(surface: usize, x: f64, y: f64, z: f64): f64 {
  const places = load<usize>(surface, LISTED_PLACES);
  const end = places + 24 * (load<u32>(surface, LISTED_COUNT) as usize);
  let largest: f64 = -Infinity;
  for (let p = places; p < end; p += 24) {
    const height = x * load<f64>(p) + y * load<f64>(p, 8) + z * load<f64>(p, 16);
    if (height > largest) largest = height;
  }
  return largest;
}

/** Two unit vectors perpendicular to the normal. */
function setFrame(): void {
  const x = load<f64>(LINES, NORMAL_OF_REGION), y = load<f64>(LINES, NORMAL_OF_REGION + 8), z = load<f64>(LINES, NORMAL_OF_REGION + 16);
  const sign: f64 = z < 0 ? -1 : 1;
  const k = -1 / (sign + z);
  const m = x * y * k;
  storeVector(LINES + FRAME, 1 + sign * x * x * k, sign * m, -sign * x);
  storeVector(LINES + FRAME + 24, m, sign + y * y * k, -y);
}

/** Chooses up to four vertices that support a contact, and writes them to CHOSEN; returns how many. */
function spreadPoints(most: i32): i32 {
  setFrame();
  const nx = load<f64>(LINES, NORMAL_OF_REGION), ny = load<f64>(LINES, NORMAL_OF_REGION + 8), nz = load<f64>(LINES, NORMAL_OF_REGION + 16);
  const f0 = load<f64>(LINES, FRAME), f1 = load<f64>(LINES, FRAME + 8), f2 = load<f64>(LINES, FRAME + 16);
  const f3 = load<f64>(LINES, FRAME + 24), f4 = load<f64>(LINES, FRAME + 32), f5 = load<f64>(LINES, FRAME + 40);
  const top = load<f64>(LINES, TOP), bottom = load<f64>(LINES, BOTTOM);
  const across = load<usize>(LINES, ACROSS);
  const countA = load<u32>(SURFACE_A, LISTED_COUNT) as usize;
  const count = countA + (load<u32>(SURFACE_B, LISTED_COUNT) as usize);
  let p = load<usize>(SURFACE_A, LISTED_PLACES);
  let deepest: usize = 0;
  let depthOfDeepest: f64 = -Infinity;
  for (let i: usize = 0; i < count; i++) {
    if (i == countA) p = load<usize>(SURFACE_B, LISTED_PLACES);
    const x = load<f64>(p), y = load<f64>(p, 8), z = load<f64>(p, 16);
    p += 24;
    store<f64>(across + (i << 4), f0 * x + f1 * y + f2 * z);
    store<f64>(across + (i << 4), f3 * x + f4 * y + f5 * z, 8);
    const height = nx * x + ny * y + nz * z;
    const depth = i < countA ? height - bottom : top - height;
    if (depth > depthOfDeepest) {
      depthOfDeepest = depth;
      deepest = i;
    }
  }
  store<u32>(LINES, deepest as u32, CHOSEN);
  if (most == 1) return 1;
  const start = across + (deepest << 4);
  const px = load<f64>(start), py = load<f64>(start, 8);
  let farthest = -1;
  let longest: f64 = 0;
  for (let i: usize = 0; i < count; i++) {
    const x = load<f64>(across + (i << 4)) - px, y = load<f64>(across + (i << 4), 8) - py;
    const squared = x * x + y * y;
    if (squared > longest) {
      longest = squared;
      farthest = i as i32;
    }
  }
  if (farthest < 0) return 1;
  store<i32>(LINES, farthest, CHOSEN + 4);
  if (most == 2) return 2;
  const far = across + ((farthest as usize) << 4);
  const ux = load<f64>(far) - px, uy = load<f64>(far, 8) - py;
  let left = -1, right = -1;
  // The triangle of three collinear points is only rounding.
  let leftMost = FLAT * longest, rightMost = FLAT * longest;
  for (let i: usize = 0; i < count; i++) {
    const area = ux * (load<f64>(across + (i << 4), 8) - py) - uy * (load<f64>(across + (i << 4)) - px);
    if (area > leftMost) {
      leftMost = area;
      left = i as i32;
    } else if (-area > rightMost) {
      rightMost = -area;
      right = i as i32;
    }
  }
  let chosen = 2;
  const isLeftFirst = left >= 0 && (right < 0 || leftMost >= rightMost);
  if (left >= 0 && (isLeftFirst || most > 3)) chosen = choose(left, chosen);
  if (right >= 0 && (!isLeftFirst || most > 3)) chosen = choose(right, chosen);
  return chosen;
}

function choose(vertex: i32, place: i32): i32 {
  store<i32>(LINES + (place << 2), vertex, CHOSEN);
  return place + 1;
}
