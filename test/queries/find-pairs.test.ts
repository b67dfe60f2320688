import { describe, expect, it } from "vitest";
import { buildAabbTree, findPairs } from "../../src/index.ts";
import { createBox, createTorus } from "../../src/mesh/primitives/index.ts";

const box = buildAabbTree(createBox());
const torus = buildAabbTree(createTorus({ majorSegments: 30, minorSegments: 20 }));
const turned = [0.8, 0.6, 0, 0, -0.6, 0.8, 0, 0, 0, 0, 1, 0, 0.9, 0.1, 0.3, 1];

describe("findPairs", () => {
  it("returns each pair once, sorted by (a, b)", () => {
    const { count, pairs } = findPairs(torus, torus, { bToWorld: turned });
    expect(pairs.length).toBe(2 * count);
    expect(count).toBeGreaterThan(50);
    for (let i = 1; i < count; i++) {
      const [a, b, nextA, nextB] = [pairs[2 * i - 2], pairs[2 * i - 1], pairs[2 * i], pairs[2 * i + 1]];
      expect(nextA > a || (nextA === a && nextB > b)).toBe(true);
    }
  });

  it("finds all touching pairs where two cubes share a face: the two triangles of each side and their neighbours", () => {
    const { pairs, count } = findPairs(box, box, {
      bToWorld: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1],
    });
    expect(count).toBeGreaterThanOrEqual(4);
    expect(new Set(pairs).size).toBeGreaterThan(2);
  });

  it("returns no pairs for models that are apart", () => {
    const { count, pairs } = findPairs(box, box, {
      bToWorld: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 9, 0, 0, 1],
    });
    expect(count).toBe(0);
    expect(pairs.length).toBe(0);
  });

  it("writes into an earlier result, and reuses its memory if it suffices", () => {
    const into = findPairs(box, box, { into: null });
    const first = findPairs(torus, torus, { bToWorld: turned, into });
    expect(first).toBe(into);
    const { storage } = into;
    const pairs = [...into.pairs];
    findPairs(box, box, { into });
    expect(into.storage).toBe(storage);
    findPairs(torus, torus, { bToWorld: turned, into });
    expect(into.storage).toBe(storage);
    expect([...into.pairs]).toEqual(pairs);
  });

  it("gives equal results for equal calls, in the result's own memory", () => {
    const first = findPairs(torus, torus, { bToWorld: turned });
    const second = findPairs(torus, torus, { bToWorld: turned });
    expect(second).toEqual(first);
    expect(second.pairs.buffer).not.toBe(first.pairs.buffer);
  });

  it("counts equal box tests in all units: one model in millimetres, its pose scaling to metres", () => {
    const big = createTorus({ majorRadius: 1024, minorRadius: 409.6, majorSegments: 30, minorSegments: 20 });
    const millimetres = turned.map((value, i) => (i < 12 && i % 4 < 3 ? value / 1024 : value));
    const scaled = findPairs(torus, buildAabbTree(big), { bToWorld: millimetres });
    const plain = findPairs(torus, torus, { bToWorld: turned });
    expect(scaled.stats.boxTests).toBeLessThan(1.1 * plain.stats.boxTests);
    expect(scaled.stats.boxTests).toBeGreaterThan(0.9 * plain.stats.boxTests);
  });
});
