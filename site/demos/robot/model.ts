import {
  type ArticulatedBody,
  collideAlongPath,
  collideBodies,
  createArticulatedBody,
  createObstacles,
  type PathContact,
  type PathStats,
  setPose,
} from "abut/articulated";
import { jointValues, type Robot, readUrdf } from "abut/formats";
import { createBox } from "abut/primitives";
import { translation } from "../kit/poses.ts";
import type { Counts } from "../kit/start-demo.ts";
import { createTimer, type Timer } from "../kit/timer.ts";
import { ARM } from "./arm.ts";

/** Steps of the picture for one segment of the path. */
const FRAMES = 60;

/** An arm on a path of waypoints, a post in its way, and the first contact, found for whole periods of time. */
export interface RobotModel {
  readonly body: ArticulatedBody;
  readonly obstacles: ArticulatedBody;
  /** Null: the path is free. */
  readonly contact: PathContact | null;
  readonly waypoints: readonly (readonly number[])[];
  /** Where the arm is on the path, in segments. */
  time: number;
  /** Positions of the hand along the path, x y z each. */
  readonly trace: number[][];
  /** Whether the hand meets anything at one of `samples` poses of the path: what testing single poses finds. */
  readonly sampledHits: number;
  readonly timer: Timer;
  step(): void;
  counts(): Counts;
}

export async function createRobotModel({ post = 0.55, thin = 0.02, samples = 12 } = {}): Promise<RobotModel> {
  const robot = await readUrdf(ARM, "arm.urdf");
  const body = createArticulatedBody(robot.links);
  const obstacles = createObstacles([
    { name: "table", mesh: createBox({ size: [2.6, 2.6, 0.04] }), toWorld: translation(0, 0, -0.021) },
    { name: "post", mesh: createBox({ size: [thin, thin, 1.5] }), toWorld: translation(post, 0.62, 0.751) },
    {
      name: "crate",
      mesh: createBox({ size: [0.42, 0.42, 0.34] }),
      toWorld: translation(0.72, -0.72, 0.171),
    },
  ]);
  const waypoints = pathOf(robot);
  const timer = createTimer();
  const stats: Partial<PathStats> = {};
  const contact = timer.run("first contact on the whole path", () =>
    collideAlongPath(body, waypoints, obstacles, { stats }),
  );
  const sampledHits = timer.run(`${samples} single poses`, () => {
    let hits = 0;
    for (let i = 0; i < samples; i++) {
      setPose(body, valuesAt(waypoints, ((waypoints.length - 1) * i) / (samples - 1)));
      if (collideBodies(body, obstacles)) hits++;
    }
    return hits;
  });
  const hand = body.articulation.names.indexOf("palm");
  const trace: number[][] = [];
  for (let time = 0; time <= waypoints.length - 1; time += 0.05) {
    setPose(body, valuesAt(waypoints, time));
    trace.push([12, 13, 14].map((k) => body.linkPoses[hand][k]));
  }
  const end = contact?.upper ?? waypoints.length - 1;
  let frame = 0;
  const model: RobotModel = {
    body,
    obstacles,
    contact,
    waypoints,
    time: 0,
    trace,
    sampledHits,
    timer,
    step() {
      frame++;
      // To the contact, a rest, and again.
      const length = Math.ceil(FRAMES * end) + FRAMES;
      model.time = Math.min(end, (frame % length) / FRAMES);
      setPose(body, valuesAt(waypoints, model.time));
    },
    counts: () => ({
      links: body.trees.length,
      "waypoints of the path": waypoints.length,
      "first contact": describe(model),
      ...(contact !== null && {
        "not before": contact.lower.toFixed(6),
        "at the latest": contact.upper.toFixed(6),
      }),
      "poses that this took": stats.poses ?? 0,
      [`hits among ${samples} single poses`]: sampledHits,
    }),
  };
  return model;
}

function describe({ contact, body, obstacles }: RobotModel): string {
  if (contact === null) return "none: the path is free";
  if (contact.kind === "unknown") return "unknown";
  const other = (contact.isSelf ? body : obstacles).articulation.names[contact.linkB];
  return `${body.articulation.names[contact.linkA]} and ${other}`;
}

export function valuesAt(waypoints: RobotModel["waypoints"], time: number): number[] {
  const segment = Math.min(waypoints.length - 2, Math.floor(time));
  const share = time - segment;
  return waypoints[segment].map((from, k) => from + share * (waypoints[segment + 1][k] - from));
}

/** Over the crate, up, across to the other side, and down. */
function pathOf(robot: Robot): number[][] {
  const waypoint = (turn: number, shoulder: number, elbow: number, wrist: number, grip: number) =>
    Array.from(
      jointValues(robot, {
        turn,
        shoulder,
        elbow,
        "wrist turn": wrist,
        "palm turn": 0.4,
        left: grip,
        right: grip,
      }),
    );
  return [
    waypoint(-0.8, 0.55, 1.15, 1.3, 0.04),
    waypoint(-0.8, 0.1, 1.2, 1.3, 0),
    waypoint(0.2, -0.1, 1.4, 0.9, 0),
    waypoint(1.7, 0.4, 1.2, 0.9, 0),
    waypoint(2.2, 0.8, 1, 1.1, 0.04),
  ];
}
