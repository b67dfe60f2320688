import { PoseError } from "../errors.ts";
import { atan2, cos, hypot, lengthOf, sin } from "../numerics/portable-math.ts";
import type { Pose } from "./affine.ts";

// From one pose to another at constant speed: one point of the model, `about`, moves in a straight line, and everything
// turns about it by one angle about one axis, the short way round.
//
// x(t) = R(t) · (L + t·E) · (x − about) + place + t·travel
//
// L is the linear part of the first pose, scale and shear included; R(t) a rotation by t·angle; E the remainder, due to
// rounding, that makes x(1) the second pose.

export interface RigidMotion {
  readonly about: Float64Array;
  readonly linear: Float64Array; // columns one after the other, as in a pose
  readonly rest: Float64Array; // E, columns one after the other
  readonly axis: Float64Array;
  readonly angle: number;
  readonly place: Float64Array;
  readonly travel: Float64Array;
}

/**
 * How far the second pose's linear part may differ from a rotation of the first's, relative to it: the precision of f32
 * matrices.
 */
const RIGID_TOLERANCE = 1e-5;

/** Whether one pose, neither of them singular, is a rotation and translation of the other, as `createRigidMotion` needs it. */
export function isRigidMotion(from: Float64Array, to: Float64Array): boolean {
  return turnBetween(linearPart(from), to, "from").slip <= RIGID_TOLERANCE;
}

/** The rotation from a linear part to that of a pose, and by how much it misses it. */
function turnBetween(linear: Float64Array, to: Float64Array, name: string) {
  const turn = multiply(linearPart(to), invert(linear, name));
  const quaternion = quaternionOf(turn);
  const rotation = matrixOf(quaternion);
  let slip = 0;
  for (let i = 0; i < 9; i++) slip = Math.max(slip, Math.abs(turn[i] - rotation[i]));
  return { quaternion, slip };
}

/**
 * The motion between two poses that `readPose` has checked. Throws `PoseError` unless one is a rotation and translation of
 * the other.
 */
export function createRigidMotion(
  from: Float64Array,
  to: Float64Array,
  about: Float64Array,
  name: string,
): RigidMotion {
  const linear = linearPart(from);
  const { quaternion, slip } = turnBetween(linear, to, name);
  if (!(slip <= RIGID_TOLERANCE))
    throw new PoseError(
      `${name}.to: not a rotation and translation of ${name}.from, off by ${slip}; for scale or shear that changes use path: "straight"`,
    );
  const [x, y, z, w] = quaternion as unknown as [number, number, number, number];
  const sine = hypot(x, y, z);
  const axis = sine > 0 ? Float64Array.of(x / sine, y / sine, z / sine) : Float64Array.of(1, 0, 0);
  const angle = 2 * atan2(sine, w);
  const back = multiply(transpose(rotationBy(axis, angle)), linearPart(to));
  const place = pointOf(from, about);
  const end = pointOf(to, about);
  return {
    about,
    linear,
    rest: back.map((value, i) => value - linear[i]),
    axis,
    angle,
    place,
    travel: end.map((value, i) => value - place[i]),
  };
}

/** A straight motion: a rigid motion without rotation. */
export function createTranslation(from: Float64Array, to: Float64Array): RigidMotion {
  const origin = new Float64Array(3);
  return {
    about: origin,
    linear: linearPart(from),
    rest: new Float64Array(9),
    axis: Float64Array.of(1, 0, 0),
    angle: 0,
    place: pointOf(from, origin),
    travel: pointOf(to, origin).map((value, i) => value - from[12 + i]),
  };
}

/** Writes the pose at a time to `out`: the 9 numbers of its linear part, column-major, then its translation. */
export function poseAt(motion: RigidMotion, time: number, out: Float64Array, at: number): void {
  const { about, linear, rest, axis, angle, place, travel } = motion;
  const rotation = rotationBy(axis, time * angle);
  for (let column = 0; column < 9; column += 3) {
    const x = linear[column] + time * rest[column];
    const y = linear[column + 1] + time * rest[column + 1];
    const z = linear[column + 2] + time * rest[column + 2];
    for (let row = 0; row < 3; row++)
      out[at + column + row] = rotation[row] * x + rotation[3 + row] * y + rotation[6 + row] * z;
  }
  for (let row = 0; row < 3; row++) {
    const turned = out[at + row] * about[0] + out[at + 3 + row] * about[1] + out[at + 6 + row] * about[2];
    out[at + 9 + row] = place[row] + time * travel[row] - turned;
  }
}

/** The rotation about a unit axis (Rodrigues' formula). */
function rotationBy(axis: Float64Array, angle: number): Float64Array {
  const [x, y, z] = axis as unknown as [number, number, number];
  const s = sin(angle);
  const c = 1 - cos(angle);
  // biome-ignore format: a matrix reads in columns
  return Float64Array.of(
    1 - c * (y * y + z * z), c * x * y + s * z, c * x * z - s * y,
    c * x * y - s * z, 1 - c * (x * x + z * z), c * y * z + s * x,
    c * x * z + s * y, c * y * z - s * x, 1 - c * (x * x + y * y),
  );
}

function linearPart(pose: Pose): Float64Array {
  return Float64Array.of(...[0, 1, 2, 4, 5, 6, 8, 9, 10].map((i) => pose[i]));
}

function pointOf(pose: Pose, p: Float64Array): Float64Array {
  return Float64Array.of(0, 0, 0).map(
    (_, row) => pose[row] * p[0] + pose[4 + row] * p[1] + pose[8 + row] * p[2] + pose[12 + row],
  );
}

function multiply(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((_, i) => {
    const row = i % 3;
    const column = i - row;
    return a[row] * b[column] + a[3 + row] * b[column + 1] + a[6 + row] * b[column + 2];
  });
}

function transpose(m: Float64Array): Float64Array {
  return m.map((_, i) => m[3 * (i % 3) + Math.floor(i / 3)]);
}

function invert(m: Float64Array, name: string): Float64Array {
  const [a, b, c, d, e, f, g, h, i] = m as unknown as number[] as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const cofactors = [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
  const determinant = a * cofactors[0] + d * cofactors[1] + g * cofactors[2];
  const inverse = Float64Array.from(cofactors, (value) => value / determinant);
  if (!inverse.every(Number.isFinite))
    throw new PoseError(`${name}.from: singular, its determinant is ${determinant}`);
  return inverse;
}

/** The unit quaternion x y z w, w ≥ 0, nearest to a matrix that should be a rotation; computed from its largest component. */
function quaternionOf(m: Float64Array): Float64Array {
  const [a, b, c] = [m[0], m[4], m[8]];
  const squares = [1 + a - b - c, 1 - a + b - c, 1 - a - b + c, 1 + a + b + c];
  const k = squares.indexOf(Math.max(...squares));
  const largest = squares[k];
  const xy = m[1] + m[3];
  const xz = m[2] + m[6];
  const yz = m[5] + m[7];
  const wx = m[5] - m[7];
  const wy = m[6] - m[2];
  const wz = m[1] - m[3];
  // row k of four times the products of the components
  const parts = [
    [largest, xy, xz, wx],
    [xy, largest, yz, wy],
    [xz, yz, largest, wz],
    [wx, wy, wz, largest],
  ][k];
  const length = lengthOf(parts) * (parts[3] < 0 ? -1 : 1);
  return Float64Array.from(parts, (part) => part / length);
}

function matrixOf(quaternion: Float64Array): Float64Array {
  const [x, y, z, w] = quaternion as unknown as [number, number, number, number];
  const sine = hypot(x, y, z);
  return rotationBy(
    sine > 0 ? Float64Array.of(x / sine, y / sine, z / sine) : Float64Array.of(1, 0, 0),
    2 * atan2(sine, w),
  );
}
