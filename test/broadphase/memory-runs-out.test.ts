import { afterEach, describe, expect, it } from "vitest";
import type { BroadPhase } from "../../src/broadphase/index.ts";
import { createBruteForce } from "../../src/reference/index.ts";
import { random } from "../meshes.ts";
import { METHODS } from "./methods.ts";

// If an array cannot be allocated during an update, the update throws, and the next one answers as if it had never been
// tried.

const TYPES = [
  "Uint8Array",
  "Int32Array",
  "Uint32Array",
  "Float32Array",
  "Float64Array",
  "ArrayBuffer",
] as const;
const globals = globalThis as unknown as Record<string, unknown>;
const whole = Object.fromEntries(TYPES.map((name) => [name, globals[name]]));

/** From now on the n-th new array throws. */
function failAt(n: number): void {
  let left = n;
  for (const name of TYPES) {
    const Type = whole[name] as new (...values: unknown[]) => object;
    const construct = (_: unknown, values: unknown[]) => {
      if (typeof values[0] === "number" && --left === 0)
        throw new RangeError("Array buffer allocation failed");
      return new Type(...values);
    };
    globals[name] = new Proxy(Type, { construct });
  }
}

function failNoMore(): void {
  Object.assign(globals, whole);
}

afterEach(failNoMore);

/** Boxes that drift; now and then one jumps, appears or disappears. All phases get the same calls. */
function createScene(phases: readonly BroadPhase[], seed: number) {
  const next = random(seed);
  const boxes = new Map<number, number[]>();
  const draw = () => {
    const at = [next(), next(), next()];
    const size = next() < 0.03 ? 0.6 : 0.12;
    return [...at, ...at.map((x) => x + size)];
  };
  const add = () => {
    const box = draw();
    const [id] = phases.map((phase) => phase.add(box));
    boxes.set(id, box);
  };
  for (let k = 0; k < 60; k++) add();
  return () => {
    for (const [id, box] of boxes) {
      const by = 0.02 * (next() - 0.5);
      const moved = next() < 0.05 ? draw() : box.map((x) => x + by);
      boxes.set(id, moved);
      for (const phase of phases) phase.move(id, moved);
      if (next() < 0.03) {
        boxes.delete(id);
        for (const phase of phases) phase.remove(id);
      }
    }
    for (let k = Math.floor(next() < 0.3 ? 60 * next() : 4 * next()); k > 0; k--) add();
  };
}

describe.each(Object.entries(METHODS))("%s", (_, create) => {
  // 52 seeds: the first to the thirteenth array of each of four steps.
  it("answers correctly after an update that ran out of memory (seeds 1 to 52)", () => {
    let failures = 0;
    for (let seed = 1; seed <= 52; seed++) {
      const phases = [create({ dimensions: 3 }), createBruteForce({ dimensions: 3 })];
      const move = createScene(phases, seed);
      for (let step = 0; step < 8; step++) {
        move();
        if (step === 1 + (seed % 4)) {
          failAt(1 + (seed % 13));
          try {
            phases[0].update();
          } catch (error) {
            expect(error).toBeInstanceOf(RangeError);
            failures++;
            continue;
          } finally {
            failNoMore();
          }
        }
        const [answer, right] = phases.map((phase) => phase.update());
        const when = `seed ${seed}, step ${step}`;
        expect(answer.pairs, when).toEqual(right.pairs);
        // An update that succeeded while brute force skipped it has already reported its changes.
        if (step === 1 + (seed % 4)) continue;
        expect(answer.begun, when).toEqual(right.begun);
        expect(answer.ended, when).toEqual(right.ended);
      }
    }
    expect(failures).toBeGreaterThan(5);
  });

  it("culls no box that was removed after an update that ran out of memory (the first to the thirtieth array)", () => {
    let failures = 0;
    for (let array = 1; array <= 30; array++) {
      const phase = create({ dimensions: 3 });
      for (let k = 0; k < 40; k++) phase.add([k, 0, 0, k + 0.5, 1, 1]);
      phase.update();
      for (let culls = 0; culls < 2; culls++) expect(phase.cull([1, 0, 0, 0]).count).toBe(40); // the second one may build a tree
      for (let k = 0; k < 20; k++) phase.move(k, [k + 0.1, 0, 0, k + 1.2, 1, 1]);
      failAt(array);
      try {
        phase.update();
      } catch {
        failures++;
      } finally {
        failNoMore();
      }
      phase.remove(7);
      const right = Array.from({ length: 40 }, (_, k) => k).filter((k) => k !== 7);
      expect([...phase.cull([1, 0, 0, 0]).ids], `array ${array}`).toEqual(right);
    }
    expect(failures).toBeGreaterThan(0);
  });
});
