import { describe, expect, it } from "vitest";
import { createObstacles } from "../../src/articulated.ts";
import { findClashes } from "../../src/clash/find-clashes.ts";
import { bakePositions } from "../../src/geometry/affine.ts";
import { createBox, createIcosphere, createPlaneGrid, createTorus } from "../../src/mesh/primitives/index.ts";
import type { TriangleMesh } from "../../src/mesh/triangle-mesh.ts";
import { findLinkContacts } from "../../src/queries/articulated/link-contacts.ts";
import { findContacts } from "../../src/queries/contacts/find-contacts.ts";
import { findManifold } from "../../src/queries/manifold/find-manifold.ts";
import { overlapDepth } from "../../src/queries/overlap-depth/overlap-depth.ts";
import { buildObbTree } from "../../src/queries/pairs/obb-trees.ts";
import { penetration } from "../../src/queries/penetration/penetration.ts";
import { castRayAll } from "../../src/queries/shapes/cast-ray.ts";
import { sweepBox } from "../../src/queries/shapes/sweep-box.ts";
import { sweepSphere } from "../../src/queries/shapes/sweep-sphere.ts";
import { buildAabbTree } from "../../src/trees/build-aabb.ts";
import { rotation } from "../poses.ts";

// Every normal or direction of a pair points from a to b, along which b has to move to leave a. Here b lies above a.

const UP = [0, 0, 1];
const at = (x: number, y: number, z: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
const box = createBox();

type Directions = (a: TriangleMesh, b: TriangleMesh, bToWorld: number[]) => ArrayLike<number>[];

const linkDirections =
  (depth: "search" | "hulls"): Directions =>
  (a, b, bToWorld) =>
    findLinkContacts(
      createObstacles([{ name: "a", mesh: a, toWorld: at(0, 0, 0) }]),
      createObstacles([{ name: "b", mesh: b, toWorld: bToWorld }]),
      { depth },
    ).map(({ normal }) => normal);

const ALL: [string, Directions][] = [
  [
    "regions of findContacts",
    (a, b, bToWorld) =>
      findContacts(buildAabbTree(a), buildAabbTree(b), { bToWorld }).regions.map(({ normal }) => normal),
  ],
  [
    "regions of findManifold",
    (a, b, bToWorld) => {
      const { count, normals } = findManifold(buildAabbTree(a), buildAabbTree(b), { bToWorld });
      return Array.from({ length: count }, (_, r) => normals.slice(3 * r, 3 * r + 3));
    },
  ],
  [
    "penetration",
    (a, b, bToWorld) => [penetration(buildAabbTree(a), buildAabbTree(b), { bToWorld })!.direction],
  ],
  [
    "penetration of OBB trees",
    (a, b, bToWorld) => [penetration(buildObbTree(a), buildObbTree(b), { bToWorld })!.direction],
  ],
  ["findLinkContacts", linkDirections("search")],
  ["findLinkContacts by hulls", linkDirections("hulls")],
  [
    "overlapDepth",
    (a, b, bToWorld) => [overlapDepth(buildAabbTree(a), buildAabbTree(b), { bToWorld })!.direction],
  ],
  [
    "the depth of a clash",
    (a, b, toWorld) =>
      findClashes([
        { key: "a", mesh: a },
        { key: "b", mesh: b, toWorld },
      ]).clashes.map(({ depth }) => depth!.direction),
  ],
];

const SINKING: [string, TriangleMesh, TriangleMesh, number[]][] = [
  ["a box into a box", box, box, at(0.1, 0.05, 0.9)],
  ["a ball into a box", box, createIcosphere({ subdivisions: 2 }), at(0.1, 0, 1.3)],
  [
    "a ring, which is not convex, into a box",
    createBox({ size: 4 }),
    createTorus({ majorSegments: 12, minorSegments: 8 }),
    at(0, 0.05, 2.2),
  ],
];

describe.each(ALL)("%s", (_, directionsOf) => {
  it.each(SINKING)(
    "points from a to b, and is reversed when they change places: %s",
    (_name, a, b, bToWorld) => {
      const [, , , , , , , , , , , , x, y, z] = bToWorld as [...number[]];
      for (const [directions, sign] of [
        [directionsOf(a, b, bToWorld), 1],
        [directionsOf(b, a, at(-x, -y, -z)), -1],
      ] as const) {
        expect(directions.length).toBeGreaterThan(0);
        for (const direction of directions) {
          expect(sign * direction[2]).toBeGreaterThan(0.5);
          expect(Math.hypot(direction[0], direction[1], direction[2])).toBeCloseTo(1, 9);
        }
      }
    },
  );
});

describe("findContacts", () => {
  it("gives each pair of triangles a normal from a to b: areas, curves and points", () => {
    for (const z of [1, 0.999]) {
      const { normals, kinds } = findContacts(buildAabbTree(box), buildAabbTree(box), {
        bToWorld: at(0.2, 0.1, z),
      });
      // Between two sides the normal is level; none points down.
      for (let i = 0; i < kinds.length; i++) expect(normals[3 * i + 2]).toBeGreaterThanOrEqual(-1e-15);
      expect(normals.some((x, i) => i % 3 === 2 && x > 0.7)).toBe(true);
    }
    const tip = rotation([Math.cos(0.5), Math.sin(0.5), 0, 0], [0, 0, 0]);
    const ball = createIcosphere({ subdivisions: 0 });
    const low = Math.min(...bakePositions(ball.positions, tip).filter((_, i) => i % 3 === 2));
    const { regions } = findContacts(buildAabbTree(box), buildAabbTree(ball), {
      bToWorld: [...tip.slice(0, 12), 0, 0, 0.5 - low, 1],
    });
    expect(regions).toHaveLength(1);
    expect(regions[0].normal[2]).toBeGreaterThan(0.5);
  });
});

describe("open links", () => {
  it("findLinkContacts gives a normal from a to b by their winding, and no depth", () => {
    const floor = createPlaneGrid({ width: 4, depth: 4, columns: 3, rows: 3 }); // faces +y
    const lie = [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1]; // now +z
    const [contact] = findLinkContacts(
      createObstacles([{ name: "a", mesh: floor, toWorld: lie }]),
      createObstacles([{ name: "b", mesh: box, toWorld: at(0, 0, 0.4) }]),
    );
    expect(contact).toMatchObject({ depth: null, kind: "unknown" });
    expect(contact.normal[2]).toBeGreaterThan(0.5);
  });
});

describe("queries about one mesh", () => {
  it("sweeps give a normal from the triangle to the shape that moves", () => {
    const tree = buildAabbTree(box);
    const down = [0, 0, -4];
    expect(sweepBox(tree, [-0.1, -0.1, 2, 0.1, 0.1, 2.2], down)!.normal).toEqual(UP);
    const hit = sweepSphere(tree, [0.1, 0.05, 3], 0.5, down)!;
    for (let axis = 0; axis < 3; axis++) expect(hit.normal![axis]).toBeCloseTo(UP[axis], 12);
  });

  it("rays give the normal of the triangle, wherever they come from", () => {
    const tree = buildAabbTree(box);
    for (const direction of [
      [0, 0, -1],
      [0, 0, 1],
    ]) {
      const top = castRayAll(tree, [0.1, 0.05, -2 * direction[2]], direction).find(
        ({ point }) => point[2] > 0,
      )!;
      expect(top.normal).toEqual(UP);
    }
  });
});
