import { bakePositions, buildAabbTree, collide, collideMany, findPairs, refit } from "abut";
import { collideByBruteForce, trianglesMeetByIntegers } from "abut/reference";
import { describeEnvironment } from "../environment.mjs";
import { interleave } from "../measure.mjs";
import { chooseModels, createModel } from "../models.mjs";
import { createPath, createPlacements, relativePose, tuneCube } from "../placements.mjs";
import { percent, printTable, significant, times, whole } from "../table.mjs";
import {
  buildBvh,
  CENTER,
  collectPairs,
  createGeometry,
  createMatrix,
  originalNumbers,
  SAH,
} from "./three-mesh-bvh.mjs";

export const description = "abut against three-mesh-bvh: first contact, all pairs, build, refit";

const MODELS = ["torus", "teapot", "ship", "grid"];
/** The least ratios three-mesh-bvh / abut that abut holds itself to. */
const REQUIRED = {
  first: { torus: 35, teapot: 50, ship: 100, grid: 20 },
  all: { torus: 20, teapot: 20, ship: 20, grid: 12 },
  sahBuild: 2,
  midpointBuild: 1,
  refit: 1,
};
const FULL = { placements: 4000, allPairs: 300, allPairsGrid: 30, rounds: 9, buildRounds: 21, path: 20_000 };
const QUICK = { placements: 1500, allPairs: 40, allPairsGrid: 6, rounds: 5, buildRounds: 9, path: 5000 };
/** three-mesh-bvh takes distances below 1e-10 or so for zero: this share of its pairs may differ from the exact ones. */
const PAIR_TOLERANCE = 0.001;
const LEAF_OF_TEN = 10;
/** A turn at queries lasts at least this long, so that a fast contestant is not at the mercy of one disturbed moment. */
const TURN_MS = 250;
/** Steps from one random placement to the next on the coherent paths: about 1 % of the way across, and 0.1 %. */
const PATH_STEPS = [100, 1000];

export async function run({ quick, seed, placements, models, progress }) {
  const amounts = { ...(quick ? QUICK : FULL), ...(placements && { placements }) };
  const chosen = chooseModels(MODELS, models);
  console.log(
    `abut against three-mesh-bvh, one process, interleaved rounds, medians\n${describeEnvironment(seed)}`,
  );
  const results = chosen.map((name) => compareModel(name, seed, amounts, progress));
  progress.clear();
  printFirstContact(results);
  printAllPairs(results);
  printBuilds(results);
  printCache(results);
  printAgreement(results);
  if (results.some(({ first, all }) => first.abutWrong + all.abutWrong > 0)) process.exitCode = 1;
}

function compareModel(name, seed, amounts, progress) {
  const show = (what) => progress.show(`${name}: ${what}`);
  show("build and tune the cube");
  const { title, mesh, size } = createModel(name, Float32Array);
  const a = buildAabbTree(mesh);
  const b = buildAabbTree({ ...mesh, positions: mesh.positions.slice(), indices: mesh.indices.slice() });
  const [geometryA, geometryB] = [createGeometry(a.mesh), createGeometry(b.mesh)];
  for (const geometry of [geometryA, geometryB]) buildBvh(geometry, SAH);
  const { side } = tuneCube({
    seed,
    count: amounts.placements,
    size,
    collides: (aToWorld, bToWorld) => collide(a, b, { aToWorld, bToWorld }),
  });
  const matrices = createPlacements({ seed, count: amounts.placements, side }).map(({ aToWorld, bToWorld }) =>
    createMatrix(relativePose(aToWorld, bToWorld)),
  );
  const pair = { name, title, mesh, a, b, geometryA, geometryB };
  return {
    name,
    title,
    triangles: mesh.triangleCount,
    first: compareFirstContact(pair, matrices, amounts, show),
    all: compareAllPairs(pair, matrices, amounts, show),
    build: compareBuilds(pair, amounts, show),
    cache: PATH_STEPS.map((steps) => compareCache(pair, { seed, side, steps }, amounts, show)),
  };
}

function compareFirstContact({ a, b, geometryA, geometryB }, matrices, { rounds }, show) {
  show("first contact, same hits?");
  const bvh = geometryA.boundsTree;
  const poses = Float64Array.from(matrices.flatMap(({ elements }) => [...elements]));
  let answers = collideMany(a, b, poses);
  let hits = 0;
  let differences = 0;
  let abutWrong = 0;
  for (const matrix of matrices) {
    const meet = collide(a, b, { bToWorld: matrix.elements });
    if (meet) hits++;
    if (meet === bvh.intersectsGeometry(geometryB, matrix)) continue;
    differences++;
    show(`first contact, answer ${differences} that differs, by brute force`);
    if (meet !== collideByBruteForce(a.mesh, b.mesh, { bToWorld: matrix.elements })) abutWrong++;
  }
  if (answers.count !== hits) throw new Error(`collideMany: ${answers.count} hits, collide: ${hits}`);
  const medians = interleave(
    {
      many: {
        run() {
          answers = collideMany(a, b, poses, { into: answers });
          return answers.count;
        },
      },
      abut: {
        run() {
          let count = 0;
          for (const matrix of matrices) if (collide(a, b, { bToWorld: matrix.elements })) count++;
          return count;
        },
      },
      theirs: {
        run() {
          let count = 0;
          for (const matrix of matrices) if (bvh.intersectsGeometry(geometryB, matrix)) count++;
          return count;
        },
      },
    },
    { rounds, leastMs: TURN_MS, onRound: (round) => show(`first contact, round ${round} of ${rounds}`) },
  );
  const many = (1000 * medians.many) / matrices.length;
  return {
    count: matrices.length,
    hits,
    differences,
    abutWrong,
    many,
    ...perQuery(medians, matrices.length),
  };
}

function compareAllPairs(pair, allMatrices, { rounds, allPairs, allPairsGrid }, show) {
  const { a, b, geometryA, geometryB } = pair;
  const matrices = allMatrices.slice(0, pair.name === "grid" ? allPairsGrid : allPairs);
  const [bvhA, bvhB] = [geometryA.boundsTree, geometryB.boundsTree];
  const into = findPairs(a, b);
  const theirPairs = [];
  show("all pairs, same pairs?");
  const agreement = comparePairSets(pair, matrices, theirPairs);
  const medians = interleave(
    {
      abut: {
        run() {
          let count = 0;
          for (const matrix of matrices) count += findPairs(a, b, { bToWorld: matrix.elements, into }).count;
          return count;
        },
      },
      theirs: {
        run() {
          let count = 0;
          for (const matrix of matrices) count += collectPairs(bvhA, bvhB, matrix, theirPairs);
          return count;
        },
      },
    },
    { rounds, leastMs: TURN_MS, onRound: (round) => show(`all pairs, round ${round} of ${rounds}`) },
  );
  return { count: matrices.length, ...agreement, ...perQuery(medians, matrices.length) };
}

/** Every pair that only one of the two found is decided again, in integers, on the triangles in world space. */
function comparePairSets({ a, b, geometryA, geometryB }, matrices, theirPairs) {
  const [numbersA, numbersB] = [originalNumbers(geometryA, a.mesh), originalNumbers(geometryB, b.mesh)];
  const keyOf = (triangleA, triangleB) => triangleA * b.mesh.triangleCount + triangleB;
  const result = { pairs: 0, theirPairs: 0, missedByThem: 0, inventedByThem: 0, abutWrong: 0 };
  for (const matrix of matrices) {
    const { count, pairs } = findPairs(a, b, { bToWorld: matrix.elements });
    const theirCount = collectPairs(geometryA.boundsTree, geometryB.boundsTree, matrix, theirPairs);
    result.pairs += count;
    result.theirPairs += theirCount;
    const theirs = new Set();
    for (let i = 0; i < theirCount; i++)
      theirs.add(keyOf(numbersA[theirPairs[2 * i]], numbersB[theirPairs[2 * i + 1]]));
    const onlyOurs = [];
    for (let i = 0; i < count; i++) {
      const key = keyOf(pairs[2 * i], pairs[2 * i + 1]);
      if (!theirs.delete(key)) onlyOurs.push(key);
    }
    if (onlyOurs.length + theirs.size === 0) continue;
    const worldB = bakePositions(b.mesh.positions, matrix.elements);
    const meets = (key) => {
      const triangleB = key % b.mesh.triangleCount;
      const triangleA = (key - triangleB) / b.mesh.triangleCount;
      const cornersA = cornersOf(a.mesh.positions, a.mesh.indices, triangleA);
      return trianglesMeetByIntegers(cornersA, 0, cornersOf(worldB, b.mesh.indices, triangleB), 0);
    };
    for (const key of onlyOurs) meets(key) ? result.missedByThem++ : result.abutWrong++;
    for (const key of theirs) meets(key) ? result.abutWrong++ : result.inventedByThem++;
  }
  return result;
}

function cornersOf(positions, indices, triangle) {
  return Float64Array.from(
    { length: 9 },
    (_, i) => positions[3 * indices[3 * triangle + Math.floor(i / 3)] + (i % 3)],
  );
}

function compareBuilds({ mesh, a, geometryA }, { buildRounds }, show) {
  const fresh = () => createGeometry(mesh);
  const theirs = (strategy) => ({
    prepare: fresh,
    run: (geometry) => buildBvh(geometry, strategy)._roots.length,
  });
  const built = interleave(
    {
      abutSah: { run: () => buildAabbTree(mesh).nodeCount },
      theirSah: theirs(SAH),
      abutMidpoint: {
        run: () => buildAabbTree(mesh, { split: "midpoint", leafSize: LEAF_OF_TEN }).nodeCount,
      },
      theirCenter: theirs(CENTER),
    },
    { rounds: buildRounds, onRound: (round) => show(`build, round ${round} of ${buildRounds}`) },
  );
  const bvh = geometryA.boundsTree;
  const refitted = interleave(
    { abut: { run: () => refit(a) }, theirs: { run: () => bvh.refit() } },
    { rounds: buildRounds, onRound: (round) => show(`refit, round ${round} of ${buildRounds}`) },
  );
  const perTriangle = (time) => (1e6 * time) / mesh.triangleCount;
  return {
    abutSah: perTriangle(built.abutSah),
    theirSah: perTriangle(built.theirSah),
    abutMidpoint: perTriangle(built.abutMidpoint),
    theirCenter: perTriangle(built.theirCenter),
    abutRefit: perTriangle(refitted.abut),
    theirRefit: perTriangle(refitted.theirs),
  };
}

function compareCache({ a, b }, { seed, side, steps }, { path: count, rounds }, show) {
  const path = createPath({ seed, count, side, stepsBetween: steps });
  function walk(cache) {
    let hits = 0;
    for (const bToWorld of path) if (collide(a, b, { bToWorld, cache })) hits++;
    return hits;
  }
  const hits = walk(undefined);
  if (walk({}) !== hits) throw new Error("the cache changed an answer");
  const medians = interleave(
    { without: { run: () => walk(undefined) }, with: { run: () => walk({}) } },
    { rounds, onRound: (round) => show(`cache, round ${round} of ${rounds}`) },
  );
  const micros = (time) => (1000 * time) / count;
  return { steps, hitRate: hits / count, without: micros(medians.without), with: micros(medians.with) };
}

function perQuery({ abut, theirs }, count) {
  return { abut: (1000 * abut) / count, theirs: (1000 * theirs) / count };
}

function verdict(ratio, required) {
  return [times(ratio), `${required}×`, ratio >= required ? "reached" : "missed"];
}

const COMPARISON = ["three-mesh-bvh", "abut", "ratio", "required", "<"];

function printFirstContact(results) {
  printTable(
    "First contact: µs a query",
    ["<model", "triangles", "placements", "hits", ...COMPARISON, "collideMany"],
    results.map(({ name, title, triangles, first }) => [
      title,
      whole(triangles),
      whole(first.count),
      percent(first.hits / first.count),
      significant(first.theirs),
      significant(first.abut),
      ...verdict(first.theirs / first.abut, REQUIRED.first[name]),
      significant(first.many),
    ]),
    [
      "intersectsGeometry(other with its own SAH tree, matrix) against collide(a, b, { bToWorld });",
      "last column: all placements in one call, collideMany(a, b, poses)",
    ],
  );
}

function printAllPairs(results) {
  printTable(
    "All pairs: µs a query",
    ["<model", "placements", "pairs a query", ...COMPARISON],
    results.map(({ name, title, all }) => [
      title,
      whole(all.count),
      whole(all.pairs / all.count),
      whole(all.theirs),
      whole(all.abut),
      ...verdict(all.theirs / all.abut, REQUIRED.all[name]),
    ]),
    ["bvhcast with intersectsTriangles against findPairs with `into`, sorted"],
  );
}

function printBuilds(results) {
  const rows = results.flatMap(({ title, build }, i) => [
    ...(i > 0 ? [null] : []),
    [
      title,
      "build, SAH; leaves of 10 against 2",
      whole(build.theirSah),
      whole(build.abutSah),
      ...verdict(build.theirSah / build.abutSah, REQUIRED.sahBuild),
    ],
    [
      "",
      "build, CENTER against midpoint; leaves of 10",
      whole(build.theirCenter),
      whole(build.abutMidpoint),
      ...verdict(build.theirCenter / build.abutMidpoint, REQUIRED.midpointBuild),
    ],
    [
      "",
      "refit, the SAH trees",
      significant(build.theirRefit),
      significant(build.abutRefit),
      ...verdict(build.theirRefit / build.abutRefit, REQUIRED.refit),
    ],
  ]);
  printTable("Build and refit: ns a triangle", ["<model", "<what", ...COMPARISON], rows);
}

function printCache(results) {
  printTable(
    "First contact on a coherent path: µs a query of abut",
    ["<model", "steps a leg", "hits", "without cache", "with cache", "ratio"],
    results.flatMap(({ title, cache }) =>
      cache.map((path, i) => [
        i === 0 ? title : "",
        whole(path.steps),
        percent(path.hitRate),
        significant(path.without),
        significant(path.with),
        times(path.without / path.with),
      ]),
    ),
    ["b moves and turns evenly from one random placement to the next: a leg"],
  );
}

function printAgreement(results) {
  printTable(
    "Agreement",
    [
      "<model",
      "first contact differs",
      "of which abut wrong",
      "pairs, abut",
      "pairs, three-mesh-bvh",
      "missed by it",
      "invented by it",
      "abut wrong",
      "<",
    ],
    results.map(({ title, first, all }) => [
      title,
      whole(first.differences),
      whole(first.abutWrong),
      whole(all.pairs),
      whole(all.theirPairs),
      whole(all.missedByThem),
      whole(all.inventedByThem),
      whole(all.abutWrong),
      Math.abs(all.pairs - all.theirPairs) <= PAIR_TOLERANCE * all.pairs ? "within 0.1 %" : "beyond 0.1 %",
    ]),
    ["each difference decided again in integers on the world triangles (abut/reference)"],
  );
}
