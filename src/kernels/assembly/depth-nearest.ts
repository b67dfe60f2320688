// Twins: `findNearest` in queries/overlap-depth/world-surface.ts, `nearestOnTriangle` and `leastOnTriangle` in
// geometry/distance/point-triangle.ts.
import {
  BOX_BYTES, BOX_TESTS, BOXES, DISTANCE, LEAST, NEAREST, NEAREST_AT, NODES, NOISE, SQUARES, STACK, TRIANGLE_BYTES,
  TRIANGLE_NUMBERS, TRIANGLE_TESTS, TRIANGLES,
} from "../depth-memory-map";
import { NODE_COUNT, NODE_LINK, NODE_SHIFT } from "../memory-map";

// as in geometry/distance/triangle-distance.ts
const LENGTH_ERROR: f64 = 3.552713678800501e-15; // 2^-48
const SQUARE_ERROR: f64 = 1.4210854715202004e-14; // 2^-46
const UNDERFLOW: f64 = 3.2033329522929615e-145; // 2^-480
const SHORTEST: f64 = 3.8725919148493183e-121; // 2^-400

// The last result of `nearestOnTriangle`: the point, the vector from there to the query point, its square, the gap along it times its
// length, the sum of the squares of two edges, a certain lower bound of the square.
let nearX: f64 = 0;
let nearY: f64 = 0;
let nearZ: f64 = 0;
let awayX: f64 = 0;
let awayY: f64 = 0;
let awayZ: f64 = 0;
let nearSquare: f64 = 0;
let nearGap: f64 = 0;
let nearSize: f64 = 0;
let leastSquare: f64 = 0;

/** Finds the surface's point nearest to (x, y, z); writes the distance, the point and its triangle to the header. */
export function nearestToPoint(surface: i32, x: f64, y: f64, z: f64): void {
  const nodes = load<i32>(surface, NODES), boxes = load<i32>(surface, BOXES), triangles = load<i32>(surface, TRIANGLES);
  const stack = load<i32>(surface, STACK), squares = load<i32>(surface, SQUARES);
  let boxTests = load<i32>(surface, BOX_TESTS), triangleTests = load<i32>(surface, TRIANGLE_TESTS);
  // Consecutive queries are usually close to each other: the last answer is a good guess.
  let best: f64 = Infinity;
  let least: f64 = Infinity;
  const last = load<i32>(surface, NEAREST_AT);
  if (last >= 0) {
    nearestOnTriangle(x, y, z, triangles + (last << 3));
    best = nearSquare;
    least = leastOnTriangle();
    keepPoint(surface);
  }
  store<i32>(stack, 0);
  store<f64>(squares, 0);
  let height = 1;
  while (height > 0) {
    height--;
    if (load<f64>(squares + (height << 3)) >= best) continue;
    const node = nodes + (load<i32>(stack + (height << 2)) << NODE_SHIFT);
    const link = load<i32>(node, NODE_LINK);
    if (link >= 0) {
      boxTests += 2;
      const box = boxes + link * BOX_BYTES;
      const first = squareToBox(box, x, y, z), second = squareToBox(box + BOX_BYTES, x, y, z);
      const isSecond = i32(second < first); // the nearer one
      const near = isSecond ? second : first, far = isSecond ? first : second;
      if (far < best) {
        store<i32>(stack + (height << 2), link + 1 - isSecond);
        store<f64>(squares + (height << 3), far);
        height++;
      }
      if (near < best) {
        store<i32>(stack + (height << 2), link + isSecond);
        store<f64>(squares + (height << 3), near);
        height++;
      }
      continue;
    }
    const end = ~link + load<i32>(node, NODE_COUNT);
    for (let slot = ~link; slot < end; slot++) {
      triangleTests++;
      nearestOnTriangle(x, y, z, triangles + slot * TRIANGLE_BYTES);
      if (leastSquare < best) least = Math.min(least, leastOnTriangle());
      if (!(nearSquare < best)) continue;
      best = nearSquare;
      store<i32>(surface, slot * TRIANGLE_NUMBERS, NEAREST_AT);
      keepPoint(surface);
    }
  }
  const distance = Math.sqrt(best);
  store<f64>(surface, distance, DISTANCE);
  // skipped boxes are at least that far away, and so are triangles whose least square is not below the best one
  store<f64>(surface, least < distance - load<f64>(surface, NOISE) ? Math.max(least, 0) : distance, LEAST);
  store<i32>(surface, boxTests, BOX_TESTS);
  store<i32>(surface, triangleTests, TRIANGLE_TESTS);
}

@inline function keepPoint(surface: i32): void {
  store<f64>(surface, nearX, NEAREST);
  store<f64>(surface, nearY, NEAREST + 8);
  store<f64>(surface, nearZ, NEAREST + 16);
}

@inline function squareToBox(box: i32, x: f64, y: f64, z: f64): f64 {
  const gapX = Math.max(Math.max(load<f64>(box) - x, x - load<f64>(box, 24)), 0);
  const gapY = Math.max(Math.max(load<f64>(box, 8) - y, y - load<f64>(box, 32)), 0);
  const gapZ = Math.max(Math.max(load<f64>(box, 16) - z, z - load<f64>(box, 40)), 0);
  return gapX * gapX + gapY * gapY + gapZ * gapZ;
}

function nearestOnTriangle(px: f64, py: f64, pz: f64, t: i32): void {
  const x = load<f64>(t), y = load<f64>(t, 8), z = load<f64>(t, 16);
  const ux = load<f64>(t, 24) - x, uy = load<f64>(t, 32) - y, uz = load<f64>(t, 40) - z;
  const vx = load<f64>(t, 48) - x, vy = load<f64>(t, 56) - y, vz = load<f64>(t, 64) - z;
  const wx = px - x, wy = py - y, wz = pz - z;
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uw = ux * wx + uy * wy + uz * wz;
  const vw = vx * wx + vy * wy + vz * wz;
  const det = uu * vv - uv * uv;
  const s = vv * uw - uv * vw;
  const r = uu * vw - uv * uw;
  nearSquare = Infinity;
  // Compute the second parameter from the first: in a needle both have large errors, which must cancel.
  const f = s / det;
  const g = (vw - f * uv) / vv;
  if (s > 0 && r > 0 && s + r < det && g >= 0 && f + g <= 1) {
    awayX = wx - f * ux - g * vx;
    awayY = wy - f * uy - g * vy;
    awayZ = wz - f * uz - g * vz;
    nearSquare = awayX * awayX + awayY * awayY + awayZ * awayZ;
    nearX = x + f * ux + g * vx;
    nearY = y + f * uy + g * vy;
    nearZ = z + f * uz + g * vz;
  } else {
    nearestOnEdge(px, py, pz, t, t + 24);
    nearestOnEdge(px, py, pz, t + 24, t + 48);
    nearestOnEdge(px, py, pz, t + 48, t);
  }
  // the gap along the separation, times its length: up to the first corner in that direction
  const along1 = awayX * ux + awayY * uy + awayZ * uz;
  const along2 = awayX * vx + awayY * vy + awayZ * vz;
  let far: f64 = 0;
  if (along1 > far) far = along1;
  if (along2 > far) far = along2;
  nearGap = awayX * wx + awayY * wy + awayZ * wz - far;
  nearSize = uu + vv;
  const error = SQUARE_ERROR * (nearSquare + uu + vv) + UNDERFLOW;
  leastSquare = error < Infinity ? 2 * nearGap - nearSquare - error : NaN;
}

function leastOnTriangle(): f64 {
  const root = Math.sqrt(nearSquare);
  return root > SHORTEST ? nearGap / root - LENGTH_ERROR * Math.sqrt(nearSquare + nearSize) : 0;
}

function nearestOnEdge(px: f64, py: f64, pz: f64, from: i32, to: i32): void {
  const x = load<f64>(from), y = load<f64>(from, 8), z = load<f64>(from, 16);
  const ux = load<f64>(to) - x, uy = load<f64>(to, 8) - y, uz = load<f64>(to, 16) - z;
  const wx = px - x, wy = py - y, wz = pz - z;
  const uu = ux * ux + uy * uy + uz * uz;
  const uw = ux * wx + uy * wy + uz * wz;
  const s: f64 = !(uw > 0) ? 0 : uw >= uu ? 1 : uw / uu;
  const dx = wx - s * ux, dy = wy - s * uy, dz = wz - s * uz;
  const square = dx * dx + dy * dy + dz * dz;
  if (!(square < nearSquare)) return;
  nearSquare = square;
  awayX = dx;
  awayY = dy;
  awayZ = dz;
  nearX = s == 1 ? load<f64>(to) : x + s * ux;
  nearY = s == 1 ? load<f64>(to, 8) : y + s * uy;
  nearZ = s == 1 ? load<f64>(to, 16) : z + s * uz;
}
