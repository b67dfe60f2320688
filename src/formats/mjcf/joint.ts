import { FormatError } from "../../errors.ts";
import { checkJoint, type Joint, jointPose } from "../../mesh/articulation/joint.ts";
import type { Link } from "../../trees/articulated/articulated-body.ts";
import { inWords } from "../urdf/files.ts";
import { boundedNumbersOf, numbersOf, type XmlElement } from "../xml.ts";
import { type Defaults, withDefaults } from "./defaults.ts";
import type { Compiler } from "./document.ts";
import { composeFrames, translation } from "./pose.ts";

/** A joint of a body. */
export interface MjcfJoint {
  name: string;
  type: "hinge" | "slider" | "ball" | "free";
  /** Where the joint is, in the body's space. */
  anchor: readonly number[];
  axis: readonly number[];
  limits: readonly [number, number] | undefined;
  /** The value in the pose of the file. */
  reference: number;
}

const TYPES = { hinge: "hinge", slide: "slider", ball: "ball", free: "free" } as const;
const ZERO = [0, 0, 0];
const NONE = [0];
const Z = [0, 0, 1];
const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

/** The joints of a body, in the order in which they act. A joint without a name is named after its body. */
export function readJoints(
  body: XmlElement,
  bodyName: string,
  childClass: string | null,
  defaults: Defaults,
  compiler: Compiler,
  source: string,
): MjcfJoint[] {
  const elements = body.children.filter(({ name }) => name === "joint" || name === "freejoint");
  return elements.map((element, i) => {
    const unnamed = elements.length === 1 ? bodyName : `${bodyName}.${i + 1}`;
    const name = element.attributes.get("name") || unnamed;
    const where = `${source}, joint "${name}"`;
    if (element.name === "freejoint")
      return { name, type: "free", anchor: ZERO, axis: Z, limits: undefined, reference: 0 };
    return readJoint(withDefaults(element, childClass, defaults, where), name, compiler, where);
  });
}

function readJoint(element: XmlElement, name: string, compiler: Compiler, where: string): MjcfJoint {
  const given = element.attributes.get("type") ?? "hinge";
  if (!Object.hasOwn(TYPES, given))
    throw new FormatError(`${where}: unknown type "${given}", expected ${Object.keys(TYPES).join(", ")}`);
  const type = TYPES[given as keyof typeof TYPES];
  const isOneValued = type === "hinge" || type === "slider";
  const unit = type === "hinge" ? compiler.angle : 1;
  // A slider and a free joint move the body as a whole, so their position has no effect.
  const hasAnchor = type === "hinge" || type === "ball";
  return {
    name,
    type,
    anchor: hasAnchor ? boundedNumbersOf(element, "pos", 3, where, ZERO) : ZERO,
    axis: isOneValued ? numbersOf(element, "axis", 3, where, Z) : Z,
    limits: isOneValued ? readLimits(element, unit, compiler, where) : undefined,
    reference: isOneValued ? boundedNumbersOf(element, "ref", 1, where, NONE)[0] * unit : 0,
  };
}

function readLimits(
  element: XmlElement,
  unit: number,
  { autoLimits }: Compiler,
  where: string,
): readonly [number, number] | undefined {
  const limited = element.attributes.get("limited") ?? "auto";
  if (!["true", "false", "auto"].includes(limited))
    throw new FormatError(`${where}: limited "${limited}" is not true, false or auto`);
  const range = numbersOf(element, "range", 2, where, [0, 0]);
  const isLimited = limited === "true" || (limited === "auto" && autoLimits && range[0] !== range[1]);
  if (!isLimited) return undefined;
  if (range[0] > range[1]) throw new FormatError(`${where}: range ${range.join(" ")} is reversed`);
  return [range[0] * unit, range[1] * unit];
}

/**
 * The links of a body, without its mesh: one for each joint but the last, which are only frames, then the body's own. A joint
 * away from the body's origin takes one more frame, because the link of a joint has its origin there.
 */
export function linksOfBody(
  name: string,
  parent: string,
  frame: Float64Array | null,
  joints: readonly MjcfJoint[],
  source: string,
): Link[] {
  const links: Link[] = [];
  let above = parent;
  let offset = frame;
  joints.forEach((joint, i) => {
    const back = translation(joint.anchor.map((value) => -value));
    const isLast = i === joints.length - 1 && back === null;
    const link = isLast ? name : `${name}.${joint.name}`;
    const origin = composeFrames(offset, translation(joint.anchor));
    links.push({ name: link, parent: above, joint: motionOf(joint, origin, link, source) });
    above = link;
    offset = back;
  });
  if (links.at(-1)?.name === name) return links;
  const fixed: Joint = { type: "fixed", name: `${name}.fixed`, origin: offset };
  try {
    checkJoint(fixed, name);
  } catch (error) {
    throw inWords(error, `${source}, body "${name}"`);
  }
  links.push({ name, parent: above, joint: fixed });
  return links;
}

/** A joint of the articulation. The pose of the file is that of the reference value, which is turned back into the origin. */
function motionOf(joint: MjcfJoint, origin: Float64Array | null, link: string, source: string): Joint {
  const { type, name, axis, limits, reference } = joint;
  const motion: Joint = { type, name, origin, axis, limits };
  try {
    const checked = checkJoint(motion, link);
    if (reference === 0) return motion;
    const atZero = new Float64Array(16);
    jointPose({ ...checked, origin: origin ?? IDENTITY }, [-reference], 0, atZero, 0);
    return { ...motion, origin: atZero };
  } catch (error) {
    throw inWords(error, `${source}, joint "${name}"`);
  }
}

const PARTS = {
  hinge: null,
  slider: null,
  ball: ["qw", "qx", "qy", "qz"],
  free: ["x", "y", "z", "qw", "qx", "qy", "qz"],
} as const;

/** The names of a joint's values, in the order in which `setPose` takes them. */
export function valueNamesOf({ name, type }: MjcfJoint): string[] {
  return PARTS[type]?.map((part) => `${name}.${part}`) ?? [name];
}
