import fc from "fast-check";
import { expect, it } from "vitest";
import { BOUNDS_STRIDE, writeBounds } from "../../src/broadphase/segment-sort/cell-codes.ts";
import { type Cuts, segmentOf, uncut } from "../../src/broadphase/segment-sort/segment-cuts.ts";
import { randomCases } from "../random-cases.ts";

const edge = fc.oneof(
  fc.double({ noNaN: true }),
  fc.double({ min: -3, max: 3, noNaN: true }),
  fc.constantFrom(0, 2 ** -149, -(2 ** -149), 1e-50, -1e-50, 3.5e38, -3.5e38, 1 + 2 ** -24, -1 - 2 ** -24),
);
const cutsOf = (edges: readonly number[]): Cuts => ({
  segments: edges.length + 1,
  cuts: Float64Array.of(-Infinity, ...[...edges].sort((a, b) => a - b), Number.NaN, Number.NaN),
});

it.each([Float32Array, Float64Array])(
  "a box is within the bounds of its code, and of no other: %o",
  (Numbers) => {
    const nearEdge = fc.tuple(edge, fc.constantFrom(-1, 0, 1));
    fc.assert(
      fc.property(
        fc.array(edge, { minLength: 1, maxLength: 4 }),
        fc.array(edge, { minLength: 1, maxLength: 4 }),
        fc.tuple(nearEdge, nearEdge, nearEdge, nearEdge),
        fc.array(fc.nat(7), { minLength: 4, maxLength: 4 }),
        (edgesY, edgesZ, drawn, picks) => {
          const [y, z] = [cutsOf(edgesY), cutsOf(edgesZ)];
          const last = { y: uncut(), z: uncut(), base: y.segments * z.segments };
          const bounds = new Numbers(BOUNDS_STRIDE * (4 * last.base + 8));
          writeBounds([{ y, z, base: 0 }, last], bounds);
          // some of the ends lie on a cut or next to it
          const all = [...edgesY, ...edgesZ];
          const ends = new Numbers(
            drawn.map(([value, up], k) => (all[picks[k]] ?? value) * (1 + up * 2 ** -23)),
          );
          const [minY, maxY] = [Math.min(ends[0], ends[1]), Math.max(ends[0], ends[1])];
          const [minZ, maxZ] = [Math.min(ends[2], ends[3]), Math.max(ends[2], ends[3])];
          const box = new Numbers([minY, minZ, maxY, maxZ]);
          const [sy, sz, ty, tz] = [y, z, y, z].map((axis, k) => segmentOf(axis, box, k));
          const isOnce = ty - sy <= 1 && tz - sz <= 1;
          const code = isOnce ? 4 * (sy * z.segments + sz) + 2 * (ty - sy) + (tz - sz) : null;
          const within: number[] = [];
          for (let c = -4; c < 4 * last.base + 4; c++) {
            const at = BOUNDS_STRIDE * (c + 4);
            const isWithin = box.every((end, k) => end >= bounds[at + k] && !(end >= bounds[at + 4 + k]));
            if (isWithin) within.push(c);
          }
          expect(within).toEqual(code === null ? [] : [code]);
        },
      ),
      { numRuns: randomCases(500) },
    );
  },
);
