import { movePoint } from "../../geometry/affine.ts";
import type { Solid } from "../../mesh/solid.ts";
import type { BinaryTree } from "../../trees/layout.ts";
import { INSIDE, locate } from "../classify/locate-point.ts";
import { poseTree } from "../classify/posed-tree.ts";
import { type CollideOptions, collide } from "../pairs/collide.ts";
import { addStats, createStats, type QueryStats } from "../stats.ts";

/** Two solids and where they stand; b is moved about. A query takes one, and returns it at its end. */
export interface Motion {
  a: BinaryTree;
  b: BinaryTree;
  solidA: Solid;
  solidB: Solid;
  readonly aToWorld: Float64Array;
  readonly bToWorld: Float64Array;
  /** The pose of b that the last `solidsMeet` has tested. */
  readonly moved: Float64Array;
  /** What every test passes to `collide`: the two poses above, and the user's options. */
  readonly query: CollideOptions & { stats: QueryStats };
  /** The counters of all tests together: the user's, or `ownSum`. */
  sum: QueryStats;
  readonly ownSum: QueryStats;
}

/** Unused motions: one, and another for each level of nested queries. */
const spare: Motion[] = [];

/** A motion that no other query uses; its trees are set by `beginMotion`. */
export function takeMotion(): Motion {
  return spare.pop() ?? createMotion();
}

/** Must be called when the query has ended, even by an error. */
export function returnMotion(motion: Motion): void {
  // a spare motion keeps no tree and no counters of the user alive
  motion.a = motion.b = NO_TREE;
  motion.solidA = motion.solidB = NO_SOLID;
  motion.sum = motion.ownSum;
  spare.push(motion);
}

const NO_TREE = null as unknown as BinaryTree;
const NO_SOLID = null as unknown as Solid;

function createMotion(): Motion {
  const aToWorld = new Float64Array(16);
  const moved = new Float64Array(16);
  const ownSum = createStats();
  return {
    a: NO_TREE,
    b: NO_TREE,
    solidA: NO_SOLID,
    solidB: NO_SOLID,
    aToWorld,
    bToWorld: new Float64Array(16),
    moved,
    query: {
      aToWorld,
      bToWorld: moved,
      test: undefined,
      descend: undefined,
      stats: createStats(),
      cache: undefined,
    },
    sum: ownSum,
    ownSum,
  };
}

/**
 * Whether the solids share a point when b is moved by `travel` along a direction: their surfaces meet, or one has a
 * piece of the other inside. Exact, for world vertices under the moved pose.
 */
export function solidsMeet(motion: Motion, direction: ArrayLike<number>, travel: number): boolean {
  const { a, b, query, sum } = motion;
  moveB(motion, direction, travel);
  const meet = collide(a, b, query);
  addStats(sum, query.stats);
  return meet || holdAnyPiece(motion);
}

/** Whether a solid has a piece of the other one inside, when b is at `moved` and the surfaces do not meet. */
export function holdAnyPiece({ a, b, solidA, solidB, aToWorld, moved, sum }: Motion): boolean {
  return holdsPiece(a, aToWorld, b, solidB, moved, sum) || holdsPiece(b, moved, a, solidA, aToWorld, sum);
}

/** Sets `moved`: what a user does who adds the translation to the pose. */
export function moveB({ bToWorld, moved }: Motion, direction: ArrayLike<number>, travel: number): void {
  for (let i = 0; i < 16; i++) moved[i] = bToWorld[i];
  for (let axis = 0; axis < 3; axis++) moved[12 + axis] = bToWorld[12 + axis] + travel * direction[axis];
}

/** When surfaces do not meet, each connected piece of one is inside or outside of the other as a whole. */
export function holdsPiece(
  outer: BinaryTree,
  outerToWorld: Float64Array,
  inner: BinaryTree,
  { pieces }: Solid,
  innerToWorld: Float64Array,
  sum: QueryStats,
): boolean {
  const { positions } = inner.mesh;
  const posed = poseTree(outer, outerToWorld, "toWorld");
  const holds = pieces.some((vertex) => {
    const at = 3 * vertex;
    movePoint(innerToWorld, positions[at], positions[at + 1], positions[at + 2], point, 0);
    return locate(posed, point) === INSIDE;
  });
  sum.boxTests += posed.boxTests;
  sum.triangleTests += posed.triangleTests;
  sum.exactTests += posed.exactTests;
  return holds;
}

const point = new Float64Array(16);
