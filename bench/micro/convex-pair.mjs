import {
  createConvexDepth,
  createConvexDistance,
  createConvexPair,
  createConvexShape,
  createSimplex,
  epa,
  gjk,
  setConvexPair,
} from "../../dist/internals.js";
import { describeEnvironment } from "../environment.mjs";
import { interleave } from "../measure.mjs";
import { createRandom } from "../random.mjs";
import { printTable, significant } from "../table.mjs";

export const description =
  "distance and depth of two convex links in coherent motion, from scratch and from the last frame";

const FRAMES = 500;
const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

export async function run({ quick, seed, progress }) {
  const random = createRandom(seed);
  const rows = [];
  for (const corners of [8, 20, 50, 200]) {
    progress.show(`convex pair: ${corners} corners`);
    rows.push(measure(corners, random, quick ? 7 : 25));
  }
  progress.clear();
  printTable(
    "Two convex links that sway beside each other, µs per query",
    ["corners", "apart?", "distance", "supports", "from scratch", "supports", "depth", "supports"],
    rows,
    [
      "apart? and distance begin with the simplex of the last frame; depth is GJK and EPA, from scratch, of the links",
      "pushed into each other. A support is a question for the farthest corners along a direction.",
      describeEnvironment(seed),
    ],
  );
}

function measure(corners, random, rounds) {
  const [a, b] = [link(corners, random), link(corners, random)];
  const apart = sway(2.6);
  const deep = sway(1.2);
  const pair = createConvexPair();
  const kept = createSimplex();
  const distance = createConvexDistance();
  const depth = createConvexDepth();
  const supports = { distance: 0, scratch: 0, depth: 0 };

  function eachFrame(poses, query) {
    let sum = 0;
    for (const pose of poses) {
      setConvexPair(pair, a, IDENTITY, b, pose);
      sum += query();
    }
    return sum;
  }
  const contestants = {
    apart: () => {
      gjk(pair, kept, true, distance);
      return distance.lower;
    },
    distance: () => {
      gjk(pair, kept, false, distance);
      supports.distance += distance.supports;
      return distance.upper;
    },
    scratch: () => {
      kept.count = 0;
      gjk(pair, kept, false, distance);
      supports.scratch += distance.supports;
      return distance.upper;
    },
    depth: () => {
      kept.count = 0;
      gjk(pair, kept, false, distance);
      if (!distance.overlap) return 0;
      epa(pair, kept, depth);
      supports.depth += distance.supports + depth.supports;
      return depth.upper;
    },
  };
  const timed = interleave(
    Object.fromEntries(
      Object.entries(contestants).map(([name, query]) => [
        name,
        { run: () => eachFrame(name === "depth" ? deep : apart, query) },
      ]),
    ),
    { rounds, leastMs: 5, warmUpMs: 500 },
  );
  const micros = (name) => significant((1000 * timed[name]) / FRAMES);
  const counted = Object.fromEntries(
    Object.keys(supports).map((name) => {
      supports[name] = 0;
      eachFrame(name === "depth" ? deep : apart, contestants[name]);
      return [name, (supports[name] / FRAMES).toFixed(1)];
    }),
  );
  return [
    String(corners),
    micros("apart"),
    micros("distance"),
    counted.distance,
    micros("scratch"),
    counted.scratch,
    micros("depth"),
    counted.depth,
  ];
}

/** Points on an ellipsoid three times as long as wide; of eight, a box. */
function link(corners, random) {
  const points = Array.from({ length: corners }, (_, i) => {
    if (corners === 8) return [i & 1 ? 0.8 : -0.8, i & 2 ? 0.8 : -0.8, i & 4 ? 3 : -3];
    const z = 2 * random() - 1;
    const angle = 2 * Math.PI * random();
    const r = Math.sqrt(1 - z * z);
    return [r * Math.cos(angle), r * Math.sin(angle), 3 * z];
  });
  return createConvexShape(Float64Array.from(points.flat()));
}

function sway(away) {
  return Array.from({ length: FRAMES }, (_, f) => {
    const [x, y, z] = [0.3 * Math.sin(0.01 * f), 0.2 * Math.cos(0.013 * f), 0.1];
    const w = Math.sqrt(1 - x * x - y * y - z * z);
    const place = [away + 0.2 * Math.sin(0.007 * f), 0.5 * Math.sin(0.011 * f), 0.4];
    // biome-ignore format: a column reads in a row
    return Float64Array.of(
      1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y), 0,
      2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x), 0,
      2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y), 0,
      ...place, 1,
    );
  });
}
