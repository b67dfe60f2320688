import { OptionError, PoseError, show } from "../../errors.ts";
import { type Pose, readPose } from "../../geometry/affine.ts";
import { createRigidMotion, createTranslation, type RigidMotion } from "../../geometry/rigid-motion.ts";
import type { Positions } from "../../mesh/triangle-mesh.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { checkPositionsAtEnd } from "../../trees/refit-swept.ts";

/**
 * A mesh that moves from one pose to another while its vertices keep their coordinates. `from` and `to` place it at time 0 and at time 1.
 * Null or omitted is the identity.
 */
export interface PoseMotion {
  from?: Pose | null | undefined;
  to?: Pose | null | undefined;
  /**
   * "rigid" (default): one point moves in a straight line and the mesh rotates about it at constant speed, by the smaller angle; `to` must
   * be a rotation and translation of `from`, which may have any scale. "straight": every vertex moves in a straight line; any two poses
   * will do. Without a rotation, "rigid" and "straight" are one motion.
   */
  path?: "rigid" | "straight" | undefined;
  /** The point, in the mesh's own space, that moves in a straight line. Default: its origin. */
  about?: ArrayLike<number> | undefined;
}

/** A mesh that deforms: every vertex moves in a straight line, from its position placed by `from` to its end position placed by `to`. */
export interface DeformingMotion {
  /** Coordinates of all vertices at time 1, in the mesh's own space. At time 0 they are the mesh's positions. */
  positionsAtEnd: Positions;
  from?: Pose | null | undefined;
  to?: Pose | null | undefined;
}

export type Motion = PoseMotion | DeformingMotion;

/** `mesh` is accepted and ignored, so that a `StraightMotion` of abut/reference can be passed. */
const DEFORMING_MOTION: OptionNames<DeformingMotion & { mesh: unknown }> = {
  positionsAtEnd: true,
  from: true,
  to: true,
  mesh: true,
};
/** Includes `positionsAtEnd`, so that a misspelling of it gets a suggestion. */
const POSE_MOTION: OptionNames<PoseMotion & DeformingMotion> = {
  from: true,
  to: true,
  path: true,
  about: true,
  positionsAtEnd: true,
};

/** A checked motion. */
export interface ReadMotion {
  from: Float64Array | null;
  to: Float64Array | null;
  positionsAtEnd: Positions | null;
  /** Whether vertices leave straight lines. */
  rotates: boolean;
  /** Null for a mesh that deforms, or whose straight motion is not a translation. */
  rigid: RigidMotion | null;
}

const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
const LINEAR = [0, 1, 2, 4, 5, 6, 8, 9, 10];

/** Checks a motion; throws an `OptionError`, `PoseError` or `MeshError` that names the invalid part. */
export function readMotion(motion: Motion | null | undefined, tree: AabbTree, name: string): ReadMotion {
  if (motion === null || motion === undefined) motion = { from: null, to: null };
  if (typeof motion !== "object" || !("from" in motion || "to" in motion || "positionsAtEnd" in motion))
    throw new OptionError(`${name}: expected null, { positionsAtEnd } or { from, to }, got ${show(motion)}`);
  checkOptionNames(motion, "positionsAtEnd" in motion ? DEFORMING_MOTION : POSE_MOTION, name);
  const { from = null, to = null } = motion;
  const start = poseOf(from, `${name}.from`);
  const end = poseOf(to, `${name}.to`);
  if ("positionsAtEnd" in motion) {
    const { positionsAtEnd } = motion;
    checkPositionsAtEnd(positionsAtEnd, tree.mesh.positions.length, `${name}.positionsAtEnd`);
    return { from: start, to: end, positionsAtEnd, rotates: false, rigid: null };
  }
  const { path = "rigid", about = [0, 0, 0] } = motion;
  if (path !== "rigid" && path !== "straight")
    throw new OptionError(`${name}.path: ${show(path)} is not "rigid" or "straight"`);
  if (about?.length !== 3 || !Array.from(about).every(Number.isFinite))
    throw new OptionError(`${name}.about: expected 3 finite numbers, got ${show(about)}`);
  const point = Float64Array.from(about);
  const [first, last] = [start ?? IDENTITY, end ?? IDENTITY];
  const turns = LINEAR.some((i) => first[i] !== last[i]);
  if (!turns) {
    const rigid = createTranslation(first, last);
    return { from: start, to: end, positionsAtEnd: null, rotates: false, rigid };
  }
  const rigid = path === "rigid" ? createRigidMotion(first, last, point, name) : null;
  return { from: start, to: end, positionsAtEnd: null, rotates: rigid !== null, rigid };
}

function poseOf(pose: Pose | null, name: string): Float64Array | null {
  const out = new Float64Array(16);
  if (!readPose(pose, name, out)) return null;
  // Scaled by a power of two, so that products of three entries neither overflow nor underflow.
  const unit = 2 ** -Math.round(Math.log2(Math.max(...LINEAR.map((i) => Math.abs(out[i]))) || 1));
  const [x0, x1, x2, y0, y1, y2, z0, z1, z2] = LINEAR.map((i) => unit * out[i]) as number[];
  const determinant = x0 * (y1 * z2 - y2 * z1) + y0 * (z1 * x2 - z2 * x1) + z0 * (x1 * y2 - x2 * y1);
  if (determinant === 0) throw new PoseError(`${name}: singular, its determinant is 0`);
  return out;
}
