import { createWorld } from "abut/world";
import { cpuClock } from "../cpu-time.mjs";
import { describeEnvironment } from "../environment.mjs";
import { armScene, clothScene, rigidScene, wholeScene } from "../scenes/world-scenes.mjs";
import { printTable, significant, times, whole } from "../table.mjs";
import { UsageError } from "../usage-error.mjs";
import { createByHand } from "./world/by-hand.mjs";
import { createPeerLoop } from "./world/peers.mjs";

export const description =
  "scenes of rigid, deformable and articulated bodies, frame by frame, against hand-written calls and three-mesh-bvh (--parts rigid, cloth, arms, whole, growth)";

const SCENES = {
  rigid: { title: "1,000 tori of 5,000 triangles", create: (seed) => rigidScene({ seed }) },
  cloth: { title: "a cloth of 20,000 triangles, 50 tori", create: (seed) => clothScene({ seed }) },
  arms: { title: "4 arms, a table, 100 parts", create: (seed) => armScene({ seed }) },
  whole: { title: "all of it", create: (seed) => wholeScene({ seed }) },
};
const PARTS = [...Object.keys(SCENES), "growth"];

const SHORT = { frames: 30, leastMs: 100 };
const LONG = { frames: 120, leastMs: 1000 };

export async function run({ parts = PARTS, quick, seed, progress }) {
  const unknown = parts.find((part) => !PARTS.includes(part));
  if (unknown !== undefined)
    throw new UsageError(`--parts: no part "${unknown}" here; there are ${PARTS.join(", ")}`);
  console.log(`One process, in turns, medians of processor time\n${describeEnvironment(seed)}`);
  const rows = [];
  for (const part of parts.filter((name) => name in SCENES))
    rows.push(await measureScene(SCENES[part], { ...(quick ? SHORT : LONG), seed, progress }));
  progress.clear();
  if (rows.length > 0) printScenes(rows);
  if (parts.includes("growth")) printGrowth(await measureGrowth({ quick, seed, progress }));
}

/** World and calls by hand change places from frame to frame: whichever comes first finds the caches as the list of contacts has left them. */
const TURNS = [
  ["world", "hand", "peer", "triangles", "contacts"],
  ["hand", "world", "peer", "triangles", "contacts"],
];

/** Each contestant has a scene of its own, so that none moves another's bodies. The same frames for all; the pairs must agree. */
async function measureScene({ title, create }, { frames, leastMs, seed, progress }) {
  const [forWorld, byHand, peers, forTriangles, forContacts] = await Promise.all(
    [0, 1, 2, 3, 4].map(() => create(seed)),
  );
  const contestants = {
    world: createWorldContestant(forWorld, "pairs"),
    hand: { scene: byHand, ...createByHand(byHand.bodies) },
    peer: { scene: peers, ...createPeerLoop(peers.bodies) },
    triangles: createWorldContestant(forTriangles, "triangles"),
    contacts: createWorldContestant(forContacts, "contacts"),
  };
  const spent = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
  const phases = { broad: [], narrow: [] };
  const disagreements = new Set();
  // V8 compiles meanwhile: at least 40 frames, and a second of the world's steps.
  let isWarm = false;
  let worldTime = 0;
  let met = 0;
  // A frame of arms is short, and more links meet in some than in others: at least a second of them.
  let measuredTime = 0;
  for (let frame = 0, measured = 0; measured < frames || measuredTime < leastMs; frame++) {
    isWarm ||= frame >= 40 && worldTime > 1000;
    if (isWarm) measured++;
    const counts = {};
    const isOfPhases = frame % 10 === 5;
    contestants.world.timePhases(isOfPhases);
    for (const name of TURNS[frame % 2]) {
      const { scene, move, step } = contestants[name];
      // The peer is slow: a tenth of the frames is enough.
      if (name === "peer" && frame % 10 !== 0) continue;
      const moves = recordMoves(scene, frame);
      const start = cpuClock();
      for (const [kind, body, value] of moves) move[kind](body, value);
      counts[name] = step();
      const time = cpuClock() - start;
      if (name === "world") worldTime += time;
      if (name === "world" && isWarm) measuredTime += time;
      if (isWarm && !isOfPhases) spent[name].push(time);
    }
    met = counts.world;
    const { stats } = contestants.world;
    if (isWarm && isOfPhases) {
      phases.broad.push(stats().broadTime);
      phases.narrow.push(stats().narrowTime);
    }
    for (const [name, count] of Object.entries(counts)) if (count !== counts.world) disagreements.add(name);
    progress.show?.(`${title}: frame ${frame}`);
  }
  const medians = Object.fromEntries(Object.entries(spent).map(([name, values]) => [name, median(values)]));
  return {
    title: forWorld.name === undefined ? title : title.replace("arms", `${forWorld.name} arms`),
    bodies: forWorld.bodies.length,
    met,
    ...medians,
    broad: median(phases.broad),
    narrow: median(phases.narrow),
    disagreements: [...disagreements],
  };
}

/** What a scene moves in a frame: making up the motion is not part of a step, telling it is. */
function recordMoves(scene, frame) {
  const moves = [];
  scene.move(frame, {
    pose: (body, matrix) => moves.push(["pose", body, matrix]),
    joints: (body, values) => moves.push(["joints", body, values]),
    deformed: (body) => moves.push(["deformed", body]),
  });
  return moves;
}

function createWorldContestant(scene, find) {
  let isTimed = false;
  const world = createWorld({ clock: () => (isTimed ? cpuClock() : 0) });
  const ids = scene.bodies.map((body) => world.add(body));
  let stats;
  return {
    scene,
    move: {
      pose: (i, matrix) => world.setPose(ids[i], matrix),
      joints: (i, values) => world.setJoints(ids[i], values),
      deformed: (i) => world.deformed(ids[i]),
    },
    step() {
      const result = world.step({ find });
      stats = result.stats;
      return result.pairs.count;
    },
    stats: () => stats,
    /** Whether steps tell how long their phases take. Three calls of `cpuClock` are 3 % of a step of the arms. */
    timePhases(isWanted) {
      isTimed = isWanted;
    },
  };
}

function printScenes(rows) {
  printTable(
    "A step of a world, ms",
    [
      "<scene",
      "bodies",
      "meet",
      "world",
      "broad",
      "narrow",
      "by hand",
      "overhead",
      "peers",
      "ratio",
      "triangles",
      "contacts",
      "<",
    ],
    rows.map((row) => [
      row.title,
      whole(row.bodies),
      whole(row.met),
      significant(row.world),
      significant(row.broad),
      significant(row.narrow),
      significant(row.hand),
      `${Math.round(100 * (row.world / row.hand - 1))} %`,
      significant(row.peer),
      times(row.peer / row.world),
      significant(row.triangles),
      significant(row.contacts),
      row.disagreements.length === 0 ? "" : `${row.disagreements.join(", ")}: other pairs`,
    ]),
    [
      "By hand: the best calls of abut without a world. Peers: rbush-3d and three-mesh-bvh, in f32, without the links of an arm against",
      "each other unless allowed pairs are known. Rapier has no test of two triangle meshes, so it cannot do this work.",
      "triangles: a step that lists all pairs of triangles. contacts: a step with regions, normals, depths, points and keys.",
    ],
  );
}

/**
 * All sizes in turns, so that a busy moment affects all alike. A scene makes three steps in a row. Before the first of them other scenes
 * have taken the caches; the last one finds there what fits.
 */
async function measureGrowth({ quick, seed, progress }) {
  const counts = quick ? [100, 1000] : [100, 1000, 10_000];
  const rounds = quick ? 10 : 20;
  const rows = counts.map((count) => {
    // Scenes of few bodies differ by chance: the mean of several.
    const scenes = Array.from({ length: Math.max(1, 1000 / count) }, (_, i) => ({
      contestant: createWorldContestant(rigidScene({ count, seed: seed + i }), "pairs"),
      frame: 0,
      cold: [],
      warm: [],
    }));
    return { count, scenes };
  });
  for (let round = 0; round < rounds + WARM_UP; round++) {
    for (const { scenes } of rows)
      for (const scene of scenes) {
        const times = [stepOnce(scene), stepOnce(scene), stepOnce(scene)];
        if (round < WARM_UP) continue;
        scene.cold.push(times[0]);
        scene.warm.push(times[2]);
      }
    progress.show?.(`round ${round}`);
  }
  progress.clear();
  return rows.map(({ count, scenes }) => {
    const mean = (value) => scenes.reduce((sum, scene) => sum + value(scene), 0) / scenes.length;
    return {
      count,
      time: mean(({ warm }) => median(warm)),
      cold: mean(({ cold }) => median(cold)),
      bodyPairs: mean(({ contestant }) => contestant.stats().bodyPairs),
    };
  });
}

/** Rounds in which V8 compiles. */
const WARM_UP = 12;

function stepOnce(scene) {
  const { contestant } = scene;
  const moves = recordMoves(contestant.scene, scene.frame++);
  const start = cpuClock();
  for (const [kind, body, value] of moves) contestant.move[kind](body, value);
  contestant.step();
  return cpuClock() - start;
}

function printGrowth(rows) {
  printTable(
    "Growth, rigid bodies of 5,000 triangles, each in about 3.7 pairs of boxes",
    ["bodies", "pairs of boxes", "ms a step", "against a tenth", "goal", "first of three", "against a tenth"],
    rows.map(({ count, time, cold, bodyPairs }, i) => [
      whole(count),
      whole(bodyPairs),
      significant(time),
      i === 0 ? "–" : times(time / rows[i - 1].time),
      i === 0 ? "" : "12×",
      significant(cold),
      i === 0 ? "–" : times(cold / rows[i - 1].cold),
    ]),
  );
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}
