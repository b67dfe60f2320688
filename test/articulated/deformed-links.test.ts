import { describe, expect, it } from "vitest";
import {
  type ArticulatedBody,
  type BodyCache,
  type BodyOptions,
  type BoxMethod,
  collideBodies,
  createArticulatedBody,
  createObstacles,
  findLinkContacts,
  findLinkDistances,
  findLinkPairs,
  findLinkTriangles,
  nearestLinks,
  restValues,
  setLinkPoses,
  setPose,
  updateCab,
} from "../../src/articulated.ts";
import {
  buildAabbTree,
  buildObbTree,
  collide,
  createMesh,
  isConvex,
  MeshError,
  OptionError,
  penetration,
  refit,
  type TriangleMesh,
} from "../../src/index.ts";
import { createBox } from "../../src/mesh/primitives/index.ts";
import { updateAabbFromCorners, updateAabbFromVertices, updateObb } from "../../src/papers.ts";
import { findLinkTrianglesByBruteForce } from "../../src/reference/index.ts";
import { refitSwept, restoreTree, saveTree } from "../../src/trees.ts";
import { random } from "../meshes.ts";
import { chain, moved, poseAtRandom } from "./bodies.ts";

// A link deforms like any mesh: its vertices move in place, and `refit` fits its tree. Every query between bodies follows.

const METHODS: BoxMethod[] = ["cab", "obb", "aabb+", "aabb*", "brute"];
const VARIANTS: BodyOptions[] = METHODS.flatMap((method) => [
  { method },
  { method, onDemand: true },
  { method, cache: {} as BodyCache },
]);

/** Distances have neither of the two options. */
function forDistances({ method }: BodyOptions): BodyOptions {
  return { method };
}

function box(): TriangleMesh {
  const { positions, indices } = createBox({ size: [1, 1, 1] });
  return createMesh({ positions: Float64Array.from(positions), indices });
}

/** Two unit boxes three apart, and a third body of four that is far away. */
function scene(): { arm: ArticulatedBody; wall: ArticulatedBody } {
  const arm = createArticulatedBody([
    { name: "base", mesh: box() },
    { name: "hand", mesh: box(), parent: "base", joint: { type: "fixed", origin: moved(0, 5, 0) } },
    { name: "tip", mesh: box(), parent: "hand", joint: { type: "fixed", origin: moved(0, 5, 0) } },
  ]);
  const wall = createObstacles([
    { name: "near", mesh: box(), toWorld: moved(3, 0, 0) },
    { name: "far", mesh: box(), toWorld: moved(30, 0, 0) },
  ]);
  return { arm, wall };
}

/** Draws the box out along x by so much. */
function stretch({ positions }: TriangleMesh, by: number): void {
  for (let i = 0; i < positions.length; i += 3) if (positions[i] > 0) positions[i] += by;
}

function answers(a: ArticulatedBody, b: ArticulatedBody, options: BodyOptions): unknown {
  const { solids: _, ...rest } = options;
  return {
    collide: collideBodies(a, b, options),
    pairs: Array.from(findLinkPairs(a, b, options).pairs),
    triangles: findLinkTriangles(a, b, options).map(({ linkA, linkB, triangles }) => [
      linkA,
      linkB,
      Array.from(triangles.pairs.subarray(0, 2 * triangles.count)),
    ]),
    contacts: findLinkContacts(a, b, rest).map(({ linkA, linkB }) => [linkA, linkB]),
    distances: findLinkDistances(a, b, { ...forDistances(options), maxDistance: 4 }).map((d) => [
      d.linkA,
      d.linkB,
      d.distance,
    ]),
    nearest: nearestLinks(a, b, forDistances(options))?.distance,
  };
}

describe("queries between bodies follow links that deform", () => {
  it.each(VARIANTS)("an arm that grows into a wall, and shrinks again: %o", (options) => {
    const { arm, wall } = scene();
    expect(collideBodies(arm, wall, options)).toBe(false);
    stretch(arm.meshes[0]!, 3);
    refit(arm.trees[0]!);
    const poses = { aToWorld: arm.linkPoses[0], bToWorld: wall.linkPoses[1] };
    expect(collide(arm.trees[0]!, wall.trees[1]!, poses)).toBe(true);
    expect(collideBodies(arm, wall, options)).toBe(true);
    expect(Array.from(findLinkPairs(arm, wall, options).pairs)).toEqual([0, 1]);
    expect(findLinkTriangles(arm, wall, options)).toHaveLength(1);
    expect(findLinkDistances(arm, wall, { ...forDistances(options), maxDistance: 1 })).toMatchObject([
      { linkA: 0, linkB: 1, distance: 0 },
    ]);
    expect(nearestLinks(arm, wall, forDistances(options))).toMatchObject({ linkA: 0, linkB: 1, distance: 0 });
    expect(findLinkContacts(arm, wall, options)).toMatchObject([{ linkA: 0, linkB: 1, depth: 1 }]);
    stretch(arm.meshes[0]!, -3);
    refit(arm.trees[0]!);
    expect(collideBodies(arm, wall, options)).toBe(false);
    expect(nearestLinks(arm, wall, forDistances(options))!.distance).toBe(2);
    expect(findLinkContacts(arm, wall, options)).toEqual([]);
  });

  it.each(VARIANTS)("an obstacle that grows: %o", (options) => {
    const { arm, wall } = scene();
    expect(collideBodies(arm, wall, options)).toBe(false);
    for (let i = 0; i < 3 * 8; i += 3) wall.meshes[2]!.positions[i] -= 29.5;
    refit(wall.trees[2]!);
    expect(Array.from(findLinkPairs(arm, wall, options).pairs)).toEqual([0, 2]);
    expect(nearestLinks(arm, wall, forDistances(options))).toMatchObject({ linkB: 2, distance: 0 });
  });

  it.each(VARIANTS)("links that share a mesh, and a body with itself: %o", (options) => {
    const mesh = box();
    const body = createArticulatedBody([
      { name: "a", mesh },
      { name: "b", mesh, parent: "a", joint: { type: "fixed", origin: moved(0, 5, 0) } },
      { name: "c", mesh, parent: "b", joint: { type: "fixed", origin: moved(4, -5, 0) } },
    ]);
    expect(collideBodies(body, body, options)).toBe(false);
    stretch(mesh, 3.5);
    refit(body.trees[0]!);
    expect(Array.from(findLinkPairs(body, body, options).pairs)).toEqual([0, 2]);
  });

  it("agrees with brute force over all triangles while links deform at random (seeds 0 and 1)", () => {
    for (let seed = 0; seed < 2; seed++) {
      const next = random(seed);
      const own = chain(6).map((link) => ({ ...link, mesh: copyOf(link.mesh!) }));
      const other = chain(4).map((link) => ({ ...link, mesh: copyOf(link.mesh!) }));
      const [a, b] = [createArticulatedBody(own), createArticulatedBody(other)];
      poseAtRandom(a, seed);
      poseAtRandom(b, 100 + seed);
      answers(a, b, {});
      for (let frame = 0; frame < 3; frame++) {
        for (const body of [a, b])
          for (const tree of body.trees) {
            if (next() < 0.5) continue;
            const { positions } = tree!.mesh;
            const by = [next(), next(), next()].map((x) => 0.5 + 2 * x);
            for (let i = 0; i < positions.length; i++) positions[i] = positions[i] * by[i % 3] + next() / 4;
            refit(tree!);
          }
        const truth = findLinkTrianglesByBruteForce(a, b).map(({ linkA, linkB, pairs }) => [
          linkA,
          linkB,
          Array.from(pairs),
        ]);
        const brute = answers(a, b, { method: "brute" });
        expect(brute).toMatchObject({ triangles: truth });
        for (const options of VARIANTS) expect(answers(a, b, options)).toEqual(brute);
      }
    }
  });

  it("follows a tree that is replaced, by a tree of its mesh or of another mesh", () => {
    for (const method of METHODS) {
      const { arm, wall } = scene();
      expect(collideBodies(arm, wall, { method })).toBe(false);
      stretch(arm.meshes[0]!, 3);
      arm.trees[0] = buildAabbTree(arm.meshes[0]!);
      expect(collideBodies(arm, wall, { method })).toBe(true);
      const long = box();
      stretch(long, 6);
      arm.trees[1] = buildAabbTree(long);
      setLinkPoses(arm, [...moved(0, 50, 0), ...moved(-5, 0, 0), ...moved(0, 60, 0)]);
      expect(Array.from(findLinkPairs(arm, wall, { method }).pairs)).toEqual([]);
      setLinkPoses(arm, [...moved(0, 50, 0), ...moved(-3.5, 0, 0), ...moved(0, 60, 0)]);
      expect(Array.from(findLinkPairs(arm, wall, { method }).pairs)).toEqual([1, 1]);
      expect(arm.meshes[1]).toBe(long);
    }
  });

  it("refuses a tree of another kind, and null, where a link has geometry", () => {
    const { arm, wall } = scene();
    arm.trees[1] = buildObbTree(box()) as never;
    expect(() => collideBodies(arm, wall)).toThrow(OptionError);
    expect(() => collideBodies(arm, wall)).toThrow('link "hand"');
    arm.trees[1] = null;
    expect(() => collideBodies(wall, arm)).toThrow(OptionError);
  });

  it("follows refitSwept, and a refit through another tree over its buffer", () => {
    const { arm, wall } = scene();
    const mesh = arm.meshes[0]!;
    const buffer = saveTree(arm.trees[0]!);
    const [first, second] = [restoreTree(buffer, mesh), restoreTree(buffer, mesh)];
    if (first.kind !== "aabb" || second.kind !== "aabb") throw new Error("another kind");
    arm.trees[0] = first;
    expect(findLinkContacts(arm, wall)).toEqual([]);
    stretch(mesh, 3);
    refit(second);
    expect(collideBodies(arm, wall)).toBe(true);
    expect(findLinkContacts(arm, wall)).toMatchObject([{ depth: 1 }]);
    stretch(mesh, -3);
    refitSwept(first, mesh.positions);
    expect(collideBodies(arm, wall)).toBe(false);
    expect(findLinkContacts(arm, wall)).toEqual([]);
  });

  it("the boxes of updateCab, updateObb and both AABB methods enclose the moved vertices", () => {
    for (const update of [updateCab, updateObb, updateAabbFromVertices, updateAabbFromCorners]) {
      const { arm } = scene();
      update(arm);
      stretch(arm.meshes[2]!, 7);
      refit(arm.trees[2]!);
      update(arm);
      const root = arm.hierarchy.nodeCount - 1;
      if (update === updateAabbFromVertices || update === updateAabbFromCorners)
        expect(arm.bounds[6 * root + 3]).toBeGreaterThanOrEqual(7.5);
      else {
        const [x, hx, hy, hz] = [0, 3, 4, 5].map((k) => arm.boxes[16 * root + k]) as [
          number,
          number,
          number,
          number,
        ];
        const axes = [6, 9, 12].map((k) => Math.abs(arm.boxes[16 * root + k]));
        expect(x + hx * axes[0] + hy * axes[1] + hz * axes[2]).toBeGreaterThanOrEqual(7.5);
      }
    }
  });
});

describe("a forgotten refit, where a sampled coordinate has moved,", () => {
  it.each(METHODS)("is an error with the method %s", (method) => {
    const { arm, wall } = scene();
    collideBodies(arm, wall, { method });
    for (let i = 0; i < arm.meshes[1]!.positions.length; i++) arm.meshes[1]!.positions[i] += 0.25;
    for (const ask of [
      collideBodies,
      findLinkPairs,
      findLinkTriangles,
      findLinkContacts,
      findLinkDistances,
      nearestLinks,
    ]) {
      expect(() => ask(arm, wall, { method })).toThrow(MeshError);
      expect(() => ask(wall, arm, { method })).toThrow('link "hand"');
    }
    expect(() => collideBodies(arm, arm, { method })).toThrow("refit(body.trees[1])");
    refit(arm.trees[1]!);
    expect(collideBodies(arm, wall, { method })).toBe(false);
  });

  it("is an error for one link among many: at once at a new pose, within a round of queries at an old pose", () => {
    const own = chain(30).map((link) => ({ ...link, mesh: copyOf(link.mesh!) }));
    for (let link = 0; link < 30; link += 7) {
      const body = createArticulatedBody(own);
      collideBodies(body, body);
      const { positions } = body.meshes[link]!;
      for (let i = 0; i < positions.length; i++) positions[i] += 0.25;
      const ask = () => {
        for (let query = 0; query < 8; query++) collideBodies(body, body);
      };
      expect(ask).toThrow(`refit(body.trees[${link}])`);
      setPose(body, restValues(body));
      expect(() => collideBodies(body, body)).toThrow(`refit(body.trees[${link}])`);
      refit(body.trees[link]!);
      expect(ask).not.toThrow();
    }
  });

  it("is an error in a tree that the caller built over the mesh", () => {
    const { arm, wall } = scene();
    const own = buildAabbTree(arm.meshes[0]!);
    stretch(arm.meshes[0]!, 3);
    refit(own);
    expect(() => collideBodies(arm, wall)).toThrow(MeshError);
  });

  it("a refitted link keeps its new box when another link was forgotten", () => {
    const { arm, wall } = scene();
    collideBodies(arm, wall);
    stretch(arm.meshes[0]!, 3);
    stretch(arm.meshes[2]!, 1);
    refit(arm.trees[0]!);
    expect(() => collideBodies(arm, wall)).toThrow('link "tip"');
    stretch(arm.meshes[2]!, -1);
    expect(collideBodies(arm, wall)).toBe(true);
  });
});

describe("what is known about convexity and hulls is not kept over a deformation", () => {
  /** Pushes the corner at +++ inward until the box is dented. */
  function dent({ positions }: TriangleMesh): void {
    for (let i = 0; i < positions.length; i += 3)
      if (positions[i] > 0 && positions[i + 1] > 0 && positions[i + 2] > 0)
        for (let k = 0; k < 3; k++) positions[i + k] = -0.25;
  }

  it("a link that becomes hollow is no longer measured as convex", () => {
    for (const cache of [undefined, {} as BodyCache]) {
      const { arm, wall } = scene();
      setLinkPoses(arm, [...moved(2.25, 0, 0), ...moved(0, 50, 0), ...moved(0, 60, 0)]);
      expect(findLinkContacts(arm, wall, { cache })).toMatchObject([{ depth: 0.25, kind: "exact" }]);
      dent(arm.meshes[0]!);
      expect(isConvex(arm.meshes[0]!)).toBe(false);
      refit(arm.trees[0]!);
      const [contact] = findLinkContacts(arm, wall, { cache });
      const fresh = penetration(buildAabbTree(arm.meshes[0]!), buildAabbTree(wall.meshes[1]!), {
        aToWorld: arm.linkPoses[0],
        bToWorld: wall.linkPoses[1],
      });
      expect(contact.depth).toBe(fresh!.depth);
      expect(contact.kind).toBe(fresh!.kind);
    }
  });

  it("refitSwept forgets convexity and hulls, as refit does", () => {
    const mesh = box();
    const tree = buildAabbTree(mesh);
    const other = buildAabbTree(box());
    expect(penetration(tree, other, { bToWorld: moved(2, 0, 0) })).toBe(null);
    stretch(mesh, 2);
    refitSwept(tree, mesh.positions);
    expect(penetration(tree, other, { bToWorld: moved(2, 0, 0) })).toMatchObject({ depth: 1 });
  });
});

function copyOf({ positions, indices }: TriangleMesh): TriangleMesh {
  return createMesh({ positions: Float64Array.from(positions), indices });
}
