import { movePoint } from "../../geometry/affine.ts";
import type { Solid } from "../../mesh/solid.ts";
import type { BinaryTree } from "../../trees/layout.ts";
import { INSIDE, locate } from "../classify/locate-point.ts";
import { poseTree } from "../classify/posed-tree.ts";
import { type CollideOptions, collide } from "../pairs/collide.ts";
import { addStats, createStats, type QueryStats } from "../stats.ts";

/** Two solids and their poses; b is moved around. A query takes a motion and returns it at the end. */
export interface Motion {
  a: BinaryTree;
  b: BinaryTree;
  solidA: Solid;
  solidB: Solid;
  readonly aToWorld: Float64Array;
  readonly bToWorld: Float64Array;
  /** The pose of b in the last `solidsMeet`. */
  readonly moved: Float64Array;
  /** The options of every `collide`: both poses, and the caller's options. */
  readonly query: CollideOptions & { stats: QueryStats };
  /** The counters of all tests together: the caller's, or `ownSum`. */
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
  // a spare motion must not keep trees or the caller's counters alive
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
 * Whether the solids share a point after b has moved by `travel` along a direction: their surfaces meet, or one has a piece of the other
 * inside. Exact, for world vertices at the moved pose.
 */
export function solidsMeet(motion: Motion, direction: ArrayLike<number>, travel: number): boolean {
  const { a, b, query, sum } = motion;
  moveB(motion, direction, travel);
  const meet = collide(a, b, query);
  addStats(sum, query.stats);
  return meet || holdAnyPiece(motion);
}

/** Whether one solid has a piece of the other inside, given that b is at `moved` and the surfaces do not meet. */
export function holdAnyPiece({ a, b, solidA, solidB, aToWorld, moved, sum }: Motion): boolean {
  return holdsPiece(a, aToWorld, b, solidB, moved, sum) || holdsPiece(b, moved, a, solidA, aToWorld, sum);
}

/** Sets `moved` the way a user would: by adding the translation to the pose. */
export function moveB({ bToWorld, moved }: Motion, direction: ArrayLike<number>, travel: number): void {
  for (let i = 0; i < 16; i++) moved[i] = bToWorld[i];
  for (let axis = 0; axis < 3; axis++) moved[12 + axis] = bToWorld[12 + axis] + travel * direction[axis];
}

/** If surfaces do not meet, each connected piece of one is entirely inside or entirely outside the other. */
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
