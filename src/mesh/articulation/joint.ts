import { OptionError, show } from "../../errors.ts";
import { IDENTITY, type Pose, readPose } from "../../geometry/affine.ts";
import { checkWorldPose } from "../../geometry/relative-pose.ts";
import { hypot, sin } from "../../numerics/portable-math.ts";
import { checkDataNames, type OptionNames } from "../../option-names.ts";

/** How a link moves relative to its parent, or the root link relative to the world. */
export interface Joint {
  /**
   * "fixed": does not move. "hinge": rotates about the axis, one value, radians. "slider": moves along the axis, one value.
   * "ball": rotates freely, four values, a quaternion w x y z. "free": moves and rotates, seven values, x y z and a
   * quaternion.
   */
  type: JointType;
  name?: string | undefined;
  /** The joint's pose in the parent link's space, 16 numbers. Default: the parent's origin. */
  origin?: Pose | null | undefined;
  /** The axis of a hinge or slider in the joint's space; any length but zero. Default: z. */
  axis?: ArrayLike<number> | undefined;
  /** Least and greatest value of a hinge or slider. Kept for the caller; `setPose` does not enforce them. */
  limits?: readonly [number, number] | undefined;
  /** The value follows another joint of its type: multiplier · value + offset. The joint takes no value itself. */
  mimic?: { joint: string; multiplier?: number; offset?: number } | undefined;
}

const JOINT: OptionNames<Joint> = {
  type: true,
  name: true,
  origin: true,
  axis: true,
  limits: true,
  mimic: true,
};
const MIMIC: OptionNames<NonNullable<Joint["mimic"]>> = { joint: true, multiplier: true, offset: true };

export type JointType = "fixed" | "hinge" | "slider" | "ball" | "free";

const VALUES: Record<JointType, number> = { fixed: 0, hinge: 1, slider: 1, ball: 4, free: 7 };
const Z = [0, 0, 1];
const ANY = [-Infinity, Infinity] as const;

/** A joint whose numbers have been checked and copied. */
export interface CheckedJoint {
  readonly type: JointType;
  readonly name: string;
  readonly origin: Float64Array;
  /** A unit vector. */
  readonly axis: Float64Array;
  readonly limits: readonly [number, number];
  readonly mimic: { readonly joint: string; readonly multiplier: number; readonly offset: number } | null;
  /** How many values the joint reads: 0 if it mimics another. */
  readonly values: number;
}

/** Throws an `OptionError` or `PoseError` that names the joint. */
export function checkJoint(joint: Joint, link: string): CheckedJoint {
  if (joint === null || typeof joint !== "object")
    throw new OptionError(`link "${link}": joint: expected an object, got ${show(joint)}`);
  const { type, name = link, origin = null, axis = Z, limits = ANY, mimic } = joint;
  if (typeof name !== "string" || name === "")
    throw new OptionError(`link "${link}": joint: its name is not text, or is empty`);
  const where = `joint "${name}" of link "${link}"`;
  checkDataNames(joint, JOINT, where);
  if (!Object.hasOwn(VALUES, type))
    throw new OptionError(
      `${where}: unknown type ${show(type)}, expected one of ${Object.keys(VALUES).join(", ")}`,
    );
  const checkedOrigin = new Float64Array(16);
  readPose(origin, `${where}: origin`, checkedOrigin);
  checkWorldPose(checkedOrigin, 1, `${where}: origin`);
  if (limits?.length !== 2)
    throw new OptionError(`${where}: limits: expected 2 numbers, got ${limits?.length ?? show(limits)}`);
  const [low, high] = limits;
  if (!(typeof low === "number" && typeof high === "number" && low <= high))
    throw new OptionError(`${where}: limits ${low} to ${high} are reversed or not numbers`);
  return {
    type,
    name,
    origin: checkedOrigin,
    axis: unitAxis(axis, where),
    limits: [low, high],
    mimic: mimic === undefined ? null : checkMimic(mimic, type, where),
    values: mimic === undefined ? VALUES[type] : 0,
  };
}

function unitAxis(axis: ArrayLike<number>, where: string): Float64Array {
  if (axis?.length !== 3) throw new OptionError(`${where}: axis needs 3 numbers, got ${axis?.length}`);
  const [x, y, z] = [axis[0], axis[1], axis[2]];
  if (![x, y, z].every((value) => typeof value === "number"))
    throw new OptionError(`${where}: axis needs 3 numbers, got ${[x, y, z].map(String).join(" ")}`);
  const length = hypot(x, y, z);
  if (!(length > 0 && length < Infinity))
    throw new OptionError(`${where}: axis ${x} ${y} ${z} has no direction`);
  return Float64Array.of(x / length, y / length, z / length);
}

function checkMimic(mimic: NonNullable<Joint["mimic"]>, type: JointType, where: string) {
  if (mimic === null || typeof mimic !== "object")
    throw new OptionError(`${where}: mimic: expected an object, got ${show(mimic)}`);
  checkDataNames(mimic, MIMIC, `mimic of ${where}`);
  const { joint, multiplier = 1, offset = 0 } = mimic;
  if (type !== "hinge" && type !== "slider")
    throw new OptionError(`${where}: only a hinge or a slider can mimic, not a ${type} joint`);
  if (!Number.isFinite(multiplier) || !Number.isFinite(offset))
    throw new OptionError(`${where}: mimic by ${multiplier} and ${offset}, which must be finite`);
  return { joint, multiplier, offset };
}

/**
 * Writes the link's pose for the joint values at values[at …], in the parent link's space, to out[to …], column-major:
 * origin · motion. A quaternion need not have unit length; a zero quaternion throws.
 */
export function jointPose(
  joint: CheckedJoint,
  values: ArrayLike<number>,
  at: number,
  out: Float64Array,
  to: number,
): void {
  // A plain loop: on so few numbers, `set` takes longer than all that follows.
  for (let i = 0; i < 16; i++) motion[i] = IDENTITY[i];
  const { type, axis } = joint;
  if (type === "hinge") turnAbout(axis, 0, values[at], motion);
  else if (type === "slider") for (let k = 0; k < 3; k++) motion[12 + k] = values[at] * axis[k];
  else if (type === "ball") turnByQuaternion(values, at, joint.name);
  else if (type === "free") {
    turnByQuaternion(values, at + 3, joint.name);
    for (let k = 0; k < 3; k++) motion[12 + k] = values[at + k];
  }
  multiplyPoses(joint.origin, 0, motion, 0, out, to);
}

const motion = new Float64Array(16);

/** Writes the rotation about the unit vector at axes[at] to the linear part of `out` (Rodrigues' formula). */
export function turnAbout(axes: Float64Array, at: number, angle: number, out: Float64Array): void {
  const x = axes[at];
  const y = axes[at + 1];
  const z = axes[at + 2];
  const sine = sin(angle);
  const half = sin(angle / 2);
  const versine = 2 * half * half; // 1 − cos, without cancellation
  out[0] = 1 - versine * (y * y + z * z);
  out[1] = versine * x * y + sine * z;
  out[2] = versine * x * z - sine * y;
  out[4] = versine * x * y - sine * z;
  out[5] = 1 - versine * (x * x + z * z);
  out[6] = versine * y * z + sine * x;
  out[8] = versine * x * z + sine * y;
  out[9] = versine * y * z - sine * x;
  out[10] = 1 - versine * (x * x + y * y);
}

function turnByQuaternion(values: ArrayLike<number>, at: number, name: string): void {
  const [w, x, y, z] = [values[at], values[at + 1], values[at + 2], values[at + 3]];
  const n = 2 / (w * w + x * x + y * y + z * z);
  if (!(n > 0 && n < Infinity))
    throw new OptionError(`joint "${name}": quaternion ${w} ${x} ${y} ${z} has no direction`);
  motion[0] = 1 - n * (y * y + z * z);
  motion[1] = n * (x * y + w * z);
  motion[2] = n * (x * z - w * y);
  motion[4] = n * (x * y - w * z);
  motion[5] = 1 - n * (x * x + z * z);
  motion[6] = n * (y * z + w * x);
  motion[8] = n * (x * z + w * y);
  motion[9] = n * (y * z - w * x);
  motion[10] = 1 - n * (x * x + y * y);
}

/** out = a · b for affine poses; `out` must be neither of them. */
export function multiplyPoses(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  out: Float64Array,
  to: number,
): void {
  // biome-ignore format: columns read in rows
  const a0 = a[i], a1 = a[i + 1], a2 = a[i + 2],
    a4 = a[i + 4], a5 = a[i + 5], a6 = a[i + 6],
    a8 = a[i + 8], a9 = a[i + 9], a10 = a[i + 10],
    a12 = a[i + 12], a13 = a[i + 13], a14 = a[i + 14];
  for (let column = 0; column < 16; column += 4) {
    const x = b[j + column];
    const y = b[j + column + 1];
    const z = b[j + column + 2];
    const w = column === 12 ? 1 : 0;
    out[to + column] = a0 * x + a4 * y + a8 * z + w * a12;
    out[to + column + 1] = a1 * x + a5 * y + a9 * z + w * a13;
    out[to + column + 2] = a2 * x + a6 * y + a10 * z + w * a14;
    out[to + column + 3] = w;
  }
}
