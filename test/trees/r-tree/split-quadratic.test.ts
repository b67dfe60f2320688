import { describe, expect, it } from "vitest";
import { splitQuadratic } from "../../../src/trees/r-tree/split-quadratic.ts";
import { random } from "../../meshes.ts";

// Guttman 1984, section 3.5.2, again: with arrays of boxes, and either measure as a function.

type Box = number[];
type Measure = (sides: number[]) => number;

const MEASURES: [string, boolean, Measure][] = [
  ["area", false, ([x, y, z]) => x * y + y * z + z * x],
  ["volume", true, ([x, y, z]) => x * y * z],
];
const STRIDE = 8;

describe("splitQuadratic", () => {
  it.each(MEASURES)(
    "splits as Guttman writes, by %s (random and flat boxes, seed 11)",
    (_, byVolume, measure) => {
      const next = random(11);
      let differing = 0;
      for (let round = 0; round < 300; round++) {
        const count = 3 + Math.floor(14 * next());
        const least = 1 + Math.floor(next() * ((count - 1) >> 1));
        const records = new Float32Array(STRIDE * count);
        for (let i = 0; i < count; i++)
          for (let k = 0; k < 3; k++) {
            const isFlat = next() < 0.2;
            records[STRIDE * i + k] = Math.round(16 * next());
            records[STRIDE * i + 3 + k] = records[STRIDE * i + k] + (isFlat ? 0 : Math.round(8 * next()));
          }
        const groups = new Uint8Array(count);
        splitQuadratic(records, count, least, byVolume, groups);
        const boxes = Array.from({ length: count }, (_, i) => [
          ...records.subarray(STRIDE * i, STRIDE * i + 6),
        ]);
        expect([...groups], `round ${round}`).toEqual(splitAgain(boxes, least, measure));
        const byOther = new Uint8Array(count);
        splitQuadratic(records, count, least, !byVolume, byOther);
        if (byOther.some((group, i) => group !== groups[i])) differing++;
      }
      expect(differing).toBeGreaterThan(30);
    },
  );
});

function splitAgain(boxes: Box[], least: number, measure: Measure): number[] {
  const sizeOf = (box: Box) => measure([0, 1, 2].map((k) => box[3 + k] - box[k]));
  const groups = boxes.map(() => 0);
  // PickSeeds
  let seeds = [0, 1];
  let worst = -Infinity;
  boxes.forEach((p, i) => {
    boxes.forEach((q, j) => {
      const waste = sizeOf(around(p, q)) - sizeOf(p) - sizeOf(q);
      if (j > i && waste > worst) [worst, seeds] = [waste, [i, j]];
    });
  });
  const members = seeds.map((seed) => [seed]);
  const covers = seeds.map((seed) => boxes[seed]);
  const join = (i: number, group: number) => {
    groups[i] = group + 1;
    members[group].push(i);
    covers[group] = around(covers[group], boxes[i]);
  };
  seeds.forEach((seed, group) => {
    groups[seed] = group + 1;
  });
  for (;;) {
    const left = boxes.map((_, i) => i).filter((i) => groups[i] === 0);
    if (left.length === 0) return groups;
    const needy = members.findIndex((some) => some.length + left.length <= least);
    if (needy >= 0) {
      for (const i of left) join(i, needy);
      return groups;
    }
    // PickNext
    const growths = (i: number) => covers.map((cover) => sizeOf(around(cover, boxes[i])) - sizeOf(cover));
    const preferences = left.map((i) => Math.abs(growths(i)[0] - growths(i)[1]));
    const next = left[preferences.indexOf(Math.max(...preferences))];
    const [first, second] = growths(next);
    const ties = [
      first - second,
      sizeOf(covers[0]) - sizeOf(covers[1]),
      members[0].length - members[1].length,
    ];
    join(next, (ties.find((difference) => difference !== 0) ?? 0) <= 0 ? 0 : 1);
  }
}

function around(p: Box, q: Box): Box {
  return p.map((value, k) => (k < 3 ? Math.min(value, q[k]) : Math.max(value, q[k])));
}
