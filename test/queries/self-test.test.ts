import { describe, expect, it } from "vitest";
import { BATCH } from "../../src/kernels/self-memory-map.ts";
import { createMesh } from "../../src/mesh/triangle-mesh.ts";
import { beginSelfTest, createSelfTest, testCandidates } from "../../src/queries/self/self-test.ts";

const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

describe("testCandidates", () => {
  it("does not confuse two triangles whose slots share a place in memory", () => {
    // More triangles than places: slots 2^17 apart share one. Every second such pair crosses, the others miss.
    const places = 2 ** 17;
    const count = places + BATCH;
    const positions = new Float32Array(9 * count);
    for (let t = 0; t < count; t++) {
      const x = 10 * (t % places);
      const isSecond = t >= places;
      const y = isSecond && t % 2 === 1 ? 5 : 0;
      positions.set(
        isSecond ? [x + 1, y + 1, -1, x + 1, y + 1, 1, x + 2, y + 1, 1] : [x, 0, 0, x + 4, 0, 0, x, 4, 0],
        9 * t,
      );
    }
    const mesh = createMesh({ positions });
    const corners = Uint32Array.from({ length: 3 * count }, (_, c) => c);
    const test = createSelfTest();
    beginSelfTest(test, mesh, corners, 4, IDENTITY, false, 60 * places);
    const candidates = Int32Array.from({ length: 2 * BATCH }, (_, k) => (k >> 1) + (k % 2) * places);
    const hits = new Int32Array(2 * BATCH);
    for (let pass = 0; pass < 2; pass++) {
      expect(testCandidates(test, candidates, BATCH, hits)).toBe(BATCH / 2);
      expect([...hits.subarray(0, 6)]).toEqual([0, places, 2, places + 2, 4, places + 4]);
    }
    expect(test.triangleTests).toBe(2 * BATCH);
  });
});
