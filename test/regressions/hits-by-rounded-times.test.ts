import { describe, expect, it } from "vitest";
import {
  buildAabbTree,
  buildObbTree,
  castRay,
  castRayAll,
  collide,
  createMesh,
  distance,
  findPairs,
  overlapSphere,
  sweepBox,
  sweepSphere,
} from "../../src/index.ts";
import { random } from "../meshes.ts";

// Hits were put in the order of their rounded times: of exact ties a higher triangle could be named. A box that overlaps at the
// start came at 6e-17, and rays with tiny directions or at tiny poses were lost.

function soup(positions: ArrayLike<number>) {
  return buildAabbTree(createMesh({ positions: Float64Array.from(positions) }));
}

const from = random(14);
/** A number whose products round. */
const odd = () => Math.fround(from() * 2 - 1) / 3;

describe("exact ties name the lowest triangle", () => {
  it("rays through a vertex that many triangles share (500 fans, seed 14)", () => {
    for (let fan = 0; fan < 500; fan++) {
      const apex = [odd(), odd(), odd()];
      const positions: number[] = [];
      for (let t = 0; t < 6; t++) positions.push(...apex, odd(), odd(), odd(), odd(), odd(), odd());
      const tree = soup(positions);
      const origin = apex.map((x) => x + 4);
      const direction = apex.map((x, k) => x - origin[k]);
      const isThere = direction.every((d, k) => origin[k] + d === apex[k]);
      if (!isThere) continue;
      const hits = castRayAll(tree, origin, direction);
      const atApex = hits.filter(({ t }) => Math.abs(t - 1) < 1e-9).map(({ triangle }) => triangle);
      expect(atApex).toEqual([0, 1, 2, 3, 4, 5]);
      expect(castRay(tree, origin, direction)!.triangle).toBe(hits[0].triangle);
      for (let i = 1; i < hits.length; i++) expect(hits[i].t).toBeGreaterThanOrEqual(hits[i - 1].t);
    }
  });

  it("boxes that come down on a vertex that many triangles share (500 fans, seed 14)", () => {
    for (let fan = 0; fan < 500; fan++) {
      const apex = [odd(), odd(), odd()];
      const positions: number[] = [];
      for (let t = 0; t < 6; t++) {
        positions.push(...apex);
        for (let k = 0; k < 2; k++) positions.push(odd() * 3, odd() * 3, apex[2] - 1 - from());
      }
      const box = [apex[0] - 0.1, apex[1] - 0.1, apex[2] + 1 / 3, apex[0] + 0.1, apex[1] + 0.1, apex[2] + 1];
      expect(sweepBox(soup(positions), box, [odd() / 9, odd() / 9, -1])!.triangle).toBe(0);
    }
  });
});

describe("a start that overlaps is time 0", () => {
  const positions = [
    1000000, 999998, 999998, 999999.9999980927, 999999.9990234375, 999999.9990234375, 999999.9999980928,
    999999.9990234374, 999999.9990234376,
  ];
  it("sweepBox", () => {
    const box = [
      -1000000000.000001, -1000000002, -999999999, 999999.9999981523, 999999.9366209942, 999999.9366209944,
    ];
    const hit = sweepBox(soup(positions), box, [1000999999.999999, 1001000002.000977, 1000999998.9990234]);
    expect(hit).toMatchObject({ time: 0, normal: null });
  });
  it("sweepSphere", () => {
    const hit = sweepSphere(soup([3, 4, 0, 9, 4, 0, 9, 9, 0]), [0, 0, 0], 5, [1, 1, 0]);
    expect(hit).toMatchObject({ time: 0, normal: null });
  });
});

describe("a contact after the start", () => {
  it("sweepSphere: a triangle that is 1 ulp away is not before one that overlaps", () => {
    const apex = [1 + 2 ** -52, -1 / 3, -2];
    const near = [1, -0.5, 1, 1, 2, -1 / 3];
    const overlapping = [1 + 2 ** -52, 0, 1 + 2 ** -52, 0, 1.9483635341748595, 0.1];
    const tree = soup([...apex, ...near, ...apex, ...overlapping]);
    const [centre, motion] = [
      [0.5, 0.5, 0.1],
      [0.1, 2, 1 / 3],
    ] as const;
    expect(Array.from(overlapSphere(tree, centre, 0.5).triangles)).toEqual([1]);
    expect(sweepSphere(tree, centre, 0.5, motion)).toMatchObject({ triangle: 1, time: 0, normal: null });
    const alone = sweepSphere(soup([...apex, ...near]), centre, 0.5, motion)!;
    expect(alone.time).toBeGreaterThan(0);
    expect(alone.normal).not.toBe(null);
  });
});

describe("the smallest and the largest numbers", () => {
  it("a direction of 1e-310, or of the smallest number", () => {
    for (const z of [1e-310, Number.MIN_VALUE]) {
      const hit = castRay(soup([0, 0, 1, 1, 0, 1, 0, 1, 1]), [0.2, 0.2, 0], [0, 0, z])!;
      expect(hit.t).toBe(Infinity);
      expect(hit.point).toEqual([0.2, 0.2, 1]);
    }
    expect(castRay(soup([0, 0, 1, 1, 0, 1, 0, 1, 1]), [0.2, 0.2, 0], [0, 0, 1e-310], { maxT: 1e308 })).toBe(
      null,
    );
  });

  it("posed rays and sweeps at 1e-300", () => {
    const tree = soup([0, 0, 1, 1, 0, 1, 0, 1, 1]);
    for (const scale of [2 ** -990, 2 ** -1000, 2 ** -1010]) {
      const toWorld = [scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, 1];
      const at = [0.25 * scale, 0.25 * scale, 0];
      expect(castRay(tree, at, [0, 0, 1], { toWorld })!.t).toBe(scale);
      expect(castRay(tree, at, [0, 0, scale], { toWorld })!.t).toBe(1);
      const box = [0, 0, 0, scale / 4, scale / 4, scale / 4];
      expect(sweepBox(tree, box, [0, 0, scale], { toWorld })!.time).toBe(0.75);
      expect(sweepSphere(tree, at, 0, [0, 0, 2 * scale], { toWorld })).not.toBe(null);
    }
  });

  it("OBB trees of meshes at ±2^100", () => {
    const big = 2 ** 100;
    const tree = buildObbTree(
      createMesh({ positions: Float64Array.of(big, big, 0, -big, -big, 1, big, -big, big) }),
    );
    expect(collide(tree, tree)).toBe(true);
    expect(findPairs(tree, tree).count).toBe(1);
    expect(distance(tree, tree)!.distance).toBe(0);
  });
});
