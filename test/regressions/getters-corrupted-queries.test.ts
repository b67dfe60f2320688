import { describe, expect, it } from "vitest";
import { createDynamicTree, cullBoxes } from "../../src/broadphase/index.ts";
import {
  type AabbTree,
  buildAabbTree,
  castRay,
  castRayAll,
  classify,
  closestPoint,
  collide,
  collidesItself,
  cullFrustum,
  distance,
  findContacts,
  findImpacts,
  findPairs,
  findSelfImpacts,
  findSelfPairs,
  isWithin,
  locatePoint,
  overlapBox,
  overlapDepth,
  overlapSphere,
  penetration,
  selfTimeOfImpact,
  sweepBox,
  sweepSphere,
  timeOfImpact,
  windingNumber,
} from "../../src/index.ts";
import { withKernels, withoutKernels } from "../../src/kernels/kernel-choice.ts";
import { createBox } from "../../src/mesh/primitives/index.ts";
import { findPairsByLayers, meetsLeafBox, sweepBoxDepthFirst } from "../../src/papers.ts";
import { smallTorus } from "../meshes.ts";
import { rotation } from "../poses.ts";

// Poses, vectors and options were read while a query was being set up. One that is a getter, and runs a query of its own,
// changed what the outer query worked with.

type Numbers = ArrayLike<number>;
/** How numbers and options of a query are handed over. */
interface Wrap {
  numbers(values: readonly number[]): Numbers;
  options<T extends object>(values: T): T;
}

const PLAIN: Wrap = { numbers: (values) => values, options: (values) => values };

/** Everything that is read runs `work` first. */
const withGetters = (work: () => void): Wrap => ({
  numbers(values) {
    const out: number[] = [];
    values.forEach((value, k) => {
      Object.defineProperty(out, k, {
        get() {
          work();
          return value;
        },
      });
    });
    return out;
  },
  options(values) {
    const out = {};
    for (const [name, value] of Object.entries(values))
      Object.defineProperty(out, name, {
        enumerable: true,
        get() {
          work();
          return value;
        },
      });
    return out as typeof values;
  },
});
/** Arrays as proxies: reading an element or the length runs `work`. */
const withProxies = (work: () => void): Wrap => {
  const watch = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(from, name) {
        work();
        return Reflect.get(from, name);
      },
    });
  return { numbers: (values) => watch([...values]), options: watch };
};

const makeTrees = (): [AabbTree, AabbTree] => [buildAabbTree(smallTorus(6, 4)), buildAabbTree(createBox())];
const [torus, box] = makeTrees();
const A_POSE = rotation([1, 0.3, 0.2, 0.1], [0.2, 0.1, 0]);
const NEAR = rotation([1, -0.2, 0.4, 0.3], [0.9, 0.3, 0.1]);
const FAR = rotation([1, -0.2, 0.4, 0.3], [5, 1, 2]);
const INSIDE = [0.01, 0, 0, 0, 0, 0.01, 0, 0, 0, 0, 0.01, 0, 0.1, 0.1, 0.1, 1];
const TURNED = rotation([1, 0.5, 0.2, 0.1], [0.2, 0.1, 0.3]);
const MOVED = INSIDE.map((value, k) => (k === 12 ? 3 : value));
const PLANES = [1, 0, 0, 0.2, 0, 1, 0.1, 0.4];

const both = (wrap: Wrap, b: readonly number[]) =>
  wrap.options({ aToWorld: wrap.numbers(A_POSE), bToWorld: wrap.numbers(b) });
const one = (wrap: Wrap) => wrap.options({ toWorld: wrap.numbers(A_POSE) });
/** Without the counters, which depend on whether a kernel served. */
const answer = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null, (key, part) =>
      key === "stats" || key === "storage"
        ? undefined
        : ArrayBuffer.isView(part)
          ? Array.from(part as never)
          : part,
    ),
  );

const QUERIES: Record<string, (wrap: Wrap) => unknown> = {
  collide: (wrap) => [collide(torus, box, both(wrap, NEAR)), collide(torus, box, both(wrap, FAR))],
  findPairs: (wrap) => findPairs(torus, box, both(wrap, NEAR)),
  findPairsByLayers: (wrap) => findPairsByLayers(torus, box, both(wrap, NEAR)),
  findContacts: (wrap) => findContacts(torus, box, both(wrap, NEAR)),
  classify: (wrap) => [classify(torus, box, both(wrap, NEAR)), classify(torus, box, both(wrap, INSIDE))],
  distance: (wrap) => [distance(torus, box, both(wrap, FAR)), distance(torus, box, both(wrap, NEAR))],
  isWithin: (wrap) => [2, 4, 6].map((clearance) => isWithin(torus, box, clearance, both(wrap, FAR))),
  penetration: (wrap) => [penetration(torus, box, both(wrap, NEAR)), penetration(box, box, both(wrap, NEAR))],
  overlapDepth: (wrap) => overlapDepth(torus, box, both(wrap, NEAR)),
  closestPoint: (wrap) => closestPoint(torus, wrap.numbers([2, 0.3, 1]), one(wrap)),
  findSelfPairs: (wrap) => findSelfPairs(torus, one(wrap)),
  collidesItself: (wrap) => collidesItself(torus, one(wrap)),
  castRay: (wrap) => castRay(torus, wrap.numbers([3, 0.11, 0.13]), wrap.numbers([-1, 0.01, 0]), one(wrap)),
  castRayAll: (wrap) =>
    castRayAll(torus, wrap.numbers([3, 0.11, 0.13]), wrap.numbers([-1, 0.01, 0]), one(wrap)),
  overlapBox: (wrap) => overlapBox(torus, wrap.numbers([0.5, -1, -1, 2, 1, 1]), one(wrap)),
  overlapSphere: (wrap) => overlapSphere(torus, wrap.numbers([1, 0, 0]), 0.4, one(wrap)),
  sweepBox: (wrap) =>
    sweepBox(torus, wrap.numbers([3, 0, 0, 3.2, 0.2, 0.2]), wrap.numbers([-4, 0.1, 0]), one(wrap)),
  meetsLeafBox: (wrap) => meetsLeafBox(torus, wrap.numbers([0.5, -1, -1, 2, 1, 1]), one(wrap)),
  sweepBoxDepthFirst: (wrap) =>
    sweepBoxDepthFirst(torus, wrap.numbers([3, 0, 0, 3.2, 0.2, 0.2]), wrap.numbers([-4, 0.1, 0]), one(wrap)),
  sweepSphere: (wrap) =>
    sweepSphere(torus, wrap.numbers([3, 0, 0]), 0.2, wrap.numbers([-4, 0.1, 0]), one(wrap)),
  cullFrustum: (wrap) => cullFrustum(torus, wrap.numbers(PLANES), one(wrap)),
  locatePoint: (wrap) => locatePoint(torus, wrap.numbers([1, 0.1, 0.05]), one(wrap)),
  windingNumber: (wrap) => windingNumber(torus, wrap.numbers([1, 0.1, 0.05]), one(wrap)),
  timeOfImpact: (wrap) =>
    timeOfImpact(
      torus,
      box,
      wrap.options({ from: wrap.numbers(A_POSE), to: wrap.numbers(TURNED) }),
      wrap.options({ from: wrap.numbers(FAR), to: wrap.numbers(NEAR), about: wrap.numbers([0.1, 0, 0]) }),
    ),
  selfTimeOfImpact: (wrap) =>
    selfTimeOfImpact(
      torus,
      torus.mesh.positions.map((x) => -x),
      wrap.options({ maxSteps: 1000 }),
    ),
  findImpacts: (wrap) =>
    findImpacts(
      torus,
      box,
      wrap.options({ from: wrap.numbers(A_POSE), to: wrap.numbers(TURNED), path: "straight" as const }),
      wrap.options({ from: wrap.numbers(FAR), to: wrap.numbers(NEAR), path: "straight" as const }),
      wrap.options({ maxImpacts: 50 }),
    ),
  findSelfImpacts: (wrap) =>
    findSelfImpacts(
      torus,
      torus.mesh.positions.map((x, i) => (i % 3 === 2 && x > 0.3 ? -x : x)),
      wrap.options({ maxImpacts: 20 }),
    ),
  cullBoxes: (wrap) =>
    cullBoxes(new Float64Array([0, 0, 0, 1, 1, 1, -3, -3, -3, -2, -2, -2]), wrap.numbers(PLANES)),
  "boxes of a broad phase": (wrap) => {
    const phase = createDynamicTree();
    phase.add(wrap.numbers([0, 0, 0, 2, 2, 2]));
    phase.move(phase.add(wrap.numbers([5, 5, 5, 6, 6, 6])), wrap.numbers([1, 1, 1, 3, 3, 3]));
    return [phase.update().pairs, phase.cull(wrap.numbers(PLANES)).ids];
  },
};

/** What getters run: the same query, and one of each other kind, with other numbers. */
function disturb(): void {
  const [a, b] = [box, torus];
  const poses = { aToWorld: FAR, bToWorld: INSIDE };
  collide(a, b, poses);
  distance(a, b, poses);
  findPairs(b, b, { bToWorld: INSIDE });
  closestPoint(a, [9, 9, 9], { toWorld: FAR });
  castRay(b, [0, 0, 9], [0, 0.1, -1], { toWorld: INSIDE });
  overlapBox(b, [-9, -9, -9, 9, 9, 9]);
  overlapSphere(a, [0, 0, 0], 9);
  sweepSphere(a, [0, 9, 0], 0.1, [0, -20, 0]);
  sweepBox(a, [0, 9, 0, 1, 10, 1], [0, -20, 0]);
  sweepBoxDepthFirst(a, [0, 9, 0, 1, 10, 1], [0, -20, 0]);
  meetsLeafBox(b, [-9, -9, -9, 9, 9, 9]);
  cullFrustum(b, [0, 0, 1, 0], { toWorld: FAR });
  findSelfPairs(a, { toWorld: FAR });
  locatePoint(a, [0, 0, 0], { toWorld: FAR });
  timeOfImpact(a, b, { from: INSIDE, to: MOVED }, { from: FAR, to: NEAR });
}

describe.each(Object.entries(QUERIES))("%s", (_, ask) => {
  it.each([
    ["getters", withGetters],
    ["proxies", withProxies],
  ] as const)("answers alike for plain arguments and for %s that run queries", (_name, wrapWith) => {
    for (const mode of [withKernels, withoutKernels]) {
      const expected = answer(mode(() => ask(PLAIN)));
      let calls = 0;
      const wrap = wrapWith(() => {
        if (calls++ % 11 === 3) disturb();
      });
      expect(answer(mode(() => ask(wrap)))).toEqual(expected);
      let reads = 0;
      const each = wrapWith(() => {
        if (reads++ % 9 === 4) ask(PLAIN);
      });
      expect(answer(mode(() => ask(each)))).toEqual(expected);
    }
  });
});
