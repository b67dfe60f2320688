import {
  leastOnTriangle,
  nearestOnTriangle,
  ON_LEAST,
  ON_POINT,
  ON_SQUARE,
  onTriangle,
} from "../../geometry/distance/point-triangle.ts";
import { setPlane, trianglesMeet } from "../../geometry/overlap/triangle-triangle.ts";
import { exactTestCount } from "../../geometry/overlap/triangle-triangle-exact.ts";
import { AABB_COUNT, AABB_LINK, AABB_STRIDE, type AabbTree } from "../../trees/layout.ts";
import { locate, sideBy } from "../classify/locate-point.ts";
import {
  type KeptWorld,
  keepWorld,
  keptBox,
  keptTriangle,
  type PosedTree,
  poseTree,
} from "../classify/posed-tree.ts";
import {
  countCrossingsByKernel,
  findNearestByKernel,
  meetsTriangleByKernel,
  placeSurfaces,
  type SurfaceKernel,
  takeCounts,
} from "./surface-kernel.ts";

// A surface at its pose in the world, for very many queries: boxes and triangles are moved when first needed, and cached. `closestPoint`
// selects one of several nearest triangles by exact comparison, whatever the tree; here any of them will do, in f64. Whether a triangle
// meets the surface is exact.

export interface WorldSurface {
  readonly tree: AabbTree;
  /** Holds the counters of the work done with the surface. */
  readonly posed: PosedTree;
  readonly kept: KeptWorld;
  /** The surface in kernel memory; null if TypeScript does the work. */
  readonly kernel: SurfaceKernel | null;
  readonly stack: Int32Array;
  readonly squares: Float64Array;
  /** The result of `findNearest`: the distance, the point, and the offset of its triangle in `triangles`; −1 before the first call. */
  distance: number;
  /** A certain lower bound of the distance, up to `noise`. It is smaller only next to needles, for which f64 finds poor points. */
  least: number;
  readonly noise: number;
  readonly point: Float64Array;
  at: number;
  /** The offset of the triangle that `meetsTriangle` found last; −1 before the first. */
  met: number;
}

/** A bound on the L1 distance of two world points, one of which may have been moved out of a solid, in units of the scale. */
const REACH = 16;
/** The rounding error of a distance, relative to the coordinates. */
export const ROUNDING = 2 ** -46;

/** `scale` is the size of all world coordinates. */
export function createWorldSurface(tree: AabbTree, toWorld: Float64Array, scale: number): WorldSurface {
  const posed = poseTree(tree, toWorld, "toWorld");
  return completeSurface(tree, posed, keepWorld(posed, REACH * scale), null, scale);
}

/** Two surfaces, in kernels if available. Surfaces created earlier must not be used any more. */
export function createWorldSurfaces(
  a: AabbTree,
  aToWorld: Float64Array,
  b: AabbTree,
  bToWorld: Float64Array,
  scale: number,
): [WorldSurface, WorldSurface] {
  const reach = REACH * scale;
  const noise = ROUNDING * scale;
  const posedA = poseTree(a, aToWorld, "aToWorld");
  const posedB = poseTree(b, bToWorld, "bToWorld");
  const placed = placeSurfaces(
    { posed: posedA, tree: a, reach, noise },
    { posed: posedB, tree: b, reach, noise },
  );
  const complete = (tree: AabbTree, posed: PosedTree, kernel: SurfaceKernel | undefined) =>
    completeSurface(tree, posed, kernel?.kept ?? keepWorld(posed, reach), kernel ?? null, scale);
  return [complete(a, posedA, placed?.[0]), complete(b, posedB, placed?.[1])];
}

function completeSurface(
  tree: AabbTree,
  posed: PosedTree,
  kept: KeptWorld,
  kernel: SurfaceKernel | null,
  scale: number,
): WorldSurface {
  return {
    tree,
    posed,
    kept,
    kernel,
    stack: new Int32Array(tree.depth + 1), // a step takes one node and adds two, a level deeper
    squares: new Float64Array(tree.depth + 1),
    distance: 0,
    least: 0,
    noise: ROUNDING * scale,
    point: new Float64Array(3),
    at: -1,
    met: -1,
  };
}

/** The tests of boxes and triangles so far. */
export function testsOf({ posed, kernel }: WorldSurface): number {
  if (kernel !== null) takeCounts(kernel, posed);
  return posed.boxTests + posed.triangleTests;
}

/** A point's side of the surface, which must be closed. Exact. */
export function sideOfPoint({ posed, kernel }: WorldSurface, point: Float64Array): number {
  return kernel === null ? locate(posed, point) : sideBy(countCrossingsByKernel(kernel, posed, point));
}

/** The box of a node in the world: index of its six numbers in `kept.boxes`. */
export function worldBoxOf({ posed, kept }: WorldSurface, node: number): number {
  return keptBox(posed, kept, node);
}

/** The corners of the triangle in a slot: index of their nine numbers in `kept.triangles`. */
export function worldTriangleOf({ posed, kept }: WorldSurface, slot: number): number {
  return keptTriangle(posed, kept, slot);
}

const box = new Float64Array(6);

/** Whether a triangle, TRIANGLE numbers with its corners set, shares a point with the surface. Exact. */
export function meetsTriangle(surface: WorldSurface, triangle: Float64Array): boolean {
  const { kernel } = surface;
  if (kernel !== null) return meetsTriangleByKernel(kernel, surface.posed, triangle);
  const { tree, posed, kept, stack } = surface;
  const { boxes, triangles } = kept;
  const { links } = tree;
  for (let axis = 0; axis < 3; axis++) {
    const [p, q, r] = [triangle[axis], triangle[3 + axis], triangle[6 + axis]];
    box[axis] = Math.min(p, q, r);
    box[3 + axis] = Math.max(p, q, r);
  }
  setPlane(triangle, 0, kept.reach);
  const exactBefore = exactTestCount();
  // A triangle tried at several positions often meets the triangle that it met last.
  let meets = surface.met >= 0 && trianglesMeet(triangle, 0, triangles, surface.met);
  if (surface.met >= 0) posed.triangleTests++;
  stack[0] = 0;
  let height = 1;
  while (height > 0 && !meets) {
    const node = stack[--height];
    posed.boxTests++;
    if (!boxesMeet(boxes, keptBox(posed, kept, node), box)) continue;
    const link = links[AABB_STRIDE * node + AABB_LINK];
    if (link >= 0) {
      stack[height++] = link;
      stack[height++] = link + 1;
      continue;
    }
    const end = ~link + links[AABB_STRIDE * node + AABB_COUNT];
    for (let slot = ~link; slot < end && !meets; slot++) {
      posed.triangleTests++;
      const at = keptTriangle(posed, kept, slot);
      meets = trianglesMeet(triangle, 0, triangles, at);
      if (meets) surface.met = at;
    }
  }
  posed.exactTests += exactTestCount() - exactBefore;
  return meets;
}

function boxesMeet(a: Float64Array, i: number, b: Float64Array): boolean {
  return (
    a[i] <= b[3] &&
    a[i + 3] >= b[0] &&
    a[i + 1] <= b[4] &&
    a[i + 4] >= b[1] &&
    a[i + 2] <= b[5] &&
    a[i + 5] >= b[2]
  );
}

/** Finds the surface's point nearest to p[i…i+2]; writes the distance, the point and its triangle to the surface. */
export function findNearest(surface: WorldSurface, p: Float64Array, i: number): void {
  if (surface.kernel !== null) {
    findNearestByKernel(surface.kernel, p, i, surface);
    return;
  }
  const { tree, posed, kept, stack, squares, point } = surface;
  const { boxes, triangles } = kept;
  const { links } = tree;
  // Consecutive queries are usually close to each other: the last answer is a good guess.
  let best = Infinity;
  let least = Infinity;
  const last = surface.at;
  if (last >= 0) {
    nearestOnTriangle(p, i, triangles, last);
    best = onTriangle[ON_SQUARE];
    least = leastOnTriangle();
    for (let axis = 0; axis < 3; axis++) point[axis] = onTriangle[ON_POINT + axis];
  }
  stack[0] = 0;
  squares[0] = 0;
  let height = 1;
  while (height > 0) {
    height--;
    if (squares[height] >= best) continue;
    const node = AABB_STRIDE * stack[height];
    const link = links[node + AABB_LINK];
    if (link >= 0) {
      posed.boxTests += 2;
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
    const end = ~link + links[node + AABB_COUNT];
    for (let slot = ~link; slot < end; slot++) {
      posed.triangleTests++;
      const at = worldTriangleOf(surface, slot);
      nearestOnTriangle(p, i, triangles, at);
      if (onTriangle[ON_LEAST] < best) least = Math.min(least, leastOnTriangle());
      if (!(onTriangle[ON_SQUARE] < best)) continue;
      best = onTriangle[ON_SQUARE];
      surface.at = at;
      for (let axis = 0; axis < 3; axis++) point[axis] = onTriangle[ON_POINT + axis];
    }
  }
  surface.distance = Math.sqrt(best);
  // skipped boxes are at least that far away, and so are triangles whose least square is not below the best one
  surface.least = least < surface.distance - surface.noise ? Math.max(least, 0) : surface.distance;
}

function squareToBox(boxes: Float64Array, at: number, p: Float64Array, i: number): number {
  const x = Math.max(boxes[at] - p[i], p[i] - boxes[at + 3], 0);
  const y = Math.max(boxes[at + 1] - p[i + 1], p[i + 1] - boxes[at + 4], 0);
  const z = Math.max(boxes[at + 2] - p[i + 2], p[i + 2] - boxes[at + 5], 0);
  return x * x + y * y + z * z;
}
