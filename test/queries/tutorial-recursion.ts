import { type AabbTree, createMesh, type Pose, type TriangleMesh } from "../../src/index.ts";
import { createSpacecraft } from "../../src/mesh/primitives/index.ts";
import {
  AABB_COUNT as COUNT,
  AABB_LINK as LINK,
  AABB_MAX as MAX,
  AABB_MIN as MIN,
  AABB_STRIDE as STRIDE,
} from "../../src/trees/layout.ts";
import { random, randomSoup, smallTorus } from "../meshes.ts";
import { rotation } from "../poses.ts";

// The descent of the best-axis tutorial of 2004 as its recursion, by arithmetic of its own.

export const MODELS = [
  ["random soup", randomSoup(3, 60, 0.5)],
  ["torus", smallTorus()],
  ["spacecraft", createSpacecraft()],
] as const;
export const TREES = [
  { split: "best-axis", leafSize: 4, prune: false },
  { split: "midpoint", leafSize: 1 },
  { split: "sah", frame: "best" },
] as const;

/** What a leaf answers, or null: the descent goes on. */
export type AskLeaf<Answer> = (slot: number, count: number) => Answer | null;

/** The first answer of a leaf that a moving box meets, left subtrees first, and how many boxes were tested. */
export function descendByTheTutorial<Answer>(
  tree: AabbTree,
  box: readonly number[],
  motion: readonly number[],
  toWorld: Pose | null,
  askLeaf: AskLeaf<Answer>,
): { answer: Answer | null; boxTests: number } {
  const { nodes, links } = tree;
  const moving = inTree(tree, box, motion, toWorld);
  let boxTests = 0;
  const visit = (node: number): Answer | null => {
    boxTests++;
    const at = STRIDE * node;
    if (
      !meetsOnItsWay(moving, nodes.subarray(at + MIN, at + MIN + 3), nodes.subarray(at + MAX, at + MAX + 3))
    )
      return null;
    const link = links[at + LINK];
    if (link < 0) return askLeaf(~link, links[at + COUNT]);
    return visit(link) ?? visit(link + 1);
  };
  return { answer: visit(0), boxTests };
}

export interface BoxQuestion {
  box: number[];
  motion: number[];
  toWorld: number[] | null;
}

/** Boxes and motions about a model of size 2, every other one with a pose, without touches: rounding decides none of them. */
export function* boxQuestions(seed: number, count: number): Generator<BoxQuestion> {
  const next = random(seed);
  const vector = (reach: number): [number, number, number] => [
    reach * (2 * next() - 1),
    reach * (2 * next() - 1),
    reach * (2 * next() - 1),
  ];
  for (let k = 0; k < count; k++) {
    const low = vector(1.5);
    const extent = vector(0.3).map(Math.abs);
    const [w, [x, y, z]] = [next(), vector(1)];
    const scale = vector(1).map((value) => (value < 0 ? value - 0.5 : value + 0.5));
    yield {
      box: [...low, ...low.map((value, axis) => value + extent[axis])],
      motion: vector(1.5),
      toWorld: k % 2 === 0 ? null : rotation([w, x, y, z], vector(0.3), scale),
    };
  }
}

/** A triangle of a tree as a mesh of its own. */
export function triangleIn({ mesh, triangles }: AabbTree, slot: number): TriangleMesh {
  const { positions, indices } = mesh;
  const corners = [0, 1, 2].map((k) => indices?.[3 * triangles[slot] + k] ?? 3 * triangles[slot] + k);
  return createMesh({
    positions: Float64Array.from(corners.flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)])),
  });
}

/** Per axis of the tree: where the box around the turned box begins, ends and goes. */
type MovingBox = { low: number; high: number; motion: number }[];

function inTree(
  { origin }: AabbTree,
  box: readonly number[],
  motion: readonly number[],
  toWorld: Pose | null,
): MovingBox {
  const rows = toWorld === null ? IDENTITY : inverseOf(toWorld);
  const offset = toWorld === null ? [0, 0, 0] : [toWorld[12], toWorld[13], toWorld[14]];
  const map = (row: number[], v: readonly number[]) => row.reduce((sum, x, k) => sum + x * v[k], 0);
  const corners = Array.from({ length: 8 }, (_, i) =>
    [0, 1, 2].map((k) => box[k + 3 * ((i >> k) & 1)] - offset[k]),
  );
  return rows.map((row, axis) => {
    const places = corners.map((corner) => map(row, corner) - origin[axis]);
    return { low: Math.min(...places), high: Math.max(...places), motion: map(row, motion) };
  });
}

const IDENTITY = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** The rows of the inverse of a pose's linear part, by Cramer's rule. */
function inverseOf(m: Pose): number[][] {
  const column = (k: number) => [m[4 * k], m[4 * k + 1], m[4 * k + 2]];
  const cross = ([a, b, c]: number[], [d, e, f]: number[]) => [b * f - c * e, c * d - a * f, a * e - b * d];
  const [x, y, z] = [column(0), column(1), column(2)];
  const determinant = cross(x, y).reduce((sum, value, k) => sum + value * z[k], 0);
  return [cross(y, z), cross(z, x), cross(x, y)].map((row) => row.map((value) => value / determinant));
}

/** Whether there is a time in 0 … 1 at which no axis separates the boxes: the times of each axis are an interval. */
function meetsOnItsWay(moving: MovingBox, min: Float32Array, max: Float32Array): boolean {
  let [from, to] = [0, 1];
  moving.forEach(({ low, high, motion }, axis) => {
    if (motion === 0) {
      if (low > max[axis] || high < min[axis]) to = -1;
      return;
    }
    const times = [(min[axis] - high) / motion, (max[axis] - low) / motion];
    from = Math.max(from, Math.min(...times));
    to = Math.min(to, Math.max(...times));
  });
  return from <= to;
}
