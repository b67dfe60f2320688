import { describe, expect, it } from "vitest";
import { createArticulatedBody, findLinkPairs, restValues } from "../../src/articulated.ts";
import { createBox } from "../../src/mesh/primitives/index.ts";
import type { ArticulatedBody } from "../../src/trees/articulated/articulated-body.ts";
import { createWorld, type WorldStep } from "../../src/world/index.ts";
import { chain } from "../articulated/bodies.ts";
import { random } from "../meshes.ts";

const HUGE = createBox({ size: [4, 4, 4] });

/** The links of two bodies that meet, alternating; 0 for a body without links. */
function linksOf({ pairs }: WorldStep, a: number, b: number): number[] {
  const { bodies, links, count } = pairs;
  const found: number[] = [];
  for (let i = 0; i < 2 * count; i += 2)
    if (bodies[i] === a && bodies[i + 1] === b) found.push(links[i], links[i + 1]);
  return found;
}

function byBruteForce(a: ArticulatedBody, b: ArticulatedBody): number[] {
  return [...findLinkPairs(a, b, { method: "brute" }).pairs];
}

describe("links in boxes", () => {
  // 1,024 pairs of links are tested one by one, more by the hierarchies: 12 with 12 and with themselves; 12 with 90; 90 with 90.
  for (const [countA, countB] of [
    [12, 12],
    [12, 90],
    [90, 90],
  ])
    it(`are those of brute force, between bodies, within one and with a body without links (${countA} and ${countB} links, seed 5)`, () => {
      const next = random(5);
      const a = createArticulatedBody(chain(countA));
      const b = createArticulatedBody(chain(countB));
      const obstacle = createArticulatedBody([{ name: "obstacle", mesh: HUGE }]);
      const world = createWorld();
      const [first, second] = [a, b].map((body) => world.add({ kind: "articulated", body }));
      const third = world.add({ kind: "rigid", mesh: HUGE });
      let found = 0;
      for (let frame = 0; frame < 6; frame++) {
        for (const [id, body] of [
          [first, a],
          [second, b],
        ] as const)
          world.setJoints(
            id,
            restValues(body).map((value) => value + 1.2 * (next() - 0.5)),
          );
        const step = world.step();
        for (const [idA, bodyA, idB, bodyB] of [
          [first, a, second, b],
          [first, a, first, a],
          [second, b, second, b],
          [first, a, third, obstacle],
          [second, b, third, obstacle],
        ] as const) {
          const truth = byBruteForce(bodyA, bodyB);
          expect(linksOf(step, idA, idB)).toEqual(truth);
          found += truth.length;
        }
      }
      expect(found).toBeGreaterThan(40);
    });
});
