import { describe, expect, it } from "vitest";
import { collide } from "../../src/index.ts";
import { createBox } from "../../src/mesh/primitives/index.ts";
import { buildAabbTree } from "../../src/trees/build-aabb.ts";
import { createPairOrder, orderPairsByNumber } from "../../src/world/order-pairs-by-number.ts";
import { orderSlots } from "../../src/world/order-slots.ts";
import { createState, createWorldOver } from "../../src/world/world.ts";
import type { WorldState } from "../../src/world/world-state.ts";
import type { WorldStep } from "../../src/world/world-step.ts";
import { random } from "../meshes.ts";
import { rotation } from "../poses.ts";
import { changeAtRandom, createScene, type Scene } from "./scene.ts";

/** All that a step found, in plain numbers, and how much it tested. */
function record({ pairs, begun, kept, ended, triangles, contacts, near, impacts, stats }: WorldStep) {
  const list = ({ bodies, links }: typeof pairs) => [[...bodies], [...links]];
  return structuredClone({
    pairs: list(pairs),
    begun: list(begun),
    kept: list(kept),
    ended: list(ended),
    triangles: triangles === null ? null : [[...triangles.starts], [...triangles.pairs]],
    contacts,
    near,
    impacts,
    bodyPairs: stats.bodyPairs,
    checkedPairs: stats.checkedPairs,
  });
}

function sceneOver(seed: number, broadPhase: "dynamic-tree" | "segment-sort"): Scene & { state: WorldState } {
  const state = createState({ broadPhase });
  return { ...createScene(seed, 5, undefined, null, createWorldOver(state)), state };
}

describe("slots in the order of places", () => {
  for (const [seed, broadPhase] of [
    [61, "dynamic-tree"],
    [62, "segment-sort"],
    [63, "dynamic-tree"],
  ] as const)
    it(`change no answer, event or list of a step, nor of scenes restored from snapshots (seed ${seed}, ${broadPhase})`, () => {
      const ordered = sceneOver(seed, broadPhase);
      const plain = sceneOver(seed, broadPhase);
      const snapshots = [ordered.world.snapshot(), plain.world.snapshot()];
      let met = 0;
      let moved = 0;
      for (let frame = 0; frame < 40; frame++) {
        for (const scene of [ordered, plain]) changeAtRandom(scene, 3);
        const before = ordered.state.slots.slice();
        if (frame % 3 !== 0) orderSlots(ordered.state);
        moved += before.filter((body, slot) => body?.id !== ordered.state.slots[slot]?.id).length;
        const find = (["pairs", "triangles", "contacts"] as const)[frame % 3];
        const options =
          frame % 4 === 0 ? { find, near: 0.05 } : { find, ...(frame % 4 === 2 && { continuous: true }) };
        const step = record(ordered.world.step(options));
        expect(step).toEqual(record(plain.world.step(options)));
        met += step.pairs[0].length;
        expect(ordered.world.castRay([-9, 0.1, 0.2], [1, 0, 0])).toEqual(
          plain.world.castRay([-9, 0.1, 0.2], [1, 0, 0]),
        );
        for (const id of plain.bodies.keys())
          expect(ordered.world.boundsOf(id)).toEqual(plain.world.boundsOf(id));
        if (frame === 12) snapshots.splice(0, 2, ordered.world.snapshot(), plain.world.snapshot());
      }
      expect(met).toBeGreaterThan(20);
      expect(moved).toBeGreaterThan(40);
      // The snapshot is older than most records: it must restore all the same, and twice.
      for (let times = 0; times < 2; times++) {
        ordered.world.restore(snapshots[0]);
        plain.world.restore(snapshots[1]);
        orderSlots(ordered.state);
        const options = { find: "triangles", near: 0.05, continuous: true } as const;
        expect(record(ordered.world.step(options))).toEqual(record(plain.world.step(options)));
      }
    });

  it("are ordered by the first step of many bodies and when many were added, and find the pairs of brute force (seed 64)", () => {
    const next = random(64);
    const state = createState({});
    const world = createWorldOver(state);
    const tree = buildAabbTree(createBox({ size: [1, 1, 1] }));
    const poses = new Map<number, number[]>();
    const place = () =>
      rotation(
        [next() - 0.5, next() - 0.5, next() - 0.5, next() - 0.5],
        [9 * next(), 9 * next(), 9 * next()],
      );
    const add = () => {
      const toWorld = place();
      poses.set(world.add({ kind: "rigid", tree, toWorld }), toWorld);
    };
    const meanDistance = () => {
      const { slots, list } = state.candidates;
      let sum = 0;
      for (let i = 0; i < list.length; i++) sum += slots[2 * i + 1] - slots[2 * i];
      return sum / list.length;
    };
    for (let i = 0; i < 300; i++) add();
    for (let frame = 0; frame < 6; frame++) {
      const { pairs } = world.step();
      const bodies = [...poses];
      const truth: number[] = [];
      for (let i = 0; i < bodies.length; i++)
        for (let j = i + 1; j < bodies.length; j++)
          if (collide(tree, tree, { aToWorld: bodies[i][1], bToWorld: bodies[j][1] }))
            truth.push(bodies[i][0], bodies[j][0]);
      expect([...pairs.bodies]).toEqual(truth);
      expect(truth.length).toBeGreaterThan(100);
      if (frame === 0 || frame === 4) {
        expect(state.slotOrder.added).toBe(0);
        // Slots at random are a third of all apart.
        expect(meanDistance()).toBeLessThan(poses.size / 5);
      }
      for (const id of [...poses.keys()].filter(() => next() < 0.1)) {
        world.remove(id);
        poses.delete(id);
      }
      for (let i = 0; i < (frame === 3 ? 150 : 20); i++) add();
      for (const id of poses.keys())
        if (next() < 0.3) {
          const toWorld = place();
          world.setPose(id, toWorld);
          poses.set(id, toWorld);
        }
    }
  });

  it("are ordered again when bodies have moved away from their neighbours (seed 65)", () => {
    const next = random(65);
    const state = createState({});
    const world = createWorldOver(state);
    const tree = buildAabbTree(createBox({ size: [1, 1, 1] }));
    const shuffle = (id: number) =>
      world.setPose(id, rotation([1, 0, 0, 0], [9 * next(), 9 * next(), 9 * next()]));
    for (let i = 0; i < 400; i++) shuffle(world.add({ kind: "rigid", tree }));
    world.step();
    const first = state.slots.map((body) => body!.id);
    for (let id = 0; id < 400; id++) shuffle(id);
    for (let frame = 0; frame < 70; frame++) world.step();
    const last = state.slots.map((body) => body!.id);
    expect(last).not.toEqual(first);
    expect(new Set(last)).toEqual(new Set(first));
    expect(last.length).toBe(400);
    // Nothing has moved since: slots stay.
    for (let frame = 0; frame < 70; frame++) world.step();
    expect(state.slots.map((body) => body!.id)).toEqual(last);
  });

  it("orders pairs of numbers as a comparison does (seed 66)", () => {
    const next = random(66);
    const order = createPairOrder();
    for (const [count, end] of [
      [0, 1],
      [1, 1],
      [50, 7],
      [400, 1000],
    ] as const) {
      const pairs = Uint32Array.from({ length: 2 * count }, () => Math.floor(end * next()));
      const places = [...orderPairsByNumber(order, pairs, count, end).subarray(0, count)];
      const expected = Array.from({ length: count }, (_, i) => i).sort(
        (p, q) => pairs[2 * p] - pairs[2 * q] || pairs[2 * p + 1] - pairs[2 * q + 1] || p - q,
      );
      expect(places).toEqual(expected);
    }
  });
});
