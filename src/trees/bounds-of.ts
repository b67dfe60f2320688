import { movePoint, type Pose, readPose } from "../geometry/affine.ts";
import { type Bounds, emptyBounds, growBounds, moveBounds } from "../geometry/bounds.ts";
import { checkWorldPose } from "../geometry/relative-pose.ts";
import {
  AABB_MAX,
  AABB_MIN,
  type AabbTree,
  checkTree,
  OBB_AXES,
  OBB_CENTRE,
  OBB_HALF,
  type ObbTree,
  type RTree,
} from "./layout.ts";

// The corners of an OBB are rounded, so they need a margin; those of an AABB are not (geometry/bounds.ts).

/** 128 units in the last place: more than the formula and the corners of an OBB lose. */
const ROUNDING = 2 ** -46;
/** More than products that underflow lose. */
const UNDERFLOW = 2 ** -1060;
const CORNERS = 8;

/**
 * The world box of a posed tree: it holds every vertex of the tree's triangles, mapped as `bakePositions` maps it. Takes constant time:
 * it is the box around the moved root box. Under a rotation its diagonal is up to √3 times that of the root box; an OBB tree's is often
 * tighter. Without a pose an AABB tree's is tight up to f32 rounding. The boxes are those of the last build or `refit`. An
 * R-tree without triangles has the bounds Infinity and −Infinity. Throws `PoseError` for a pose that is singular or leads beyond ±2^100.
 */
export function boundsOf(tree: AabbTree | ObbTree | RTree, pose: Pose | null = null): Bounds {
  checkTree(tree, "boundsOf");
  const toWorld = new Float64Array(16);
  const moves = readPose(pose, "pose", toWorld);
  const bounds = emptyBounds();
  const corners = new Float64Array(3 * CORNERS);
  if (tree.kind === "obb") writeObbCorners(tree, corners);
  else writeRootBox(tree, corners);
  if (moves) checkWorldPose(toWorld, reachOf(corners, 0, 1), "pose");
  if (tree.kind === "r-tree" && tree.triangleCount === 0) return bounds;
  if (tree.kind !== "obb") {
    moveBounds(corners, moves ? toWorld : null, bounds, 0);
    return bounds;
  }
  const point = new Float64Array(3);
  for (let i = 0; i < corners.length; i += 3) {
    movePoint(toWorld, corners[i], corners[i + 1], corners[i + 2], point, 0);
    growBounds(bounds, point[0], point[1], point[2]);
  }
  widen(bounds, corners, toWorld);
  return bounds;
}

/** `boundsOf` for a tree and a pose that have been checked: writes six numbers to out[at …]. */
export function writeBoundsOf(
  tree: AabbTree,
  pose: Float64Array | null,
  out: Float64Array,
  at: number,
): void {
  writeRootBox(tree, root);
  moveBounds(root, pose, out, at);
}

const root = new Float64Array(6);

/** The box of all triangles, in the mesh's space. */
function writeRootBox({ nodes, origin, exponent }: AabbTree | RTree, out: Float64Array): void {
  const unit = 2 ** -exponent[0];
  for (let axis = 0; axis < 3; axis++) {
    out[axis] = outward(origin[axis], nodes[AABB_MIN + axis], -1) * unit;
    out[3 + axis] = outward(origin[axis], nodes[AABB_MAX + axis], 1) * unit;
  }
}

/** origin + bound, moved outward by what two roundings can lose: of the difference that the bound holds, and of this sum. */
function outward(origin: number, bound: number, sign: 1 | -1): number {
  return origin === 0 ? bound : origin + bound + sign * 2 ** -51 * (Math.abs(origin) + Math.abs(bound));
}

function writeObbCorners({ nodes, exponent }: ObbTree, out: Float64Array): void {
  const unit = 2 ** -exponent[0];
  for (let corner = 0; corner < CORNERS; corner++)
    for (let k = 0; k < 3; k++) {
      let coordinate = nodes[OBB_CENTRE + k];
      for (let axis = 0; axis < 3; axis++) {
        const along = nodes[OBB_HALF + axis] * nodes[OBB_AXES + 3 * axis + k];
        coordinate += (corner >> axis) & 1 ? along : -along;
      }
      out[3 * corner + k] = coordinate * unit;
    }
}

/** Widens the box by what rounding can do, in each world coordinate, to a corner and to a vertex between the corners. */
function widen(bounds: Bounds, corners: Float64Array, toWorld: Float64Array): void {
  for (let row = 0; row < 3; row++) {
    let margin = ROUNDING * Math.abs(toWorld[12 + row]) + UNDERFLOW;
    for (let k = 0; k < 3; k++)
      margin += Math.abs(toWorld[4 * k + row]) * (ROUNDING * reachOf(corners, k, 3) + UNDERFLOW);
    bounds[row] -= margin;
    bounds[3 + row] += margin;
  }
}

/** The largest magnitude of every `step`-th number from `first` on. */
function reachOf(numbers: Float64Array, first: number, step: number): number {
  let reach = 0;
  for (let i = first; i < numbers.length; i += step) reach = Math.max(reach, Math.abs(numbers[i]));
  return reach;
}
