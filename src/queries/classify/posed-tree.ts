import { OptionError } from "../../errors.ts";
import { bakePositions, movePoint, type Pose, readPose } from "../../geometry/affine.ts";
import { setPlane, TRIANGLE } from "../../geometry/overlap/triangle-triangle.ts";
import { checkWorldPose } from "../../geometry/relative-pose.ts";
import { vertexOf } from "../../mesh/triangle-mesh.ts";
import type { BinaryTree } from "../../trees/layout.ts";
import {
  AABB_COUNT,
  AABB_LINK,
  AABB_MAX,
  AABB_MIN,
  AABB_STRIDE,
  type AabbTree,
  checkTreeArrays,
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

// A tree at its pose in the world, and the triangles that a ray along x may meet: the basis for inside-outside tests.

export interface PosedTree {
  readonly tree: BinaryTree;
  readonly toWorld: Float64Array;
  readonly moves: boolean;
  /** Covers, per world axis, the rounding of vertices and boxes. */
  readonly margins: Float64Array;
  /** Cached world boxes and triangles; null if they are computed at each walk. */
  kept: KeptWorld | null;
  /** All vertices in the world; null until first needed. */
  world: ArrayLike<number> | null;
  /** The stack of walks: at most one sibling per level, plus the last two. A walk never starts another one on its own tree. */
  readonly stack: Int32Array;
  /** Counters of all work done with this tree so far. */
  boxTests: number;
  triangleTests: number;
  exactTests: number;
}

/** Cached world boxes and triangles, each computed when first needed: for very many queries. */
export interface KeptWorld {
  // world box of each node, KEPT_BOX numbers: min (3) max (3), margins included; NaN until needed
  readonly boxes: Float64Array;
  // the triangle in each slot, TRIANGLE numbers as in triangle-triangle.ts; NaN until needed
  readonly triangles: Float64Array;
  /** The first number bounds the L1 distance of two corners in a triangle test. */
  readonly reach: Float64Array;
}

const KEPT_BOX = 6;

// Exceeds the relative difference, both rounded, between moving a vertex and moving a box.
const ROUNDING = 2 ** -46;

export function poseTree(tree: BinaryTree, pose: Pose | null, name: string): PosedTree {
  if (tree?.kind !== "aabb" && tree?.kind !== "obb")
    throw new OptionError(`expected a tree of the kind "aabb" or "obb", got ${describe(tree)}`);
  checkTreeArrays(tree, name);
  const toWorld = new Float64Array(16);
  const moves = readPose(pose, name, toWorld);
  const reach = reachOf(tree);
  if (moves) checkWorldPose(toWorld, reach, name);
  const margins = new Float64Array(3);
  for (let row = 0; row < 3; row++) {
    const norm = Math.abs(toWorld[row]) + Math.abs(toWorld[4 + row]) + Math.abs(toWorld[8 + row]);
    margins[row] = ROUNDING * (norm * reach + Math.abs(toWorld[12 + row])) + Number.MIN_VALUE;
  }
  return {
    tree,
    toWorld,
    moves,
    margins,
    kept: null,
    world: null,
    stack: new Int32Array(tree.depth + 1),
    boxTests: 0,
    triangleTests: 0,
    exactTests: 0,
  };
}

/** The world coordinates of all vertices. */
export function worldPositions(posed: PosedTree): ArrayLike<number> {
  const { tree, toWorld, moves } = posed;
  posed.world ??= moves ? bakePositions(tree.mesh.positions, toWorld) : tree.mesh.positions;
  return posed.world;
}

/** The world corners of one triangle, x y z each. */
export function cornersInWorld(
  { tree: { mesh }, toWorld, moves }: PosedTree,
  triangle: number,
): Float64Array {
  const corners = new Float64Array(9);
  const { positions } = mesh;
  for (let corner = 0; corner < 3; corner++) {
    const v = 3 * vertexOf(mesh, triangle, corner);
    if (moves) movePoint(toWorld, positions[v], positions[v + 1], positions[v + 2], corners, 3 * corner);
    else for (let axis = 0; axis < 3; axis++) corners[3 * corner + axis] = positions[v + axis];
  }
  return corners;
}

/** Makes the tree cache what it moves to the world. `reach` bounds the L1 distance of two corners in a triangle test. */
export function keepWorld(posed: PosedTree, reach: number): KeptWorld {
  const { nodeCount, triangles } = posed.tree;
  posed.kept = {
    boxes: new Float64Array(KEPT_BOX * nodeCount).fill(Number.NaN),
    triangles: new Float64Array(TRIANGLE * triangles.length).fill(Number.NaN),
    reach: Float64Array.of(reach),
  };
  return posed.kept;
}

/** The world box of a node: the index of its six numbers in `boxes`. */
export function keptBox(posed: PosedTree, { boxes }: KeptWorld, node: number): number {
  const at = KEPT_BOX * node;
  if (!Number.isNaN(boxes[at])) return at;
  setNodeBox(posed, node);
  for (let k = 0; k < KEPT_BOX; k++) boxes[at + k] = box[k];
  return at;
}

/** The triangle in a slot, completed by `setPlane`: the index of its numbers in `triangles`. */
export function keptTriangle(posed: PosedTree, { triangles, reach }: KeptWorld, slot: number): number {
  const at = TRIANGLE * slot;
  if (!Number.isNaN(triangles[at])) return at;
  setTriangle(posed, slot, triangles, at);
  setPlane(triangles, at, reach);
  return at;
}

// world box of the current node: min (3) max (3)
const box = new Float64Array(16);
/** World corners of the current triangle (9). */
const triangle = new Float64Array(16);

/** Receives the world corners of a triangle, at `corners[at]`, valid only during the call; returns true to end the walk. */
export type TriangleVisitor = (corners: Float64Array, at: number) => boolean;

/** Calls `visit` for every triangle whose box a ray from `point` along +x may meet; the ray is `slack` thick. */
export function visitAhead(
  posed: PosedTree,
  point: Float64Array,
  slack: number,
  visit: TriangleVisitor,
): void {
  if (posed.kept !== null) {
    visitKeptAhead(posed, posed.kept, point, slack, visit);
    return;
  }
  const { tree, stack } = posed;
  stack[0] = 0;
  let height = 1;
  while (height > 0) {
    const node = stack[--height];
    posed.boxTests++;
    setNodeBox(posed, node);
    if (isBeside(box, 0, point, slack)) continue;
    const link = linkOf(tree, node);
    if (link >= 0) {
      stack[height++] = link;
      stack[height++] = link + 1;
      continue;
    }
    const end = ~link + countOf(tree, node);
    for (let slot = ~link; slot < end; slot++) {
      setTriangle(posed, slot, triangle, 0);
      if (isTriangleBeside(triangle, 0, point, slack)) continue;
      posed.triangleTests++;
      if (visit(triangle, 0)) return;
    }
  }
}

/** `visitAhead` over the cached world triangles. */
function visitKeptAhead(
  posed: PosedTree,
  kept: KeptWorld,
  point: Float64Array,
  slack: number,
  visit: TriangleVisitor,
): void {
  const { tree, stack } = posed;
  const { boxes, triangles } = kept;
  stack[0] = 0;
  let height = 1;
  while (height > 0) {
    const node = stack[--height];
    posed.boxTests++;
    if (isBeside(boxes, keptBox(posed, kept, node), point, slack)) continue;
    const link = linkOf(tree, node);
    if (link >= 0) {
      stack[height++] = link;
      stack[height++] = link + 1;
      continue;
    }
    const end = ~link + countOf(tree, node);
    for (let slot = ~link; slot < end; slot++) {
      const at = keptTriangle(posed, kept, slot);
      if (isTriangleBeside(triangles, at, point, slack)) continue;
      posed.triangleTests++;
      if (visit(triangles, at)) return;
    }
  }
}

/** Shorter normals are not used: their products would underflow. Longer ones lose less than LEAST by underflow, beside the margins. */
const SHORTEST = 2 ** -600;
const LEAST = 2 ** -1000;

/**
 * Whether a point is certainly outside the root's box, along a normal of one of the box's faces. The world box of `visitAhead` is larger where
 * the pose turns the tree.
 */
export function isOutsideRoot(posed: PosedTree, point: Float64Array): boolean {
  const { tree, toWorld: m, margins } = posed;
  if (tree.kind !== "aabb") return false;
  const { nodes, origin } = tree;
  posed.boxTests++;
  for (let axis = 0; axis < 3; axis++) {
    const u = 4 * ((axis + 1) % 3);
    const v = 4 * ((axis + 2) % 3);
    const x = m[u + 1] * m[v + 2] - m[u + 2] * m[v + 1];
    const y = m[u + 2] * m[v] - m[u] * m[v + 2];
    const z = m[u] * m[v + 1] - m[u + 1] * m[v];
    if (!(Math.abs(x) + Math.abs(y) + Math.abs(z) > SHORTEST)) continue;
    const sizes = Math.abs(x) * margins[0] + Math.abs(y) * margins[1] + Math.abs(z) * margins[2];
    // from the box's centre to the point, then the half extent, both along the normal
    let along = x * (point[0] - m[12]) + y * (point[1] - m[13]) + z * (point[2] - m[14]);
    let half =
      4 * sizes +
      ROUNDING * (Math.abs(x * point[0]) + Math.abs(y * point[1]) + Math.abs(z * point[2])) +
      LEAST;
    for (let k = 0; k < 3; k++) {
      const low = nodes[AABB_MIN + k];
      const high = nodes[AABB_MAX + k];
      const entry = x * m[4 * k] + y * m[4 * k + 1] + z * m[4 * k + 2];
      along -= entry * (origin[k] + 0.5 * (low + high));
      half += Math.abs(entry) * 0.5 * (high - low);
    }
    if (Math.abs(along) > half) return true;
  }
  return false;
}

/** Calls `visit` for every triangle whose world box meets `bounds`, min (3) max (3). Returns whether it ended the walk. */
export function visitInBox(
  posed: PosedTree,
  bounds: Float64Array,
  visit: (corners: Float64Array, triangle: number) => boolean,
): boolean {
  const { tree, stack } = posed;
  stack[0] = 0;
  let height = 1;
  while (height > 0) {
    const node = stack[--height];
    posed.boxTests++;
    setNodeBox(posed, node);
    if (isApart(box, bounds)) continue;
    const link = linkOf(tree, node);
    if (link >= 0) {
      stack[height++] = link;
      stack[height++] = link + 1;
      continue;
    }
    const end = ~link + countOf(tree, node);
    for (let slot = ~link; slot < end; slot++) {
      setTriangle(posed, slot, triangle, 0);
      if (isTriangleApart(triangle, bounds)) continue;
      posed.triangleTests++;
      if (visit(triangle, tree.triangles[slot])) return true;
    }
  }
  return false;
}

function isApart(p: Float64Array, q: Float64Array): boolean {
  for (let axis = 0; axis < 3; axis++) if (p[axis] > q[3 + axis] || q[axis] > p[3 + axis]) return true;
  return false;
}

/** Whether the triangle's box is apart from a box. */
function isTriangleApart(t: Float64Array, bounds: Float64Array): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const high = bounds[3 + axis];
    if (t[axis] > high && t[3 + axis] > high && t[6 + axis] > high) return true;
    const low = bounds[axis];
    if (t[axis] < low && t[3 + axis] < low && t[6 + axis] < low) return true;
  }
  return false;
}

/** A node's first child, or ~ the first slot of a leaf. */
function linkOf(tree: BinaryTree, node: number): number {
  return tree.kind === "aabb"
    ? tree.links[AABB_STRIDE * node + AABB_LINK]
    : tree.links[OBB_LINK_STRIDE * node + OBB_LINK];
}

/** How many slots a leaf has. */
function countOf(tree: BinaryTree, node: number): number {
  return tree.kind === "aabb"
    ? tree.links[AABB_STRIDE * node + AABB_COUNT]
    : tree.links[OBB_LINK_STRIDE * node + OBB_COUNT];
}

/** Whether the box at b[i] ends before the point, or excludes it in y or z. */
function isBeside(b: Float64Array, i: number, point: Float64Array, slack: number): boolean {
  return (
    b[i + 3] < point[0] - slack ||
    b[i + 1] > point[1] + slack ||
    b[i + 4] < point[1] - slack ||
    b[i + 2] > point[2] + slack ||
    b[i + 5] < point[2] - slack
  );
}

/** Whether the box of the triangle at t[i] ends before the point, or excludes it in y or z. */
function isTriangleBeside(t: Float64Array, i: number, point: Float64Array, slack: number): boolean {
  const x = point[0] - slack;
  if (t[i] < x && t[i + 3] < x && t[i + 6] < x) return true;
  for (let k = i + 1; k < i + 3; k++) {
    const high = point[k - i] + slack;
    if (t[k] > high && t[k + 3] > high && t[k + 6] > high) return true;
    const low = point[k - i] - slack;
    if (t[k] < low && t[k + 3] < low && t[k + 6] < low) return true;
  }
  return false;
}

function setNodeBox(posed: PosedTree, node: number): void {
  const { tree } = posed;
  if (tree.kind === "aabb") setAabbBox(tree, node, posed);
  else setObbBox(tree, node, posed);
}

function setAabbBox({ nodes, origin }: AabbTree, node: number, { toWorld: m, margins }: PosedTree): void {
  const n = AABB_STRIDE * node;
  for (let row = 0; row < 3; row++) {
    let centre = m[12 + row];
    let half = margins[row];
    for (let axis = 0; axis < 3; axis++) {
      const low = nodes[n + AABB_MIN + axis];
      const high = nodes[n + AABB_MAX + axis];
      const entry = m[4 * axis + row];
      centre += entry * (origin[axis] + 0.5 * (low + high));
      half += Math.abs(entry) * 0.5 * (high - low);
    }
    box[row] = centre - half;
    box[3 + row] = centre + half;
  }
}

function setObbBox({ nodes }: ObbTree, node: number, { toWorld: m, margins }: PosedTree): void {
  const n = OBB_STRIDE * node;
  for (let row = 0; row < 3; row++) {
    let centre = m[12 + row];
    let half = margins[row];
    for (let axis = 0; axis < 3; axis++) {
      centre += m[4 * axis + row] * nodes[n + OBB_CENTRE + axis];
      const a = n + OBB_AXES + 3 * axis;
      const extent = m[row] * nodes[a] + m[4 + row] * nodes[a + 1] + m[8 + row] * nodes[a + 2];
      half += Math.abs(extent) * nodes[n + OBB_HALF + axis];
    }
    box[row] = centre - half;
    box[3 + row] = centre + half;
  }
}

/** The world corners of the triangle in a slot, to out[at…at+8]. */
function setTriangle(
  { tree, toWorld: m, moves }: PosedTree,
  slot: number,
  out: Float64Array,
  at: number,
): void {
  const { positions } = tree.mesh;
  for (let corner = 0; corner < 3; corner++) {
    const v = 3 * tree.corners[3 * slot + corner];
    const to = at + 3 * corner;
    if (moves) movePoint(m, positions[v], positions[v + 1], positions[v + 2], out, to);
    else for (let row = 0; row < 3; row++) out[to + row] = positions[v + row];
  }
}
