import { type AabbTree, buildAabbTree, collide, createMesh, refit } from "abut";
import { Vector3 } from "three";
import { ExtendedTriangle } from "three-mesh-bvh";
import type { Counts } from "../kit/start-demo.ts";
import { createTimer, type Timer } from "../kit/timer.ts";
import { f32, f64, mollerTest, type Triangle } from "./float-tests.ts";

// A fixed triangle in the plane x + y = z, and one whose corner lies at x = 0.5 + i · 2⁻⁵³, y = 0.5 + j · 2⁻⁵³, z = 1; its other corners are
// where x + y < z. So the two meet if and only if i + j ≥ 0. Kettner et al. (2008) draw such maps for points near a line.

/** Half the number of cells along a side of a map. */
export const REACH = 24;
const LAST_BIT = 2 ** -53;

export const METHODS = {
  abut: "abut",
  moller64: "Möller, f64",
  epsilon: "Möller, f64, epsilon 10⁻⁶",
  moller32: "Möller, f32",
  bvh: "three-mesh-bvh",
} as const;
export type Method = keyof typeof METHODS;

export const FIXED: Triangle = [
  [12.0625, 1.28125, 13.34375],
  [-17.34375, -3.5625, -20.90625],
  [3.71875, 12.15625, 15.875],
];
const FAR: readonly [Triangle[0], Triangle[1]] = [
  [-6.1, -1.3, 9.3],
  [-1.7, -8.1, 7.9],
];

export interface ExactModel {
  /** The last bits of the moving corner. */
  i: number;
  j: number;
  /** What each method says now. */
  readonly answers: Record<Method, boolean>;
  /** For each method (2 · REACH)² cells, row j after row j, 1 where it says that the triangles meet. */
  readonly maps: Record<Method, Uint8Array>;
  readonly wrong: Record<Method, number>;
  readonly timer: Timer;
  step(): void;
  set(i: number, j: number): void;
  counts(): Counts;
}

export function createExactModel(): ExactModel {
  const timer = createTimer();
  const tests = createTests();
  const names = Object.keys(METHODS) as Method[];
  const maps = {} as ExactModel["maps"];
  const wrong = {} as ExactModel["wrong"];
  for (const name of names) {
    maps[name] = mapOf(tests[name]);
    wrong[name] = maps[name].reduce(
      (sum, meets, cell) => sum + Number((meets === 1) !== isTouching(...bitsOf(cell))),
      0,
    );
  }
  const model: ExactModel = {
    i: 0,
    j: 0,
    answers: {} as ExactModel["answers"],
    maps,
    wrong,
    timer,
    /** To and fro through the touch. */
    step() {
      const turn = (frame++ >> 4) % 24;
      model.set(turn < 12 ? turn - 6 : 18 - turn, 0);
    },
    set(i, j) {
      model.i = i;
      model.j = j;
      for (const name of names) model.answers[name] = timer.run(METHODS[name], () => tests[name](i, j));
    },
    counts: () => ({
      "moving corner, x": `0.5 ${model.i < 0 ? "−" : "+"} ${Math.abs(model.i)} · 2⁻⁵³`,
      "the triangles touch": isTouching(model.i, model.j),
      ...Object.fromEntries(names.map((name) => [`${METHODS[name]} says`, model.answers[name]])),
      ...Object.fromEntries(names.map((name) => [`wrong cells, ${METHODS[name]}`, wrong[name]])),
    }),
  };
  let frame = 0;
  model.set(0, 0);
  return model;
}

function isTouching(i: number, j: number): boolean {
  return i + j >= 0;
}

export function movingTriangle(i: number, j: number): Triangle {
  return [[0.5 + i * LAST_BIT, 0.5 + j * LAST_BIT, 1], ...FAR];
}

function bitsOf(cell: number): [number, number] {
  return [(cell % (2 * REACH)) - REACH, Math.floor(cell / (2 * REACH)) - REACH];
}

function mapOf(test: (i: number, j: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 4 * REACH * REACH }, (_, cell) => Number(test(...bitsOf(cell))));
}

function createTests(): Record<Method, (i: number, j: number) => boolean> {
  const fixed = treeOf(FIXED);
  const moving = treeOf(movingTriangle(0, 0));
  const [bvhFixed, bvhMoving] = [FIXED, movingTriangle(0, 0)].map(
    (triangle) =>
      new ExtendedTriangle(...(triangle.map((p) => new Vector3(...p)) as [Vector3, Vector3, Vector3])),
  );
  return {
    abut(i, j) {
      moving.mesh.positions.set(movingTriangle(i, j)[0]);
      refit(moving);
      return collide(fixed, moving);
    },
    moller64: (i, j) => mollerTest(FIXED, movingTriangle(i, j), f64, 0),
    epsilon: (i, j) => mollerTest(FIXED, movingTriangle(i, j), f64, 1e-6),
    moller32: (i, j) => mollerTest(FIXED, movingTriangle(i, j), f32, 0),
    bvh(i, j) {
      bvhMoving.a.set(...movingTriangle(i, j)[0]);
      bvhMoving.needsUpdate = true;
      return bvhFixed.intersectsTriangle(bvhMoving);
    },
  };
}

function treeOf(triangle: Triangle): AabbTree {
  return buildAabbTree(createMesh({ positions: Float64Array.from(triangle.flat()) }));
}
