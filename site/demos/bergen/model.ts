import {
  type AabbTree,
  buildAabbTree,
  findPairs,
  type Pose,
  type QueryStats,
  refit,
  type TriangleMesh,
  type TrianglePairs,
} from "abut";
import { createTorus, createTorusKnot } from "abut/primitives";
import { rotation } from "../kit/poses.ts";
import type { Counts } from "../kit/start-demo.ts";
import { createTimer, type Timer } from "../kit/timer.ts";

/** A knot that bends from frame to frame, and a ring that travels through it. */
export interface BergenModel {
  readonly mesh: TriangleMesh;
  readonly tree: AabbTree;
  /** The boxes of the knot's tree before the last refit. */
  readonly before: Float32Array;
  readonly ring: AabbTree;
  ringToWorld: Pose;
  pairs: TrianglePairs;
  /** Counters of the query for all pairs, by the box test. */
  readonly lite: Partial<QueryStats>;
  readonly full: Partial<QueryStats>;
  readonly timer: Timer;
  /** One step, or a larger one: the motion of several frames, and one refit. */
  step(frames?: number): void;
  counts(): Counts;
}

export function createBergenModel({ deform = 0.5 } = {}): BergenModel {
  const mesh = createTorusKnot({ knotSegments: 180, tubeSegments: 12 });
  const rest = Float64Array.from(mesh.positions);
  // The paper's tree: one triangle a leaf, split at the middle of the longest axis.
  const tree = buildAabbTree(mesh, { split: "midpoint", leafSize: 1 });
  const before = tree.nodes.slice();
  const ring = buildAabbTree(createTorus({ majorSegments: 60, minorSegments: 20 }), {
    split: "midpoint",
    leafSize: 1,
  });
  const timer = createTimer();
  const [lite, full]: Partial<QueryStats>[] = [{}, {}];
  let frame = 0;
  const model: BergenModel = {
    mesh,
    tree,
    before,
    ring,
    ringToWorld: ringPose(0),
    pairs: findPairs(tree, ring, { bToWorld: ringPose(0) }),
    lite,
    full,
    timer,
    step(frames = 1) {
      frame += frames;
      bend(rest, mesh.positions, deform, frame);
      before.set(tree.nodes);
      timer.run("refit", () => refit(tree));
      const bToWorld = ringPose(frame);
      model.ringToWorld = bToWorld;
      const { pairs } = model;
      timer.run("all pairs, SAT", () =>
        findPairs(tree, ring, { bToWorld, test: "sat", stats: full, into: pairs }),
      );
      model.pairs = timer.run("all pairs, SAT lite", () =>
        findPairs(tree, ring, { bToWorld, test: "sat-lite", stats: lite, into: pairs }),
      );
    },
    counts: () => ({
      triangles: mesh.triangleCount + ring.mesh.triangleCount,
      "pairs that meet": model.pairs.count,
      "box tests, SAT lite": lite.boxTests ?? 0,
      "box tests, SAT": full.boxTests ?? 0,
      "triangle tests, SAT lite": lite.triangleTests ?? 0,
      "triangle tests, SAT": full.triangleTests ?? 0,
    }),
  };
  return model;
}

/** Waves run along the knot. */
function bend(rest: Float64Array, positions: TriangleMesh["positions"], deform: number, frame: number): void {
  const time = 0.04 * frame;
  for (let i = 0; i < rest.length; i += 3) {
    const [x, y, z] = [rest[i], rest[i + 1], rest[i + 2]];
    const swell = 1 + 0.25 * deform * Math.sin(2.1 * x + time);
    const turn = 0.8 * deform * Math.sin(0.9 * z + 0.7 * time);
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    positions[i] = swell * (c * x - s * y);
    positions[i + 1] = swell * (s * x + c * y);
    positions[i + 2] = z * (1 + 0.3 * deform * Math.sin(time + y));
  }
}

function ringPose(frame: number): number[] {
  const time = 0.011 * frame;
  const at = [1.7 * Math.sin(time), 1.2 * Math.cos(1.3 * time), 0.5 * Math.sin(1.7 * time)];
  return rotation([0.36, 0.48, 0.8], 1.1 * time, at);
}
