import RAPIER from "@dimforge/rapier3d-compat";
import {
  buildAabbTree,
  castRay,
  castRayAll,
  meetsBox,
  meetsSphere,
  overlapBox,
  overlapSphere,
  sweepBox,
  sweepSphere,
} from "abut";
import { Box3, DoubleSide, Matrix4, Ray, Sphere, Vector3 } from "three";
import { cpuClock } from "../../cpu-time.mjs";
import { interleave } from "../../measure.mjs";
import { chooseModels, createModel } from "../../models.mjs";
import { createRandom } from "../../random.mjs";
import { printTable, significant, times } from "../../table.mjs";
import { buildBvh, createGeometry, SAH } from "../three-mesh-bvh.mjs";

// Rays, boxes and spheres against one tree, beside three-mesh-bvh where it has the query: `raycastFirst`, `raycast`, `intersectsBox`
// and `intersectsSphere`. Its two latter say yes or no, as `meetsBox` and `meetsSphere` do; overlaps are lists of triangles. Rapier
// (WebAssembly, f32) casts rays and shapes against a mesh collider that is made once.

const MODELS = ["torus", "teapot", "ship", "grid"];
const FULL = { queries: 2000, rounds: 9, warmUpMs: 300 };
const QUICK = { queries: 500, rounds: 3, warmUpMs: 100 };

/** Prints its table; part of `npm run bench -- proximity`. */
export async function run({ quick, seed, models, progress }) {
  await RAPIER.init();
  const { queries, rounds, warmUpMs } = quick ? QUICK : FULL;
  const rows = [];
  for (const name of chooseModels(MODELS, models)) {
    progress.show(`rays: ${name}`);
    const { title, mesh, size } = createModel(name, Float32Array);
    const tree = buildAabbTree(mesh);
    const bvh = buildBvh(createGeometry(mesh), SAH);
    const cases = createCases(seed, queries, size);
    const agreed = compareHits(tree, bvh, cases);
    const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
    const shape = RAPIER.ColliderDesc.trimesh(mesh.positions, new Uint32Array(mesh.indices));
    const collider = world.createCollider(shape);
    const result = interleave(
      { ...contestants(tree, bvh, cases), ...rapierContestants(collider, cases) },
      { rounds, warmUpMs, clock: cpuClock },
    );
    world.free();
    const micro = (key) => (result[key] * 1000) / queries;
    for (const [query, peer] of [
      ["castRay", "raycastFirst"],
      ["castRayAll", "raycast"],
      ["meetsBox", "intersectsBox"],
      ["meetsSphere", "intersectsSphere"],
      ["overlapBox", "intersectsBox"],
      ["overlapSphere", "intersectsSphere"],
    ])
      rows.push([
        title,
        query,
        significant(micro(query)),
        significant(micro(peer)),
        times(micro(peer) / micro(query)),
        query === "castRay" ? `${agreed} of ${queries}` : "",
        query === "castRay" ? significant(micro("Rapier castRay")) : "–",
      ]);
    for (const query of ["sweepBox", "sweepSphere"])
      rows.push([
        title,
        query,
        significant(micro(query)),
        "–",
        times(micro(`Rapier ${query}`) / micro(query)),
        "",
        significant(micro(`Rapier ${query}`)),
      ]);
    rows.push(null);
  }
  progress.clear();
  printTable(
    "Rays, boxes, spheres: µs of processor time a query",
    ["<model", "<query", "abut", "three-mesh-bvh", "ratio", "same hits", "Rapier"],
    rows.slice(0, -1),
    [
      "overlapBox and overlapSphere list every triangle; three-mesh-bvh answers yes or no. It has no sweeps: their ratio is to Rapier, which works in f32 and tells the time alone.",
    ],
  );
}

function createCases(seed, count, size) {
  const next = createRandom(seed);
  const point = (reach) => [0, 1, 2].map(() => reach * size * (next() - 0.5));
  return Array.from({ length: count }, () => {
    const origin = point(2);
    const target = point(0.6);
    const direction = target.map((x, k) => x - origin[k]);
    const radius = 0.05 * size * next();
    const near = point(0.8);
    return {
      origin,
      direction,
      near,
      radius,
      box: [...near.map((x) => x - radius), ...near.map((x) => x + radius)],
      ray: new Ray(new Vector3(...origin), new Vector3(...direction).normalize()),
      box3: new Box3(
        new Vector3(...near.map((x) => x - radius)),
        new Vector3(...near.map((x) => x + radius)),
      ),
      sphere: new Sphere(new Vector3(...near), radius),
      motion: direction.map((x) => 2 * x),
      startBox: [...origin.map((x) => x - radius), ...origin.map((x) => x + radius)],
    };
  });
}

function contestants(tree, bvh, cases) {
  const into = overlapBox(tree, cases[0].box);
  const identity = new Matrix4();
  const all = (run) => ({ run: () => cases.reduce((sum, one) => sum + (run(one) ? 1 : 0), 0) });
  return {
    castRay: all(({ origin, direction }) => castRay(tree, origin, direction)),
    raycastFirst: all(({ ray }) => bvh.raycastFirst(ray, DoubleSide)),
    castRayAll: all(({ origin, direction }) => castRayAll(tree, origin, direction).length),
    raycast: all(({ ray }) => bvh.raycast(ray, DoubleSide).length),
    meetsBox: all(({ box }) => meetsBox(tree, box)),
    meetsSphere: all(({ near, radius }) => meetsSphere(tree, near, radius)),
    overlapBox: all(({ box }) => overlapBox(tree, box, { into }).count),
    intersectsBox: all(({ box3 }) => bvh.intersectsBox(box3, identity)),
    overlapSphere: all(({ near, radius }) => overlapSphere(tree, near, radius, { into }).count),
    intersectsSphere: all(({ sphere }) => bvh.intersectsSphere(sphere)),
    sweepBox: all(({ startBox, motion }) => sweepBox(tree, startBox, motion)),
    sweepSphere: all(({ origin, radius, motion }) => sweepSphere(tree, origin, radius, motion)),
  };
}

/** Rapier says when a ray or shape first hits, not which triangle; a cuboid stands for the box, a ball for the sphere. */
function rapierContestants(collider, cases) {
  const still = { x: 0, y: 0, z: 0 };
  const upright = { x: 0, y: 0, z: 0, w: 1 };
  const vector = ([x, y, z]) => ({ x, y, z });
  const prepared = cases.map(({ origin, direction, motion, radius }) => ({
    ray: new RAPIER.Ray(vector(origin), vector(direction)),
    origin: vector(origin),
    motion: vector(motion),
    cuboid: new RAPIER.Cuboid(radius, radius, radius),
    ball: new RAPIER.Ball(radius),
  }));
  const all = (run) => ({ run: () => prepared.reduce((sum, one) => sum + (run(one) ? 1 : 0), 0) });
  const cast = (shape, { origin, motion }) =>
    collider.castShape(still, shape, origin, upright, motion, 0, 1, true) !== null;
  return {
    "Rapier castRay": all(({ ray }) => collider.castRay(ray, 1e9, true) >= 0),
    "Rapier sweepBox": all((one) => cast(one.cuboid, one)),
    "Rapier sweepSphere": all((one) => cast(one.ball, one)),
  };
}

/** How many rays hit the same place for both, or nothing. */
function compareHits(tree, bvh, cases) {
  let same = 0;
  for (const { origin, direction, ray } of cases) {
    const ours = castRay(tree, origin, direction);
    const theirs = bvh.raycastFirst(ray, DoubleSide);
    if (ours === null || theirs === null) same += ours === theirs ? 1 : 0;
    else
      same += Math.abs(ours.t * Math.hypot(...direction) - theirs.distance) < 1e-4 * theirs.distance ? 1 : 0;
  }
  return same;
}
