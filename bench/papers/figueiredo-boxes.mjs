import { buildObbTree } from "abut";
import {
  AABB_STRIDE,
  BOX_AXES,
  BOX_HALF,
  C,
  coverBoxInA,
  M,
  optimalBoxInA,
  RELATIVE_POSE_LENGTH,
  separatingFaceAxis,
  separatingObbAxis,
  setObbOfB,
  setObbPose,
  setRelativePose,
  shiftOrigins,
} from "../../dist/internals.js";
import { cpuClock } from "../cpu-time.mjs";
import { interleave } from "../measure.mjs";
import { createRandom, poseOf, randomOffset, randomRotation } from "../random.mjs";

// What the paper says of boxes: AABBs are faster to test than OBBs and need less memory (section 3), optimal boxes are faster to make and
// tighter than cover boxes (2.2). 18-DOPs are not in abut.

const IDENTITY = poseOf([0, 0, 0, 1], [0, 0, 0]);
const PAIRS = 4096;
/** Boxes with sides of 1 to 2, of which about half overlap at such distances. */
const SPREAD = 2.6;
const AABB_SCALARS = 6;
const OBB_SCALARS = BOX_AXES + 9;

/** The relative pose of two trees, the first of which stands still. */
export function relativePose(a, b, bToWorld) {
  const pose = new Float64Array(RELATIVE_POSE_LENGTH);
  const [reachA, reachB] = [a, b].map(({ mesh }) =>
    mesh.positions.reduce((m, x) => Math.max(m, Math.abs(x)), 0),
  );
  setRelativePose(IDENTITY, false, bToWorld, true, reachA, reachB, false, pose);
  shiftOrigins(a.origin, b.origin, pose);
  return pose;
}

export function commonBox(p, q) {
  return p.map((value, k) => (k < 3 ? Math.max(value, q[k]) : Math.min(value, q[k])));
}

/** Nanoseconds a test of two boxes, of which about half overlap; and the share that does. */
export function measureBoxTests({ seed, rounds }) {
  const random = createRandom(seed);
  const aabbs = new Float32Array(2 * AABB_SCALARS * PAIRS);
  const obbs = new Float64Array(2 * OBB_SCALARS * PAIRS);
  for (let k = 0; k < 2 * PAIRS; k++) placeBox(random, aabbs, AABB_SCALARS * k, obbs, OBB_SCALARS * k);
  const pose = new Float64Array(RELATIVE_POSE_LENGTH);
  const turn = poseOf(randomRotation(random), [0, 0, 0]);
  setRelativePose(IDENTITY, false, turn, true, SPREAD, SPREAD, false, pose);
  setObbPose(pose);
  const tests = {
    aabb: () => countAabbs(aabbs),
    faces: () => countByFaces(aabbs, pose),
    obb: () => countObbs(obbs),
  };
  const shares = Object.fromEntries(Object.entries(tests).map(([name, run]) => [name, run() / PAIRS]));
  const contestants = Object.fromEntries(Object.entries(tests).map(([name, run]) => [name, { run }]));
  const times = interleave(contestants, { rounds, clock: cpuClock });
  const nanoseconds = Object.fromEntries(
    Object.entries(times).map(([name, ms]) => [name, (1e6 * ms) / PAIRS]),
  );
  return { nanoseconds, shares };
}

function placeBox(random, aabbs, atAabb, obbs, atObb) {
  const centre = randomOffset(random, SPREAD);
  const turn = poseOf(randomRotation(random), [0, 0, 0]);
  for (let k = 0; k < 3; k++) {
    const half = 0.5 + 0.5 * random();
    aabbs[atAabb + k] = centre[k] - half;
    aabbs[atAabb + 3 + k] = centre[k] + half;
    obbs[atObb + k] = centre[k];
    obbs[atObb + BOX_HALF + k] = half;
    for (let axis = 0; axis < 3; axis++) obbs[atObb + BOX_AXES + 3 * k + axis] = turn[4 * k + axis];
  }
}

/** Two boxes in one space, as in the paper: six comparisons. */
function countAabbs(boxes) {
  let count = 0;
  for (let p = 0; p < boxes.length; p += 2 * AABB_SCALARS) {
    const q = p + AABB_SCALARS;
    if (boxes[p] > boxes[q + 3] || boxes[p + 3] < boxes[q]) continue;
    if (boxes[p + 1] > boxes[q + 4] || boxes[p + 4] < boxes[q + 1]) continue;
    if (boxes[p + 2] > boxes[q + 5] || boxes[p + 5] < boxes[q + 2]) continue;
    count++;
  }
  return count;
}

/** Two boxes in two spaces by their face normals, as in abut's AABB trees. */
function countByFaces(boxes, pose) {
  let count = 0;
  for (let p = 0; p < boxes.length; p += 2 * AABB_SCALARS)
    if (separatingFaceAxis(boxes, p, boxes, p + AABB_SCALARS, pose) === 15) count++;
  return count;
}

/** Two oriented boxes by 15 axes. */
function countObbs(boxes) {
  let count = 0;
  for (let p = 0; p < boxes.length; p += 2 * OBB_SCALARS) {
    setObbOfB(boxes, p + OBB_SCALARS);
    if (separatingObbAxis(boxes, p, true) === 15) count++;
  }
  return count;
}

/** Scalars a box, and bytes a node of abut's trees and a triangle of their whole. */
export function measureStorage(mesh, aabbTree) {
  const of = (tree, scalars) => ({
    scalars,
    node: tree.nodes.byteLength / tree.nodeCount,
    triangle: tree.buffer.byteLength / mesh.triangleCount,
  });
  return { aabb: of(aabbTree, AABB_SCALARS), obb: of(buildObbTree(mesh), OBB_SCALARS) };
}

/**
 * The boxes of b's triangles in a's space: nanoseconds a box, and the surface area of all cover boxes relative to that of the optimal ones.
 * `tree` is an R-tree of both models.
 */
export function measureUpdates(tree, poses, { rounds }) {
  const boxes = Array.from(tree.places, (node) =>
    tree.nodes.subarray(AABB_STRIDE * node, AABB_STRIDE * node + 6),
  );
  const relative = poses.map((bToWorld) => relativePose(tree, tree, bToWorld));
  const areas = { optimal: 0, corners: 0, centre: 0 };
  const addArea = (way) => (box) => {
    areas[way] += halfAreaOf(box);
  };
  for (const pose of relative) {
    moveTriangles(tree, pose, addArea("optimal"));
    moveCorners(boxes, pose, addArea("corners"));
    moveCentres(boxes, pose, addArea("centre"));
  }
  const [pose] = relative;
  const times = interleave(
    {
      optimal: { run: () => moveTriangles(tree, pose) },
      corners: { run: () => moveCorners(boxes, pose) },
      centre: { run: () => moveCentres(boxes, pose) },
    },
    { rounds, clock: cpuClock },
  );
  const nanoseconds = Object.fromEntries(
    Object.entries(times).map(([way, ms]) => [way, (1e6 * ms) / boxes.length]),
  );
  return {
    nanoseconds,
    looseness: { corners: areas.corners / areas.optimal, centre: areas.centre / areas.optimal },
  };
}

// Each way has a loop of its own, so that V8 compiles each for itself.

function moveTriangles({ mesh, corners, origin, places }, pose, take) {
  const out = new Float64Array(6);
  let sum = 0;
  for (let k = 0; k < places.length; k++) {
    optimalBoxInA(mesh.positions, corners, 3 * places[k], origin, pose, out);
    take?.(out);
    sum += out[0];
  }
  return sum;
}

function moveCorners(boxes, pose, take) {
  const out = new Float64Array(6);
  let sum = 0;
  for (let k = 0; k < boxes.length; k++) {
    coverOfCorners(boxes[k], pose, out);
    take?.(out);
    sum += out[0];
  }
  return sum;
}

function moveCentres(boxes, pose, take) {
  const out = new Float64Array(6);
  let sum = 0;
  for (let k = 0; k < boxes.length; k++) {
    coverBoxInA(boxes[k], pose, out);
    take?.(out);
    sum += out[0];
  }
  return sum;
}

/** The cover box as the paper makes it, from all eight corners. */
function coverOfCorners(box, pose, out) {
  for (let corner = 0; corner < 8; corner++) {
    const x = box[3 * (corner & 1)];
    const y = box[1 + 3 * ((corner >> 1) & 1)];
    const z = box[2 + 3 * (corner >> 2)];
    for (let r = 0; r < 3; r++) {
      const m = M + 3 * r;
      const moved = pose[m] * x + pose[m + 1] * y + pose[m + 2] * z + pose[C + r];
      if (corner === 0 || moved < out[r]) out[r] = moved;
      if (corner === 0 || moved > out[3 + r]) out[3 + r] = moved;
    }
  }
}

function halfAreaOf(box) {
  const [x, y, z] = [0, 1, 2].map((k) => box[3 + k] - box[k]);
  return x * y + y * z + z * x;
}
