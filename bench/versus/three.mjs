import { collide } from "abut";
import { acceleratedRaycast, treeOf } from "abut/three";
import { DoubleSide, Mesh, MeshBasicMaterial, Raycaster, TorusKnotGeometry, Vector3 } from "three";
import { MeshBVH, SAH, acceleratedRaycast as theirRaycast } from "three-mesh-bvh";
import { cpuClock } from "../cpu-time.mjs";
import { describeEnvironment } from "../environment.mjs";
import { interleave } from "../measure.mjs";
import { createRandom, poseOf, randomOffset, randomRotation } from "../random.mjs";
import { printTable, significant, times } from "../table.mjs";

export const description = "abut/three beside three-mesh-bvh: build, refit, Raycaster, two meshes";

const FULL = { rays: 500, poses: 100, rounds: 9, leastMs: 60, warmUpMs: 400 };
const QUICK = { rays: 200, poses: 40, rounds: 5, leastMs: 20, warmUpMs: 200 };
const SIZES = [
  [128, 16],
  [512, 64],
];

export async function run({ quick, seed }) {
  const amounts = quick ? QUICK : FULL;
  console.log(`One process, interleaved rounds, medians of processor time\n${describeEnvironment(seed)}`);
  const rows = SIZES.flatMap(([along, around]) => measureKnot(along, around, seed, amounts));
  printTable(
    "a torus knot; µs a query, ms a build or refit",
    ["<what", "triangles", "abut/three", "three-mesh-bvh", "ratio"],
    rows,
    [
      "three-mesh-bvh with SAH trees on both sides. Distances of first hits and answers of collide were compared.",
    ],
  );
}

function measureKnot(along, around, seed, amounts) {
  const ours = createMesh(along, around, acceleratedRaycast);
  const theirs = createMesh(along, around, theirRaycast);
  const bvh = () => new MeshBVH(theirs.geometry, { strategy: SAH });
  theirs.geometry.boundsTree = bvh();
  const count = ours.geometry.index.count / 3;
  const random = createRandom(seed);
  const rays = createRays(random, amounts.rays);
  checkRays(ours, theirs, rays);
  const other = createMesh(along, around, theirRaycast);
  other.geometry.boundsTree = new MeshBVH(other.geometry, { strategy: SAH });
  const poses = Array.from({ length: amounts.poses }, () =>
    poseOf(randomRotation(random), randomOffset(random, 5)),
  );
  const matrices = poses.map((pose) => theirs.matrix.clone().fromArray(pose));
  const tree = treeOf(ours.geometry);
  const meet = (pose) => collide(tree, tree, { bToWorld: pose });
  const theyMeet = (matrix) => theirs.geometry.boundsTree.intersectsGeometry(other.geometry, matrix);
  const wrong = poses.filter((pose, i) => meet(pose) !== theyMeet(matrices[i])).length;
  if (wrong > 0) console.log(`${wrong} of ${poses.length} answers of collide differ`);
  const parts = {
    "build (ms)": [() => treeOf(ours.geometry.clone()).nodeCount, () => bvh() && 1, 1],
    "refit (ms)": [
      () => {
        ours.geometry.getAttribute("position").needsUpdate = true;
        return treeOf(ours.geometry).nodeCount;
      },
      () => theirs.geometry.boundsTree.refit() ?? 1,
      1,
    ],
    "Raycaster, first hit": [
      () => cast(ours, rays, true),
      () => cast(theirs, rays, true),
      rays.length / 1000,
    ],
    "Raycaster, all hits": [
      () => cast(ours, rays, false),
      () => cast(theirs, rays, false),
      rays.length / 1000,
    ],
    "do two meet?": [
      () => poses.filter(meet).length,
      () => matrices.filter(theyMeet).length,
      poses.length / 1000,
    ],
  };
  return Object.entries(parts).map(([name, [run, runTheirs, share]]) => {
    const { rounds, leastMs, warmUpMs } = amounts;
    const options = { rounds, leastMs, warmUpMs, clock: cpuClock };
    const found = interleave({ ours: { run }, theirs: { run: runTheirs } }, options);
    const [a, b] = [found.ours / share, found.theirs / share];
    return [name, count.toLocaleString("en-US"), significant(a), significant(b), times(b / a)];
  });
}

function createMesh(along, around, raycast) {
  const mesh = new Mesh(
    new TorusKnotGeometry(1, 0.3, along, around),
    new MeshBasicMaterial({ side: DoubleSide }),
  );
  mesh.raycast = raycast;
  mesh.updateMatrixWorld();
  return mesh;
}

function createRays(random, count) {
  return Array.from({ length: count }, () => {
    const from = new Vector3(...randomOffset(random, 8));
    const to = new Vector3(...randomOffset(random, 2));
    return new Raycaster(from, to.sub(from).normalize());
  });
}

function cast(mesh, rays, isFirstOnly) {
  let sum = 0;
  for (const ray of rays) {
    ray.firstHitOnly = isFirstOnly;
    sum += ray.intersectObject(mesh).length;
  }
  return sum;
}

function checkRays(ours, theirs, rays) {
  for (const ray of rays) {
    ray.firstHitOnly = true;
    const [a] = ray.intersectObject(ours);
    const [b] = ray.intersectObject(theirs);
    if (Math.abs((a?.distance ?? -1) - (b?.distance ?? -1)) > 1e-5)
      console.log(`first hits differ: ${a?.distance} and ${b?.distance}`);
  }
}
