import { expect, it } from "vitest";
import { findClashes } from "../../src/clash/find-clashes.ts";
import { createTorus } from "../../src/mesh/primitives/torus.ts";
import { collide } from "../../src/queries/pairs/collide.ts";
import { buildAabbTree } from "../../src/trees/build-aabb.ts";
import { expectPairs } from "../../src/trees/copy-policy.ts";
import { describeKernels, runsDuring } from "../kernels.ts";

const aside = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.7, 0.1, 0.2, 1);
const torus = () => createTorus({ majorRadius: 1, minorRadius: 0.4, majorSegments: 24, minorSegments: 12 });

describeKernels("copies of trees for pair queries", () => {
  it("are made for the second query", () => {
    const [a, b] = [buildAabbTree(torus()), buildAabbTree(torus())];
    const ask = () => collide(a, b, { bToWorld: aside });
    expect([runsDuring("pairs", ask), runsDuring("pairs", ask)]).toEqual([0, 1]);
  });

  it("are made for the first query where more are expected", () => {
    const [a, b] = [buildAabbTree(torus()), buildAabbTree(torus())];
    expectPairs(a);
    expectPairs(b);
    expect(runsDuring("pairs", () => collide(a, b, { bToWorld: aside }))).toBe(1);
  });

  it("are made for the first pair of a search for clashes", () => {
    const parts = [
      { key: "a", mesh: torus() },
      { key: "b", mesh: torus(), toWorld: aside },
    ];
    let clashes = 0;
    const runs = runsDuring("pairs", () => {
      clashes = findClashes(parts, { depth: "none", curves: false }).clashes.length;
    });
    expect(clashes).toBe(1);
    expect(runs).toBeGreaterThan(0);
  });
});
