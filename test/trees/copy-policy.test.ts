import { expect, it } from "vitest";
import { findClashes } from "../../src/clash/find-clashes.ts";
import { bakePositions } from "../../src/geometry/affine.ts";
import { createBox } from "../../src/mesh/primitives/box.ts";
import { createTorus } from "../../src/mesh/primitives/torus.ts";
import { createMesh } from "../../src/mesh/triangle-mesh.ts";
import { collide } from "../../src/queries/pairs/collide.ts";
import { buildAabbTree } from "../../src/trees/build-aabb.ts";
import { expectPairs } from "../../src/trees/copy-policy.ts";
import { describeKernels, runsDuring } from "../kernels.ts";
import { rotation } from "../poses.ts";

const aside = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.7, 0.1, 0.2, 1);
const torus = () => createTorus({ majorRadius: 1, minorRadius: 0.4, majorSegments: 24, minorSegments: 12 });

describeKernels("copies of trees for pair queries", () => {
  it("are made for the second query", () => {
    const [a, b] = [buildAabbTree(torus()), buildAabbTree(torus())];
    const ask = () => collide(a, b, { bToWorld: aside });
    expect([runsDuring("pairs", ask), runsDuring("pairs", ask)]).toEqual([0, 1]);
  });

  it("are made for the second query of a tree with itself", () => {
    const tree = buildAabbTree(torus());
    const ask = () => collide(tree, tree, { bToWorld: aside });
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

  it("are made for the first pair of a search for clashes, of framed boxes as well", () => {
    const { positions, indices } = createBox({ size: [8, 1, 1], segments: 8 });
    const turned = rotation([4, 1, 2, 3]);
    const beam = () => createMesh({ positions: bakePositions(positions, turned), indices });
    expect(buildAabbTree(beam()).frame).toBeTruthy();
    // Parallel beams: their boxes meet, one query finds that they do not.
    const [x, y, z] = [4, 5, 6].map((i) => 1.5 * turned[i]);
    const beside = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1);
    const parts = [
      { key: "a", mesh: beam() },
      { key: "b", mesh: beam(), toWorld: beside },
    ];
    let checked = 0;
    const runs = runsDuring("pairs", () => {
      checked = findClashes(parts).counts.checked;
    });
    expect([checked, runs]).toEqual([1, 1]);
  });
});
