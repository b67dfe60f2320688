import { expect, it } from "vitest";
import { closeSelfKernels, openSelfKernels } from "../../src/kernels/self-kernels.ts";
import { CANDIDATES, MODEL, NEIGHBOUR_BYTES, NON_NEIGHBOURS } from "../../src/kernels/self-memory-map.ts";
import { hasRoom } from "../../src/kernels/wasm-memory.ts";
import { describeKernels } from "../kernels.ts";

const MEBIBYTE = 2 ** 20;

// test/queries/descend-self-simd.test.ts compares the kernels with the plain descent.
describeKernels("the self-collision kernels", () => {
  it("keep their memory for the next query, and give a large one back", () => {
    const kernels = openSelfKernels()!;
    closeSelfKernels(kernels);
    expect(openSelfKernels()).toBe(kernels);
    expect(hasRoom(kernels.memory, 65 * MEBIBYTE)).toBe(true);
    closeSelfKernels(kernels);
    const next = openSelfKernels()!;
    expect(next.memory.buffer.byteLength).toBeLessThan(2 * MODEL);
    closeSelfKernels(next);
  });

  it("tell neighbours from other candidates by vertex numbers, in every rotation", () => {
    const kernels = openSelfKernels()!;
    expect(hasRoom(kernels.memory, MODEL + 4096)).toBe(true);
    const { buffer } = kernels.memory;
    const floats = new Float32Array(buffer);
    const ints = new Int32Array(buffer);
    const [corners, positions, triangles, degenerate] = [MODEL, MODEL + 64, MODEL + 512, MODEL + 2048];
    // Flat, and on each other: planes tell no two of them apart.
    floats.set([0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, 0, 3, 1, 0, 1, 2, 0], positions >> 2);
    const meshes: [second: number[], common: number][] = [
      [[3, 4, 5], 0],
      [[0, 4, 5], 1],
      [[1, 4, 5], 1],
      [[0, 1, 5], 2],
      [[2, 1, 5], 2],
      [[2, 0, 1], 3],
      [[1, 0, 2], 3],
    ];
    for (const [second, common] of meshes)
      for (let turn = 0; turn < 3; turn++) {
        ints.set([0, 1, 2, ...second.map((_, k) => second[(k + turn) % 3])], corners >> 2);
        expect(kernels.makeTriangles(triangles, 2, corners, positions, degenerate)).toBe(0);
        for (let fewestExcluded = 1; fewestExcluded <= 4; fewestExcluded++) {
          ints.set([0, 1], CANDIDATES >> 2);
          const nonNeighbours = kernels.testPlanes(8, triangles, fewestExcluded);
          const isCounted = common < fewestExcluded;
          expect(nonNeighbours).toBe(isCounted && common === 0 ? 8 : 0);
          expect(ints[NEIGHBOUR_BYTES >> 2]).toBe(isCounted && common > 0 ? 12 : 0);
          if (nonNeighbours > 0)
            expect([...ints.subarray(NON_NEIGHBOURS >> 2, (NON_NEIGHBOURS >> 2) + 2)]).toEqual([0, 1]);
        }
      }
    closeSelfKernels(kernels);
  });
});
