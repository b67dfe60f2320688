import { bakePositions, buildAabbTree, collide } from "abut";
import { exactTestCount, setPlane, TRIANGLE, trianglesMeet } from "../../dist/internals.js";
import { describeEnvironment } from "../environment.mjs";
import { interleave } from "../measure.mjs";
import { createModel } from "../models.mjs";
import { buildPaperTree } from "../papers/paper-method.mjs";
import { createPlacements, tuneCube } from "../placements.mjs";
import { createRandom } from "../random.mjs";
import { percent, printTable, significant, times, whole } from "../table.mjs";
import { recordTestedPairs } from "../tested-pairs.mjs";
import { MOLLER_EPSILON, trianglesMeetByMoller } from "./moller.mjs";

export const description =
  "abut's exact triangle test beside Möller's interval test: speed, and where they differ";

/** Two triangles as abut keeps them: nine coordinates each, then the plane. */
const PAIR = 2 * TRIANGLE;
const CORNERS = 9;
const LATTICE_STEPS = 4;

export async function run({ quick, seed, progress }) {
  const count = quick ? 20_000 : 100_000;
  const rounds = quick ? 9 : 25;
  progress.show("record the pairs that the torus queries test");
  const recorded = await recordTorusPairs(seed, count);
  const lattice = randomPairs(seed, count, (value) => Math.floor(LATTICE_STEPS * value));
  const sets = [
    ["tested by the torus queries", recorded],
    ["random in a cube", randomPairs(seed, count, (value) => value)],
    ["random, 1/1000 the size", randomPairs(seed, count, (value) => value / 1000)],
    [`on a lattice of ${LATTICE_STEPS}³, with area`, withoutDegenerates(lattice)],
    [`on a lattice of ${LATTICE_STEPS}³, all`, lattice],
  ];
  const results = sets.map(([title, pairs]) => {
    progress.show(title);
    return { title, ...compare(pairs, rounds) };
  });
  progress.clear();
  console.log(describeEnvironment(seed));
  printTable(
    "Triangle against triangle: ns a test",
    [
      "<pairs",
      "number",
      "meet",
      "to exact stage",
      "abut",
      "abut, with planes",
      "Möller",
      "Möller / with planes",
    ],
    results.map(({ title, number, meet, exactStage, abut, abutPlanes, moller }) => [
      title,
      whole(number),
      percent(meet),
      percent(exactStage, 2),
      significant(abut),
      significant(abutPlanes),
      significant(moller),
      times(moller / abutPlanes),
    ]),
    [
      "abut computes a triangle's plane once a query; \"with planes\" does it for each pair, as Möller's test does",
    ],
  );
  printTable(
    "Where Möller's answer is not the exact one",
    ["<pairs", `missed, ε = ${MOLLER_EPSILON}`, "invented", "missed, ε = 0", "invented"],
    results.map(({ title, number, withEpsilon, withoutEpsilon }) => [
      title,
      ...[withEpsilon, withoutEpsilon].flatMap(({ missed, invented }) =>
        [missed, invented].map((wrong) => `${whole(wrong)} (${percent(wrong / number, 2)})`),
      ),
    ]),
    ["missed: the triangles share a point and he says no; invented: they do not and he says yes"],
  );
}

async function recordTorusPairs(seed, limit) {
  const { mesh, size } = createModel("torus");
  const tree = buildAabbTree(mesh);
  const count = 20_000;
  const { side } = tuneCube({
    seed,
    count,
    size,
    collides: (aToWorld, bToWorld) => collide(tree, tree, { aToWorld, bToWorld }),
  });
  const job = { model: "torus", kind: "aabb", test: "sat-lite", seed, side, count, limit };
  const { placement, slotA, slotB } = await recordTestedPairs(job);
  const { triangles } = buildPaperTree("aabb", mesh);
  const placements = createPlacements({ seed, count, side });
  const pairs = new Float64Array(PAIR * placement.length);
  let worldA;
  let worldB;
  for (let i = 0; i < placement.length; i++) {
    if (placement[i] !== placement[i - 1]) {
      const { aToWorld, bToWorld } = placements[placement[i]];
      worldA = bakePositions(mesh.positions, aToWorld);
      worldB = bakePositions(mesh.positions, bToWorld);
    }
    copyTriangle(worldA, mesh.indices, triangles[slotA[i]], pairs, PAIR * i);
    copyTriangle(worldB, mesh.indices, triangles[slotB[i]], pairs, PAIR * i + TRIANGLE);
  }
  return completed(pairs);
}

function copyTriangle(positions, indices, triangle, out, at) {
  for (let i = 0; i < CORNERS; i++)
    out[at + i] = positions[3 * indices[3 * triangle + Math.floor(i / 3)] + (i % 3)];
}

function randomPairs(seed, count, change) {
  const random = createRandom(seed);
  const pairs = new Float64Array(PAIR * count);
  for (let at = 0; at < pairs.length; at += TRIANGLE)
    for (let i = 0; i < CORNERS; i++) pairs[at + i] = change(random());
  return completed(pairs);
}

/** With the plane of every triangle. */
function completed(pairs) {
  const reach = reachOf(pairs);
  for (let at = 0; at < pairs.length; at += TRIANGLE) setPlane(pairs, at, reach);
  return pairs;
}

/** No two corners are farther apart, in the L1 norm. */
function reachOf(pairs) {
  let largest = 0;
  for (let at = 0; at < pairs.length; at += TRIANGLE)
    for (let i = 0; i < CORNERS; i++) largest = Math.max(largest, Math.abs(pairs[at + i]));
  return Float64Array.of(6 * largest);
}

/** Möller's test was made for triangles that have an area. */
function withoutDegenerates(pairs) {
  const kept = [];
  for (let at = 0; at < pairs.length; at += PAIR)
    if (hasArea(pairs, at) && hasArea(pairs, at + TRIANGLE)) kept.push(...pairs.subarray(at, at + PAIR));
  return Float64Array.from(kept);
}

/** Exact on small whole numbers. */
function hasArea(t, at) {
  const [ux, uy, uz] = [0, 1, 2].map((axis) => t[at + 3 + axis] - t[at + axis]);
  const [vx, vy, vz] = [0, 1, 2].map((axis) => t[at + 6 + axis] - t[at + axis]);
  return uy * vz !== uz * vy || uz * vx !== ux * vz || ux * vy !== uy * vx;
}

function compare(pairs, rounds) {
  const number = pairs.length / PAIR;
  const reach = reachOf(pairs);
  const withEpsilon = { missed: 0, invented: 0 };
  const withoutEpsilon = { missed: 0, invented: 0 };
  let meet = 0;
  const exactBefore = exactTestCount();
  for (let at = 0; at < pairs.length; at += PAIR) if (trianglesMeet(pairs, at, pairs, at + TRIANGLE)) meet++;
  const exactStage = (exactTestCount() - exactBefore) / number;
  for (let at = 0; at < pairs.length; at += PAIR) {
    const truth = trianglesMeet(pairs, at, pairs, at + TRIANGLE);
    tally(withEpsilon, truth, trianglesMeetByMoller(pairs, at, pairs, at + TRIANGLE));
    tally(withoutEpsilon, truth, trianglesMeetByMoller(pairs, at, pairs, at + TRIANGLE, 0));
  }
  const medians = interleave(
    {
      abut: {
        run() {
          let hits = 0;
          for (let at = 0; at < pairs.length; at += PAIR)
            if (trianglesMeet(pairs, at, pairs, at + TRIANGLE)) hits++;
          return hits;
        },
      },
      abutPlanes: {
        run() {
          let hits = 0;
          for (let at = 0; at < pairs.length; at += PAIR) {
            setPlane(pairs, at, reach);
            setPlane(pairs, at + TRIANGLE, reach);
            if (trianglesMeet(pairs, at, pairs, at + TRIANGLE)) hits++;
          }
          return hits;
        },
      },
      moller: {
        run() {
          let hits = 0;
          for (let at = 0; at < pairs.length; at += PAIR)
            if (trianglesMeetByMoller(pairs, at, pairs, at + TRIANGLE)) hits++;
          return hits;
        },
      },
    },
    { rounds },
  );
  const nanoseconds = (time) => (1e6 * time) / number;
  return {
    number,
    meet: meet / number,
    exactStage,
    withEpsilon,
    withoutEpsilon,
    abut: nanoseconds(medians.abut),
    abutPlanes: nanoseconds(medians.abutPlanes),
    moller: nanoseconds(medians.moller),
  };
}

function tally(wrong, truth, answer) {
  if (truth && !answer) wrong.missed++;
  if (!truth && answer) wrong.invented++;
}
