import { describe, expect, it } from "vitest";
import {
  type ArticulatedBody,
  createArticulatedBody,
  type Link,
  restValues,
  setPose,
  updateCab,
} from "../../src/articulated.ts";
import { worldBoxesApart } from "../../src/geometry/overlap/world-obb-obb.ts";
import { createBox } from "../../src/mesh/primitives/index.ts";
import { updateAabbFromCorners, updateAabbFromVertices, updateObb } from "../../src/papers.ts";
import {
  type BoxKind,
  createLinkCandidates,
  findLinkCandidates,
  findOwnLinkCandidates,
} from "../../src/queries/articulated/link-candidates.ts";
import { OBB_STRIDE } from "../../src/trees/layout.ts";
import { random } from "../meshes.ts";

const limb = createBox({ size: [3, 1, 1] });

function chain(count: number): Link[] {
  return Array.from({ length: count }, (_, i) => ({
    name: `${i}`,
    mesh: limb,
    parent: i === 0 ? null : `${i - 1}`,
    joint: {
      type: i === 0 ? "free" : "ball",
      origin: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, i === 0 ? 0 : 3, 0, 0, 1],
    },
  }));
}

const METHODS: [string, BoxKind, (body: ArticulatedBody) => void][] = [
  ["cab", "oriented", updateCab],
  ["obb", "oriented", updateObb],
  ["aabb+", "aligned", updateAabbFromVertices],
  ["aabb*", "aligned", updateAabbFromCorners],
];

function pose(body: ArticulatedBody, seed: number): void {
  const next = random(seed);
  setPose(
    body,
    restValues(body).map((value, i) => value + (i < 3 ? 5 : 1.5) * (next() - 0.5)),
  );
}

/** Link pairs whose leaf boxes overlap, without the hierarchy. */
function byBruteForce(a: ArticulatedBody, b: ArticulatedBody, kind: BoxKind, own: boolean): string[] {
  const found: string[] = [];
  for (let i = 0; i < a.hierarchy.leafCount; i++)
    for (let j = own ? i + 1 : 0; j < b.hierarchy.leafCount; j++) {
      const apart =
        kind === "oriented"
          ? worldBoxesApart(a.boxes, OBB_STRIDE * i, b.boxes, OBB_STRIDE * j, true)
          : [0, 1, 2].some(
              (k) =>
                a.bounds[6 * i + k] > b.bounds[6 * j + 3 + k] ||
                b.bounds[6 * j + k] > a.bounds[6 * i + 3 + k],
            );
      if (!apart) found.push(`${a.hierarchy.links[i]} ${b.hierarchy.links[j]}`);
    }
  return found.sort();
}

function listed({ pairs, count }: { pairs: Int32Array; count: number }): string[] {
  return Array.from({ length: count }, (_, i) => `${pairs[2 * i]} ${pairs[2 * i + 1]}`).sort();
}

describe("link candidates", () => {
  const a = createArticulatedBody(chain(16));
  const b = createArticulatedBody(chain(11));
  const out = createLinkCandidates();
  for (const [name, kind, update] of METHODS)
    it(`are the links whose boxes overlap, between bodies and within one (${name})`, () => {
      let total = 0;
      for (let seed = 0; seed < 60; seed++) {
        pose(a, seed);
        pose(b, 1000 + seed);
        update(a);
        update(b);
        findLinkCandidates(a, b, kind, out);
        expect(listed(out)).toEqual(byBruteForce(a, b, kind, false));
        total += out.count;
        findOwnLinkCandidates(a, kind, out);
        const own = listed(out).map((pair) =>
          pair
            .split(" ")
            .map(Number)
            .sort((x, y) => x - y)
            .join(" "),
        );
        expect(own.sort()).toEqual(byBruteForce(a, a, kind, true));
      }
      expect(total).toBeGreaterThan(50);
    });

  it("CAB and covariance have equal leaves, hence equal candidates", () => {
    for (let seed = 0; seed < 40; seed++) {
      pose(a, seed);
      pose(b, 1000 + seed);
      const lists = [updateCab, updateObb].map((update) => {
        update(a);
        update(b);
        findLinkCandidates(a, b, "oriented", out);
        return listed(out);
      });
      expect(lists[0]).toEqual(lists[1]);
    }
  });

  it("are all pairs of links with the method brute, which has no boxes", () => {
    findLinkCandidates(a, b, "none", out);
    expect(out).toMatchObject({ count: 16 * 11, boxTests: 0 });
    findOwnLinkCandidates(a, "none", out);
    expect(out.count).toBe(120);
  });
});
