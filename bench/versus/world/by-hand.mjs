import { buildAabbTree, collide, collidesItself, refit } from "abut";
import { findLinkPairs, setPose } from "abut/articulated";
import { createDynamicTree } from "abut/broadphase";

// A scene without a world: the calls that a caller who knows abut well would write. Every link is a box in the broad phase; a pair of
// pieces keeps its cache, as long as it is a pair.

/** { move: what a scene's move() calls, step(): the number of pairs of bodies, down to links, that meet }. */
export function createByHand(bodies) {
  const trees = new Map();
  const treeOf = (mesh) => {
    if (!trees.has(mesh)) trees.set(mesh, buildAabbTree(mesh));
    return trees.get(mesh);
  };
  const pieces = [];
  const piecesOf = bodies.map((body, number) => {
    const own = (body.kind === "articulated" ? body.body.trees : [treeOf(body.mesh)])
      .map((tree, link) => ({ tree, link }))
      .filter(({ tree }) => tree !== null);
    if (body.kind === "articulated") setPose(body.body, restOf(body.body), { rootToWorld: body.toWorld });
    return own.map(({ tree, link }) => {
      const pose =
        body.kind === "articulated" ? body.body.linkPoses[link] : Float64Array.from(body.toWorld ?? IDENTITY);
      pieces.push({ body: number, kind: body.kind, tree, pose });
      return pieces.length - 1;
    });
  });
  const boxes = new Float64Array(6 * pieces.length);
  const broadPhase = createDynamicTree();
  for (const [i, piece] of pieces.entries()) {
    setBox(piece, boxes, 6 * i);
    broadPhase.add(boxes.subarray(6 * i, 6 * i + 6));
  }
  const caches = new Map();
  const bodyCaches = bodies.map(() => ({}));
  const place = (number) => {
    for (const i of piecesOf[number]) setBox(pieces[i], boxes, 6 * i);
  };
  return {
    move: {
      pose(number, matrix) {
        pieces[piecesOf[number][0]].pose.set(matrix);
        place(number);
      },
      joints(number, values) {
        setPose(bodies[number].body, values, { rootToWorld: bodies[number].toWorld });
        place(number);
      },
      deformed(number) {
        refit(treeOf(bodies[number].mesh));
        place(number);
      },
    },
    step() {
      broadPhase.moveAll(boxes);
      const { pairs, count } = broadPhase.update();
      let met = 0;
      for (let i = 0; i < count; i++) {
        const [p, q] = [pieces[pairs[2 * i]], pieces[pairs[2 * i + 1]]];
        if (p.body === q.body || (p.kind === "static" && q.kind === "static")) continue;
        const key = pairs[2 * i] * pieces.length + pairs[2 * i + 1];
        let cache = caches.get(key);
        if (cache === undefined) {
          cache = {};
          caches.set(key, cache);
        }
        if (collide(p.tree, q.tree, { aToWorld: p.pose, bToWorld: q.pose, cache })) met++;
      }
      bodies.forEach(({ kind, self, body, mesh, allowed }, number) => {
        if (!self) return;
        if (kind === "deformable") met += Number(collidesItself(treeOf(mesh)));
        else met += findLinkPairs(body, body, { allowed, cache: bodyCaches[number] }).count;
      });
      return met;
    },
  };
}

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

function restOf({ articulation }) {
  return new Float64Array(articulation.valueCount);
}

/** The box around the moved root box of a tree, with room for rounding. */
function setBox({ tree: { nodes, origin }, pose }, out, at) {
  for (let row = 0; row < 3; row++) {
    let [low, high] = [pose[12 + row], pose[12 + row]];
    for (let axis = 0; axis < 3; axis++) {
      const p = pose[4 * axis + row] * (nodes[axis] + origin[axis]);
      const q = pose[4 * axis + row] * (nodes[3 + axis] + origin[axis]);
      low += Math.min(p, q);
      high += Math.max(p, q);
    }
    const margin = 1e-12 * (Math.abs(low) + Math.abs(high) + 1);
    out[at + row] = low - margin;
    out[at + 3 + row] = high + margin;
  }
}
