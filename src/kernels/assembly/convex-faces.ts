// Twins: `measureFace` in geometry/convex/epa.ts, the heap of nearest-faces.ts, `faceNormal` in precise-normal.ts.
import {
  FACE_CORNERS, HEAP_COUNT, HEAP_DISTANCES, HEAP_FACES, MARKS, NUMBERS, POINTS,
} from "../convex-memory-map";

const DEAD: i32 = -1;
const SPLITTER: f64 = 134217729; // 2^27 + 1
const TRUSTED: f64 = 1.0 / 8192.0;

export function measureFace(face: i32): void {
  const corners = FACE_CORNERS + 12 * face;
  const a = POINTS + 24 * load<i32>(corners);
  const at = NUMBERS + (face << 5);
  faceNormal(a, POINTS + 24 * load<i32>(corners, 4), POINTS + 24 * load<i32>(corners, 8), at);
  const distance =
    load<f64>(at) * load<f64>(a) + load<f64>(at, 8) * load<f64>(a, 8) + load<f64>(at, 16) * load<f64>(a, 16);
  store<f64>(at, distance, 24);
  pushFace(face, distance);
}

function pushFace(face: i32, distance: f64): void {
  let at = load<i32>(HEAP_COUNT);
  store<i32>(HEAP_COUNT, at + 1);
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = load<f64>(HEAP_DISTANCES + (parent << 3));
    if (above <= distance) break;
    store<i32>(HEAP_FACES + (at << 2), load<i32>(HEAP_FACES + (parent << 2)));
    store<f64>(HEAP_DISTANCES + (at << 3), above);
    at = parent;
  }
  store<i32>(HEAP_FACES + (at << 2), face);
  store<f64>(HEAP_DISTANCES + (at << 3), distance);
}

export function popNearest(): i32 {
  while (true) {
    const face = load<i32>(HEAP_FACES);
    const isLatest = load<f64>(HEAP_DISTANCES) == load<f64>(NUMBERS + (face << 5), 24);
    removeTop();
    if ((isLatest && load<i32>(MARKS + (face << 2)) != DEAD) || load<i32>(HEAP_COUNT) == 0) return face;
  }
}

function removeTop(): void {
  const count = load<i32>(HEAP_COUNT) - 1;
  store<i32>(HEAP_COUNT, count);
  const face = load<i32>(HEAP_FACES + (count << 2));
  const distance = load<f64>(HEAP_DISTANCES + (count << 3));
  let at = 0;
  while (true) {
    let child = 2 * at + 1;
    if (child >= count) break;
    if (child + 1 < count && load<f64>(HEAP_DISTANCES + (child << 3), 8) < load<f64>(HEAP_DISTANCES + (child << 3))) child++;
    const below = load<f64>(HEAP_DISTANCES + (child << 3));
    if (below >= distance) break;
    store<i32>(HEAP_FACES + (at << 2), load<i32>(HEAP_FACES + (child << 2)));
    store<f64>(HEAP_DISTANCES + (at << 3), below);
    at = child;
  }
  store<i32>(HEAP_FACES + (at << 2), face);
  store<f64>(HEAP_DISTANCES + (at << 3), distance);
}

/** The arguments are addresses of points. */
export function faceNormal(a: i32, b: i32, c: i32, out: i32): void {
  const ux = load<f64>(b) - load<f64>(a), uy = load<f64>(b, 8) - load<f64>(a, 8), uz = load<f64>(b, 16) - load<f64>(a, 16);
  const vx = load<f64>(c) - load<f64>(a), vy = load<f64>(c, 8) - load<f64>(a, 8), vz = load<f64>(c, 16) - load<f64>(a, 16);
  let x = uy * vz - uz * vy;
  let y = uz * vx - ux * vz;
  let z = ux * vy - uy * vx;
  const terms =
    Math.abs(uy * vz) + Math.abs(uz * vy) + Math.abs(uz * vx) + Math.abs(ux * vz) + Math.abs(ux * vy) + Math.abs(uy * vx);
  if (Math.abs(x) + Math.abs(y) + Math.abs(z) < TRUSTED * terms) {
    x = preciseMinor(a, b, c, 8, 16);
    y = preciseMinor(a, b, c, 16, 0);
    z = preciseMinor(a, b, c, 0, 8);
  }
  const size = Math.abs(x) + Math.abs(y) + Math.abs(z);
  if (size == 0) {
    memory.fill(out, 0, 24);
    return;
  }
  x /= size;
  y /= size;
  z /= size;
  const length = Math.sqrt(x * x + y * y + z * z);
  store<f64>(out, x / length);
  store<f64>(out, y / length, 8);
  store<f64>(out, z / length, 16);
}

/** The arguments i and j are offsets of coordinates. */
function preciseMinor(a: i32, b: i32, c: i32, i: i32, j: i32): f64 {
  const bi = load<f64>(b + i) - load<f64>(a + i);
  const bj = load<f64>(b + j) - load<f64>(a + j);
  const ci = load<f64>(c + i) - load<f64>(a + i);
  const cj = load<f64>(c + j) - load<f64>(a + j);
  const biTail = lostBy(load<f64>(b + i), load<f64>(a + i), bi);
  const bjTail = lostBy(load<f64>(b + j), load<f64>(a + j), bj);
  const ciTail = lostBy(load<f64>(c + i), load<f64>(a + i), ci);
  const cjTail = lostBy(load<f64>(c + j), load<f64>(a + j), cj);
  const left = bi * cj;
  const right = bj * ci;
  const tails = lostByProduct(bi, cj, left) - lostByProduct(bj, ci, right);
  return left - right + (tails + (bi * cjTail + biTail * cj - (bj * ciTail + bjTail * ci)));
}

function lostBy(x: f64, y: f64, difference: f64): f64 {
  const virtualY = x - difference;
  const virtualX = difference + virtualY;
  return x - virtualX + (virtualY - y);
}

function lostByProduct(x: f64, y: f64, product: f64): f64 {
  const xBig = SPLITTER * x - (SPLITTER * x - x);
  const xSmall = x - xBig;
  const yBig = SPLITTER * y - (SPLITTER * y - y);
  const ySmall = y - yBig;
  return xSmall * ySmall - (product - xBig * yBig - xSmall * yBig - xBig * ySmall);
}
