// Double-double numbers, high and low, for the height above a plane: equal to the exact `orient3d` up to 2^-98 of its terms. Differences of
// coordinates are exact, each product and sum is rounded to 2^-103, and there are fewer than 32 of them.

const SPLITTER: f64 = 134217729; // 2^27 + 1

// the low part of the last result
let low: f64 = 0;

/** (b − a) × (c − a) · (d − a); the arguments are addresses of points. */
export function preciseHeight(a: i32, b: i32, c: i32, d: i32): f64 {
  const ux = difference(b, a, 0), uxLow = low, uy = difference(b, a, 8), uyLow = low, uz = difference(b, a, 16), uzLow = low;
  const vx = difference(c, a, 0), vxLow = low, vy = difference(c, a, 8), vyLow = low, vz = difference(c, a, 16), vzLow = low;
  const wx = difference(d, a, 0), wxLow = low, wy = difference(d, a, 8), wyLow = low, wz = difference(d, a, 16), wzLow = low;
  const x = term(uy, uyLow, vz, vzLow, uz, uzLow, vy, vyLow, wx, wxLow), xLow = low;
  const y = term(uz, uzLow, vx, vxLow, ux, uxLow, vz, vzLow, wy, wyLow), yLow = low;
  const z = term(ux, uxLow, vy, vyLow, uy, uyLow, vx, vxLow, wz, wzLow), zLow = low;
  const xy = sum(x, xLow, y, yLow);
  return sum(xy, low, z, zLow);
}

/** Whether b − a and d − c are exactly equal; the arguments are addresses of points. */
export function areParallel(a: i32, b: i32, c: i32, d: i32): bool {
  for (let axis = 0; axis < 24; axis += 8) {
    const first = difference(b, a, axis), firstLow = low;
    if (first != difference(d, c, axis) || firstLow != low) return false;
  }
  return true;
}

/** (p q − r s) t. */
function term(p: f64, pLow: f64, q: f64, qLow: f64, r: f64, rLow: f64, s: f64, sLow: f64, t: f64, tLow: f64): f64 {
  const first = product(p, pLow, q, qLow), firstLow = low;
  const second = product(r, rLow, s, sLow);
  const minor = sum(first, firstLow, -second, -low);
  return product(minor, low, t, tLow);
}

@inline function difference(p: i32, q: i32, axis: i32): f64 {
  const x = load<f64>(p + axis), y = load<f64>(q + axis);
  const high = x - y;
  const virtualY = x - high;
  low = x - (high + virtualY) + (virtualY - y);
  return high;
}

function sum(x: f64, xLow: f64, y: f64, yLow: f64): f64 {
  const high = x + y;
  const virtualY = high - x;
  const lost = x - (high - virtualY) + (y - virtualY);
  const rest = xLow + yLow;
  // what is left of the high parts may be as small as the low ones: normalise three numbers to two
  const tail = lost + rest;
  const virtualRest = tail - lost;
  const lostOfRest = lost - (tail - virtualRest) + (rest - virtualRest);
  const result = high + tail;
  low = high - result + tail + lostOfRest;
  return result;
}

function product(x: f64, xLow: f64, y: f64, yLow: f64): f64 {
  const high = x * y;
  const xBig = SPLITTER * x - (SPLITTER * x - x), xSmall = x - xBig;
  const yBig = SPLITTER * y - (SPLITTER * y - y), ySmall = y - yBig;
  const lost = xSmall * ySmall - (high - xBig * yBig - xSmall * yBig - xBig * ySmall);
  const tail = lost + (x * yLow + xLow * y);
  const result = high + tail;
  low = high - result + tail;
  return result;
}
