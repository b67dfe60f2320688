import type { TriangleMesh } from "abut";
import { createCapsule } from "abut/primitives";
import { createWorld, type WorldNearPair } from "abut/world";
import { rotation } from "../kit/poses.ts";
import { countNear, createSheet, createSoftBody, pushApart } from "../kit/soft-body.ts";
import type { Counts } from "../kit/start-demo.ts";
import { createTimer, type Timer } from "../kit/timer.ts";

const [ALONG, ACROSS] = [26, 72]; // squares
const THICKNESS = 0.025;
const SHOWN = 0.035;

/** Two folds of soft tissue. A tool pushes one of them over until it touches the other, in the furrow between them. */
export interface TissueModel {
  readonly tissue: TriangleMesh;
  readonly tool: TriangleMesh;
  toolToWorld: number[];
  readonly tissueId: number;
  near: readonly WorldNearPair[];
  readonly timer: Timer;
  step(): void;
  counts(): Counts;
}

export function createTissueModel({ reach = 1.1, stiffness = 0.012 } = {}): TissueModel {
  const tissue = createFolds();
  const tool = createCapsule({ radius: 0.2, length: 0.9, segments: 28 });
  const soft = createSoftBody(tissue);
  const world = createWorld();
  const toolId = world.add({ kind: "rigid", mesh: tool, toWorld: toolPose(0, reach) });
  const tissueId = world.add({ kind: "deformable", mesh: tissue });
  const timer = createTimer();
  const width = ACROSS + 1;
  const isFixed = (vertex: number) => vertex % width < 2 || vertex % width > ACROSS - 2;
  let frame = 0;
  const model: TissueModel = {
    tissue,
    tool,
    toolToWorld: toolPose(0, reach),
    tissueId,
    near: [],
    timer,
    step() {
      frame++;
      model.toolToWorld = toolPose(frame, reach);
      world.setPose(toolId, model.toolToWorld);
      soft.move(0.1, 0);
      soft.remember(stiffness);
      for (let round = 0; round < 4; round++) {
        soft.keepLengths();
        soft.hold(isFixed);
        world.deformed(tissueId);
        const near = timer.run("near pairs, to push apart", () => world.step({ near: THICKNESS })).near!;
        for (const { bodyA, bodyB, features } of near)
          pushApart(
            features,
            THICKNESS,
            bodyA === tissueId ? tissue : null,
            bodyB === tissueId ? tissue : null,
            0.12,
          );
      }
      // What was pushed apart is no longer within the thickness; a little farther, it is still what touches.
      world.deformed(tissueId);
      model.near = timer.run("near pairs, to show", () => world.step({ near: SHOWN })).near!;
    },
    counts: () => ({
      triangles: tissue.triangleCount + tool.triangleCount,
      "near pairs, tissue and tool": countNear(model.near, false),
      "near pairs, tissue and itself": countNear(model.near, true),
    }),
  };
  return model;
}

/** From the side of one fold inwards, and back, while it wanders along the fold. */
function toolPose(frame: number, reach: number): number[] {
  const time = 0.018 * frame;
  const push = 0.5 - 0.5 * Math.cos(time);
  return rotation([0.8, 0, 0.6], Math.PI, [
    -1.95 + reach * push,
    0.35 * Math.sin(0.37 * time),
    0.95 - 0.25 * push,
  ]);
}

/** The profile, at s from −1 to 1: two bulges with a narrow furrow between them. */
function profileAt(s: number): [number, number] {
  return [
    1.15 * s - (0.8 * Math.sin(2 * Math.PI * s)) / (2 * Math.PI),
    0.5 * (1 - Math.cos(2 * Math.PI * s)),
  ];
}

/** Values of s at equal distances along the profile. */
function evenSteps(): number[] {
  const fine = Array.from({ length: 2001 }, (_, i) => i / 1000 - 1);
  const lengths = [0];
  for (let i = 1; i < fine.length; i++) {
    const [p, q] = [profileAt(fine[i - 1]), profileAt(fine[i])];
    lengths.push(lengths[i - 1] + Math.hypot(q[0] - p[0], q[1] - p[1]));
  }
  const total = lengths[lengths.length - 1];
  return Array.from(
    { length: ACROSS + 1 },
    (_, k) => fine[lengths.findIndex((way) => way >= (k / ACROSS) * total * 0.999999)],
  );
}

function createFolds(): TriangleMesh {
  const steps = evenSteps();
  return createSheet(ACROSS, ALONG, (i, j) => {
    const y = 1.8 * (j / ALONG - 0.5);
    const height = 0.85 + 0.1 * Math.cos(2.6 * y);
    const [x, z] = profileAt(steps[i]);
    return [x + 0.05 * Math.sin(3 * y), y, height * z];
  });
}
