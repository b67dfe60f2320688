import { boxTriangleExact, EDGES, NORMAL } from "./box-triangle-exact.ts";

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
const p = new Float64Array(16);
const e = new Float64Array(16);
const half = new Float64Array(16);
const motion = new Float64Array(16);
const size = new Float64Array(16); // magnitudes of p along each axis, rounding of the differences included

// the axis under test, and a magnitude for its rounding error: FILTER times that magnitude covers it
const axis = new Float64Array(16);

// the result of `project` for that axis
const shadow = new Float64Array(16);
const LOW = 0;
const HIGH = 1;
const SPEED = 2;
const SLACK = 3;

// plain, widened and narrowed interval of time
const times = new Float64Array(16);

/**
 * The axis on which the projections of the last test met last, pointing against the motion: the direction of the contact's
 * normal. Zero if the box met the triangle at the start.
 */
export const lastAxis = new Float64Array(16);

// bounds, f64: for the time from which the projections on each axis meet, lower bounds, and from UPPER on upper bounds; both cover
// rounding. Times before the start have any bounds up to 0; an uncertain upper bound is Infinity. AXES of 16 places are used.
export const UPPER = 16;
export const BOUNDS = 32;

const unusedBounds = new Float64Array(BOUNDS);

/**
 * When the moving box first meets the triangle at corners[at]: a time in 0 … 1, or −1 for never. A contact after `limit` may
 * also be reported as −1: one axis can prove that it is too late. Fills `bounds` if the triangle is met.
 */
export function sweptBoxTriangle(
  box: Float64Array,
  corners: Float64Array,
  at: number,
  limit = 1,
  bounds: Float64Array = unusedBounds,
): number {
  relate(box, corners, at);
  times[0] = times[2] = times[4] = 0;
  times[1] = times[5] = 1;
  times[3] = limit;
  lastAxis[0] = lastAxis[1] = lastAxis[2] = 0;
  for (let k = 0; k < 3; k++) {
    setBoxAxis(k);
    if (meetOnAxis(k, bounds)) return -1;
  }
  for (let j = 0; j < 9; j += 3) {
    for (let k = 0; k < 3; k++) {
      if (!setEdgeAxis(j, k)) bounds[EDGES + j + k] = bounds[UPPER + EDGES + j + k] = -Infinity;
      else if (meetOnAxis(EDGES + j + k, bounds)) return -1;
    }
  }
  setNormal();
  if (meetOnAxis(NORMAL, bounds)) return -1;
  const isCertain = times[4] <= times[5] && times[4] - times[2] <= TIME_ERROR;
  // Whether the shapes meet at the start must be certain too, or be decided exactly.
  if (isCertain && (times[4] === 0 || times[2] > 0)) return times[0] <= times[1] ? times[0] : times[4];
  exactTests++;
  return boxTriangleExact(box, corners, at, lastAxis);
}

// An axis goes through `axis` to `meetOnAxis`: f64 arguments of a function that is not inlined would be boxed.

function setBoxAxis(k: number): void {
  axis[0] = axis[1] = axis[2] = 0;
  axis[k] = 1;
  axis[3] = axis[4] = axis[5] = 0;
}

/** The axis of the box × the edge at e[j]; false for an edge parallel to it, which has none: its differences are exactly zero. */
function setEdgeAxis(j: number, k: number): boolean {
  const u = k === 2 ? 0 : k + 1;
  const v = k === 0 ? 2 : k - 1;
  const eu = e[j + u];
  const ev = e[j + v];
  axis[k] = 0;
  axis[u] = -ev;
  axis[v] = eu;
  axis[3] = axis[4] = axis[5] = 0;
  return eu !== 0 || ev !== 0;
}

function setNormal(): void {
  axis[0] = e[1] * e[5] - e[2] * e[4];
  axis[1] = e[2] * e[3] - e[0] * e[5];
  axis[2] = e[0] * e[4] - e[1] * e[3];
  axis[3] = Math.abs(e[1] * e[5]) + Math.abs(e[2] * e[4]);
  axis[4] = Math.abs(e[2] * e[3]) + Math.abs(e[0] * e[5]);
  axis[5] = Math.abs(e[0] * e[4]) + Math.abs(e[1] * e[3]);
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
 * Intersects the intervals, which are parts of 0 … 1, with the ones of `axis`; true if even the widened interval is empty. Writes the
 * bounds of the axis.
 */
function meetOnAxis(index: number, bounds: Float64Array): boolean {
  project();
  const low = shadow[LOW];
  const high = shadow[HIGH];
  const speed = shadow[SPEED];
  const slack = shadow[SLACK];
  if (speed === 0) {
    if (low - slack > 0 || high + slack < 0) return true;
    if (low > 0 || high < 0) times[0] = Infinity;
    bounds[index] = bounds[UPPER + index] = -Infinity;
    if (low + slack > 0 || high - slack < 0) times[4] = bounds[UPPER + index] = Infinity;
    return false;
  }
  // Turned so that the box moves up: near ≤ t · pace ≤ far.
  const near = speed > 0 ? low : -high;
  const far = speed > 0 ? high : -low;
  const pace = Math.abs(speed);
  // If the narrowed interval begins at or before 0, or ends at or after 1, none of the three intervals changes on that side.
  const isLater = near + slack > 0;
  // If the projections do not certainly meet during the motion, the sign of the speed may be wrong.
  const isCertain = near + slack <= far - slack && far - slack >= 0;
  if (isLater) {
    const from = (near - slack) / pace;
    if (from > times[2]) times[2] = from;
    bounds[index] = from;
  } else bounds[index] = -Infinity;
  if (far - slack < pace) {
    const to = (far + slack) / pace;
    if (to < times[3]) times[3] = to;
    if (times[2] > times[3]) return true;
    const plainTo = far / pace;
    const narrowTo = (far - slack) / pace;
    if (plainTo < times[1]) times[1] = plainTo;
    if (narrowTo < times[5]) times[5] = narrowTo;
  } else if (times[2] > times[3]) return true;
  bounds[UPPER + index] = isCertain ? 0 : Infinity;
  if (isLater) {
    const narrowFrom = (near + slack) / pace;
    if (isCertain) bounds[UPPER + index] = narrowFrom;
    const plainFrom = near / pace;
    if (narrowFrom > times[4]) times[4] = narrowFrom;
    if (plainFrom > times[0]) {
      times[0] = plainFrom;
      for (let k = 0; k < 3; k++) lastAxis[k] = speed > 0 ? -axis[k] : axis[k];
    }
  }
  return false;
}

/** Sets `shadow`: the projections on `axis` meet while low ≤ t · speed ≤ high, but for the slack. */
function project(): void {
  const x = axis[0];
  const y = axis[1];
  const z = axis[2];
  const s0 = x * p[0] + y * p[1] + z * p[2];
  const s1 = x * p[3] + y * p[4] + z * p[5];
  const s2 = x * p[6] + y * p[7] + z * p[8];
  const radius = Math.abs(x) * half[0] + Math.abs(y) * half[1] + Math.abs(z) * half[2];
  shadow[LOW] = Math.min(s0, s1, s2) - radius;
  shadow[HIGH] = Math.max(s0, s1, s2) + radius;
  shadow[SPEED] = x * motion[0] + y * motion[1] + z * motion[2];
  const wideX = (Math.abs(x) + axis[3]) * size[0];
  const wideY = (Math.abs(y) + axis[4]) * size[1];
  const wideZ = (Math.abs(z) + axis[5]) * size[2];
  shadow[SLACK] = FILTER * (wideX + wideY + wideZ) + UNDERFLOW;
}
