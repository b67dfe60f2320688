import { bakePositions, movePoint } from "../geometry/affine.ts";
import type { Solid } from "../mesh/solid.ts";
import type { TriangleMesh } from "../mesh/triangle-mesh.ts";
import { type CollideOptions, collide } from "./collide.ts";
import type { PairTree } from "./pair-query.ts";
import { pointInside } from "./point-inside.ts";
import { addStats, type QueryStats } from "./stats.ts";

/** Two solids and where they stand; b is moved about. */
export interface Motion {
  readonly a: PairTree;
  readonly b: PairTree;
  readonly solidA: Solid;
  readonly solidB: Solid;
  readonly aToWorld: Float64Array;
  readonly bToWorld: Float64Array;
  /** The pose of b that the last `solidsMeet` has tested. */
  readonly moved: Float64Array;
  readonly options: CollideOptions & { stats: QueryStats };
  /** The counters of all tests together. */
  readonly sum: QueryStats;
}

/**
 * Whether the solids share a point when b is moved by `travel` along a direction: their surfaces meet, or one has a
 * piece of the other inside. Exact, for world vertices under the moved pose.
 */
export function solidsMeet(motion: Motion, direction: ArrayLike<number>, travel: number): boolean {
  const { a, b, solidA, solidB, aToWorld, moved, options, sum } = motion;
  moveB(motion, direction, travel);
  const meet = collide(a, b, { ...options, aToWorld, bToWorld: moved });
  addStats(sum, options.stats);
  if (meet) return true;
  return (
    holdsShell(a.mesh, solidA, aToWorld, b.mesh, solidB, moved) ||
    holdsShell(b.mesh, solidB, moved, a.mesh, solidA, aToWorld)
  );
}

/** Sets `moved`: what a user does who adds the translation to the pose. */
export function moveB({ bToWorld, moved }: Motion, direction: ArrayLike<number>, travel: number): void {
  for (let i = 0; i < 16; i++) moved[i] = bToWorld[i]!;
  for (let axis = 0; axis < 3; axis++) moved[12 + axis] = bToWorld[12 + axis]! + travel * direction[axis]!;
}

/** When surfaces do not meet, each connected piece of one is inside or outside of the other as a whole. */
function holdsShell(
  outer: TriangleMesh,
  outerSolid: Solid,
  outerToWorld: Float64Array,
  inner: TriangleMesh,
  innerSolid: Solid,
  innerToWorld: Float64Array,
): boolean {
  const { positions } = inner;
  setBox(outerSolid, outerToWorld);
  let world: Float64Array | null = null;
  for (const vertex of innerSolid.shells) {
    const at = 3 * vertex;
    movePoint(innerToWorld, positions[at]!, positions[at + 1]!, positions[at + 2]!, point, 0);
    if (!boxHolds()) continue;
    world ??= bakePositions(outer.positions, outerToWorld);
    if (pointInside(outer, world, point, 0)) return true;
  }
  return false;
}

const point = new Float64Array(16);
const moved = new Float64Array(16);
const box = new Float64Array(16);

/** The world box of a solid: its hull's corners are vertices of it, so their world coordinates are exact. */
function setBox({ hull }: Solid, toWorld: Float64Array): void {
  box.fill(Infinity, 0, 3);
  box.fill(-Infinity, 3, 6);
  for (let i = 0; i < hull.points.length; i += 3) {
    movePoint(toWorld, hull.points[i]!, hull.points[i + 1]!, hull.points[i + 2]!, moved, 0);
    for (let axis = 0; axis < 3; axis++) {
      if (moved[axis]! < box[axis]!) box[axis] = moved[axis]!;
      if (moved[axis]! > box[3 + axis]!) box[3 + axis] = moved[axis]!;
    }
  }
  // A vertex inside of a flat face of the hull may be moved beyond it by its own rounding.
  for (let axis = 0; axis < 3; axis++) {
    const slack = 1e-12 * (Math.abs(box[axis]!) + Math.abs(box[3 + axis]!));
    box[axis]! -= slack;
    box[3 + axis]! += slack;
  }
}

function boxHolds(): boolean {
  for (let axis = 0; axis < 3; axis++)
    if (point[axis]! < box[axis]! || point[axis]! > box[3 + axis]!) return false;
  return true;
}
