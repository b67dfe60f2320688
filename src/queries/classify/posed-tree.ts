import { OptionError } from "../../errors.ts";
import { movePoint, type Pose, readPose } from "../../geometry/affine.ts";
import { checkWorldPose } from "../../geometry/relative-pose.ts";
import type { BinaryTree } from "../../trees/layout.ts";
import {
  AABB_COUNT,
  AABB_LINK,
  AABB_MAX,
  AABB_MIN,
  AABB_STRIDE,
  type AabbTree,
  OBB_AXES,
  OBB_CENTRE,
  OBB_COUNT,
  OBB_HALF,
  OBB_LINK,
  OBB_LINK_STRIDE,
  OBB_STRIDE,
  type ObbTree,
} from "../../trees/layout.ts";
import { describe, reachOf } from "../pairs/pair-query.ts";

// A tree where it stands in the world, and the triangles that a ray along x may pass: what asks whether a point is
// inside needs.

export interface PosedTree {
  readonly tree: BinaryTree;
  readonly toWorld: Float64Array;
  readonly moves: boolean;
  /** What covers, per world axis, the rounding of vertices and boxes. */
  readonly margins: Float64Array;
  /** What has been done with it so far. */
  boxTests: number;
  triangleTests: number;
  exactTests: number;
}

// More than what moving a vertex and moving a box, both rounded, can differ by, relative to the largest terms.
const ROUNDING = 2 ** -46;

export function poseTree(tree: BinaryTree, pose: Pose | null, name: string): PosedTree {
  if (tree?.kind !== "aabb" && tree?.kind !== "obb")
    throw new OptionError(`expected a tree of the kind "aabb" or "obb", got ${describe(tree)}`);
  const toWorld = new Float64Array(16);
  const moves = readPose(pose, name, toWorld);
  const reach = reachOf(tree);
  if (moves) checkWorldPose(toWorld, reach, name);
  const margins = new Float64Array(3);
  for (let row = 0; row < 3; row++) {
    const norm = Math.abs(toWorld[row]!) + Math.abs(toWorld[4 + row]!) + Math.abs(toWorld[8 + row]!);
    margins[row] = ROUNDING * (norm * reach + Math.abs(toWorld[12 + row]!)) + Number.MIN_VALUE;
  }
  return { tree, toWorld, moves, margins, boxTests: 0, triangleTests: 0, exactTests: 0 };
}

// world box of the node at hand: min (3) max (3)
const box = new Float64Array(16);
/** World corners of the triangle at hand (9). */
const triangle = new Float64Array(16);

/**
 * Calls `visit` with the world corners of every triangle whose box a ray from `point` along +x may meet; the ray is
 * `slack` thick. `visit` must not keep the array, and ends the walk by returning true.
 */
export function visitAhead(
  posed: PosedTree,
  point: Float64Array,
  slack: number,
  visit: (corners: Float64Array) => boolean,
): void {
  const { tree } = posed;
  // Holds at most one sibling per level and the last two.
  const stack = new Int32Array(tree.depth + 1);
  let height = 1;
  while (height > 0) {
    const node = stack[--height]!;
    posed.boxTests++;
    if (tree.kind === "aabb") setAabbBox(tree, node, posed);
    else setObbBox(tree, node, posed);
    if (isBeside(box, 0, point, slack)) continue;
    const link =
      tree.kind === "aabb"
        ? tree.links[AABB_STRIDE * node + AABB_LINK]!
        : tree.links[OBB_LINK_STRIDE * node + OBB_LINK]!;
    if (link >= 0) {
      stack[height++] = link;
      stack[height++] = link + 1;
      continue;
    }
    const count =
      tree.kind === "aabb"
        ? tree.links[AABB_STRIDE * node + AABB_COUNT]!
        : tree.links[OBB_LINK_STRIDE * node + OBB_COUNT]!;
    for (let slot = ~link; slot < ~link + count; slot++) {
      setTriangle(posed, slot);
      if (isBeside(box, 0, point, slack)) continue;
      posed.triangleTests++;
      if (visit(triangle)) return;
    }
  }
}

/** Whether the box at b[i] ends before the point, or leaves it out in y or z. */
function isBeside(b: Float64Array, i: number, point: Float64Array, slack: number): boolean {
  return (
    b[i + 3]! < point[0]! - slack ||
    b[i + 1]! > point[1]! + slack ||
    b[i + 4]! < point[1]! - slack ||
    b[i + 2]! > point[2]! + slack ||
    b[i + 5]! < point[2]! - slack
  );
}

function setAabbBox({ nodes, origin }: AabbTree, node: number, { toWorld: m, margins }: PosedTree): void {
  const n = AABB_STRIDE * node;
  for (let row = 0; row < 3; row++) {
    let centre = m[12 + row]!;
    let half = margins[row]!;
    for (let axis = 0; axis < 3; axis++) {
      const low = nodes[n + AABB_MIN + axis]!;
      const high = nodes[n + AABB_MAX + axis]!;
      const entry = m[4 * axis + row]!;
      centre += entry * (origin[axis]! + 0.5 * (low + high));
      half += Math.abs(entry) * 0.5 * (high - low);
    }
    box[row] = centre - half;
    box[3 + row] = centre + half;
  }
}

function setObbBox({ nodes }: ObbTree, node: number, { toWorld: m, margins }: PosedTree): void {
  const n = OBB_STRIDE * node;
  for (let row = 0; row < 3; row++) {
    let centre = m[12 + row]!;
    let half = margins[row]!;
    for (let axis = 0; axis < 3; axis++) {
      centre += m[4 * axis + row]! * nodes[n + OBB_CENTRE + axis]!;
      const a = n + OBB_AXES + 3 * axis;
      const extent = m[row]! * nodes[a]! + m[4 + row]! * nodes[a + 1]! + m[8 + row]! * nodes[a + 2]!;
      half += Math.abs(extent) * nodes[n + OBB_HALF + axis]!;
    }
    box[row] = centre - half;
    box[3 + row] = centre + half;
  }
}

/** The triangle's world corners and its box. */
function setTriangle({ tree, toWorld: m, moves }: PosedTree, slot: number): void {
  const { positions } = tree.mesh;
  for (let corner = 0; corner < 3; corner++) {
    const v = 3 * tree.corners[3 * slot + corner]!;
    if (moves) movePoint(m, positions[v]!, positions[v + 1]!, positions[v + 2]!, triangle, 3 * corner);
    else for (let row = 0; row < 3; row++) triangle[3 * corner + row] = positions[v + row]!;
  }
  for (let row = 0; row < 3; row++) {
    const p = triangle[row]!;
    const q = triangle[3 + row]!;
    const r = triangle[6 + row]!;
    box[row] = Math.min(p, q, r);
    box[3 + row] = Math.max(p, q, r);
  }
}
