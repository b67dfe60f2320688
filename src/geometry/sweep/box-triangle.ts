import { AXES, boxTriangleExact, EDGES, NORMAL } from "./box-triangle-exact.ts";

// A closed box that moves along a line, or stands still, against a closed triangle: the separating axis test with time. On
// each of 13 axes (three of the box, the triangle's normal, nine cross products) the two projections meet during one
// interval of time; the shapes meet while all intervals do. Plain f64 intervals give the time. Intervals widened by the
// rounding error prove "never", intervals narrowed by it prove "certainly"; integers decide the cases between.

// swept box, f64: minima (3) maxima (3) motion (3); the motion lasts from time 0 to time 1
export const SWEPT_BOX = 9;

const UNIT = 2 ** -53;
const FILTER = 64 * UNIT; // exceeds the relative error of a sum of a dozen rounded products
const UNDERFLOW = 2 ** -900;
/**
 * FILTER times this is 128 times the smallest f64, which exceeds what halving subnormal extents loses. An axis may be as
 * long as 2^200.
 */
const HALVED = 2 ** -1020;
/** A time that rounding may have moved by more than this is divided exactly; no answer has a larger error. */
export const TIME_ERROR = 2 ** -30;

let exactTests = 0;

/** How many tests went to the exact stage since the module was loaded. */
export function boxExactTestCount(): number {
  return exactTests;
}

// the triangle's corners relative to the box's centre, its edges, and half extents and motion of the box
const p = new Float64Array(9);
const e = new Float64Array(9);
const half = new Float64Array(3);
const motion = new Float64Array(3);
const size = new Float64Array(3); // magnitudes of p along each axis, rounding of the differences included

// plain, widened and narrowed interval of time
const times = new Float64Array(6);

/**
 * The axis on which the projections of the last test met last, pointing against the motion: the direction of the contact's
 * normal. Zero if the box met the triangle at the start.
 */
export const lastAxis = new Float64Array(3);

/**
 * When the moving box first meets the triangle at corners[at]: a time in 0 … 1, or −1 for never. Beyond `limit` it may be either: then one
 * axis may tell that the triangle is met too late.
 */
export function sweptBoxTriangle(box: Float64Array, corners: Float64Array, at: number, limit = 1): number {
  relate(box, corners, at);
  times[0] = times[2] = times[4] = 0;
  times[1] = times[5] = 1;
  times[3] = limit;
  lastAxis[0] = lastAxis[1] = lastAxis[2] = 0;
  for (let i = 0; i < 3; i++)
    if (axisParts(i === 0 ? 1 : 0, i === 1 ? 1 : 0, i === 2 ? 1 : 0, 0, 0, 0)) return -1;
  for (let j = 0; j < 3; j++) {
    const ex = e[3 * j];
    const ey = e[3 * j + 1];
    const ez = e[3 * j + 2];
    // An edge parallel to x has no axis x × edge: its differences are exactly zero.
    if ((ey !== 0 || ez !== 0) && axisParts(0, -ez, ey, 0, 0, 0)) return -1; // x × edge
    if ((ez !== 0 || ex !== 0) && axisParts(ez, 0, -ex, 0, 0, 0)) return -1; // y × edge
    if ((ex !== 0 || ey !== 0) && axisParts(-ey, ex, 0, 0, 0, 0)) return -1; // z × edge
  }
  if (normalParts()) return -1;
  const isCertain = times[4] <= times[5] && times[4] - times[2] <= TIME_ERROR;
  // Whether the shapes meet at the start must be certain too, or be decided exactly.
  if (isCertain && (times[4] === 0 || times[2] > 0)) return times[0] <= times[1] ? times[0] : times[4];
  exactTests++;
  return boxTriangleExact(box, corners, at, lastAxis);
}

/**
 * For each axis the time from which the projections meet, −Infinity if they always did: bounds that cover rounding, for a
 * triangle that is met.
 */
export function boundEntries(
  box: Float64Array,
  corners: Float64Array,
  lower: Float64Array,
  upper: Float64Array,
): void {
  relate(box, corners, 0);
  for (let axis = 0; axis < AXES; axis++) {
    times[0] = times[2] = times[4] = -Infinity;
    times[1] = times[3] = times[5] = Infinity;
    narrowBy(axis);
    lower[axis] = times[2];
    // If the projections do not certainly meet during the motion, the sign of the speed may be wrong.
    upper[axis] = times[4] <= times[5] && times[5] >= 0 ? times[4] : Infinity;
  }
}

function narrowBy(axis: number): void {
  if (axis < 3) axisParts(axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0, 0, 0, 0);
  else if (axis === NORMAL) normalParts();
  else {
    const edge = Math.floor((axis - EDGES) / 3);
    const unit = (axis - EDGES) % 3;
    const ex = e[3 * edge];
    const ey = e[3 * edge + 1];
    const ez = e[3 * edge + 2];
    // An edge parallel to the unit vector has no axis.
    if (unit === 0 && (ey !== 0 || ez !== 0)) axisParts(0, -ez, ey, 0, 0, 0);
    if (unit === 1 && (ez !== 0 || ex !== 0)) axisParts(ez, 0, -ex, 0, 0, 0);
    if (unit === 2 && (ex !== 0 || ey !== 0)) axisParts(-ey, ex, 0, 0, 0, 0);
  }
}

function normalParts(): boolean {
  const x = e[1] * e[5] - e[2] * e[4];
  const y = e[2] * e[3] - e[0] * e[5];
  const z = e[0] * e[4] - e[1] * e[3];
  const roundX = Math.abs(e[1] * e[5]) + Math.abs(e[2] * e[4]);
  const roundY = Math.abs(e[2] * e[3]) + Math.abs(e[0] * e[5]);
  const roundZ = Math.abs(e[0] * e[4]) + Math.abs(e[1] * e[3]);
  return axisParts(x, y, z, roundX, roundY, roundZ);
}

function relate(box: Float64Array, corners: Float64Array, at: number): void {
  for (let k = 0; k < 3; k++) {
    const low = box[k];
    const high = box[3 + k];
    const centre = low + (high - low) / 2;
    half[k] = (high - low) / 2;
    motion[k] = box[6 + k];
    const c0 = corners[at + k];
    const c1 = corners[at + 3 + k];
    const c2 = corners[at + 6 + k];
    p[k] = c0 - centre;
    p[3 + k] = c1 - centre;
    p[6 + k] = c2 - centre;
    e[k] = c1 - c0;
    e[3 + k] = c2 - c1;
    e[6 + k] = c0 - c2;
    let reach = Math.abs(low) + Math.abs(high);
    for (let c = 0; c < 9; c += 3) reach += Math.abs(corners[at + c + k]);
    size[k] = reach + Math.abs(motion[k]) + HALVED;
  }
}

/**
 * Intersects the intervals with the one of axis (x, y, z), whose rounding error is FILTER times (rx, ry, rz) in addition to
 * a few units of its own; true if even the widened interval is empty.
 */
function axisParts(x: number, y: number, z: number, rx: number, ry: number, rz: number): boolean {
  const s0 = x * p[0] + y * p[1] + z * p[2];
  const s1 = x * p[3] + y * p[4] + z * p[5];
  const s2 = x * p[6] + y * p[7] + z * p[8];
  const radius = Math.abs(x) * half[0] + Math.abs(y) * half[1] + Math.abs(z) * half[2];
  const speed = x * motion[0] + y * motion[1] + z * motion[2];
  const low = Math.min(s0, s1, s2) - radius;
  const high = Math.max(s0, s1, s2) + radius;
  const slack =
    FILTER * ((Math.abs(x) + rx) * size[0] + (Math.abs(y) + ry) * size[1] + (Math.abs(z) + rz) * size[2]) +
    UNDERFLOW;
  const before = times[0];
  meet(0, low, high, speed);
  if (times[0] > before) {
    lastAxis[0] = speed > 0 ? -x : x;
    lastAxis[1] = speed > 0 ? -y : y;
    lastAxis[2] = speed > 0 ? -z : z;
  }
  meet(4, low + slack, high - slack, speed);
  meet(2, low - slack, high + slack, speed);
  return times[2] > times[3];
}

/** Intersects the interval at times[k] with the times t at which low ≤ t · speed ≤ high. */
function meet(k: number, low: number, high: number, speed: number): void {
  if (speed === 0) {
    if (low > 0 || high < 0) times[k] = Infinity;
    return;
  }
  const from = speed > 0 ? low / speed : high / speed;
  const to = speed > 0 ? high / speed : low / speed;
  if (from > times[k]) times[k] = from;
  if (to < times[k + 1]) times[k + 1] = to;
}
