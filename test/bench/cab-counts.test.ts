import { describe, expect, it } from "vitest";
import { type BodyScene, createChainScene } from "../../bench/scenes/chains.mjs";
import { createHandScene } from "../../bench/scenes/hand.mjs";
import {
  type ArticulatedBody,
  type BodyCache,
  type BoxMethod,
  createAllowedPairs,
  createArticulatedBody,
  findLinkContacts,
  findLinkPairs,
  setPose,
} from "../../src/articulated.ts";
import { isConvex } from "../../src/index.ts";
import * as primitives from "../../src/mesh/primitives/index.ts";
import { expectClose } from "../expect-in-loops.ts";

// What Schmidl, Walker and Lin say of counts, on our scenes; `npm run bench -- cab` prints the tables.

const SEED = 1;
const METHODS: BoxMethod[] = ["brute", "aabb+", "aabb*", "obb", "cab"];
type Counts = Record<BoxMethod, { coll: number; falseAlarms: number; hits: number; boxTests: number }>;

function bodiesOf({ bodies }: BodyScene): [ArticulatedBody, ArticulatedBody] {
  return [createArticulatedBody(bodies[0]), createArticulatedBody(bodies[1])];
}

function setFrame(scene: BodyScene, [a, b]: [ArticulatedBody, ArticulatedBody], frame: number): void {
  setPose(a, scene.valuesAt(frame, 0));
  setPose(b, scene.valuesAt(frame, 1));
}

/** As in the benchmark: between the bodies and, of chains, within each; brute force knows no joints. */
function count(scene: BodyScene, step: number, own: boolean): Counts {
  const bodies = bodiesOf(scene);
  const [a, b] = bodies;
  const all = createAllowedPairs(a, { adjacent: false });
  const caches = [{} as BodyCache, {} as BodyCache, {} as BodyCache] as const;
  const counts = Object.fromEntries(
    METHODS.map((method) => [method, { coll: 0, falseAlarms: 0, hits: 0, boxTests: 0 }]),
  ) as Counts;
  for (let frame = 0; frame < scene.frames; frame += step) {
    setFrame(scene, bodies, frame);
    for (const method of METHODS) {
      const allowed = method === "brute" ? all : undefined;
      const found = [findLinkPairs(a, b, { method, cache: caches[0] })];
      if (own) {
        found.push(findLinkPairs(a, a, { method, allowed, cache: caches[1] }));
        found.push(findLinkPairs(b, b, { method, allowed, cache: caches[2] }));
      }
      for (const { count: hits, stats } of found) {
        counts[method].coll += stats.candidates;
        counts[method].falseAlarms += stats.falseAlarms;
        counts[method].hits += hits;
        counts[method].boxTests += stats.linkBoxTests;
      }
    }
  }
  return counts;
}

const FRAMES = 1200;
const STEP = 8;
const tables: [string, number, () => BodyScene, boolean][] = [
  ["3:1", 120, () => createChainScene(primitives, { links: 8, ratio: 3, frames: FRAMES, seed: SEED }), true],
  ["6:1", 120, () => createChainScene(primitives, { links: 8, ratio: 6, frames: FRAMES, seed: SEED }), true],
  [
    "6:1 dented",
    120,
    () => createChainScene(primitives, { links: 8, shape: "dented", frames: FRAMES, seed: SEED }),
    true,
  ],
  [
    "6:1 braided",
    120,
    () => createChainScene(primitives, { links: 8, motion: "braid", frames: FRAMES, seed: SEED }),
    true,
  ],
  ["hand", 72, () => createHandScene(primitives, { frames: FRAMES, seed: SEED }), false],
];

describe.each(tables)(`counts of the paper (%s, seed ${SEED})`, (name, pairs, create, own) => {
  const counts = count(create(), STEP, own);

  it(`brute force asks for ${pairs} pairs a frame`, () => {
    expect(counts.brute.coll).toBe((pairs * FRAMES) / STEP);
  });

  it("all methods find the same hits, and there are some", () => {
    expect(counts.brute.hits).toBeGreaterThan(0);
    for (const method of METHODS) expect(counts[method].hits).toBe(counts.brute.hits);
  });

  it("OBB and CAB have equal #coll and #false: their leaves are the same", () => {
    const { boxTests: _cab, ...cab } = counts.cab;
    const { boxTests: _obb, ...obb } = counts.obb;
    expect(cab).toEqual(obb);
  });

  it("the hierarchy tests fewer boxes than there are pairs of links", () => {
    for (const method of ["aabb+", "aabb*", "obb", "cab"] as const)
      expect(counts[method].boxTests).toBeLessThan((0.8 * pairs * FRAMES) / STEP);
  });

  it("boxes along the axes give more false alarms, from corners more than from vertices", () => {
    expect(counts["aabb*"].falseAlarms).toBeGreaterThanOrEqual(counts["aabb+"].falseAlarms);
    expect(counts["aabb*"].falseAlarms).toBeGreaterThan(1.5 * counts.cab.falseAlarms);
    if (!name.startsWith("6:1") || name.endsWith("braided")) return;
    // several times more on long links
    expect(counts["aabb*"].falseAlarms).toBeGreaterThan(5 * counts.cab.falseAlarms);
    expect(counts["aabb+"].falseAlarms).toBeGreaterThan(3 * counts.cab.falseAlarms);
  });
});

describe("the scenes", () => {
  it("have convex and dented links of the given ratio", () => {
    for (const ratio of [3, 6]) {
      const mesh = createChainScene(primitives, { ratio, frames: 1 }).bodies[0][3].mesh!;
      expect(isConvex(mesh)).toBe(true);
      const [x, y] = [0, 1].map((axis) => {
        const values = [...mesh.positions].filter((_, i) => i % 3 === axis);
        return Math.max(...values) - Math.min(...values);
      }) as [number, number];
      expect(x / y).toBeCloseTo(ratio, 1);
    }
    const dented = createChainScene(primitives, { shape: "dented", frames: 1 }).bodies[0][0].mesh!;
    expect(isConvex(dented)).toBe(false);
  });

  it("keep the joints of two chains of 16 together, bend them within their limits, and bring them into contact (seed 2)", () => {
    for (const motion of ["swing", "braid"] as const) {
      const scene = createChainScene(primitives, { links: 16, motion, frames: 600, seed: 2 });
      const bodies = bodiesOf(scene);
      let hits = 0;
      let deepest = 0;
      let sum = 0;
      let travel = 0;
      let last: Float64Array | null = null;
      for (let frame = 0; frame < scene.frames; frame += 9) {
        setFrame(scene, bodies, frame);
        for (const { linkPoses } of bodies)
          for (let link = 1; link < 16; link++) {
            const [before, now] = [linkPoses[link - 1], linkPoses[link]];
            // the end of one link, x = 1, is the beginning of the next
            for (let k = 0; k < 3; k++) expectClose(before[12 + k] + before[k] - now[12 + k], 0, 10);
            const cosine = before[0] * now[0] + before[1] * now[1] + before[2] * now[2];
            expect(cosine).toBeGreaterThan(0.49);
          }
        for (const { depth } of findLinkContacts(bodies[0], bodies[1])) {
          hits++;
          deepest = Math.max(deepest, depth!);
          sum += depth!;
        }
        const places = bodies[0].linkToWorld.slice();
        if (last !== null) travel += Math.abs(places[16 * 15 + 12] - last[16 * 15 + 12]);
        last = places;
      }
      expect(hits).toBeGreaterThan(motion === "braid" ? 30 : 1);
      // a link is 0.16 thick: pressed, not passed through
      expect(deepest).toBeLessThan(0.12);
      expect(sum / hits).toBeLessThan(0.04);
      expect(travel).toBeGreaterThan(1);
    }
  });

  it("have a hand of 18 links with five branches that plays with the ball, and no joint tears", () => {
    const scene = createHandScene(primitives, { frames: 600, seed: SEED });
    const [hand, surroundings] = bodiesOf(scene);
    expect(hand.meshes).toHaveLength(18);
    const ball = surroundings.articulation.names.indexOf("ball");
    const touched = new Set<number>();
    for (let frame = 0; frame < 600; frame += 5) {
      setFrame(scene, [hand, surroundings], frame);
      const { pairs } = findLinkPairs(hand, surroundings, { solids: true });
      for (let i = 0; i < pairs.length; i += 2) if (pairs[i + 1] === ball) touched.add(pairs[i]);
      expect(findLinkPairs(surroundings, surroundings).count).toBe(0);
    }
    expect(touched.size).toBeGreaterThan(3);
  });
});
