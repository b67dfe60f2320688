import { MeshError, PoseError, show } from "../errors.ts";

/**
 * An affine map as 16 numbers, column-major, like `Matrix4.elements` of three.js, glTF and gl-matrix. Rotation,
 * translation, nonuniform scale, shear and mirror are all allowed.
 */
export type Pose = ArrayLike<number>;

/**
 * The one formula that takes a vertex to world space. Every query, fast or slow, posed or baked, means these
 * f64 values, rounded in this order:
 *
 *   x' = ((m0·x + m4·y) + m8·z) + m12      and so on for y' and z'
 */
export function movePoint(m: Pose, x: number, y: number, z: number, out: Float64Array, at: number): void {
  out[at] = m[0] * x + m[4] * y + m[8] * z + m[12];
  out[at + 1] = m[1] * x + m[5] * y + m[9] * z + m[13];
  out[at + 2] = m[2] * x + m[6] * y + m[10] * z + m[14];
}

/** Takes the vertex at `positions[v]` to world space. `movePoint` is written out here, so that no number is passed and boxed. */
export function moveVertex(
  positions: Float32Array | Float64Array,
  v: number,
  moves: boolean,
  m: Float64Array,
  out: Float64Array,
  at: number,
): void {
  const x = positions[v];
  const y = positions[v + 1];
  const z = positions[v + 2];
  if (moves) {
    out[at] = m[0] * x + m[4] * y + m[8] * z + m[12];
    out[at + 1] = m[1] * x + m[5] * y + m[9] * z + m[13];
    out[at + 2] = m[2] * x + m[6] * y + m[10] * z + m[14];
  } else {
    out[at] = x;
    out[at + 1] = y;
    out[at + 2] = z;
  }
}

/** An upper bound, up to rounding, of the world coordinates of points within ±reach. */
export function reachInWorld(m: Float64Array, reach: number): number {
  let most = 0;
  for (let row = 0; row < 3; row++) {
    const norm = Math.abs(m[row]) + Math.abs(m[4 + row]) + Math.abs(m[8 + row]);
    most = Math.max(most, norm * reach + Math.abs(m[12 + row]));
  }
  return most;
}

/** A copy of `positions` in world space, by `movePoint`: the baked mesh whose answers a posed query must give. */
export function bakePositions(positions: ArrayLike<number>, pose: Pose): Float64Array {
  if (pose === null || pose === undefined)
    throw new PoseError(`pose: expected 16 numbers, got ${show(pose)}`);
  readPose(pose, "pose", unused);
  if (typeof positions === "string" || !(positions?.length > 0 && positions.length % 3 === 0))
    throw new MeshError(
      `positions: expected 3 numbers per vertex, got ${positions?.length ?? show(positions as unknown)}`,
    );
  const out = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3)
    movePoint(pose, positions[i], positions[i + 1], positions[i + 2], out, i);
  const bad = out.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0)
    throw new MeshError(
      `positions: the pose maps vertex ${Math.floor(bad / 3)} to the coordinate ${out[bad]}`,
    );
  return out;
}

const unused = new Float64Array(16);

/** How many poses have been read; `readPose` detects nested reads by it. */
let reads = 0;

/**
 * Copies a pose to `out` and returns whether it moves anything; null stands for the identity. Throws `PoseError` unless the
 * pose is 16 finite numbers with the last row 0 0 0 1.
 *
 * An element may be a getter that runs a query, which may read its own pose into this `out`. In that case the pose is read
 * again, completely, before anything is written.
 */
export function readPose(pose: Pose | null, name: string, out: Float64Array): boolean {
  const read = ++reads;
  const moves = readInto(pose, name, out);
  return reads === read ? moves : readInto(plainPose(pose, name), name, out);
}

/** `readPose` for a pose that has been read before, and for null. */
export function copyPose(pose: Float64Array | null, out: Float64Array): boolean {
  const from = pose ?? IDENTITY;
  for (let i = 0; i < 16; i++) out[i] = from[i];
  return pose !== null;
}

function readInto(pose: Pose | null, name: string, out: Float64Array): boolean {
  if (pose === null) {
    for (let i = 0; i < 16; i++) out[i] = IDENTITY[i];
    return false;
  }
  checkLength(pose, name);
  let identity = true;
  let check = 0; // stays zero unless something is not a finite number
  for (let i = 0; i < 16; i++) {
    const value = pose[i];
    check += 0 * value;
    if (value !== IDENTITY[i]) identity = false;
    out[i] = value;
  }
  if (check !== 0) refuse(plainPose(pose, name)!, name);
  if (out[3] !== 0 || out[7] !== 0 || out[11] !== 0 || out[15] !== 1)
    throw new PoseError(
      `${name}: not affine, the last row must be 0 0 0 1, got ${out[3]} ${out[7]} ${out[11]} ${out[15]} (column-major expected)`,
    );
  return !identity;
}

/**
 * The numbers of a pose in a plain array, each read once; null for null. Queries of several stages read their poses this
 * way before the first stage, because an element may be a getter that runs a query.
 */
export function plainPose(pose: Pose | null, name: string): readonly number[] | null {
  if (pose === null) return null;
  checkLength(pose, name);
  // biome-ignore format: four columns
  return [
    pose[0], pose[1], pose[2], pose[3],
    pose[4], pose[5], pose[6], pose[7],
    pose[8], pose[9], pose[10], pose[11],
    pose[12], pose[13], pose[14], pose[15],
  ];
}

function checkLength(pose: Pose, name: string): void {
  if (pose.length !== 16)
    throw new PoseError(
      `${name}: expected 16 numbers (of a three.js matrix, its elements), got ${describe(pose)}`,
    );
}

function refuse(pose: readonly number[], name: string): never {
  const i = pose.findIndex((value) => !Number.isFinite(value));
  throw new PoseError(`${name}[${i}]: ${pose[i]} is not a finite number`);
}

function describe(pose: Pose): string {
  return pose?.length === undefined ? `${typeof pose} without a length` : `${pose.length}`;
}

export const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

/** The determinant of the three rows of three numbers at m[at]. */
export function determinantOfRows(m: Float64Array, at: number): number {
  return (
    m[at] * (m[at + 4] * m[at + 8] - m[at + 5] * m[at + 7]) +
    m[at + 1] * (m[at + 5] * m[at + 6] - m[at + 3] * m[at + 8]) +
    m[at + 2] * (m[at + 3] * m[at + 7] - m[at + 4] * m[at + 6])
  );
}

/** The determinant of a pose's linear part: negative for one that mirrors. */
export function determinantOf(m: Pose): number {
  return (
    m[0] * (m[5] * m[10] - m[6] * m[9]) -
    m[4] * (m[1] * m[10] - m[2] * m[9]) +
    m[8] * (m[1] * m[6] - m[2] * m[5])
  );
}
