import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allocateTree } from "../../src/trees/buffer.ts";
import { buildAabbTree } from "../../src/trees/build-aabb.ts";
import {
  AABB_COUNT,
  AABB_LINK,
  AABB_SIZE,
  OBB_AXES,
  OBB_CENTRE,
  OBB_COUNT,
  OBB_HALF,
  OBB_LINK,
  type ObbTree,
} from "../../src/trees/layout.ts";
import { validateTree } from "../../src/trees/validate.ts";
import { randomSoup, smallTorus } from "../meshes.ts";
import { randomCases } from "../random-cases.ts";

/** One oriented box around everything. */
function singleObb(): ObbTree {
  const mesh = randomSoup(1, 5);
  const tree = allocateTree("obb", mesh, 1, 1);
  tree.nodes.set([0.5, 0.5, 0.5], OBB_CENTRE);
  tree.nodes.set([1, 1, 1], OBB_HALF);
  tree.nodes.set([1, 0, 0, 0, 1, 0, 0, 0, 1], OBB_AXES);
  tree.links[OBB_LINK] = ~0;
  tree.links[OBB_COUNT] = 5;
  tree.triangles.forEach((_, slot) => {
    tree.triangles[slot] = slot;
    tree.corners.set([3 * slot, 3 * slot + 1, 3 * slot + 2], 3 * slot);
  });
  return tree;
}

describe("validateTree", () => {
  it("names the node or slot and what is wrong with it", () => {
    const damage = (edit: (tree: ReturnType<typeof buildAabbTree>) => void) => {
      const tree = buildAabbTree(smallTorus());
      edit(tree);
      return validateTree(tree)[0];
    };
    expect(damage(() => {})).toBeUndefined();
    expect(damage((tree) => (tree.links[AABB_LINK] = 0))).toMatch(
      /^node 0: children at 0, expected after it/,
    );
    expect(damage((tree) => (tree.links[AABB_LINK] = 1e9))).toMatch(/^node 0: children at 1000000000/);
    expect(damage((tree) => (tree.links[AABB_LINK] = 3))).toMatch(/expected|reached/);
    expect(damage((tree) => (tree.triangles[4] = tree.triangles[3]))).toMatch(
      /^slot 4: triangle \d+ is also in an earlier slot/,
    );
    expect(damage((tree) => (tree.triangles[4] = 1e6))).toMatch(
      /^slot 4: triangle 1000000 is not in the mesh/,
    );
    expect(damage((tree) => tree.corners[9]++)).toMatch(/^slot 3: corners .* expected a rotation of/);
    expect(damage((tree) => (tree.nodes[0] -= 1))).toMatch(/^node 0: min x is/);
    expect(damage((tree) => (tree.nodes[AABB_SIZE] += 1))).toMatch(/^node 0: size is/);
    expect(damage((tree) => (tree.nodes[5] = Number.NaN))).toMatch(/^node 0: max z is NaN/);
    expect(damage((tree) => (tree.mesh.positions[0] += 9))).toMatch(/^node \d+: max x is/);
  });

  it("lists at most 20 problems", () => {
    const tree = buildAabbTree(smallTorus());
    tree.triangles.fill(0);
    expect(validateTree(tree).length).toBe(20);
    tree.triangles.fill(0);
    tree.nodes.fill(0);
    expect(validateTree(tree).length).toBeLessThanOrEqual(20);
  });

  it("never throws, whatever the links are (fast-check)", () => {
    const tree = buildAabbTree(randomSoup(2, 12), { leafSize: 1 });
    const intact = tree.links.slice();
    const edit = fc.tuple(
      fc.nat(tree.nodeCount - 1),
      fc.constantFrom(AABB_LINK, AABB_COUNT),
      fc.oneof(fc.integer({ min: -30, max: 30 }), fc.integer()),
    );
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 8 }), (edits) => {
        tree.links.set(intact);
        for (const [node, field, value] of edits) tree.links[8 * node + field] = value;
        expect(validateTree(tree).length).toBeLessThanOrEqual(20);
      }),
      { numRuns: randomCases(125) },
    );
  });

  it("accepts oriented boxes that enclose, and names the vertex that lies outside", () => {
    expect(validateTree(singleObb())).toEqual([]);
    const small = singleObb();
    small.nodes[OBB_HALF + 1] = 0.01;
    expect(validateTree(small)[0]).toMatch(
      /^node 0: vertex \d+ of slot \d+ lies at .* on axis 1, beyond 0.01/,
    );
    const skewed = singleObb();
    skewed.nodes[OBB_AXES + 1] = 0.1;
    expect(validateTree(skewed)).toEqual(["node 0: the axes are not orthonormal"]);
    const broken = singleObb();
    broken.nodes[OBB_CENTRE] = Number.NaN;
    expect(validateTree(broken).length).toBe(1);
  });
});
