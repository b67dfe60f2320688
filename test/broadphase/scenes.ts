import type { BoxPairs, BroadPhase } from "../../src/broadphase/index.ts";
import { random } from "../meshes.ts";

// Scenes that change at random, for comparing broad phases with brute force. A scene drives any number of broad phases with
// identical calls, which depend only on its seed and kind.

export interface SceneOptions {
  seed: number;
  dimensions: 2 | 3;
  /** How coordinates are drawn. */
  kind: SceneKind;
  steps: number;
  /** The approximate number of boxes. */
  size: number;
}

export type SceneKind = keyof typeof KINDS;

type Random = () => number;
type Box = number[];

/** How a box is drawn, axis by axis: [min, max]. */
const KINDS = {
  /** Whole numbers: equal coordinates, touching faces, zero sizes and identical boxes all the time. */
  lattice: (next: Random) => ordered(Math.floor(6 * next()), Math.floor(6 * next())),
  /** A few overlaps per box. */
  spread: (next: Random) => from(next(), 0.25 * next()),
  /** Sizes over three powers of ten, some zero. */
  sizes: (next: Random) => from(next(), next() < 0.1 ? 0 : 10 ** (-3 * next())),
  /** A few huge or unbounded boxes among small ones. */
  huge: (next: Random) =>
    next() < 0.05 ? [-Infinity, next()] : next() < 0.05 ? [-1e300, 1e300] : from(next(), 0.15 * next()),
  /** Far from zero, where a step of the last bit is 0.125. */
  far: (next: Random) => from(2 ** 50 + 20 * next(), 4 * next()),
  /** So small that most numbers are denormal. */
  tiny: (next: Random) => from(1e-322 * 20 * next(), 1e-322 * 5 * next()),
} satisfies Record<string, (next: Random) => number[]>;

export const SCENE_KINDS = Object.keys(KINDS) as SceneKind[];

/** Runs a scene on all `phases`; `check` sees their answers after every update, in order. */
export function runScene(
  phases: BroadPhase[],
  options: SceneOptions,
  check: (answers: BoxPairs[], step: number) => void,
): void {
  const { dimensions, kind, steps, size } = options;
  const next = random(options.seed);
  const boxes = new Map<number, Box>();
  const drawBox = () => join(Array.from({ length: dimensions }, () => KINDS[kind](next)));
  const anyBox = () => [...boxes.values()][Math.floor(next() * boxes.size)];
  const anyId = () => [...boxes.keys()][Math.floor(next() * boxes.size)];
  /** A new box: independent, or related to an existing one. */
  const createBox = (): Box => {
    if (boxes.size === 0 || next() < 0.7) return drawBox();
    return relatedBox(anyBox(), dimensions, next);
  };
  const add = () => {
    const box = createBox();
    const ids = phases.map((phase) => phase.add(box));
    if (new Set(ids).size !== 1) throw new Error(`ids differ: ${ids}`);
    boxes.set(ids[0], box);
  };
  const remove = () => {
    const id = anyId();
    for (const phase of phases) phase.remove(id);
    boxes.delete(id);
  };
  const move = (id: number, box: Box) => {
    for (const phase of phases) phase.move(id, box);
    boxes.set(id, box);
  };
  const moveAll = (change: (box: Box) => Box) => {
    const stride = 2 * dimensions;
    const all = new Float64Array(stride * (Math.max(-1, ...boxes.keys()) + 1)).fill(Number.NaN);
    for (const [id, box] of boxes) {
      boxes.set(id, change(box));
      all.set(boxes.get(id)!, stride * id);
    }
    for (const phase of phases) phase.moveAll(all);
  };
  const velocity = Array.from({ length: dimensions }, () => KINDS[kind](next).reduce((a, b) => b - a) / 8);
  const drift = (box: Box) =>
    shifted(
      box,
      velocity.map((v) => (Number.isFinite(v) ? v * (next() - 0.4) : 0)),
      kind,
    );

  for (let k = 0; k < size; k++) add();
  for (let step = 0; step < steps; step++) {
    const dice = next();
    if (dice < 0.5) moveAll(drift);
    else if (dice < 0.55) moveAll(drawBox);
    else if (dice < 0.58) while (boxes.size > 0) remove();
    else if (dice < 0.9) for (const id of boxes.keys()) if (next() < 0.2) move(id, drift(boxes.get(id)!));
    if (next() < 0.4)
      for (let k = Math.floor(4 * next()); k > 0 && boxes.size > 0; k--) move(anyId(), createBox());
    for (let k = boxes.size / size; k < 1.5 * next(); k += 1 / size) add();
    for (let k = 0; k < 3 && boxes.size > 0 && next() < 0.4; k++) remove();
    if (next() < 0.2) add(); // so that an id is reused before the update
    check(
      phases.map((phase) => phase.update()),
      step,
    );
  }
}

/** Identical, nested, touching at a corner, a point of it, or a larger box around it. */
function relatedBox(box: Box, dimensions: number, next: Random): Box {
  const axes = Array.from({ length: dimensions }, (_, k) => [box[k], box[k + dimensions]]);
  const dice = Math.floor(5 * next());
  if (dice === 0) return [...box];
  return join(
    axes.map(([min, max]) => {
      if (!Number.isFinite(max - min)) return [min, max];
      const size = max - min;
      if (dice === 1) return ordered(min + size * next(), min + size * next());
      if (dice === 2) return [max, max + size];
      if (dice === 3) return [min, min];
      return [min - size, max + size];
    }),
  );
}

function shifted(box: Box, by: number[], kind: SceneKind): Box {
  const round = kind === "lattice" ? Math.round : (x: number) => x;
  const half = box.length / 2;
  return box.map((x, k) => x + round(kind === "lattice" ? 4 * by[k % half] : by[k % half]));
}

function from(min: number, size: number): number[] {
  return [min, min + size];
}

function ordered(a: number, b: number): number[] {
  return a < b ? [a, b] : [b, a];
}

function join(axes: number[][]): Box {
  return [...axes.map(([min]) => min), ...axes.map(([, max]) => max)];
}
