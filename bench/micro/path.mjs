import { existsSync, readFileSync } from "node:fs";
import {
  collideAlongPath,
  collideBodies,
  createAllowedPairs,
  createArticulatedBody,
  createObstacles,
  isPathFree,
  setPose,
} from "abut/articulated";
import { readSrdf, readUrdf } from "abut/formats";
import { createBox, createCapsule } from "abut/primitives";
import { cpuClock } from "../cpu-time.mjs";
import { describeEnvironment } from "../environment.mjs";
import { interleave } from "../measure.mjs";
import { createRandom } from "../random.mjs";
import { printTable, significant, whole } from "../table.mjs";

export const description =
  "poses and paths of a robot over a table: collideBodies, isPathFree, collideAlongPath";

const PANDA = new URL("../../../shared/data/models/B_articulated/panda/", import.meta.url);
/** How far the second waypoint is on the way to another random pose. */
const STEPS = [0.1, 0.3, 1];
const FULL = { poses: 5000, paths: 300, rounds: 5 };
const QUICK = { poses: 500, paths: 40, rounds: 3 };

export async function run({ quick, seed, progress }) {
  const { poses: poseCount, paths: pathCount, rounds } = quick ? QUICK : FULL;
  console.log(describeEnvironment(seed));
  const { title, body, allowed } = await createRobot();
  const table = createObstacles([
    {
      name: "table",
      mesh: createBox({ size: [1.2, 1.2, 0.05] }),
      toWorld: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.75, 0, 0.1, 1],
    },
  ]);
  const random = createRandom(seed);
  const ranges = body.articulation.joints.filter(({ values }) => values === 1).map(({ limits }) => limits);
  const pose = () => ranges.map(([low, high]) => low + (high - low) * random());
  const caches = { table: {}, self: {} };
  const isHit = (values) => {
    setPose(body, values);
    if (collideBodies(body, table, { cache: caches.table })) return true;
    return collideBodies(body, body, { allowed, cache: caches.self });
  };
  const freePose = () => {
    for (;;) {
      const values = pose();
      if (!isHit(values)) return values;
    }
  };

  progress.show("poses");
  const poses = Array.from({ length: poseCount }, pose);
  const hits = poses.filter(isHit).length;
  const ofPoses = interleave(
    { poses: { run: () => poses.filter(isHit).length } },
    { rounds, clock: cpuClock },
  );
  const poseTime = (1000 * ofPoses.poses) / poseCount;

  const rows = STEPS.map((step) => {
    progress.show(`paths, ${step} of the way`);
    const paths = Array.from({ length: pathCount }, () => {
      const start = freePose();
      const end = pose();
      return [start, start.map((value, i) => value + step * (end[i] - value))];
    });
    const stats = {};
    const sum = (ask) => paths.reduce((total, path) => total + ask(path), 0);
    const free = sum((path) => +isPathFree(body, path, table, { allowed }));
    const tried = sum((path) => isPathFree(body, path, table, { allowed, stats }) * 0 + stats.poses);
    const triedFirst = sum(
      (path) => +!collideAlongPath(body, path, table, { allowed, stats }) * 0 + stats.poses,
    );
    const ms = interleave(
      {
        free: { run: () => sum((path) => +isPathFree(body, path, table, { allowed })) },
        first: { run: () => sum((path) => +!collideAlongPath(body, path, table, { allowed })) },
      },
      { rounds, clock: cpuClock },
    );
    return [
      String(step),
      `${free} of ${pathCount}`,
      significant((1000 * ms.free) / pathCount),
      significant(tried / pathCount),
      significant((1000 * ms.free) / tried),
      significant((1000 * ms.first) / pathCount),
      significant(triedFirst / pathCount),
    ];
  });
  progress.clear();
  printTable(
    `${title} over a table: µs of processor time`,
    ["<path", "free", "isPathFree", "poses", "µs a pose", "collideAlongPath", "poses"],
    rows,
    [
      `${whole(poseCount)} single poses, ${whole(hits)} of them in collision: ${significant(poseTime)} µs a pose (setPose and collideBodies)`,
      "path: the share of the way from a free random pose to another random pose",
    ],
  );
}

/** Panda with its SRDF where the models lie beside the project, otherwise an arm of seven capsules. */
async function createRobot() {
  if (!existsSync(PANDA)) {
    console.log("\nNOTICE: ../shared/data/models is absent, an arm of capsules stands in for Panda");
    const mesh = createCapsule({ radius: 0.06, length: 0.2 });
    const links = Array.from({ length: 8 }, (_, i) => ({
      name: `link ${i}`,
      parent: i === 0 ? null : `link ${i - 1}`,
      mesh,
      joint:
        i === 0
          ? { type: "fixed" }
          : {
              type: "hinge",
              origin: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0.2, 1],
              axis: i % 2 === 1 ? [0, 0, 1] : [0, 1, 0],
              limits: [-2, 2],
            },
    }));
    const body = createArticulatedBody(links);
    return { title: "An arm", body, allowed: createAllowedPairs(body) };
  }
  const robot = await readUrdf(readFileSync(new URL("panda.urdf", PANDA)), "panda.urdf", {
    resolve: (uri) => readFileSync(new URL(`meshes/${uri.split("/").pop()}`, PANDA)),
  });
  const body = createArticulatedBody(robot.links);
  const { allowedPairs } = await readSrdf(readFileSync(new URL("panda.srdf", PANDA)), "panda.srdf", {
    links: robot.links,
  });
  return { title: "Panda", body, allowed: createAllowedPairs(body, { pairs: allowedPairs }) };
}
