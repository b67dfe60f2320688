import { NEAR_KINDS, type NearPairs, type TriangleMesh } from "abut";
import { createBox, createEllipsoid } from "abut/primitives";
import { createWorld, type WorldNearPair } from "abut/world";
import { translation } from "../kit/poses.ts";
import { countNear, createSheet, createSoftBody, pushApart } from "../kit/soft-body.ts";
import type { Counts } from "../kit/start-demo.ts";
import { createTimer, type Timer } from "../kit/timer.ts";

const SIZE = 2;
const ROUNDS = 12; // of constraints, a frame
const FRICTION = 0.15;
const FLOOR = -0.75;

/** A cloth falls on a ball that moves, and on itself: examples/cloth.mjs, with something to look at. */
export interface ClothModel {
  readonly cloth: TriangleMesh;
  readonly ball: TriangleMesh;
  readonly floor: TriangleMesh;
  ballToWorld: number[];
  /** Features that are nearer than the thickness, of the last query of a frame. */
  near: readonly WorldNearPair[];
  readonly clothId: number;
  readonly timer: Timer;
  step(): void;
  counts(): Counts;
}

export function createClothModel({ steps = 30, thickness = 0.03, sway = 0.3 } = {}): ClothModel {
  const cloth = createSheet(steps, steps, (i, j) => [
    SIZE * (i / steps - 0.5),
    SIZE * (j / steps - 0.5),
    0.6,
  ]);
  const ball = createEllipsoid({ radii: 0.5, segments: 32, rings: 20 });
  const floor = createBox({ size: [3.4, 3.4, 0.1], center: [0, 0, FLOOR - 0.05] });
  const soft = createSoftBody(cloth);
  const world = createWorld();
  const ballId = world.add({ kind: "rigid", mesh: ball });
  world.add({ kind: "static", mesh: floor });
  const clothId = world.add({ kind: "deformable", mesh: cloth });
  const timer = createTimer();
  const velocity = [0, 0, 0]; // of the ball
  let frame = 0;
  let meeting = 0;
  const model: ClothModel = {
    cloth,
    ball,
    floor,
    ballToWorld: translation(0, 0, 0),
    near: [],
    clothId,
    timer,
    step() {
      frame++;
      const before = model.ballToWorld[12];
      model.ballToWorld = translation(sway * Math.sin(0.03 * frame), 0, 0);
      velocity[0] = model.ballToWorld[12] - before;
      world.setPose(ballId, model.ballToWorld);
      soft.move(0.95, -0.0008);
      for (let round = 0; round < ROUNDS; round++) {
        soft.keepLengths();
        if (round % 2 === 1) separate();
      }
      for (const { bodyA, bodyB, features } of model.near)
        if (bodyA !== bodyB) rubAt(features, bodyA === ballId ? velocity : [0, 0, 0]);
      world.deformed(clothId);
      meeting = timer.run("which bodies meet", () => world.step()).pairs.count;
    },
    counts: () => ({
      triangles: cloth.triangleCount + ball.triangleCount,
      "near pairs, cloth and others": countNear(model.near, false),
      "near pairs, cloth and itself": countNear(model.near, true),
      "surfaces that meet": meeting,
    }),
  };

  function separate(): void {
    world.deformed(clothId);
    model.near = timer.run("near pairs", () => world.step({ near: thickness })).near!;
    for (const { bodyA, bodyB, features } of model.near)
      pushApart(features, thickness, bodyA === clothId ? cloth : null, bodyB === clothId ? cloth : null);
  }

  /** Friction: what is near another body takes on some of its velocity. The cloth is b in such pairs, because it was added last. */
  function rubAt({ count, kinds, vertices }: NearPairs, velocity: readonly number[]): void {
    for (let row = 0; row < count; row++) {
      const ofA = kinds[row] === NEAR_KINDS.vertexFace ? 1 : kinds[row] === NEAR_KINDS.faceVertex ? 3 : 2;
      for (let i = ofA; i < 4; i++) soft.rub(vertices[4 * row + i], velocity, FRICTION);
    }
  }
  return model;
}
