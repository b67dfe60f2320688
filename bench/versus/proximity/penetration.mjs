import RAPIER from "@dimforge/rapier3d-compat";
import { buildAabbTree, convexHull, createMesh, penetration } from "abut";
import { createTorus } from "abut/primitives";
import { convexDepthByAllDirections } from "abut/reference";
import { Vector3 } from "three";
import { ConvexHull } from "three/addons/math/ConvexHull.js";
import { interleave } from "../../measure.mjs";
import { createRandom, poseOf, randomOffset, randomRotation } from "../../random.mjs";
import { printTable, significant, times } from "../../table.mjs";

// Depth beside Rapier's contact query (WebAssembly, f32), hulls beside three's ConvexHull (JavaScript, with a tolerance).
// Rapier's fastest way for shapes that move: colliders made once, placed per query, contactCollider. (Shape.contactShape
// hands both shapes over to WebAssembly at each call.) It takes rigid poses only.

/** Prints its tables; part of `npm run bench -- proximity`. */
export async function run({ quick, seed, progress }) {
  await RAPIER.init();
  const rounds = quick ? 5 : 15;
  const random = createRandom(seed);
  const rows = [];
  for (const corners of [8, 20, 50, 200]) {
    progress.show(`penetration: convex, ${corners} corners`);
    rows.push(convexRow(corners, random, quick ? 40 : 200, rounds));
  }
  rows.push(null);
  progress.show("penetration: torus");
  rows.push(concaveRow(random, quick ? 4 : 12, quick ? 1 : 3));
  progress.clear();
  printTable(
    "Penetration depth, µs per query of a pair that overlaps",
    ["<shapes", "abut", "Rapier", "Rapier ÷ abut", "largest error, abut", "Rapier"],
    rows,
    [
      "Errors of convex depths are against the widths along all directions of faces and edges, in f64, relative to the",
      "depth. abut's time includes the exact yes or no on the triangles. Rapier has no depth for concave meshes.",
    ],
  );
  printHulls(random, quick, rounds, progress);
}

function convexRow(corners, random, pairCount, rounds) {
  const meshes = Array.from({ length: 8 }, () => convexHull(ellipsoid(corners, random)));
  const trees = meshes.map((mesh) => buildAabbTree(mesh));
  const world = new RAPIER.World(ORIGIN);
  const [collidersA, collidersB] = [0, 1].map(() =>
    meshes.map((mesh) =>
      world.createCollider(RAPIER.ColliderDesc.convexHull(new Float32Array(mesh.positions))),
    ),
  );
  const pairs = [];
  while (pairs.length < pairCount) {
    const [i, j] = [Math.floor(8 * random()), Math.floor(8 * random())];
    const rotation = randomRotation(random);
    const offset = randomOffset(random, 1.6);
    const pose = poseOf(rotation, offset);
    const found = penetration(trees[i], trees[j], { bToWorld: pose });
    if (found === null) continue;
    const [x, y, z, w] = rotation;
    pairs.push({
      i,
      j,
      pose,
      found,
      place: { x: offset[0], y: offset[1], z: offset[2] },
      turn: { x, y, z, w },
    });
  }
  const rapierDepth = ({ i, j, place, turn }) => {
    collidersB[j].setTranslation(place);
    collidersB[j].setRotation(turn);
    return -(collidersA[i].contactCollider(collidersB[j], 0)?.distance ?? Number.NaN);
  };
  let errorAbut = 0;
  let errorRapier = 0;
  for (const pair of corners <= 50 ? pairs.slice(0, 12) : []) {
    const { depth } = convexDepthByAllDirections(meshes[pair.i], meshes[pair.j], { bToWorld: pair.pose });
    errorAbut = Math.max(errorAbut, Math.abs(pair.found.depth - depth) / depth);
    errorRapier = Math.max(errorRapier, Math.abs(rapierDepth(pair) - depth) / depth);
  }
  const timed = interleave(
    {
      abut: {
        run: () =>
          sumOf(pairs, ({ i, j, pose }) => penetration(trees[i], trees[j], { bToWorld: pose }).depth),
      },
      rapier: { run: () => sumOf(pairs, rapierDepth) },
    },
    { rounds, warmUpMs: 500 },
  );
  const [abut, rapier] = [timed.abut, timed.rapier].map((ms) => (1000 * ms) / pairs.length);
  world.free();
  const errors = corners <= 50 ? [errorAbut.toExponential(0), errorRapier.toExponential(0)] : ["", ""];
  return [
    `convex, ${corners} corners`,
    significant(abut),
    significant(rapier),
    times(rapier / abut),
    ...errors,
  ];
}

function concaveRow(random, pairCount, rounds) {
  const tree = buildAabbTree(createTorus({ majorSegments: 48, minorSegments: 24 }));
  const poses = [];
  while (poses.length < pairCount) {
    const pose = poseOf(randomRotation(random), [random(), random(), random()]);
    if (penetration(tree, tree, { bToWorld: pose }) !== null) poses.push(pose);
  }
  const { abut } = interleave(
    { abut: { run: () => sumOf(poses, (bToWorld) => penetration(tree, tree, { bToWorld }).depth) } },
    { rounds, warmUpMs: 0 },
  );
  return ["torus, 2,304 triangles", significant((1000 * abut) / poses.length), "–", "–", "upper bound", "–"];
}

function printHulls(random, quick, rounds, progress) {
  const count = quick ? 20_000 : 100_000;
  const rows = [];
  for (const [name, make] of Object.entries(CLOUDS)) {
    progress.show(`convex hull: ${name}`);
    const positions = cloud(count, make, random);
    const mesh = createMesh({ positions });
    const points = Array.from({ length: positions.length / 3 }, (_, p) =>
      new Vector3().fromArray(positions, 3 * p),
    );
    const { abut, three } = interleave(
      {
        abut: { run: () => convexHull(mesh).triangleCount },
        three: { run: () => new ConvexHull().setFromPoints(points).faces.length },
      },
      { rounds: Math.min(rounds, 3), leastMs: 0, warmUpMs: 0 },
    );
    rows.push([
      name,
      String(convexHull(mesh).vertexCount),
      significant(abut),
      significant(three),
      times(three / abut),
    ]);
  }
  progress.clear();
  printTable(
    `Convex hull of ${count.toLocaleString("en-US")} points, ms`,
    ["<points", "corners", "abut", "three", "three ÷ abut"],
    rows,
    ["abut's faces have every point on or below them, by exact signs."],
  );
}

const CLOUDS = {
  "in a cube": (random) => [random(), random(), random()],
  "on a sphere": (random) => onSphere(random),
  "on a lattice of 20³": (random) => [random(), random(), random()].map((x) => Math.floor(20 * x)),
};

/** Three points a triangle: the count is rounded down to a multiple. */
function cloud(count, make, random) {
  const positions = new Float64Array(9 * Math.floor(count / 3));
  for (let i = 0; i < positions.length; i += 3) positions.set(make(random), i);
  return positions;
}

function onSphere(random) {
  const z = 2 * random() - 1;
  const angle = 2 * Math.PI * random();
  const r = Math.sqrt(1 - z * z);
  return [r * Math.cos(angle), r * Math.sin(angle), z];
}

/** A slender body, as links of robots are: points on an ellipsoid 1 × 1 × 2; of eight corners, a box. */
function ellipsoid(corners, random) {
  const points =
    corners === 8
      ? Array.from({ length: 8 }, (_, i) => [i & 1 ? 0.4 : -0.4, i & 2 ? 0.5 : -0.5, i & 4 ? 1 : -1])
      : Array.from({ length: corners }, () => onSphere(random).map((x, axis) => (axis === 2 ? x : x / 2)));
  const positions = Float64Array.from([...points, ...points, ...points].flat());
  return createMesh({ positions });
}

function sumOf(items, measure) {
  let sum = 0;
  for (const item of items) sum += measure(item);
  return sum;
}

const ORIGIN = { x: 0, y: 0, z: 0 };
