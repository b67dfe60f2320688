import { OptionError, show } from "../../errors.ts";
import { eigenvectorsOfSymmetric } from "../../geometry/eigen-symmetric.ts";
import { type Articulation, placeLinks } from "../../mesh/articulation/articulation.ts";
import { atan2, hypot, lengthOf } from "../../numerics/portable-math.ts";
import type { ArticulatedBody } from "../../trees/articulated/articulated-body.ts";
import { OBB_AXES as AXES, OBB_HALF as HALF, OBB_STRIDE as STRIDE } from "../../trees/layout.ts";

// A body on a path through joint space, and how far its links can move during part of that path.
//
// A joint that turns by an angle moves a point by at most the angle times the point's distance from the joint. The links in between may be
// bent in any way, so that distance is bounded by the sum of their lengths, plus how far the link's rest box reaches from its own joint.
// The bounds of all joints add up.

export interface PathMotion {
  readonly body: ArticulatedBody;
  /** Joint values, one array a waypoint; values between waypoints are linear in time. */
  readonly waypoints: readonly Float64Array[];
  readonly rootToWorld: Float64Array | null;
  /** Joint values of the body's current pose. */
  readonly values: Float64Array;
  /** Per link, how far its joint can turn and slide between the middle of a period and any time within it. */
  readonly turns: Float64Array;
  readonly slides: Float64Array;
  /**
   * Joint × link, for links carried by a joint (rows are the joint's link): the largest distance of the link's points from the joint in
   * world space, and how far sliding by one unit moves them.
   */
  readonly reaches: Float64Array;
  readonly scales: Float64Array;
  /** Per link, how far rounding can move one of its points. */
  readonly rounding: Float64Array;
}

/** Far above the rounding error of values, sines and products at a point, relative to all lengths involved. */
const ROUNDING = 2 ** -44;

/** Checks waypoints and bounds how far links reach along the path. Rest boxes must be up to date. */
export function createPathMotion(
  body: ArticulatedBody,
  waypoints: readonly ArrayLike<number>[],
  rootToWorld: Float64Array | null,
): PathMotion {
  const { articulation } = body;
  const { names, valueCount } = articulation;
  const count = names.length;
  const motion: PathMotion = {
    body,
    waypoints: readWaypoints(articulation, waypoints),
    rootToWorld,
    values: new Float64Array(valueCount),
    turns: new Float64Array(count),
    slides: new Float64Array(count),
    reaches: new Float64Array(count * count),
    scales: new Float64Array(count * count),
    rounding: new Float64Array(count),
  };
  const { links } = body.hierarchy;
  for (let leaf = 0; leaf < links.length; leaf++) boundReach(motion, leaf, links[leaf]);
  return motion;
}

function readWaypoints(
  { valueCount }: Articulation,
  waypoints: readonly ArrayLike<number>[],
): readonly Float64Array[] {
  if (!Array.isArray(waypoints) || waypoints.length === 0)
    throw new OptionError(
      `waypoints: expected a list of joint values, at least one, got ${Array.isArray(waypoints) ? "an empty one" : show(waypoints)}`,
    );
  // Array.from visits the holes of a sparse array.
  return Array.from(waypoints, (values: ArrayLike<number> | null | undefined, i) => {
    if (values?.length !== valueCount)
      throw new OptionError(
        `waypoints[${i}]: the joints take ${valueCount} numbers, got ${values?.length ?? show(values)}`,
      );
    const copy = Float64Array.from(values);
    const bad = copy.findIndex((value) => !Number.isFinite(value));
    if (bad >= 0)
      throw new OptionError(`waypoints[${i}][${bad}]: ${show(values[bad])} is not a finite number`);
    return copy;
  });
}

/** Fills in `reaches`, `scales` and `rounding` for the link at a leaf, from its own joint up to the root. */
function boundReach(motion: PathMotion, leaf: number, link: number): void {
  const { body, rootToWorld, reaches, scales, rounding } = motion;
  const { parents, joints } = body.articulation;
  const norms = originNorms(body.articulation);
  const count = parents.length;
  const chain: number[] = [];
  for (let joint = link; joint >= 0; joint = parents[joint]) chain.push(joint);
  let scale = rootToWorld === null ? 1 : normOf(rootToWorld);
  for (let i = chain.length - 1; i >= 0; i--) {
    scale *= norms[chain[i]];
    scales[chain[i] * count + link] = scale;
  }
  // the link's largest distance from the joint, in the frame of the joint's link
  let reach = boxReach(body.restBoxes, STRIDE * leaf, null);
  let size = 0;
  for (const joint of chain) {
    const { type, axis, origin } = joints[joint];
    const fromAxis =
      joint === link && type === "hinge" ? boxReach(body.restBoxes, STRIDE * leaf, axis) : reach;
    const weight = scales[joint * count + link];
    reaches[joint * count + link] = weight * fromAxis;
    const travel = farthestSlide(motion, joint);
    size += weight * (reach + travel) * (1 + farthestTurn(motion, joint));
    reach = norms[joint] * (reach + travel) + lengthOf(origin.subarray(12, 15));
  }
  if (rootToWorld !== null) size += lengthOf(rootToWorld.subarray(12, 15));
  rounding[link] = ROUNDING * (size + scale * reach);
}

/** The largest distance of a box's corners from the origin, or from an axis of unit length through the origin. */
function boxReach(boxes: Float64Array, at: number, axis: Float64Array | null): number {
  let reach = 0;
  for (let corner = 0; corner < 8; corner++) {
    for (let k = 0; k < 3; k++) {
      let sum = boxes[at + k];
      for (let side = 0; side < 3; side++)
        sum += ((corner >> side) & 1 ? 1 : -1) * boxes[at + HALF + side] * boxes[at + AXES + 3 * side + k];
      point[k] = sum;
    }
    if (axis !== null) {
      const along = point[0] * axis[0] + point[1] * axis[1] + point[2] * axis[2];
      for (let k = 0; k < 3; k++) point[k] -= along * axis[k];
    }
    reach = Math.max(reach, hypot(point[0], point[1], point[2]));
  }
  return reach * (1 + ROUNDING);
}

const point = new Float64Array(3);

const knownNorms = new WeakMap<Articulation, Float64Array>();

/** Per link, the largest factor by which its joint's origin stretches a vector: 1 for a rigid origin, plus an allowance for rounding. */
function originNorms(articulation: Articulation): Float64Array {
  let norms = knownNorms.get(articulation);
  if (norms === undefined) {
    norms = Float64Array.from(articulation.joints, ({ origin }) => normOf(origin));
    knownNorms.set(articulation, norms);
  }
  return norms;
}

/** The largest singular value of a pose's linear part. */
function normOf(pose: Float64Array): number {
  const column = (k: number) => pose.subarray(4 * k, 4 * k + 3);
  const product = (j: number, k: number) =>
    column(j).reduce((sum, value, row) => sum + value * column(k)[row], 0);
  const square = Float64Array.of(
    product(0, 0),
    product(0, 1),
    product(0, 2),
    product(1, 1),
    product(1, 2),
    product(2, 2),
  );
  const vectors = new Float64Array(9);
  eigenvectorsOfSymmetric(square, vectors);
  let norm = 0;
  for (let v = 0; v < 9; v += 3) {
    const image = [0, 1, 2].map(
      (row) => pose[row] * vectors[v] + pose[4 + row] * vectors[v + 1] + pose[8 + row] * vectors[v + 2],
    );
    norm = Math.max(norm, lengthOf(image));
  }
  return norm * (1 + ROUNDING);
}

/** The largest translation of a joint on the path. */
function farthestSlide(motion: PathMotion, link: number): number {
  const { type } = motion.body.articulation.joints[link];
  if (type !== "slider" && type !== "free") return 0;
  let farthest = 0;
  for (const values of motion.waypoints) {
    const at = valueStart(motion, link);
    const length =
      type === "slider"
        ? Math.abs(jointValue(motion, link, values))
        : hypot(values[at], values[at + 1], values[at + 2]);
    farthest = Math.max(farthest, length);
  }
  return farthest;
}

/** The largest angle of a hinge on the path: rounding errors grow with the angle. */
function farthestTurn(motion: PathMotion, link: number): number {
  if (motion.body.articulation.joints[link].type !== "hinge") return 1;
  return Math.max(...motion.waypoints.map((values) => Math.abs(jointValue(motion, link, values))));
}

function valueStart({ body }: PathMotion, link: number): number {
  const { valueStarts, leaders } = body.articulation;
  return valueStarts[leaders[link]];
}

/** The value of a hinge or slider, which may mimic another. */
function jointValue(motion: PathMotion, link: number, values: Float64Array): number {
  const { mimic } = motion.body.articulation.joints[link];
  const value = values[valueStart(motion, link)];
  return mimic === null ? value : mimic.multiplier * value + mimic.offset;
}

/** Moves the links to a point of a segment, given as a fraction from 0 to 1. */
export function setInstant(motion: PathMotion, segment: number, share: number): void {
  const { body, waypoints, rootToWorld, values } = motion;
  const start = waypoints[segment];
  const end = waypoints[Math.min(segment + 1, waypoints.length - 1)];
  interpolate(start, end, share, values);
  placeLinks(body.articulation, values, rootToWorld, body.linkToWorld);
  body.poseCount++;
}

function interpolate(start: Float64Array, end: Float64Array, share: number, out: Float64Array): void {
  for (let i = 0; i < out.length; i++) out[i] = (1 - share) * start[i] + share * end[i];
}

/** Bounds how far the joints turn and slide between the middle of a period of a segment and any time within it. */
export function setPeriod(motion: PathMotion, segment: number, from: number, to: number): void {
  const { body, waypoints, turns, slides } = motion;
  const start = waypoints[segment];
  const end = waypoints[Math.min(segment + 1, waypoints.length - 1)];
  const { joints } = body.articulation;
  const half = (to - from) / 2;
  for (let link = 0; link < joints.length; link++) {
    const { type, mimic } = joints[link];
    if (type === "fixed") continue;
    const at = valueStart(motion, link);
    if (type === "ball") turns[link] = quaternionTurn(start, end, at, from, to);
    else if (type === "free") {
      turns[link] = quaternionTurn(start, end, at + 3, from, to);
      slides[link] =
        half * hypot(end[at] - start[at], end[at + 1] - start[at + 1], end[at + 2] - start[at + 2]);
    } else {
      const travel = half * Math.abs(end[at] - start[at]) * Math.abs(mimic === null ? 1 : mimic.multiplier);
      if (type === "hinge") turns[link] = travel;
      else slides[link] = travel;
    }
  }
}

/**
 * How far a linearly interpolated quaternion turns between the middle of a period and one of its ends. It moves along a great circle in one
 * direction, and a rotation turns by twice the angle between its quaternions.
 */
function quaternionTurn(
  start: Float64Array,
  end: Float64Array,
  at: number,
  from: number,
  to: number,
): number {
  const quaternion = (share: number) => {
    const q = [0, 1, 2, 3].map((k) => (1 - share) * start[at + k] + share * end[at + k]);
    const length = lengthOf(q);
    return q.map((value) => value / length);
  };
  const middle = quaternion((from + to) / 2);
  let turn = 0;
  for (const share of [from, to]) {
    const q = quaternion(share);
    const difference = lengthOf(q.map((value, k) => value - middle[k]));
    const sum = lengthOf(q.map((value, k) => value + middle[k]));
    turn = Math.max(turn, 4 * atan2(difference, sum));
  }
  return turn;
}
