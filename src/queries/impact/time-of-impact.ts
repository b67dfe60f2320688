import { OptionError, show } from "../../errors.ts";
import type { Positions } from "../../mesh/triangle-mesh.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import { type AabbTree, checkAabbTree } from "../../trees/layout.ts";
import { checkPositionsAtEnd } from "../../trees/refit-swept.ts";
import { type Impact, type ImpactStats, readImpactStats } from "./impact-result.ts";
import { findLinearImpact } from "./linear-impact.ts";
import { type Motion, readMotion } from "./motion.ts";
import { movingMeshOf } from "./moving-mesh.ts";
import { findRotatingImpact } from "./rotating-impact.ts";
import { scaleDeformation, scaleMotions } from "./scale-motions.ts";

export interface ImpactOptions {
  /**
   * Pairs of nodes, or of nodes and periods of time, to examine before the answer is "indeterminate". Default: ten million, a few seconds.
   */
  maxSteps?: number | undefined;
  /** A plain object, such as {}: filled with the query's counters. */
  stats?: Partial<ImpactStats> | undefined;
}

const IMPACT_OPTIONS: OptionNames<ImpactOptions> = { maxSteps: true, stats: true };

export interface TimeOfImpactOptions extends ImpactOptions {
  /**
   * If a mesh rotates: how near counts as contact, in world units. Default: 10⁻⁹ of the larger mesh's diagonal; never less than 64 times
   * the rounding error of a point. Straight motion is exact and ignores it.
   */
  tolerance?: number | undefined;
}

const TIME_OF_IMPACT_OPTIONS: OptionNames<TimeOfImpactOptions> = { ...IMPACT_OPTIONS, tolerance: true };

const MAX_STEPS = 1e7;

/**
 * When two meshes, each moving from time 0 to time 1, first meet. Touching counts; meshes that meet at the start meet at time 0. Never
 * misses a contact.
 *
 * A motion is null (at rest), `{ positionsAtEnd }` (each vertex in a straight line), or `{ from, to }` (poses, rotating at constant speed;
 * see `PoseMotion`); any two can be combined. If all vertices move in straight lines, as in a translation, the answer is exact: `lower` and
 * `upper` are the f64 times around the first contact. If a mesh rotates, whatever the other does, the two are apart until `lower`, and at
 * most `tolerance` apart at `upper`.
 */
export function timeOfImpact(
  a: AabbTree,
  b: AabbTree,
  motionA: Motion | null,
  motionB: Motion | null,
  options: TimeOfImpactOptions = {},
): Impact {
  checkOptionNames(options, TIME_OF_IMPACT_OPTIONS, "timeOfImpact");
  checkAabbTree(a, "timeOfImpact");
  checkAabbTree(b, "timeOfImpact");
  const { maxSteps, stats } = readOptions(options);
  const { tolerance } = options;
  if (tolerance !== undefined && !(typeof tolerance === "number" && tolerance > 0 && tolerance < Infinity))
    throw new OptionError(`tolerance: ${show(tolerance)} is not a positive number`);
  const readA = readMotion(motionA, a, "motionA");
  const readB = readMotion(motionB, b, "motionB");
  const scaled = scaleMotions(a, motionA, readA, b, motionB, readB);
  if (scaled !== null) {
    const larger = tolerance && Math.min(tolerance * scaled.factor, Number.MAX_VALUE);
    const { tree: treeA, motion: scaledA } = scaled.a;
    const { tree: treeB, motion: scaledB } = scaled.b;
    return timeOfImpact(treeA, treeB, scaledA, scaledB, { ...options, tolerance: larger });
  }
  if (!readA.rotates && !readB.rotates) {
    const sideA = movingMeshOf(a, 0, readA);
    const sideB = movingMeshOf(b, a === b ? 1 : 0, readB);
    return findLinearImpact(sideA, sideB, readA.rigid !== null && readB.rigid !== null, maxSteps, stats);
  }
  return findRotatingImpact(a, readA, b, readB, { tolerance, maxSteps, stats });
}

/**
 * When a mesh first meets itself while its vertices move in straight lines to `positionsAtEnd`; exact. Features with a common vertex (by
 * number) do not count: weld a mesh whose triangles only look connected.
 */
export function selfTimeOfImpact(
  tree: AabbTree,
  positionsAtEnd: Positions,
  options: ImpactOptions = {},
): Impact {
  checkOptionNames(options, IMPACT_OPTIONS, "selfTimeOfImpact");
  checkAabbTree(tree, "selfTimeOfImpact");
  const { maxSteps, stats } = readOptions(options);
  checkPositionsAtEnd(positionsAtEnd, tree.mesh.positions.length, "positionsAtEnd");
  const scaled = scaleDeformation(tree, positionsAtEnd);
  if (scaled !== null) return selfTimeOfImpact(scaled.tree, scaled.positionsAtEnd, options);
  const motion = { from: null, to: null, positionsAtEnd, rotates: false, rigid: null };
  const side = movingMeshOf(tree, 0, motion);
  return findLinearImpact(side, side, false, maxSteps, stats);
}

function readOptions({ maxSteps = MAX_STEPS, stats }: ImpactOptions): {
  maxSteps: number;
  stats: ImpactStats | undefined;
} {
  if (!(typeof maxSteps === "number" && maxSteps >= 1))
    throw new OptionError(`maxSteps: ${show(maxSteps)} is not a number of at least 1`);
  return { maxSteps, stats: readImpactStats(stats) };
}
