import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactSweepCount, sweepExactly } from "../../../src/geometry/sweep/exact-sweep.ts";
import { sweepFeatures } from "../../../src/geometry/sweep/feature-sweep.ts";
import { mayMeetBefore } from "../../../src/geometry/sweep/sweep-filter.ts";
import { OptionError, sweepEdgeEdge, sweepVertexFace, type TimeInterval } from "../../../src/index.ts";
import { sweepBySubdivision } from "../../../src/reference/index.ts";
import { random } from "../../meshes.ts";
import { randomCases } from "../../random-cases.ts";
import { readF64, readU8, truthManifest, truthRoot } from "../../truth.ts";

function sweep(query: ArrayLike<number>, edges: boolean): TimeInterval | null {
  return edges ? sweepEdgeEdge(query) : sweepVertexFace(query);
}

/** Four points at two times: anywhere in the unit cube, or on a lattice with many ties and degenerate cases. */
function randomQuery(seed: number, steps: number): Float64Array {
  const next = random(seed);
  return Float64Array.from({ length: 24 }, () => (steps > 0 ? Math.floor(steps * next()) : next()));
}

const seeds = fc.integer({ min: 0, max: 1e9 });
const KINDS = [
  ["a vertex and a face", false],
  ["two edges", true],
] as const;

describe.each(KINDS)("the sweep of %s", (_, edges) => {
  it("agrees with subdivision on random points (seed 61)", () => {
    let hits = 0;
    fc.assert(
      fc.property(seeds, (seed) => {
        const query = randomQuery(seed, 0);
        const found = sweep(query, edges);
        const twin = sweepBySubdivision(query, edges);
        expect(found === null).toBe(twin === null);
        if (found === null || twin === null) return;
        hits++;
        expect(twin).toBeLessThanOrEqual(found.upper);
        expect(twin).toBeGreaterThan(found.lower - 1e-4);
      }),
      { numRuns: randomCases(150), seed: 61 },
    );
    expect(hits).toBeGreaterThan(randomCases(8));
  });

  it("agrees with subdivision on lattice points: ties, double roots, coplanar motion, degenerate cases (seed 62)", () => {
    let hits = 0;
    fc.assert(
      fc.property(seeds, fc.integer({ min: 2, max: 4 }), (seed, steps) => {
        const query = randomQuery(seed, steps);
        const found = sweep(query, edges);
        // Near misses of lattice points are not very near, and a double root blurs to the square root of the resolution.
        const twin = sweepBySubdivision(query, edges, 1e-9, 10);
        expect(found === null).toBe(twin === null);
        if (found === null || twin === null) return;
        hits++;
        expect(twin).toBeLessThanOrEqual(found.upper);
        expect(twin).toBeGreaterThan(found.lower - 0.1);
      }),
      { numRuns: randomCases(250), seed: 62 },
    );
    expect(hits).toBeGreaterThan(randomCases(75));
  });

  it("has a filter that never drops a contact of the exact stage, whatever the limit (seed 63)", () => {
    const [limit, out] = [new Float64Array(1), new Float64Array(2)];
    let dropped = 0;
    fc.assert(
      fc.property(
        seeds,
        fc.integer({ min: 0, max: 5 }),
        fc.double({ min: 0, max: 1.5, noNaN: true }),
        (seed, steps, time) => {
          const query = randomQuery(seed, steps === 1 ? 0 : steps);
          limit[0] = time;
          const may = mayMeetBefore(query, 0, edges, limit);
          if (!may) dropped++;
          if (sweepExactly(query, 0, edges, out) && out[1] < time) expect(may).toBe(true);
        },
      ),
      { numRuns: randomCases(1000), seed: 63 },
    );
    expect(dropped).toBeGreaterThan(500);
  });

  it("finds every contact earlier than a known one, and rules out most others more cheaply (seed 66)", () => {
    const [lower, upper] = [new Float64Array(1), new Float64Array(1)];
    const [out, first] = [new Float64Array(2), new Float64Array(2)];
    const count = { earlier: 0, same: 0, passedOver: 0 };
    const neighbour = (x: number, sign: number) => x * (1 + sign * 2 ** -52);
    fc.assert(
      fc.property(seeds, fc.integer({ min: 0, max: 5 }), fc.nat(6), (seed, steps, choice) => {
        const query = randomQuery(seed, steps === 1 ? 0 : steps);
        const hits = sweepExactly(query, 0, edges, first);
        // A contact at that time, or between or at the f64 next to it, or anywhere.
        const [l, u] = hits ? [first[0], first[1]] : [0.5, 0.5];
        const any = (seed % 97) / 97;
        const around: [number, number][] = [
          [l, u],
          [u, u],
          [l, l],
          [u, neighbour(u, 1)],
          [neighbour(l, -1), l],
          [any, any],
          [any, neighbour(any, 1)],
        ];
        [lower[0], upper[0]] = around[choice];
        const isEarlier = hits && (l < lower[0] || (l === lower[0] && u < upper[0]));
        const found = sweepFeatures(query, 0, edges, lower, upper, out);
        if (isEarlier) expect([found, ...out]).toEqual([true, l, u]);
        else if (found) expect(out[0]).toBeGreaterThanOrEqual(l);
        if (isEarlier) count.earlier++;
        if (hits && choice === 0) count.same++;
        if (hits && choice === 0 && !found) count.passedOver++;
      }),
      { numRuns: randomCases(750), seed: 66 },
    );
    expect(count.earlier).toBeGreaterThan(randomCases(25));
    expect(count.passedOver).toBeGreaterThan(0.5 * count.same);
  });

  it("does not depend on the order of ends, corners and edges, on mirroring or on the distance from the origin (seed 64)", () => {
    const orders = edges
      ? [
          [1, 0, 2, 3],
          [0, 1, 3, 2],
          [2, 3, 0, 1],
        ]
      : [
          [0, 2, 3, 1],
          [0, 3, 2, 1],
        ];
    fc.assert(
      fc.property(seeds, fc.constantFrom(0, 3, 4), (seed, steps) => {
        const query = randomQuery(seed, steps);
        const found = sweep(query, edges);
        for (const order of orders) {
          const other = query.map(
            (_, i) => query[i - (i % 12) + 3 * order[Math.floor((i % 12) / 3)] + (i % 3)],
          );
          expect(sweep(other, edges)).toEqual(found);
        }
        expect(
          sweep(
            query.map((x) => -x),
            edges,
          ),
        ).toEqual(found);
        expect(
          sweep(
            query.map((x) => x * 2 ** -300),
            edges,
          ),
        ).toEqual(found);
        if (steps > 0)
          expect(
            sweep(
              query.map((x) => x + 2 ** 40),
              edges,
            ),
          ).toEqual(found);
      }),
      { numRuns: randomCases(50), seed: 64 },
    );
  });

  it("hits backwards in time if and only if it hits forwards (seed 65)", () => {
    fc.assert(
      fc.property(seeds, fc.constantFrom(0, 3, 4), (seed, steps) => {
        const query = randomQuery(seed, steps);
        const back = Float64Array.from([...query.subarray(12), ...query.subarray(0, 12)]);
        expect(sweep(back, edges) === null).toBe(sweep(query, edges) === null);
      }),
      { numRuns: randomCases(100), seed: 65 },
    );
  });

  it("rejects bad queries with errors that name the argument", () => {
    expect(() => sweep(new Float64Array(23), edges)).toThrow(OptionError);
    expect(() => sweep(new Float64Array(23), edges)).toThrow("got 23");
    for (const value of [Number.NaN, Infinity, 2 ** 101])
      expect(() => sweep(new Float64Array(24).fill(value, 7, 8), edges)).toThrow(`query[7]: ${value}`);
    expect(() => sweep(undefined as unknown as number[], edges)).toThrow(OptionError);
  });
});

describe("the stage that decides a sweep", () => {
  // a vertex over the middle of a face that lies in z = 0
  const face = [-1, -1, 0, 2, -1, 0, -1, 2, 0];
  const at = (from: number[], to: number[]) => [...from, ...face, ...to, ...face];

  it("is the filter for a miss, the exact stage for a hit", () => {
    const before = exactSweepCount();
    expect(sweepVertexFace(at([0, 0, 1], [0, 0, 0.001]))).toBe(null);
    expect(sweepVertexFace(at([5, 0, 1], [5, 0, -1]))).toBe(null);
    expect(exactSweepCount()).toBe(before);
    expect(sweepVertexFace(at([0, 0, 1], [0, 0, -1]))).toEqual({ lower: 0.5, upper: 0.5 });
    expect(exactSweepCount()).toBe(before + 1);
  });

  it("is the exact stage where one unit in the last place makes the difference", () => {
    const before = exactSweepCount();
    expect(sweepVertexFace(at([0, 0, 1], [0, 0, 2 ** -1074]))).toBe(null);
    expect(sweepVertexFace(at([0, 0, 1], [0, 0, 0]))).toEqual({ lower: 1, upper: 1 });
    // over the long edge x + y = 1
    const ulp = 2 ** -53;
    expect(sweepVertexFace(at([0.5, 0.5, 1], [0.5, 0.5, -1]))).toEqual({ lower: 0.5, upper: 0.5 });
    expect(sweepVertexFace(at([0.5, 0.5 + ulp, 1], [0.5, 0.5 + ulp, -1]))).toBe(null);
    expect(exactSweepCount()).toBeGreaterThan(before);
  });

  it("finds a vertex that slides into a face in its own plane, and the edge it comes over", () => {
    expect(sweepVertexFace(at([-3, 0, 0], [1, 0, 0]))).toEqual({ lower: 0.5, upper: 0.5 });
    expect(sweepVertexFace(at([-3, 0, 0], [-1.0000000001, 0, 0]))).toBe(null);
    expect(sweepVertexFace(at([-3, -3, 0], [5, -3, 0]))).toBe(null);
  });
});

describe.skipIf(truthRoot() === null)("exact answers for moving features", () => {
  for (const set of truthRoot() === null ? [] : truthManifest().ccdSets) {
    it(`${set.id}: all ${set.count}, borderline cases included, with the time of first contact`, () => {
      const queries = readF64(set.queries);
      const [expected, times] = [readU8(set.expected), readF64(set.toi)];
      const wrong: number[] = [];
      let worst = 0;
      for (let i = 0; i < set.count; i++) {
        const found = sweep(queries.subarray(24 * i, 24 * i + 24), set.kind === "edge-edge");
        if ((found !== null) !== (expected[i] === 1)) wrong.push(i);
        if (found === null || Number.isNaN(times[i])) continue;
        expect(found.upper - found.lower).toBeLessThanOrEqual(2 ** -53);
        worst = Math.max(worst, times[i] - found.upper, found.lower - times[i]);
      }
      expect(wrong).toEqual([]);
      expect(worst).toBeLessThan(1e-15);
    });
  }
});

const peers = resolve(import.meta.dirname, "../../../../shared/data/models/F_peers");

describe.skipIf(!existsSync(peers))("cases of other libraries", () => {
  interface Case {
    name: string;
    t0: number[][];
    t1: number[][];
    expected: boolean;
  }

  // One edge has x ≥ −3·10⁻¹⁸ all the time, the other −5·10⁻⁷: a miss, which the peer's tolerance of 10⁻⁶ counts as a hit.
  const NEAR_MISS = "Slow case 1";

  it("ipc-toolkit: every vertex-face and edge-edge case", () => {
    const cases = JSON.parse(readFileSync(join(peers, "ipc-toolkit_ccd_cases.json"), "utf8")) as {
      vertexFace: Case[];
      edgeEdge: Case[];
    };
    for (const [list, edges] of [
      [cases.vertexFace, false],
      [cases.edgeEdge, true],
    ] as const)
      for (const { name, t0, t1, expected } of list)
        expect(sweep([...t0.flat(), ...t1.flat()], edges) !== null, name).toBe(
          expected && name !== NEAR_MISS,
        );
  });

  it("ccd-sample-queries: every unit test, in fractions", () => {
    let count = 0;
    for (const kind of ["vertex-face", "edge-edge"])
      for (const file of ["data_0_0.csv", "data_0_1.csv"]) {
        const rows = readFileSync(join(peers, "ccd-sample-queries/unit-tests", kind, file), "utf8")
          .trim()
          .split("\n")
          .map((row) => row.split(","));
        for (let i = 0; i < rows.length; i += 8) {
          const eight = rows.slice(i, i + 8);
          const query = eight.flatMap((row) => [0, 2, 4].map((k) => Number(row[k]) / Number(row[k + 1])));
          expect(sweep(query, kind === "edge-edge") !== null, `${kind}/${file} row ${i}`).toBe(
            eight[0][6].trim() === "1",
          );
          count++;
        }
      }
    expect(count).toBeGreaterThan(100);
  });
});
