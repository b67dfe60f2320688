import { describe, expect, it } from "vitest";
import { buildAabbTree, type TriangleMesh } from "../../src/index.ts";
import { createSelfLayerCache, sortSelf } from "../../src/queries/self/sort-self.ts";
import { findBoxPairsByBruteForce } from "../../src/reference/index.ts";
import { latticeSoup, random, randomSoup, smallTorus } from "../meshes.ts";

const MESHES: Record<string, () => TriangleMesh> = {
  "a torus": () => smallTorus(24, 12),
  "random soup": () => randomSoup(81, 500, 0.3),
  "lattice soup": () => latticeSoup(82, 200, 6),
};

/** Every pair of triangles whose boxes overlap, by their definition; triangle numbers. */
function expectedPairs({ positions, indices, triangleCount }: TriangleMesh): string[] {
  const boxes = new Float64Array(6 * triangleCount);
  for (let t = 0; t < triangleCount; t++)
    for (let k = 0; k < 3; k++) {
      const values = [0, 1, 2].map((c) => positions[3 * (indices?.[3 * t + c] ?? 3 * t + c) + k]);
      boxes[6 * t + k] = Math.min(...values);
      boxes[6 * t + 3 + k] = Math.max(...values);
    }
  const pairs = findBoxPairsByBruteForce(boxes);
  return Array.from({ length: pairs.length / 2 }, (_, i) => `${pairs[2 * i]} ${pairs[2 * i + 1]}`);
}

describe("sortSelf", () => {
  it.each(Object.keys(MESHES))(
    "visits each pair of overlapping boxes once, frame by frame: %s (seed 83)",
    (name) => {
      const mesh = MESHES[name]();
      const tree = buildAabbTree(mesh);
      const cache = createSelfLayerCache();
      const next = random(83);
      for (let frame = 0; frame < 6; frame++) {
        const found: string[] = [];
        const end = sortSelf(tree, 0, "lists", cache, (candidates, count) => {
          expect(count).toBeLessThanOrEqual(2048);
          for (let k = 0; k < 2 * count; k += 2) {
            const [i, j] = [tree.triangles[candidates[k]], tree.triangles[candidates[k + 1]]];
            found.push(`${Math.min(i, j)} ${Math.max(i, j)}`);
          }
          return false;
        });
        expect(end).toBe(false);
        expect(found.sort()).toEqual(expectedPairs(mesh).sort());
        for (let i = 0; i < mesh.positions.length; i++)
          mesh.positions[i] += name === "lattice soup" ? Math.round(next() - 0.3) : 0.05 * (next() - 0.5);
      }
    },
  );

  it("includes pairs up to the margin apart, and stops when visit returns true", () => {
    const tree = buildAabbTree(smallTorus(24, 12));
    const count = (margin: number) => {
      let pairs = 0;
      sortSelf(tree, margin, "lists", createSelfLayerCache(), (_, more) => {
        pairs += more;
        return false;
      });
      return pairs;
    };
    expect(count(0.01)).toBeGreaterThan(count(0));
    const n = tree.triangles.length;
    expect(count(100)).toBe((n * (n - 1)) / 2);
    let batches = 0;
    expect(sortSelf(tree, 100, "lists", createSelfLayerCache(), () => ++batches === 2)).toBe(true);
    expect(batches).toBe(2);
  });
});
