import fc from "fast-check";
import { expect, it } from "vitest";
import { createMesh } from "../../src/mesh/triangle-mesh.ts";
import { createFlatStars, findFlatStars } from "../../src/queries/impact/flat-stars.ts";
import { selfTimeOfImpactByBruteForce } from "../../src/reference/index.ts";
import { random } from "../meshes.ts";
import { randomCases } from "../random-cases.ts";

// (1) where a star is said to stay flat, its triangles never meet beyond their common corner or edge (2) a star that goes around twice, an open
// fan and one that turns over is not flat (3) the stars of a sheet that waves are flat, but for its border.

/** Vertex 0, and `count` corners that go around it `turns` times; heights and radii are random. */
function ring(count: number, turns: number, heights: number, seed: number): Float64Array {
  const next = random(seed);
  const positions = new Float64Array(3 * (count + 1));
  for (let i = 0; i < count; i++) {
    const angle = (2 * Math.PI * turns * (i + 0.4 * next())) / count;
    const radius = 0.5 + next();
    const height = heights * (next() - 0.5);
    positions.set([radius * Math.cos(angle), radius * Math.sin(angle), height], 3 * (i + 1));
  }
  return positions;
}

function fan(count: number, isClosed: boolean): Uint32Array {
  const triangles: number[] = [];
  for (let i = 1; i <= (isClosed ? count : count - 1); i++) triangles.push(0, i, i === count ? 1 : i + 1);
  return Uint32Array.from(triangles);
}

function isFlat(triangles: Uint32Array, start: Float64Array, end: Float64Array): boolean {
  const stars = createFlatStars(triangles, start.length / 3);
  findFlatStars(stars, triangles, start, end);
  return stars.isFlat[0] === 1;
}

it("(1) triangles of a star that stays flat do not meet, by brute force (seed 70)", () => {
  let flat = 0;
  let meeting = 0;
  fc.assert(
    fc.property(
      fc.integer({ min: 3, max: 9 }),
      fc.integer({ min: 1, max: 2 }),
      fc.integer({ min: 0, max: 1e6 }),
      fc.constantFrom(0, 0.5, 2, 6),
      fc.constantFrom(0.1, 0.5, 1, 2),
      (count, turns, seed, heights, speed) => {
        const start = ring(count, turns, heights, seed);
        const next = random(seed + 1);
        const end = start.map((x) => x + speed * (next() - 0.5));
        const indices = fan(count, true);
        const mesh = createMesh({ positions: start, indices });
        const impact = selfTimeOfImpactByBruteForce({ mesh, positionsAtEnd: end });
        if (impact !== null) meeting++;
        if (!isFlat(indices, start, end)) return;
        flat++;
        expect(impact).toBeNull();
      },
    ),
    { numRuns: randomCases(150), seed: 70 },
  );
  expect(flat).toBeGreaterThan(30);
  expect(meeting).toBeGreaterThan(30);
});

it("(2) a star of two turns, an open fan, and a star that turns over on its way are not flat", () => {
  for (let seed = 0; seed < 20; seed++) {
    const twice = ring(9, 2, 0, seed);
    expect(isFlat(fan(9, true), twice, twice)).toBe(false);
    const once = ring(7, 1, 0, seed);
    expect(isFlat(fan(7, true), once, once)).toBe(true);
    expect(isFlat(fan(7, false), once, once)).toBe(false);
    // All corners pass through the centre: half a turn later they are in order again.
    const through = once.map((x) => -x);
    expect(isFlat(fan(7, true), through, through)).toBe(true);
    expect(isFlat(fan(7, true), once, through)).toBe(false);
  }
});

it("(3) all inner vertices of a waving sheet are flat, none of its border", () => {
  const side = 12;
  const sheet = (height: number) =>
    Float64Array.from({ length: 3 * side * side }, (_, i) => {
      const [x, z] = [Math.floor(i / 3) % side, Math.floor(i / 3 / side)];
      return i % 3 === 0 ? x : i % 3 === 1 ? height * Math.sin(x + z / 2) : z;
    });
  const corners: number[] = [];
  const inner: number[] = [];
  for (let z = 0; z < side - 1; z++)
    for (let x = 0; x < side - 1; x++) {
      const v = side * z + x;
      corners.push(v, v + side, v + 1, v + 1, v + side, v + side + 1);
      if (x > 0 && z > 0) inner.push(v);
    }
  const triangles = Uint32Array.from(corners);
  const stars = createFlatStars(triangles, side * side);
  findFlatStars(stars, triangles, sheet(0.2), sheet(-0.4));
  const flat = [...stars.isFlat.keys()].filter((v) => stars.isFlat[v] === 1);
  expect(flat).toEqual(inner);
});
