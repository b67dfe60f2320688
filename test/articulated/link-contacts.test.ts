import { describe, expect, it } from "vitest";
import {
  type ArticulatedBody,
  type BodyCache,
  type BodyStats,
  createArticulatedBody,
  createObstacles,
  findLinkContacts,
  findLinkPairs,
  type LinkContact,
  setLinkPoses,
} from "../../src/articulated.ts";
import { createMesh, penetration } from "../../src/index.ts";
import { createBox, createIcosphere, createTorus } from "../../src/mesh/primitives/index.ts";
import type { TriangleMesh } from "../../src/mesh/triangle-mesh.ts";
import { rotation } from "../poses.ts";
import { chain, limb, moved, poseAtRandom } from "./bodies.ts";

const cube = createBox({ size: 2 });
const ball = createIcosphere({ subdivisions: 2 });
const torus = createTorus({ majorSegments: 12, minorSegments: 6 });

function one(mesh: TriangleMesh, toWorld: number[] = moved(0)): ArticulatedBody {
  return createObstacles([{ name: "it", mesh, toWorld }]);
}

function contactOf(a: ArticulatedBody, b: ArticulatedBody): LinkContact | undefined {
  return findLinkContacts(a, b)[0];
}

describe("contacts of links", () => {
  it("have the depth and direction of penetration for convex links (seeds 0 … 14)", () => {
    const a = createArticulatedBody(chain(6, [limb, ball]));
    const b = createArticulatedBody(chain(4, [ball, limb], 2));
    const cache: BodyCache = {};
    let count = 0;
    for (let seed = 0; seed < 15; seed++) {
      poseAtRandom(a, seed);
      poseAtRandom(b, 90 + seed);
      const contacts = findLinkContacts(a, b);
      const { pairs } = findLinkPairs(a, b, { solids: true, method: "brute" });
      expect(contacts.flatMap(({ linkA, linkB }) => [linkA, linkB])).toEqual([...pairs]);
      for (const { linkA, linkB, depth, normal, kind, lowerBound } of contacts) {
        count++;
        const poses = { aToWorld: a.linkPoses[linkA], bToWorld: b.linkPoses[linkB] };
        const expected = penetration(a.trees[linkA]!, b.trees[linkB]!, poses)!;
        expect(kind).toBe("exact");
        expect(depth).toBeCloseTo(expected.depth, 11);
        expect(lowerBound).toBeCloseTo(expected.depth, 11);
        expect(Math.hypot(...normal)).toBeCloseTo(1, 12);
      }
      expect(findLinkContacts(a, b, { cache }).map(({ depth }) => depth!.toFixed(9))).toEqual(
        contacts.map(({ depth }) => depth!.toFixed(9)),
      );
    }
    expect(count).toBeGreaterThan(8);
  });

  it("are 0 deep where links only touch, by the triangles and not by GJK", () => {
    const stats = {} as BodyStats;
    const [contact] = findLinkContacts(one(cube), one(cube, moved(2, 0.3)), { stats });
    expect(contact).toMatchObject({ depth: 0, kind: "exact" });
    expect(stats.triangleTests).toBeGreaterThan(0);
    expect(findLinkContacts(one(cube), one(cube, moved(2 + 2 ** -51, 0.3)))).toEqual([]);
  });

  it("are known without triangles where convex links are deep in each other or well apart", () => {
    const stats = {} as BodyStats;
    expect(findLinkContacts(one(cube), one(cube, moved(1.5)), { stats })[0].depth).toBeCloseTo(0.5, 12);
    expect(stats).toMatchObject({ candidates: 1, triangleTests: 0, falseAlarms: 0 });
    const corner = rotation([1, 0.2, 0.4, 0.6], [2.3, 2, 1.4]);
    findLinkContacts(one(cube), one(cube, corner), { stats, method: "brute" });
    expect(stats).toMatchObject({ candidates: 1, triangleTests: 0, falseAlarms: 1, hullsApart: 1 });
  });

  it("include a link inside another", () => {
    const hall = one(createBox({ size: 20 }));
    expect(contactOf(hall, one(cube, moved(8)))).toMatchObject({ kind: "exact" });
    expect(contactOf(hall, one(cube, moved(8)))!.depth).toBeCloseTo(3, 12);
  });

  it("part links that are not convex when b moves by depth · normal, and call the depth a bound", () => {
    const a = one(torus);
    const b = one(torus, rotation([1, 0.5, 0.3, 0.1], [1.1, 0.2, 0.3]));
    const contact = contactOf(a, b)!;
    expect(contact.kind).toBe("upper-bound");
    expect(contact.depth).toBeGreaterThan(0);
    expect(contact.lowerBound).toBeLessThanOrEqual(contact.depth!);
    const poses = b.linkToWorld.slice();
    for (let k = 0; k < 3; k++) poses[16 + 12 + k] += 1.000001 * contact.depth! * contact.normal[k];
    setLinkPoses(b, poses);
    expect(findLinkPairs(a, b).count).toBe(0);
    // A ball in the hole of a ring is within its hull, and does not touch it.
    expect(contactOf(a, one(createIcosphere({ radius: 0.4, subdivisions: 2 })))).toBeUndefined();
  });

  it("found by hulls are upper bounds, too, for links that are not convex", () => {
    const a = one(torus);
    const pose = rotation([1, 0.5, 0.3, 0.1], [1.6, 0.2, 0.3]);
    const b = one(torus, pose);
    const [contact] = findLinkContacts(a, b, { depth: "hulls" });
    expect(contact).toMatchObject({ kind: "upper-bound", lowerBound: 0 });
    expect(contact.depth).toBeGreaterThanOrEqual(contactOf(a, b)!.depth! - 1e-9);
    const free = pose.map((x, i) =>
      i > 11 && i < 15 ? x + 1.000001 * contact.depth! * contact.normal[i - 12] : x,
    );
    expect(findLinkContacts(a, one(torus, free))).toEqual([]);
    const [byPatches] = findLinkContacts(a, b, { depth: "patches" });
    expect(byPatches.kind).toBe("upper-bound");
    expect(byPatches.lowerBound).toBeGreaterThan(0);
    expect(byPatches.depth).toBeLessThanOrEqual(contact.depth! + 1e-9);
    expect(byPatches.lowerBound).toBeLessThanOrEqual(contactOf(a, b)!.depth!);
    expect(() => findLinkContacts(a, b, { depth: "none" as never })).toThrow(
      'depth: none is not "search", "hulls" or "patches"',
    );
  });

  it("have a normal and no depth, never 0, for an open link", () => {
    const sheet = createMesh({ positions: Float32Array.of(3, -3, 0.9, -3, -3, 0.9, 0, 4, 0.9) });
    const contact = contactOf(one(ball), one(sheet))!;
    expect(contact).toMatchObject({ depth: null, kind: "unknown", lowerBound: 0 });
    expect(contact.normal[2]).toBeGreaterThan(0.5);
    expect(contact.pointA[2]).toBeCloseTo(0.9, 6);
  });
});
