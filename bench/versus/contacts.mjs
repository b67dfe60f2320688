import RAPIER from "@dimforge/rapier3d-compat";
import {
  buildAabbTree,
  collide,
  convexHull,
  createMesh,
  findContacts,
  findManifold,
  findPairs,
  penetration,
} from "abut";
import { createTorus } from "abut/primitives";
import { cpuClock } from "../cpu-time.mjs";
import { describeEnvironment } from "../environment.mjs";
import { interleave } from "../measure.mjs";
import { chooseModels, createModel } from "../models.mjs";
import { createPlacements, tuneCube } from "../placements.mjs";
import { createRandom, poseOf, randomOffset, randomRotation } from "../random.mjs";
import { printTable, significant, times, whole } from "../table.mjs";

export const description =
  "contacts for solvers: findManifold beside findPairs, depths, convex pairs beside Rapier";

const MODELS = ["torus", "teapot", "ship", "grid"];
const FULL = {
  placements: 200,
  gridPlacements: 30,
  tuning: 1000,
  rounds: 9,
  leastMs: 100,
  warmUpMs: 400,
  pairs: 200,
};
const QUICK = {
  placements: 60,
  gridPlacements: 8,
  tuning: 400,
  rounds: 5,
  leastMs: 30,
  warmUpMs: 200,
  pairs: 60,
};
/** The most that findManifold may take, as a multiple of findPairs. */
const ALLOWED = 3;
/**
 * V8 compiles findManifold and penetration during their first two seconds of work, and the processor time of its threads counts; findPairs is
 * a kernel, ready at once.
 */
const COMPILED_AFTER_MS = 2500;

export async function run({ quick, seed, models, progress }) {
  const amounts = quick ? QUICK : FULL;
  console.log(`One process, interleaved rounds, medians of processor time\n${describeEnvironment(seed)}`);
  const rows = chooseModels(MODELS, models).map((name) => measureModel(name, seed, amounts, progress));
  progress.clear();
  printTable(
    "Contacts, µs a query, two copies of a model, 60 % of the placements collide",
    [
      "<model",
      "pairs",
      "regions",
      "findPairs",
      "findContacts",
      "findManifold",
      "÷ findPairs",
      "allowed",
      "<",
    ],
    rows,
    ["findManifold and findContacts include findPairs. pairs, regions: mean over the placements."],
  );
  const random = createRandom(seed);
  printTori(amounts, progress);
  await printConvex(random, amounts, progress);
}

function measureModel(name, seed, amounts, progress) {
  progress.show(`contacts, ${name}`);
  const { title, mesh, size } = createModel(name, Float32Array);
  const a = buildAabbTree(mesh);
  const b = buildAabbTree({ ...mesh, positions: mesh.positions.slice(), indices: mesh.indices.slice() });
  const { side } = tuneCube({
    seed,
    count: amounts.tuning,
    size,
    collides: (aToWorld, bToWorld) => collide(a, b, { aToWorld, bToWorld }),
  });
  const count = name === "grid" ? amounts.gridPlacements : amounts.placements;
  const placements = createPlacements({ seed, count, side });
  let pairs = findPairs(a, b);
  let manifold = findManifold(a, b);
  const sums = { pairs: 0, regions: 0 };
  for (const poses of placements) {
    manifold = findManifold(a, b, { into: manifold, ...poses });
    sums.pairs += manifold.pairs.count;
    sums.regions += manifold.count;
  }
  const each = (query) => ({
    run() {
      let sum = 0;
      for (const poses of placements) sum += query(poses);
      return sum;
    },
  });
  const timed = interleave(
    {
      pairs: each((poses) => {
        pairs = findPairs(a, b, { into: pairs, ...poses });
        return pairs.count;
      }),
      contacts: each((poses) => findContacts(a, b, poses).count),
      manifold: each((poses) => {
        manifold = findManifold(a, b, { into: manifold, ...poses });
        return manifold.count;
      }),
    },
    { ...amounts, warmUpMs: COMPILED_AFTER_MS, clock: cpuClock },
  );
  const micros = (ms) => whole((1000 * ms) / count);
  const ratio = timed.manifold / timed.pairs;
  return [
    title,
    whole(sums.pairs / count),
    significant(sums.regions / count),
    micros(timed.pairs),
    micros(timed.contacts),
    micros(timed.manifold),
    times(ratio),
    `${ALLOWED}×`,
    ratio <= ALLOWED ? "reached" : "missed",
  ];
}

/** Placements of two tori that meet, the same whatever the seed of the run: their mean bounds are quoted. */
const TORI_SEEDS = [1, 2, 3, 4, 5];
const TORI_PER_SEED = 24;

function toriPoses(tree) {
  return TORI_SEEDS.flatMap((seed) => {
    const random = createRandom(seed);
    const poses = [];
    while (poses.length < TORI_PER_SEED) {
      const bToWorld = poseOf(randomRotation(random), [random(), random(), random()]);
      if (penetration(tree, tree, { bToWorld }) !== null) poses.push(bToWorld);
    }
    return poses;
  });
}

function printTori({ rounds, leastMs }, progress) {
  progress.show("depth of tori");
  const tree = buildAabbTree(createTorus({ majorSegments: 48, minorSegments: 24 }));
  const poses = toriPoses(tree);
  let into;
  const timed = interleave(
    {
      penetration: {
        run: () => poses.reduce((sum, bToWorld) => sum + penetration(tree, tree, { bToWorld }).depth, 0),
      },
      manifold: {
        run: () =>
          poses.reduce((sum, bToWorld) => {
            into = findManifold(tree, tree, { bToWorld, into });
            return sum + into.count;
          }, 0),
      },
    },
    { rounds: Math.min(rounds, 5), leastMs, warmUpMs: COMPILED_AFTER_MS, clock: cpuClock },
  );
  const bounds = { upper: 0, lower: 0 };
  for (const bToWorld of poses) {
    const { depth, lowerBound } = penetration(tree, tree, { bToWorld });
    bounds.upper += depth / poses.length;
    bounds.lower += lowerBound / poses.length;
  }
  progress.clear();
  printTable(
    `Depth of two tori of 2,304 triangles, ${poses.length} placements`,
    ["<query", "µs", "mean upper bound", "mean lower bound"],
    [
      [
        "penetration",
        whole((1000 * timed.penetration) / poses.length),
        significant(bounds.upper),
        significant(bounds.lower),
      ],
      ["findManifold", whole((1000 * timed.manifold) / poses.length), "per region", "per region"],
    ],
  );
}

async function printConvex(random, amounts, progress) {
  await RAPIER.init();
  const rows = [8, 20, 50, 200].map((corners) => {
    progress.show(`convex pairs, ${corners} corners`);
    return convexRow(corners, random, amounts);
  });
  progress.clear();
  printTable(
    "Convex pairs that overlap, µs a query",
    ["corners", "penetration", "findManifold", "Rapier", "Rapier ÷ penetration"],
    rows,
    ["Rapier: contactCollider, one point and depth in f32. penetration is exact to rounding of f64."],
  );
}

function convexRow(corners, random, { pairs: count, rounds, leastMs, warmUpMs }) {
  const meshes = Array.from({ length: 8 }, () => convexHull(ellipsoid(corners, random)));
  const trees = meshes.map((mesh) => buildAabbTree(mesh));
  const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
  const [collidersA, collidersB] = [0, 1].map(() =>
    meshes.map((mesh) =>
      world.createCollider(RAPIER.ColliderDesc.convexHull(new Float32Array(mesh.positions))),
    ),
  );
  const pairs = [];
  while (pairs.length < count) {
    const [i, j] = [Math.floor(8 * random()), Math.floor(8 * random())];
    const [x, y, z, w] = randomRotation(random);
    const offset = randomOffset(random, 1.6);
    const bToWorld = poseOf([x, y, z, w], offset);
    if (penetration(trees[i], trees[j], { bToWorld }) === null) continue;
    pairs.push({ i, j, bToWorld, place: { x: offset[0], y: offset[1], z: offset[2] }, turn: { x, y, z, w } });
  }
  let into;
  const each = (query) => ({ run: () => pairs.reduce((sum, pair) => sum + query(pair), 0) });
  const timed = interleave(
    {
      penetration: each(({ i, j, bToWorld }) => penetration(trees[i], trees[j], { bToWorld }).depth),
      manifold: each(({ i, j, bToWorld }) => {
        into = findManifold(trees[i], trees[j], { bToWorld, into });
        return into.count;
      }),
      rapier: each(({ i, j, place, turn }) => {
        collidersB[j].setTranslation(place);
        collidersB[j].setRotation(turn);
        return collidersA[i].contactCollider(collidersB[j], 0)?.distance ?? 0;
      }),
    },
    { rounds, leastMs, warmUpMs, clock: cpuClock },
  );
  world.free();
  const micros = (ms) => significant((1000 * ms) / count);
  return [
    String(corners),
    micros(timed.penetration),
    micros(timed.manifold),
    micros(timed.rapier),
    times(timed.rapier / timed.penetration),
  ];
}

/** A slender body: points on an ellipsoid 1 × 1 × 2; of eight corners, a box. */
function ellipsoid(corners, random) {
  const points = Array.from({ length: corners }, (_, i) => {
    if (corners === 8) return [i & 1 ? 0.4 : -0.4, i & 2 ? 0.5 : -0.5, i & 4 ? 1 : -1];
    const z = 2 * random() - 1;
    const angle = 2 * Math.PI * random();
    const r = Math.sqrt(1 - z * z) / 2;
    return [r * Math.cos(angle), r * Math.sin(angle), z];
  });
  return createMesh({ positions: Float64Array.from([...points, ...points, ...points].flat()) });
}
