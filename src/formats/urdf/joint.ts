import { FormatError } from "../../errors.ts";
import type { Joint } from "../../mesh/articulation/joint.ts";
import { cos, lengthOf, sin } from "../../numerics/portable-math.ts";
import type { Link } from "../../trees/articulated/articulated-body.ts";
import { attributeOf, boundedNumbersOf, childOf, numbersOf, type XmlElement } from "../xml.ts";

/** A <joint> of a URDF file. */
export interface UrdfJoint {
  name: string;
  type: UrdfJointType;
  parent: string;
  child: string;
  origin: Float64Array | null;
  axis: readonly number[];
  limits: readonly [number, number] | undefined;
  mimic: { joint: string; multiplier: number; offset: number } | undefined;
}

const TYPES = {
  revolute: "hinge",
  continuous: "hinge",
  prismatic: "slider",
  fixed: "fixed",
  floating: "free",
  planar: "planar",
} as const;
type UrdfJointType = keyof typeof TYPES;

/** The longest permitted chain of mimics. */
const LONGEST_CHAIN = 64;
const X = [1, 0, 0];
const ZERO = [0, 0, 0];
const ONE = [1];
const NONE = [0];

/** Reads a <joint>; `source` is the file's name. Unsupported motions cause a `FormatError` that names the joint. */
export function readUrdfJoint(element: XmlElement, source: string, warnings: string[]): UrdfJoint {
  const name = attributeOf(element, "name", `${source}, a joint`);
  const where = `${source}, joint "${name}"`;
  const type = attributeOf(element, "type", where);
  if (!Object.hasOwn(TYPES, type))
    throw new FormatError(
      `${where}: unknown type "${type}", expected one of ${Object.keys(TYPES).join(", ")}`,
    );
  const [parent, child] = ["parent", "child"].map((end) => {
    const found = childOf(element, end);
    if (found === undefined) throw new FormatError(`${where}: has no <${end}>`);
    return attributeOf(found, "link", where);
  });
  const isOneValued = type === "revolute" || type === "continuous" || type === "prismatic";
  return {
    name,
    type: type as UrdfJointType,
    parent: parent,
    child: child,
    origin: readOrigin(element, where),
    // The axis of a fixed joint, often 0 0 0, has no meaning.
    axis: isOneValued || type === "planar" ? readAxis(element, where) : X,
    limits: type === "revolute" || type === "prismatic" ? readLimits(element, where, warnings) : undefined,
    mimic: isOneValued ? readMimic(element, where) : undefined,
  };
}

/**
 * The pose of <origin xyz rpy>: rotated by roll about x, then pitch about y, then yaw about z, all fixed axes. Null without
 * <origin>.
 */
export function readOrigin(element: XmlElement, where: string): Float64Array | null {
  const origin = childOf(element, "origin");
  if (origin === undefined) return null;
  const [x, y, z] = boundedNumbersOf(origin, "xyz", 3, where, ZERO);
  const [roll, pitch, yaw] = boundedNumbersOf(origin, "rpy", 3, where, ZERO);
  const [sr, cr] = [sin(roll), cos(roll)];
  const [sp, cp] = [sin(pitch), cos(pitch)];
  const [sy, cy] = [sin(yaw), cos(yaw)];
  return Float64Array.from(
    [
      [cy * cp, sy * cp, -sp, 0],
      [cy * sp * sr - sy * cr, sy * sp * sr + cy * cr, cp * sr, 0],
      [cy * sp * cr + sy * sr, sy * sp * cr - cy * sr, cp * cr, 0],
      [x, y, z, 1],
    ].flat(),
  );
}

function readAxis(element: XmlElement, where: string): readonly number[] {
  const axis = childOf(element, "axis");
  const values = axis === undefined ? X : numbersOf(axis, "xyz", 3, where, X);
  const length = lengthOf(values);
  if (length > 0 && length < Infinity) return values;
  throw new FormatError(`${where}: axis ${values.join(" ")} has no direction`);
}

function readLimits(
  element: XmlElement,
  where: string,
  warnings: string[],
): readonly [number, number] | undefined {
  const limit = childOf(element, "limit");
  if (limit === undefined) {
    warnings.push(`${where}: has no <limit>, taken as unlimited`);
    return undefined;
  }
  const [lower] = numbersOf(limit, "lower", 1, where, NONE);
  const [upper] = numbersOf(limit, "upper", 1, where, NONE);
  if (lower <= upper) return [lower, upper];
  throw new FormatError(`${where}: limits are reversed, lower ${lower} is above upper ${upper}`);
}

function readMimic(element: XmlElement, where: string): UrdfJoint["mimic"] {
  const mimic = childOf(element, "mimic");
  if (mimic === undefined) return undefined;
  const [multiplier] = numbersOf(mimic, "multiplier", 1, where, ONE);
  const [offset] = numbersOf(mimic, "offset", 1, where, NONE);
  return { joint: attributeOf(mimic, "joint", where), multiplier: multiplier, offset: offset };
}

/** Makes every mimic follow a joint with a value: chains are multiplied out, in place. */
export function resolveMimics(joints: readonly UrdfJoint[], source: string): void {
  const byName = new Map(joints.map((joint) => [joint.name, joint]));
  for (const joint of joints) {
    const passed = new Set([joint.name]);
    while (joint.mimic !== undefined) {
      const { joint: name, multiplier, offset } = joint.mimic;
      const where = `${source}, joint "${joint.name}": mimics "${name}"`;
      const leader = byName.get(name);
      if (leader === undefined) throw new FormatError(`${where}, which does not exist`);
      if (passed.has(name)) throw new FormatError(`${where}, which mimics it in turn`);
      if (passed.add(name).size > LONGEST_CHAIN)
        throw new FormatError(`${where}, ${LONGEST_CHAIN} joints away from one with a value of its own`);
      const kind = TYPES[leader.type];
      if (kind !== "hinge" && kind !== "slider")
        throw new FormatError(`${where}, a ${leader.type} joint, which has no single value`);
      if (kind !== TYPES[joint.type])
        throw new FormatError(`${where}, a ${leader.type} joint, and is a ${joint.type} one itself`);
      if (leader.mimic === undefined) break;
      joint.mimic = {
        joint: leader.mimic.joint,
        multiplier: multiplier * leader.mimic.multiplier,
        offset: multiplier * leader.mimic.offset + offset,
      };
    }
  }
}

/** The names of a joint's values, in the order in which `setPose` takes them. */
export function valueNamesOf({ name, type, mimic }: UrdfJoint): string[] {
  if (type === "fixed" || mimic !== undefined) return [];
  if (type === "floating") return ["x", "y", "z", "qw", "qx", "qy", "qz"].map((part) => `${name}.${part}`);
  if (type === "planar") return ["x", "y", "angle"].map((part) => `${name}.${part}`);
  return [name];
}

/**
 * The link that a joint moves, without its mesh. A planar joint slides along two directions perpendicular to its axis and
 * rotates about it; it takes two additional links that are only frames. The last link of the list is the child.
 */
export function linksOfJoint(joint: UrdfJoint): Link[] {
  const { name, parent, child, origin, axis, limits, mimic } = joint;
  const type = TYPES[joint.type];
  if (type !== "planar") {
    const motion: Joint = { type, name, origin, axis, limits, mimic };
    return [{ name: child, parent, joint: motion }];
  }
  const [u, v] = square(axis);
  const [first, second] = [`${name}.x`, `${name}.y`];
  return [
    { name: first, parent, joint: { type: "slider", name: first, origin, axis: u } },
    { name: second, parent: first, joint: { type: "slider", name: second, axis: v } },
    { name: child, parent: second, joint: { type: "hinge", name: `${name}.angle`, axis } },
  ];
}

/**
 * Two unit vectors perpendicular to an axis and to each other; x and y for z. The first starts as the coordinate axis least
 * parallel to it.
 */
function square(axis: readonly number[]): [number[], number[]] {
  const length = lengthOf(axis);
  const n = axis.map((value) => value / length);
  const sizes = n.map(Math.abs);
  const k = sizes.indexOf(Math.min(...sizes));
  const raw = n.map((value, i) => (i === k ? 1 : 0) - n[k] * value);
  const scale = lengthOf(raw);
  const u = raw.map((value) => value / scale);
  const v = n.map((_, i) => n[(i + 1) % 3] * u[(i + 2) % 3] - n[(i + 2) % 3] * u[(i + 1) % 3]);
  return [u, v];
}
