import { OptionError, PoseError, show } from "../../errors.ts";
import { IDENTITY, type Pose, readPose } from "../../geometry/affine.ts";
import { checkWorldPose } from "../../geometry/relative-pose.ts";
import { type CheckedJoint, checkJoint, type Joint, jointPose, multiplyPoses, turnAbout } from "./joint.ts";

// The tree of links, and the pose of each link for given joint values. No geometry here.

/** A link's place in the tree. */
export interface LinkPlace {
  name: string;
  /** The name of the parent link; omitted for the root. */
  parent?: string | null | undefined;
  /** How the link moves relative to its parent. Default: fixed at the parent's origin. */
  joint?: Joint | undefined;
}

export interface Articulation {
  readonly names: readonly string[];
  /** The parent of each link, by its position in the list; −1 for the root. */
  readonly parents: Int32Array;
  /** Link numbers, parents before children. */
  readonly order: Int32Array;
  readonly joints: readonly CheckedJoint[];
  /** Where a link's values begin among those of `setPose`. Links are in list order; mimics and fixed joints take no values. */
  readonly valueStarts: Int32Array;
  readonly valueCount: number;
  /** The link whose value a link's joint uses: itself unless the joint mimics another. */
  readonly leaders: Int32Array;
  /** Per link FRAME_STRIDE numbers of its joint, side by side for `placeLinks`, and how they are read. */
  readonly frames: Float64Array;
  readonly frameKinds: Uint8Array;
}

// frame: pose of a fixed joint, or origin of another (16) | axis | multiplier and offset of a mimic | unused        24 × f64
const FRAME_STRIDE = 24;
const AXIS = 16;
const MULTIPLIER = 19;
const OFFSET = 20;
/** How a frame is read; joints of several values are placed without it. */
const [SEVERAL, FIXED, HINGE, SLIDER] = [0, 1, 2, 3];
const FRAME_KINDS = { ball: SEVERAL, free: SEVERAL, fixed: FIXED, hinge: HINGE, slider: SLIDER } as const;

/**
 * Throws an `OptionError` that names the link: empty list, duplicate names of links or joints, unknown parents, cycles, two
 * roots.
 */
export function createArticulation(links: readonly LinkPlace[]): Articulation {
  if (!Array.isArray(links) || links.length === 0)
    throw new OptionError("links: expected a list of at least one link");
  const numbers = new Map<string, number>();
  // entries() visits the holes of a sparse array; forEach would skip them.
  for (const [i, link] of links.entries()) {
    if (link === null || typeof link !== "object")
      throw new OptionError(`links[${i}]: expected an object, got ${show(link)}`);
    const { name } = link as LinkPlace;
    if (typeof name !== "string" || name === "") throw new OptionError(`links[${i}]: has no name`);
    if (numbers.has(name)) throw new OptionError(`links[${i}]: a second link "${name}"`);
    numbers.set(name, i);
  }
  const parents = Int32Array.from(links, ({ name, parent = null }) => {
    if (parent === null) return -1;
    const number = numbers.get(parent);
    if (number === undefined) throw new OptionError(`link "${name}": its parent "${parent}" does not exist`);
    return number;
  });
  const order = parentsFirst(links, parents);
  const joints = links.map(({ name, joint = { type: "fixed" } }) => checkJoint(joint, name));
  const named = numberJoints(links);
  const valueStarts = new Int32Array(links.length);
  let valueCount = 0;
  joints.forEach((joint, i) => {
    valueStarts[i] = valueCount;
    valueCount += joint.values;
  });
  const leaders = findLeaders(joints, named);
  const names = links.map(({ name }) => name);
  return { names, parents, order, joints, valueStarts, valueCount, leaders, ...framesOf(joints) };
}

function framesOf(joints: readonly CheckedJoint[]): Pick<Articulation, "frames" | "frameKinds"> {
  const frames = new Float64Array(FRAME_STRIDE * joints.length);
  joints.forEach((joint, link) => {
    const { type, mimic, origin, axis } = joint;
    const at = FRAME_STRIDE * link;
    if (type === "fixed") jointPose(joint, [], 0, frames, at);
    else frames.set(origin, at);
    frames.set(axis, at + AXIS);
    if (mimic !== null) frames.set([mimic.multiplier, mimic.offset], at + MULTIPLIER);
  });
  return { frames, frameKinds: Uint8Array.from(joints, ({ type }) => FRAME_KINDS[type]) };
}

function parentsFirst(links: readonly LinkPlace[], parents: Int32Array): Int32Array {
  const roots = links.filter((_, i) => parents[i] === -1).map(({ name }) => name);
  if (roots.length > 1) throw new OptionError(`links "${roots[0]}" and "${roots[1]}" both have no parent`);
  const children = links.map((): number[] => []);
  for (let i = 0; i < parents.length; i++) if (parents[i] >= 0) children[parents[i]].push(i);
  const order = roots.length === 0 ? [] : [parents.indexOf(-1)];
  for (const link of order) order.push(...children[link]);
  if (order.length === links.length) return Int32Array.from(order);
  const reached = new Set(order);
  const lost = links.findIndex((_, i) => !reached.has(i));
  throw new OptionError(`link "${links[lost].name}": is its own ancestor, by way of "${links[lost].parent}"`);
}

/** The joints by name. A joint without a name gets its link's, unless another joint has that name. */
function numberJoints(links: readonly LinkPlace[]): Map<string, number> {
  const numbers = new Map<string, number>();
  links.forEach(({ joint }, i) => {
    if (joint?.name === undefined) return;
    const other = numbers.get(joint.name);
    if (other !== undefined)
      throw new OptionError(
        `links "${links[other].name}" and "${links[i].name}": both joints are named "${joint.name}"`,
      );
    numbers.set(joint.name, i);
  });
  links.forEach(({ name, joint }, i) => {
    if (joint?.name === undefined && !numbers.has(name)) numbers.set(name, i);
  });
  return numbers;
}

function findLeaders(joints: readonly CheckedJoint[], numbers: ReadonlyMap<string, number>): Int32Array {
  return Int32Array.from(joints, ({ mimic, name, type }, i) => {
    if (mimic === null) return i;
    const leader = numbers.get(mimic.joint);
    if (leader === undefined)
      throw new OptionError(`joint "${name}": mimics "${mimic.joint}", which does not exist`);
    if (joints[leader].mimic !== null || joints[leader].type !== type)
      throw new OptionError(
        `joint "${name}": mimics "${mimic.joint}", which is not a ${type} joint with a value of its own`,
      );
    return leader;
  });
}

const local = new Float64Array(16);
const base = new Float64Array(16);
/** The rotation of a hinge and the translation of a slider; their other numbers stay those of the identity. */
const turn = Float64Array.from(IDENTITY);
const slide = Float64Array.from(IDENTITY);

/** Throws an `OptionError` unless `values` has one finite number for each value of the joints. */
function checkValues(articulation: Articulation, values: ArrayLike<number>): void {
  const { valueCount } = articulation;
  if (values?.length !== valueCount)
    throw new OptionError(`values: the joints take ${valueCount} numbers, got ${values?.length}`);
  for (let i = 0; i < valueCount; i++)
    if (!Number.isFinite(values[i]))
      throw new OptionError(
        `values[${i}]: ${values[i]} is not a finite number (${ownerOf(articulation, i)})`,
      );
}

let placed = new Float64Array(0);
const FARTHEST = 2 ** 100; // the limit for every pose, see relative-pose.ts

function ownerOf({ joints, valueStarts }: Articulation, value: number): string {
  const link = joints.findIndex(
    (joint, i) => value >= valueStarts[i] && value < valueStarts[i] + joint.values,
  );
  return `joint "${joints[link].name}"`;
}

/**
 * Writes the world pose of every link, 16 numbers each, to `out`: its parent's pose times its joint's. The root link's
 * joint is relative to `rootToWorld`. `out` is unchanged if this throws.
 */
export function placeLinks(
  articulation: Articulation,
  values: ArrayLike<number>,
  rootToWorld: Pose | null,
  out: Float64Array,
): void {
  const { order, parents, joints, frames, frameKinds, leaders, valueStarts, names } = articulation;
  checkValues(articulation, values);
  readPose(rootToWorld, "rootToWorld", base);
  if (rootToWorld !== null) checkWorldPose(base, 1, "rootToWorld");
  if (placed.length < out.length) placed = new Float64Array(out.length);
  for (let k = 0; k < order.length; k++) {
    const link = order[k];
    const frame = FRAME_STRIDE * link;
    const kind = frameKinds[link];
    const isFixed = kind === FIXED;
    if (kind === SEVERAL) jointPose(joints[link], values, valueStarts[link], local, 0);
    else if (!isFixed) {
      const leader = leaders[link];
      let value = values[valueStarts[leader]];
      if (leader !== link) value = frames[frame + MULTIPLIER] * value + frames[frame + OFFSET];
      if (kind === HINGE) turnAbout(frames, frame + AXIS, value, turn);
      else for (let axis = 0; axis < 3; axis++) slide[12 + axis] = value * frames[frame + AXIS + axis];
      multiplyPoses(frames, frame, kind === HINGE ? turn : slide, 0, local, 0);
    }
    const parent = parents[link];
    const outer = parent < 0 ? base : placed;
    const outerAt = parent < 0 ? 0 : 16 * parent;
    const inner = isFixed ? frames : local;
    multiplyPoses(outer, outerAt, inner, isFixed ? frame : 0, placed, 16 * link);
    for (let i = 16 * link; i < 16 * link + 15; i++)
      if (!(Math.abs(placed[i]) <= FARTHEST))
        throw new PoseError(
          `link "${names[link]}": its pose has ${placed[i]} at index ${i % 16}, beyond ±2^100`,
        );
  }
  for (let i = 0; i < out.length; i++) out[i] = placed[i];
}
