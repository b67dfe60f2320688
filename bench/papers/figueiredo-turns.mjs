import { buildAabbTree, buildRTree, collide, findPairs } from "abut";
import { approachPose } from "../approaches.mjs";

// How many triangles version 2 tests at distance 0, by how b is turned: at random, or so that edges or faces of the two models are
// parallel. Two grids that come along the x axis meet in a face there.

const DEGREES = Math.PI / 360; // half angles, for quaternions
const TURN = 5;
/** b's rotation as a quaternion. */
const TURNS = {
  [`${TURN}° about y: parallel edges meet`]: [0, Math.sin(TURN * DEGREES), 0, Math.cos(TURN * DEGREES)],
  [`${TURN}° about x: parallel faces meet`]: [Math.sin(TURN * DEGREES), 0, 0, Math.cos(TURN * DEGREES)],
  "none: parallel faces, edges upon edges": [0, 0, 0, 1],
};

/** Triangle tests of version 2: median and most at the poses, and for each turn the number at the last place before the contact. */
export function countByTurn(model, poses) {
  const { mesh, measures } = model;
  const tree = buildRTree(mesh);
  const fast = buildAabbTree(mesh);
  const count = (bToWorld) => findPairs(tree, tree, { bToWorld, algorithm: "version-2" }).stats.triangleTests;
  const random = poses.map(count).sort((p, q) => p - q);
  const turned = Object.entries(TURNS).map(([name, rotation]) => {
    const poseAt = (t) => approachPose(measures, measures, { rotation, direction: [1, 0, 0] }, t);
    return { name, triangleTests: count(poseAt(lastApart(measures.size, fast, poseAt))) };
  });
  return { random, turned };
}

/** By bisection; at half the size the models meet, at twice the size they are apart. */
function lastApart(size, tree, poseAt) {
  let [meets, apart] = [size / 2, 2 * size];
  for (;;) {
    const middle = (meets + apart) / 2;
    if (middle === meets || middle === apart) return apart;
    if (collide(tree, tree, { bToWorld: poseAt(middle) })) meets = middle;
    else apart = middle;
  }
}
