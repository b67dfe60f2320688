import { OptionError, show } from "../../errors.ts";
import type { Joint } from "../../mesh/articulation/joint.ts";
import { createBox } from "../../mesh/primitives/box.ts";
import { createCapsule } from "../../mesh/primitives/capsule.ts";
import { joinShells } from "../../mesh/primitives/join-shells.ts";
import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import { cos, lengthOf, sin } from "../../numerics/portable-math.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import type { Link } from "../../trees/articulated/articulated-body.ts";
import { placeMesh } from "../place-mesh.ts";
import type { BvhChannel, BvhJoint, BvhMotion } from "./read.ts";

// A skeleton has no skin: limbs are generated between its joints.

export interface BvhLimbOptions {
  /** Default "capsule". */
  shape?: "capsule" | "box" | undefined;
  /** Half the thickness of a limb of that length. Default: 8 % of its length plus 8 % of the longest limb's. */
  radius?: ((length: number, joint: BvhJoint) => number) | undefined;
  /** Points around a capsule, at least 4. Default 8 (64 triangles). */
  segments?: number | undefined;
}

const BVH_LIMB_OPTIONS: OptionNames<BvhLimbOptions> = { shape: true, radius: true, segments: true };

const THICKNESS = 0.08;
/** Relative to the longest limb: a shorter one connects two joints at one place. */
const SHORTEST = 1e-6;

/**
 * One link per joint for `createArticulatedBody`, in file order. Its mesh consists of the limbs from the joint to its child
 * joints and end sites, extending around both; a joint where none begins is only a frame.
 */
export function createBvhLinks(motion: BvhMotion, options: BvhLimbOptions = {}): Link[] {
  checkOptionNames(options, BVH_LIMB_OPTIONS, "createBvhLinks");
  checkMotion(motion);
  const { joints } = motion;
  const limbs = limbsOf(joints);
  const longest = limbs.flat().reduce((most, limb) => Math.max(most, lengthOf(limb)), 0);
  const { shape = "capsule", radius = (length) => THICKNESS * (length + longest), segments = 8 } = options;
  if (shape !== "capsule" && shape !== "box")
    throw new OptionError(`shape: expected "capsule" or "box", got ${show(shape)}`);
  if (typeof radius !== "function") throw new OptionError(`radius: expected a function, got ${show(radius)}`);
  return joints.map((joint, i) => {
    const meshes = limbs[i]
      .filter((limb) => lengthOf(limb) > SHORTEST * longest)
      .map((limb) => createLimb(limb, radius(lengthOf(limb), joint), shape, segments));
    const mesh = meshes.length > 1 ? joinShells(meshes) : (meshes[0] ?? null);
    const parent = joint.parent < 0 ? null : joints[joint.parent].name;
    return { name: joint.name, parent, mesh, joint: motionOf(joint) };
  });
}

function checkMotion(motion: BvhMotion): void {
  if (!Array.isArray(motion?.joints))
    throw new OptionError(`motion: expected a motion of readBvh, got ${show(motion)}`);
}

/** The ends of each joint's limbs. */
function limbsOf(joints: readonly BvhJoint[]): (readonly number[])[][] {
  const limbs = joints.map(({ endSites }) => [...endSites]);
  for (const { parent, offset } of joints) if (parent >= 0) limbs[parent].push(offset);
  return limbs;
}

function motionOf({ offset, channels }: BvhJoint): Joint {
  const [x, y, z] = offset as [number, number, number];
  return { type: typeOf(channels), origin: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1] };
}

function typeOf(channels: readonly BvhChannel[]): keyof typeof VALUES {
  if (channels.some((channel) => channel.endsWith("position"))) return "free";
  return channels.length > 0 ? "ball" : "fixed";
}

/** How many numbers `setPose` takes; a quaternion comes last. */
const VALUES = { fixed: 0, ball: 4, free: 7 };

/** The limb from the origin to `end`. */
function createLimb(
  end: readonly number[],
  radius: number,
  shape: "capsule" | "box",
  segments: number,
): TriangleMesh {
  if (!(typeof radius === "number" && radius > 0 && radius < Infinity))
    throw new OptionError(`radius: expected a number above 0, got ${show(radius)}`);
  const length = lengthOf(end);
  const mesh =
    shape === "capsule"
      ? createCapsule({ radius, length, segments })
      : createBox({ size: [2 * radius, 2 * radius, length] });
  const d = end.map((value) => value / length) as [number, number, number];
  // Any two perpendicular directions: start from the coordinate axis least parallel to it.
  const sizes = d.map(Math.abs);
  const k = sizes.indexOf(Math.min(...sizes));
  const raw = d.map((value, i) => (i === k ? 1 : 0) - d[k] * value);
  const scale = lengthOf(raw);
  const u = raw.map((value) => value / scale);
  const v = d.map((_, i) => d[(i + 1) % 3] * u[(i + 2) % 3] - d[(i + 2) % 3] * u[(i + 1) % 3]);
  const middle = end.map((value) => value / 2);
  return placeMesh(mesh, [...u, 0, ...v, 0, ...d, 0, ...middle, 1]);
}

/**
 * The numbers for `setPose` that give a body of `createBvhLinks` the pose of a frame, written to `out` if present.
 * Rotations apply in channel order, each about an axis already rotated by those before; positions add to the offset.
 */
export function bvhFrameValues(motion: BvhMotion, frame: number, out?: Float64Array): Float64Array {
  checkMotion(motion);
  const { joints, frameCount, channelCount, values } = motion;
  if (!(Number.isInteger(frame) && frame >= 0 && frame < frameCount))
    throw new OptionError(`frame: expected a whole number from 0 to ${frameCount - 1}, got ${show(frame)}`);
  const total = joints.reduce((sum, { channels }) => sum + VALUES[typeOf(channels)], 0);
  if (out !== undefined && out.length !== total)
    throw new OptionError(`out: expected ${total} numbers, got ${out.length}`);
  const result = out ?? new Float64Array(total);
  let at = 0;
  for (const { channels, firstChannel } of joints) {
    const size = VALUES[typeOf(channels)];
    if (size === 0) continue;
    result.fill(0, at, at + size);
    turn.set(REST);
    channels.forEach((channel, k) => {
      const value = values[frame * channelCount + firstChannel + k];
      const axis = channel.charCodeAt(0) - X;
      if (channel.endsWith("position")) result[at + axis] += value;
      else turnFurther(axis, (value * Math.PI) / 360);
    });
    at += size;
    result.set(turn, at - 4);
  }
  return result;
}

const X = 88;
const REST = [1, 0, 0, 0];
const turn = new Float64Array(4);

/** turn · (cos, sin along an axis), for half the angle. */
function turnFurther(axis: number, half: number): void {
  const [cosine, sine] = [cos(half), sin(half)];
  const [i, j, k] = [1 + axis, 1 + ((axis + 1) % 3), 1 + ((axis + 2) % 3)];
  const [w, a, b, c] = [turn[0], turn[i], turn[j], turn[k]];
  turn[0] = w * cosine - a * sine;
  turn[i] = a * cosine + w * sine;
  turn[j] = b * cosine + c * sine;
  turn[k] = c * cosine - b * sine;
}
