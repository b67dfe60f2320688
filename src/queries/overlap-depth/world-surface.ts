import { movePoint } from "../../geometry/affine.ts";
import {
  nearestOnTriangle,
  ON_POINT,
  ON_SQUARE,
  onTriangle,
} from "../../geometry/distance/point-triangle.ts";
import { AABB_COUNT, AABB_LINK, AABB_MAX, AABB_MIN, AABB_STRIDE, type AabbTree } from "../../trees/layout.ts";

// A surface where it stands in the world, for very many questions about the nearest point of it: boxes and triangles are
// moved when first needed, and kept. `closestPoint` names one of several nearest triangles by exact comparison, whatever the tree;
// here any of them will do, in f64.

export interface WorldSurface {
  readonly tree: AabbTree;
  readonly toWorld: Float64Array;
  // world box of each node, min (3) max (3); NaN until needed
  readonly boxes: Float64Array;
  // world corners of the triangle in each slot, 9; NaN until needed
  readonly triangles: Float64Array;
  readonly stack: Int32Array;
  readonly squares: Float64Array;
  /** What `findNearest` found: its distance, the point, and where its triangle begins in `triangles`. */
  distance: number;
  readonly point: Float64Array;
  at: number;
  boxTests: number;
  triangleTests: number;
}

const BOX = 6;
const CORNERS = 9;

export function createWorldSurface(tree: AabbTree, toWorld: Float64Array): WorldSurface {
  return {
    tree,
    toWorld,
    boxes: new Float64Array(BOX * tree.nodeCount).fill(Number.NaN),
    triangles: new Float64Array(CORNERS * tree.triangles.length).fill(Number.NaN),
    stack: new Int32Array(tree.depth + 1), // a step takes one node and adds two, a level deeper
    squares: new Float64Array(tree.depth + 1),
    distance: 0,
    point: new Float64Array(3),
    at: 0,
    boxTests: 0,
    triangleTests: 0,
  };
}

/** The box of a node in the world: index of its six numbers in `boxes`. */
export function worldBoxOf({ tree, toWorld: m, boxes }: WorldSurface, node: number): number {
  const at = BOX * node;
  if (!Number.isNaN(boxes[at])) return at;
  const { nodes, origin } = tree;
  const from = AABB_STRIDE * node;
  for (let row = 0; row < 3; row++) {
    let centre = m[12 + row]!;
    let half = 0;
    for (let axis = 0; axis < 3; axis++) {
      const low = nodes[from + AABB_MIN + axis]!;
      const high = nodes[from + AABB_MAX + axis]!;
      const entry = m[4 * axis + row]!;
      centre += entry * (origin[axis]! + 0.5 * (low + high));
      half += Math.abs(entry) * 0.5 * (high - low);
    }
    boxes[at + row] = centre - half;
    boxes[at + 3 + row] = centre + half;
  }
  return at;
}

/** The corners of the triangle in a slot: index of their nine numbers in `triangles`. */
export function worldTriangleOf({ tree, toWorld, triangles }: WorldSurface, slot: number): number {
  const at = CORNERS * slot;
  if (!Number.isNaN(triangles[at])) return at;
  const { positions } = tree.mesh;
  for (let k = 0; k < 3; k++) {
    const v = 3 * tree.corners[3 * slot + k]!;
    movePoint(toWorld, positions[v]!, positions[v + 1]!, positions[v + 2]!, triangles, at + 3 * k);
  }
  return at;
}

/** Writes the distance of the surface's point nearest to p[i…i+2], the point and its triangle into the record. */
export function findNearest(surface: WorldSurface, p: Float64Array, i: number): void {
  const { tree, boxes, triangles, stack, squares, point } = surface;
  const { links } = tree;
  // Questions come in neighbourhoods: the last answer is a good guess.
  let best = Infinity;
  const last = surface.at;
  if (!Number.isNaN(triangles[last])) {
    nearestOnTriangle(p, i, triangles, last);
    best = onTriangle[ON_SQUARE]!;
    for (let axis = 0; axis < 3; axis++) point[axis] = onTriangle[ON_POINT + axis]!;
  }
  stack[0] = 0;
  squares[0] = 0;
  let height = 1;
  while (height > 0) {
    height--;
    if (squares[height]! >= best) continue;
    const node = AABB_STRIDE * stack[height]!;
    const link = links[node + AABB_LINK]!;
    if (link >= 0) {
      surface.boxTests += 2;
      const first = squareToBox(boxes, worldBoxOf(surface, link), p, i);
      const second = squareToBox(boxes, worldBoxOf(surface, link + 1), p, i);
      const nearer = second < first ? 1 : 0;
      if (nearer === 1 ? first < best : second < best) {
        stack[height] = link + 1 - nearer;
        squares[height++] = nearer === 1 ? first : second;
      }
      if (nearer === 1 ? second < best : first < best) {
        stack[height] = link + nearer;
        squares[height++] = nearer === 1 ? second : first;
      }
      continue;
    }
    const end = ~link + links[node + AABB_COUNT]!;
    for (let slot = ~link; slot < end; slot++) {
      surface.triangleTests++;
      const at = worldTriangleOf(surface, slot);
      nearestOnTriangle(p, i, triangles, at);
      if (!(onTriangle[ON_SQUARE]! < best)) continue;
      best = onTriangle[ON_SQUARE]!;
      surface.at = at;
      for (let axis = 0; axis < 3; axis++) point[axis] = onTriangle[ON_POINT + axis]!;
    }
  }
  surface.distance = Math.sqrt(best);
}

function squareToBox(boxes: Float64Array, at: number, p: Float64Array, i: number): number {
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    const x = p[i + axis]!;
    const gap = Math.max(boxes[at + axis]! - x, x - boxes[at + 3 + axis]!);
    if (gap > 0) square += gap * gap;
  }
  return square;
}
