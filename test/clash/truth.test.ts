import { describe, expect, it } from "vitest";
import { type ClashPart, findClashes } from "../../src/clash/index.ts";
import { createMesh } from "../../src/index.ts";
import { readF64, readU32, type TruthMultiBodyCase, truthManifest, truthRoot } from "../truth.ts";

// Exact answers for robots, assemblies and a building.

// The relative error of a distance: a few units in the last place.
const TOLERANCE = 1e-14;

const manifest = truthRoot() === null ? null : truthManifest();

function partsOf({ verts, tris, bodies }: TruthMultiBodyCase): ClashPart[] {
  const [positions, indices] = [readF64(verts), readU32(tris)];
  return bodies.map((body, i) => ({
    // Keys in the order of the indices, so that a has the lesser index.
    key: `${String(i).padStart(5, "0")} ${body.name}`,
    name: body.name,
    group: body.group,
    mesh: createMesh({
      positions: positions.subarray(3 * body.vertexOffset, 3 * (body.vertexOffset + body.vertexCount)),
      indices: indices.subarray(3 * body.triangleOffset, 3 * (body.triangleOffset + body.triangleCount)),
    }),
    toWorld: null,
  }));
}

describe.skipIf(manifest === null)("exact answers for whole scenes", () => {
  // One configuration of each robot, without the largest robots: test/queries/truth.test.ts has all of them, without depths.
  for (const truth of manifest?.multiBodyCases.filter(({ id }) => !/_config[^0]|talos/.test(id)) ?? []) {
    const { id, bodies, onlyCrossGroupPairs, expected } = truth;
    it(`${id}: which of ${bodies.length} parts meet, in how many pairs of triangles, and distances`, () => {
      const parts = partsOf(truth);
      const distances = expected.distances ?? [];
      const farthest = Math.max(0, ...distances.map(([, , distance]) => distance));
      const clearance = farthest * (1 + 2 ** -40);
      const result = findClashes(parts, {
        between: onlyCrossGroupPairs === true,
        touching: "report",
        clearance,
        curves: false,
      });
      const meeting = result.clashes.filter(({ trianglePairs }) => trianglePairs !== 0);
      expect(meeting.map(({ a, b, trianglePairs }) => `${a} ${b}: ${trianglePairs}`).sort()).toEqual(
        expected.intersectingBodyPairs.map(([a, b, count]) => `${a} ${b}: ${count}`).sort(),
      );
      const found = new Map(result.clashes.map(({ a, b, distance }) => [`${a} ${b}`, distance?.distance]));
      for (const [a, b, distance] of distances)
        if (distance > 0)
          expect(Math.abs(found.get(`${a} ${b}`)! / distance - 1), `${a} ${b}`).toBeLessThan(TOLERANCE);
    });
  }
});
