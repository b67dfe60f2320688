import { describe, expect, it } from "vitest";
import type { ReferenceWorldPair } from "../../src/reference/world-pairs.ts";
import type { WorldPairs } from "../../src/world/pair-events.ts";
import { addRandom, changeAtRandom, createScene, type Scene, truthOf } from "./scene.ts";

function rowsOf({ count, bodies, links }: WorldPairs): string[] {
  return Array.from({ length: count }, (_, i) =>
    [bodies[2 * i], bodies[2 * i + 1], links[2 * i], links[2 * i + 1]].join(" "),
  );
}

function rowsOfTruth(pairs: readonly ReferenceWorldPair[]): string[] {
  return pairs.map(({ bodyA, bodyB, linkA, linkB }) => [bodyA, bodyB, linkA, linkB].join(" "));
}

/** A cloth that meets itself has no depth. */
function isSelfOfCloth(row: string, { bodies }: Scene): boolean {
  const [a, b] = row.split(" ").map(Number);
  return a === b && bodies.get(a)!.kind === "deformable";
}

function kindsOf(row: string, { bodies }: Scene): string {
  const [a, b] = row.split(" ").map(Number);
  return [bodies.get(a)!.kind, bodies.get(b)!.kind].sort().join(" ");
}

const FRAMES = 40;
/** All pairs of kinds that are tested: two static bodies are not. */
const ALL_KINDS = [
  "articulated articulated",
  "articulated deformable",
  "articulated rigid",
  "articulated static",
  "deformable deformable",
  "deformable rigid",
  "deformable static",
  "rigid rigid",
  "rigid static",
];

describe("a world of all kinds of bodies", () => {
  for (const [seed, spread, broadPhase] of [
    [1, 5, "auto"],
    [2, 7, "auto"],
    [3, 6, "segment-sort"],
    [4, 5, "dynamic-tree"],
  ] as const)
    it(`finds the pairs of brute force, and the events between frames (seed ${seed}, spread ${spread}, ${broadPhase})`, () => {
      const scene = createScene(seed, spread, { broadPhase });
      let last: string[] = [];
      let pairCount = 0;
      for (let frame = 0; frame < FRAMES; frame++) {
        changeAtRandom(scene, frame % 7 === 0 ? 0 : 3);
        const find = (["pairs", "triangles", "contacts"] as const)[Math.floor(3 * scene.next())];
        const step = scene.world.step({ find });
        const truth = truthOf(scene);
        const now = rowsOfTruth(truth);
        expect(rowsOf(step.pairs)).toEqual(now);
        expect(rowsOf(step.begun)).toEqual(now.filter((row) => !last.includes(row)));
        expect(rowsOf(step.kept)).toEqual(now.filter((row) => last.includes(row)));
        expect(rowsOf(step.ended)).toEqual(last.filter((row) => !now.includes(row)));
        if (find !== "pairs")
          truth.forEach(({ triangles }, i) => {
            const { starts, pairs } = step.triangles!;
            expect(pairs.subarray(2 * starts[i], 2 * starts[i + 1])).toEqual(triangles);
          });
        if (find === "contacts")
          expect(
            step.contacts!.map(({ bodyA, bodyB, linkA, linkB }) => `${bodyA} ${bodyB} ${linkA} ${linkB}`),
          ).toEqual(now.filter((row) => !isSelfOfCloth(row, scene)));
        last = now;
        pairCount += now.length;
      }
      expect(pairCount).toBeGreaterThan(FRAMES / 2);
    });

  it("finds the pairs of brute force and the events in 2,000 random frames of adds, removals, teleports, joints, deformations and rebuilds (seeds 101 to 120)", () => {
    const done = { adds: 0, removals: 0, teleports: 0, joints: 0, deformations: 0 };
    const kindsMet = new Set<string>();
    let frames = 0;
    for (let seed = 101; seed <= 120; seed++) {
      const scene = createScene(seed, 2.5 + 0.5 * (seed % 3), {}, done);
      let last = new Set<string>();
      for (let frame = 0; frame < 100; frame++) {
        changeAtRandom(scene, 2);
        const step = scene.world.step();
        const now = rowsOfTruth(truthOf(scene));
        const nowSet = new Set(now);
        expect(rowsOf(step.pairs)).toEqual(now);
        expect(rowsOf(step.begun)).toEqual(now.filter((row) => !last.has(row)));
        expect(rowsOf(step.ended)).toEqual([...last].filter((row) => !nowSet.has(row)));
        for (const row of now) kindsMet.add(kindsOf(row, scene));
        last = nowSet;
        frames++;
      }
    }
    expect(frames).toBe(2000);
    expect(Math.min(...Object.values(done))).toBeGreaterThan(200);
    expect([...kindsMet].sort()).toEqual(ALL_KINDS);
  }, 120_000);

  const kinds = ["static", "rigid", "deformable", "articulated"] as const;
  for (const first of kinds)
    for (const second of kinds)
      it(`tests ${first} against ${second} bodies as brute force does (seed 9)`, () => {
        const scene = createScene(9, 2.5);
        for (let frame = 0; frame < 4; frame++) {
          addRandom(scene, first);
          addRandom(scene, second);
          expect(rowsOf(scene.world.step().pairs)).toEqual(rowsOfTruth(truthOf(scene)));
        }
      });
});
