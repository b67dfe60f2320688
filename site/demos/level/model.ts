import {
  type AabbTree,
  buildAabbTree,
  castRay,
  cullFrustum,
  type QueryStats,
  type RayHit,
  sweepBox,
  type TriangleList,
} from "abut";
import { createBox } from "abut/primitives";
import { joinMeshes, type PlacedMesh } from "../kit/join-meshes.ts";
import { rotation, translation } from "../kit/poses.ts";
import { createRandom } from "../kit/random.ts";
import type { Counts } from "../kit/start-demo.ts";
import { createTimer, type Timer } from "../kit/timer.ts";
import { planesOfView } from "./view-planes.ts";

/** The character's box: half its width and height. */
export const HALF = [0.28, 0.28, 0.55] as const;
const GRAVITY = 0.012;
const WALK = 0.055;
const JUMP = 0.2;

/** A character, which is a box, walks through a level: the box is swept, slides along what it hits, and jumps when stuck. */
export interface LevelModel {
  readonly tree: AabbTree;
  readonly at: number[];
  /** Where it walks to, as an angle about z. */
  heading: number;
  /** Triangles that the sweeps of this step met. */
  readonly touched: number[];
  seen: TriangleList;
  ray: RayHit | null;
  readonly timer: Timer;
  /** Keys of a player; null for the walk that the demo takes by itself. */
  steer: { turn: number; go: number; jump: boolean } | null;
  step(): void;
  planes(): number[];
  counts(): Counts;
}

export function createLevelModel({ pillars = 60, seed = 4 } = {}): LevelModel {
  const timer = createTimer();
  const tree = timer.run("build, best axis", () =>
    buildAabbTree(createLevelMesh(pillars, seed), { split: "best-axis", leafSize: 4 }),
  );
  const at = [-6, -6, 3];
  const velocity = [0, 0, 0];
  const sweepStats: Partial<QueryStats> = {};
  let isGrounded = false;
  let stuck = 0;
  let frame = 0;
  const random = createRandom(seed + 1);
  const model: LevelModel = {
    tree,
    at,
    heading: 0.8,
    touched: [],
    seen: cullFrustum(tree, planesOfView(at, 0.8)),
    ray: null,
    timer,
    steer: null,
    step() {
      frame++;
      const before = [...at];
      const { steer } = model;
      if (steer !== null) model.heading += 0.05 * steer.turn;
      const go = steer?.go ?? 1;
      const wantsJump = steer?.jump ?? stuck === 12;
      velocity[0] = go * WALK * Math.cos(model.heading);
      velocity[1] = go * WALK * Math.sin(model.heading);
      velocity[2] = isGrounded && wantsJump ? JUMP : velocity[2] - GRAVITY;
      model.touched.length = 0;
      timer.run("sweeps of the box", walk);
      const way = Math.hypot(at[0] - before[0], at[1] - before[1]);
      stuck = way < 0.3 * WALK ? stuck + 1 : 0;
      if (steer === null && (stuck > 40 || frame % 160 === 0)) turnAway();
      model.seen = timer.run("frustum culling", () =>
        cullFrustum(tree, model.planes(), { into: model.seen }),
      );
      const forward = [Math.cos(model.heading), Math.sin(model.heading), -0.12] as [number, number, number];
      model.ray = timer.run("ray", () => castRay(tree, eyeOf(at), forward));
    },
    planes: () => planesOfView(eyeOf(at), model.heading),
    counts: () => ({
      triangles: tree.mesh.triangleCount,
      "triangles in view": model.seen.count,
      "box tests, culling": model.seen.stats.boxTests,
      "box tests, last sweep": sweepStats.boxTests ?? 0,
      "triangle tests, last sweep": sweepStats.triangleTests ?? 0,
      "ray hits triangle": model.ray?.triangle ?? "none",
    }),
  };

  /** Up to four sweeps: what is left of the motion after a hit goes on along the surface. */
  function walk(): void {
    const motion: [number, number, number] = [velocity[0], velocity[1], velocity[2]];
    isGrounded = false;
    for (let i = 0; i < 4 && Math.hypot(...motion) > 1e-6; i++) {
      const hit = sweepBox(tree, boxAt(at), motion, { stats: sweepStats });
      const time = hit === null ? 1 : Math.max(0, hit.time - 0.01 / Math.hypot(...motion));
      for (let k = 0; k < 3; k++) at[k] += time * motion[k];
      if (hit === null) return;
      model.touched.push(hit.triangle);
      const normal = hit.normal ?? [0, 0, 1];
      if (normal[2] > 0.6) {
        isGrounded = true;
        velocity[2] = 0;
      }
      const rest = 1 - time;
      const into = motion[0] * normal[0] + motion[1] * normal[1] + motion[2] * normal[2];
      for (let k = 0; k < 3; k++) motion[k] = rest * (motion[k] - 1.001 * into * normal[k]);
    }
  }

  function turnAway(): void {
    const home = Math.atan2(-at[1], -at[0]);
    model.heading = home + 2.2 * (random() - 0.5);
    stuck = 0;
  }
  return model;
}

function eyeOf([x, y, z]: readonly number[]): [number, number, number] {
  return [x, y, z + 0.4];
}

function boxAt([x, y, z]: readonly number[]): [number, number, number, number, number, number] {
  return [x - HALF[0], y - HALF[1], z - HALF[2], x + HALF[0], y + HALF[1], z + HALF[2]];
}

/** Ground, walls, steps, ramps, and pillars of many sizes: triangle soup, as the tutorial has it. */
function createLevelMesh(pillars: number, seed: number) {
  const random = createRandom(seed);
  const parts: PlacedMesh[] = [];
  const add = (
    size: [number, number, number],
    toWorld: number[],
    segments: [number, number, number] = [1, 1, 1],
  ) => parts.push({ mesh: createBox({ size, segments }), toWorld });
  add([22, 22, 1], translation(0, 0, -0.5), [22, 22, 1]);
  for (const side of [-1, 1]) {
    add([22, 0.6, 2.4], translation(0, 11 * side, 1.2), [22, 1, 3]);
    add([0.6, 22, 2.4], translation(11 * side, 0, 1.2), [1, 22, 3]);
  }
  for (let i = 0; i < 6; i++)
    add([3, 0.7, 0.3 * (i + 1)], translation(4, -2 + 0.7 * i, 0.15 * (i + 1)), [4, 1, 1]);
  add([5, 3, 0.3], rotation([0, 1, 0], -0.33, [-4.5, 4.5, 0.6]), [8, 5, 1]);
  add([4, 4, 0.3], translation(-0.4, 4.5, 1.4), [6, 6, 1]);
  for (let i = 0; i < pillars; i++) {
    const [x, y] = [19 * (random() - 0.5), 19 * (random() - 0.5)];
    if (Math.hypot(x + 6, y + 6) < 1.6) continue;
    const width = 0.4 + 0.9 * random();
    const height = 0.25 + 2.6 * random() ** 2;
    add([width, width, height], rotation([0, 0, 1], 3 * random(), [x, y, height / 2]), [2, 2, 4]);
  }
  return joinMeshes(parts);
}
