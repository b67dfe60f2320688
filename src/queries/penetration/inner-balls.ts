import { faceNormal } from "../../geometry/convex/precise-normal.ts";
import { vertexOf } from "../../mesh/triangle-mesh.ts";
import type { BinaryTree } from "../../trees/layout.ts";
import { solidOfTree } from "../../trees/solid-of-tree.ts";
import { INSIDE, locate } from "../classify/locate-point.ts";
import { poseTree } from "../classify/posed-tree.ts";
import { closestPoint } from "../distance/closest-point.ts";

// Balls that lie entirely inside a solid and fill a good part of it. If a ball of one solid meets a ball of the other, the solids meet: a
// test of nanoseconds, where `collide` takes microseconds (Weller and Zachmann 2009 bound overlaps like this).

/** x, y, z and radius of each ball, in the model's space. */
export interface InnerBalls {
  readonly count: number;
  readonly numbers: Float64Array;
}

export const BALL = 4;
const MOST_BALLS = 40;
/** The number of triangles from which balls are grown. */
const MOST_SEEDS = 160;
/** A ball is shrunk at most this many times until it touches the surface at two points. */
const SHRINKS = 6;
/** A ball adds little if its centre is within this fraction of a larger ball's radius from that ball's centre. */
const SPACING = 0.4;
/** Makes a distance that was rounded to nearest a lower bound. */
const SURELY = 1 - 2 ** -40;

const known = new WeakMap<BinaryTree, { readonly balls: InnerBalls; readonly fits: number }>();

/** Inner balls of a closed mesh, computed at the first call after a build or refit. They do not depend on the tree. */
export function innerBallsOf(tree: BinaryTree): InnerBalls {
  const { fits } = tree.fitCount;
  const kept = known.get(tree);
  if (kept?.fits === fits) return kept.balls;
  const balls = findInnerBalls(tree);
  known.set(tree, { balls, fits });
  return balls;
}

function findInnerBalls(tree: BinaryTree): InnerBalls {
  const { triangleCount } = tree.mesh;
  const inward = -solidOfTree(tree).winding;
  const widest = halfOfNarrowestSide(tree);
  const posed = poseTree(tree, null, "toWorld");
  const grown: Float64Array[] = [];
  const seeds = Math.min(triangleCount, MOST_SEEDS);
  for (let i = 0; i < seeds; i++) {
    const ball = growBall(tree, Math.floor((i * triangleCount) / seeds), inward, widest);
    if (ball !== null) grown.push(ball);
  }
  grown.sort((p, q) => q[3] - p[3]);
  const chosen: Float64Array[] = [];
  for (const ball of grown) {
    if (chosen.length === MOST_BALLS) break;
    if (chosen.some((other) => between(ball, other) < SPACING * other[3])) continue;
    if (locate(posed, ball.subarray(0, 3)) === INSIDE) chosen.push(ball);
  }
  const numbers = new Float64Array(BALL * chosen.length);
  for (const [i, ball] of chosen.entries()) numbers.set(ball, BALL * i);
  return { count: chosen.length, numbers };
}

const corners = new Float64Array(9);
const normal = new Float64Array(3);

/** The ball that touches the middle of a triangle from inside, and the surface at another point; null for a degenerate triangle. */
function growBall(tree: BinaryTree, triangle: number, inward: number, widest: number): Float64Array | null {
  const { mesh } = tree;
  for (let k = 0; k < 3; k++) {
    const v = 3 * vertexOf(mesh, triangle, k);
    for (let axis = 0; axis < 3; axis++) corners[3 * k + axis] = mesh.positions[v + axis];
  }
  faceNormal(corners, 0, 3, 6, normal);
  const middle = [0, 1, 2].map((k) => (corners[k] + corners[3 + k] + corners[6 + k]) / 3);
  const ball = new Float64Array(BALL);
  let radius = widest;
  for (let shrink = 0; ; shrink++) {
    for (let k = 0; k < 3; k++) ball[k] = middle[k] + inward * radius * normal[k];
    const { distance, point } = closestPoint(tree, ball.subarray(0, 3))!;
    ball[3] = distance * SURELY;
    if (shrink === SHRINKS || distance > 0.99 * radius) break;
    // The ball through both points that is tangent to the triangle.
    let across = 0;
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const offset = point[k] - middle[k];
      across += inward * normal[k] * offset;
      squared += offset * offset;
    }
    if (!(across > 0 && squared > 0)) break;
    radius = Math.min(0.99 * radius, squared / (2 * across));
  }
  return ball[3] > 0 ? widenBall(tree, ball) : null;
}

/** The first step by which a ball is moved to become larger, as a fraction of its radius, and how many steps are tried. */
const FIRST_STEP = 0.12;
const STEPS = 8;

/** Moves a ball away from where it touches the surface while that enlarges it: on the facets of round shapes a ball starts off-centre. */
function widenBall(tree: BinaryTree, ball: Float64Array): Float64Array {
  let best = ball;
  let touch = closestPoint(tree, ball.subarray(0, 3))!.point;
  let step = FIRST_STEP * ball[3];
  for (let i = 0; i < STEPS; i++) {
    const moved = new Float64Array(BALL);
    for (let k = 0; k < 3; k++) moved[k] = best[k] + (step / best[3]) * (best[k] - touch[k]);
    const { distance, point } = closestPoint(tree, moved.subarray(0, 3))!;
    moved[3] = distance * SURELY;
    if (moved[3] > best[3]) {
      best = moved;
      touch = point;
    } else step /= 2;
  }
  return best;
}

function between(p: Float64Array, q: Float64Array): number {
  const x = p[0] - q[0];
  const y = p[1] - q[1];
  const z = p[2] - q[2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** Half the shortest side of the mesh's bounding box: no ball inside is larger. */
function halfOfNarrowestSide({ mesh }: BinaryTree): number {
  const { positions } = mesh;
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let triangle = 0; triangle < mesh.triangleCount; triangle++)
    for (let k = 0; k < 3; k++) {
      const v = 3 * vertexOf(mesh, triangle, k);
      for (let axis = 0; axis < 3; axis++) {
        low[axis] = Math.min(low[axis], positions[v + axis]);
        high[axis] = Math.max(high[axis], positions[v + axis]);
      }
    }
  return Math.min(high[0] - low[0], high[1] - low[1], high[2] - low[2]) / 2;
}
