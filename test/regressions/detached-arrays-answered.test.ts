import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { MeshError, OptionError, type TriangleMesh } from "../../src/index.ts";
import { createBox } from "../../src/mesh/primitives/index.ts";
import * as abut from "../../trust/library.ts";

// A buffer that is transferred leaves arrays of length 0: trees over it answered "nothing there", and findSelfPairs never
// returned.

function meshOf(soup: boolean): TriangleMesh {
  const { positions, indices } = createBox({ size: [1, 1, 1] });
  if (!soup) return abut.createMesh({ positions: positions.slice(), indices: indices!.slice() });
  const corners = Float64Array.from(
    { length: 3 * indices!.length },
    (_, i) => positions[3 * indices![Math.floor(i / 3)] + (i % 3)],
  );
  return abut.createMesh({ positions: corners });
}

function transfer(buffer: ArrayBufferLike): void {
  structuredClone(buffer, { transfer: [buffer as ArrayBuffer] });
}

const v = [5, 0.1, 0.1];
type Tree = abut.AabbTree;
const OF_AABB: Record<string, (tree: Tree, other: Tree) => unknown> = {
  castRay: (tree) => abut.castRay(tree, v, [-1, 0, 0]),
  castRayAll: (tree) => abut.castRayAll(tree, v, [-1, 0, 0]),
  overlapBox: (tree) => abut.overlapBox(tree, [0, 0, 0, 1, 1, 1]),
  overlapSphere: (tree) => abut.overlapSphere(tree, v, 1),
  sweepBox: (tree) => abut.sweepBox(tree, [2, 0, 0, 3, 1, 1], [-5, 0, 0]),
  meetsLeafBox: (tree) => abut.meetsLeafBox(tree, [0, 0, 0, 1, 1, 1]),
  sweepBoxDepthFirst: (tree) => abut.sweepBoxDepthFirst(tree, [2, 0, 0, 3, 1, 1], [-5, 0, 0]),
  sweepSphere: (tree) => abut.sweepSphere(tree, v, 1, [-5, 0, 0]),
  cullFrustum: (tree) => abut.cullFrustum(tree, [1, 0, 0, 5]),
  findSelfPairs: (tree) => abut.findSelfPairs(tree),
  "findSelfPairs by layers": (tree) => abut.findSelfPairs(tree, { by: "layers" }),
  collidesItself: (tree) => abut.collidesItself(tree),
  findPairsByLayers: (tree, other) => abut.findPairsByLayers(other, tree),
  timeOfImpact: (tree, other) => abut.timeOfImpact(tree, other, null, null),
  selfTimeOfImpact: (tree) => abut.selfTimeOfImpact(tree, meshOf(false).positions),
  findImpacts: (tree, other) => abut.findImpacts(tree, other, null, null),
  findSelfImpacts: (tree) => abut.findSelfImpacts(tree, meshOf(false).positions),
  overlapDepth: (tree, other) => abut.overlapDepth(tree, other),
  refit: (tree) => abut.refit(tree),
  refitSwept: (tree) => abut.refitSwept(tree, meshOf(false).positions),
  treeQuality: (tree) => abut.treeQuality(tree),
  degradation: (tree) => abut.degradation(tree),
  shouldRebuild: (tree) => abut.shouldRebuild(tree),
};
type Binary = abut.BinaryTree;
const OF_BINARY: Record<string, (tree: Binary, other: Binary) => unknown> = {
  locatePoint: (tree) => abut.locatePoint(tree, v),
  windingNumber: (tree) => abut.windingNumber(tree, v),
  classify: (tree, other) => abut.classify(tree, other),
  "classify, b": (tree, other) => abut.classify(other, tree),
  penetration: (tree, other) => abut.penetration(tree, other),
};
const OF_ALL: Record<string, (tree: abut.PairTree, other: abut.PairTree) => unknown> = {
  collide: (tree, other) => abut.collide(tree, other),
  "collide, b": (tree, other) => abut.collide(other, tree),
  findPairs: (tree, other) => abut.findPairs(tree, other),
  findContacts: (tree, other) => abut.findContacts(tree, other),
  distance: (tree, other) => abut.distance(tree, other),
  isWithin: (tree, other) => abut.isWithin(other, tree, 1),
  closestPoint: (tree) => abut.closestPoint(tree, v),
  saveTree: (tree) => abut.saveTree(tree),
  validateTree: (tree) => abut.validateTree(tree),
};

const LOSSES: [string, (tree: abut.PairTree) => void][] = [
  ["the tree's buffer", ({ buffer }) => transfer(buffer)],
  ["the mesh's positions", ({ mesh }) => transfer(mesh.positions.buffer)],
  ["the mesh's indices", ({ mesh }) => transfer(mesh.indices!.buffer)],
];

describe.each(LOSSES)("%s transferred: a MeshError", (_, lose) => {
  const expectError = <T extends abut.PairTree>(
    build: (mesh: TriangleMesh) => T,
    ask: (tree: T, other: T) => unknown,
  ) => {
    const tree = build(meshOf(false));
    lose(tree);
    expect(() => ask(tree, build(meshOf(false)))).toThrow(MeshError);
    expect(() => ask(tree, build(meshOf(false)))).toThrow("detached");
  };
  it.each(Object.entries(OF_AABB))("%s", (__, ask) => expectError(abut.buildAabbTree, ask));
  it.each(Object.entries(OF_BINARY))("%s", (__, ask) => {
    expectError<Binary>(abut.buildAabbTree, ask);
    expectError<Binary>(abut.buildObbTree, ask);
  });
  it.each(Object.entries(OF_ALL))("%s", (__, ask) => {
    expectError<abut.PairTree>(abut.buildAabbTree, ask);
    expectError<abut.PairTree>(abut.buildObbTree, ask);
    expectError<abut.PairTree>(abut.buildRTree, ask);
  });
  it("R-trees: insertTriangle, removeTriangle, refit", () => {
    expectError(abut.buildRTree, (tree) => abut.removeTriangle(tree, 0));
    expectError(abut.buildRTree, (tree) => abut.insertTriangle(tree, 0));
    expectError(abut.buildRTree, (tree) => abut.refit(tree));
  });
  it("bodies", () => {
    for (const method of ["cab", "obb", "aabb+", "aabb*", "brute"] as const)
      for (const ask of [abut.collideBodies, abut.findLinkPairs, abut.findLinkContacts, abut.nearestLinks]) {
        const body = abut.createArticulatedBody([{ name: "a", mesh: meshOf(false) }]);
        const other = abut.createObstacles([{ name: "b", mesh: meshOf(false) }]);
        lose(body.trees[0]!);
        expect(() => ask(body, other, { method })).toThrow(MeshError);
        expect(() => ask(other, body, { method })).toThrow(MeshError);
      }
  });
});

describe("meshes whose arrays were transferred", () => {
  it.each(["positions", "indices"] as const)("%s: builders, inspectMesh, hulls, bodies, clashes", (name) => {
    for (const ask of [
      abut.buildAabbTree,
      abut.buildObbTree,
      abut.buildRTree,
      abut.inspectMesh,
      abut.convexHull,
      abut.isConvex,
      abut.createDeformableModel,
      (mesh: TriangleMesh) => abut.createArticulatedBody([{ name: "a", mesh }]),
      (mesh: TriangleMesh) =>
        abut.findClashes([
          { key: "a", mesh },
          { key: "b", mesh },
        ]),
      ({ positions, indices }: TriangleMesh) => abut.createMesh({ positions, indices }),
    ]) {
      const mesh = meshOf(false);
      transfer(mesh[name]!.buffer);
      expect(() => ask(mesh)).toThrow(MeshError);
      expect(() => ask(mesh)).toThrow("detached");
    }
  });
});

describe("results and boxes that were transferred: an OptionError", () => {
  it("into", () => {
    const tree = abut.buildAabbTree(meshOf(false));
    const full = <T extends { storage: Uint32Array }>(into: T): T => {
      into.storage = new Uint32Array(64);
      transfer(into.storage.buffer);
      return into;
    };
    const culled = () => abut.cullBoxes(new Float64Array(6), [1, 0, 0, 5]);
    for (const ask of [
      () => abut.findPairs(tree, tree, { into: full(abut.findPairs(tree, tree)) }),
      () => abut.findPairsByLayers(tree, tree, { into: full(abut.findPairs(tree, tree)) }),
      () => abut.findSelfPairs(tree, { into: full(abut.findSelfPairs(tree)) }),
      () => abut.overlapBox(tree, [5, 5, 5, 6, 6, 6], { into: full(abut.overlapSphere(tree, v, 1)) }),
      () => abut.overlapSphere(tree, v, 1, { into: full(abut.overlapSphere(tree, v, 1)) }),
      () => abut.cullFrustum(tree, [1, 0, 0, 5], { into: full(abut.overlapSphere(tree, v, 1)) }),
      () => abut.findBoxPairs(new Float64Array(6), { into: full(abut.findBoxPairs(new Float64Array(6))) }),
      () => abut.cullBoxes(new Float64Array(6), [1, 0, 0, 5], { into: full(culled()) }),
      () => abut.createDynamicTree().cull([1, 0, 0, 5], full(culled())),
      () => abut.createSegmentSort().cull([1, 0, 0, 5], full(culled())),
    ])
      expect(ask).toThrow(OptionError);
  });

  it("boxes", () => {
    const boxes = new Float64Array(12);
    transfer(boxes.buffer);
    expect(() => abut.findBoxPairs(boxes)).toThrow(OptionError);
    expect(() => abut.findBoxPairsBetween(new Float64Array(6), boxes)).toThrow(OptionError);
    expect(() => abut.cullBoxes(boxes, [1, 0, 0, 5])).toThrow(OptionError);
    for (const create of [
      abut.createDynamicTree,
      abut.createSegmentSort,
      abut.createSegmentSortByAxes,
      abut.createSweepAndPrune,
    ])
      expect(() => create().moveAll(boxes)).toThrow(OptionError);
  });
});

describe("typed arrays of another realm are taken", () => {
  const other = (code: string): never => runInNewContext(code) as never;
  it("positions, indices, poses, boxes, results, saved trees", () => {
    const own = meshOf(false);
    const f32 = other("a => Float32Array.from(a)") as (a: ArrayLike<number>) => Float32Array;
    const u16 = other("a => Uint16Array.from(a)") as (a: ArrayLike<number>) => Uint16Array;
    const u32 = other("a => Uint32Array.from(a)") as (a: ArrayLike<number>) => Uint32Array;
    const f64 = other("a => Float64Array.from(a)") as (a: ArrayLike<number>) => Float64Array;
    const base = abut.buildAabbTree(own);
    for (const positions of [f32(own.positions), f64(own.positions)])
      for (const indices of [u16(own.indices!), u32(own.indices!)]) {
        expect(positions instanceof Float32Array || positions instanceof Float64Array).toBe(false);
        const mesh = abut.createMesh({ positions, indices });
        const tree = abut.buildAabbTree(mesh);
        expect(tree.nodes).toEqual(base.nodes);
        abut.refit(tree);
        expect(tree.nodes).toEqual(base.nodes);
        const toWorld = f64([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.25, 0, 0, 1]);
        const options = { bToWorld: toWorld };
        expect(abut.findPairs(tree, tree, options).pairs).toEqual(abut.findPairs(base, base, options).pairs);
        expect(abut.findSelfPairs(tree).count).toBe(abut.findSelfPairs(base).count);
        expect(abut.distance(tree, tree, options)!.distance).toBe(0);
        abut.refitSwept(tree, f64(own.positions));
        expect(abut.buildObbTree(mesh).nodeCount).toBe(abut.buildObbTree(own).nodeCount);
        expect(abut.convexHull(mesh).triangleCount).toBe(12);
        expect(
          abut.findClashes([
            { key: "a", mesh },
            { key: "b", mesh, toWorld },
          ]).clashes,
        ).toHaveLength(1);
        expect(abut.timeOfImpact(tree, tree, null, { from: null, to: toWorld }).kind).toBe("hit");
      }
    const boxes = f64([0, 0, 0, 1, 1, 1, 0, 0, 0, 2, 2, 2]);
    expect(abut.findBoxPairs(boxes).count).toBe(1);
    const into = { ...abut.findPairs(base, base), storage: u32([0, 0]) };
    expect(abut.findPairs(base, base, { into }).count).toBeGreaterThan(0);
    const saved = abut.saveTree(base);
    const foreign = other("n => new ArrayBuffer(n)") as (n: number) => ArrayBuffer;
    const copy = foreign(saved.byteLength);
    new Uint8Array(copy).set(new Uint8Array(saved));
    expect(abut.restoreTree(copy, own).nodeCount).toBe(base.nodeCount);
  });

  it("an object that only claims to be a typed array is refused", () => {
    const liar = { [Symbol.toStringTag]: "Float32Array", length: 9 };
    expect(() => abut.createMesh({ positions: liar as never })).toThrow(MeshError);
  });
});

describe("joints that contradict each other, or have null properties, are refused", () => {
  const mesh = meshOf(false);
  const hinge = (name: string, joint: string) => ({
    name,
    mesh,
    parent: "a",
    joint: { type: "hinge" as const, name: joint },
  });
  it("two joints of one name", () => {
    expect(() => abut.createArticulatedBody([{ name: "a", mesh }, hinge("b", "x"), hinge("c", "x")])).toThrow(
      'links "b" and "c": both joints are named "x"',
    );
    // A joint may have the name of a link whose own joint has none.
    abut.createArticulatedBody([{ name: "a", mesh }, hinge("b", "a"), hinge("c", "b")]);
  });
  it("a slider that mimics a hinge", () => {
    const slider = {
      name: "c",
      mesh,
      parent: "a",
      joint: { type: "slider" as const, mimic: { joint: "x" } },
    };
    expect(() => abut.createArticulatedBody([{ name: "a", mesh }, hinge("b", "x"), slider])).toThrow(
      OptionError,
    );
  });
  it.each(["joint", "limits", "axis", "mimic"] as const)("%s: null", (name) => {
    const joint = name === "joint" ? null : { type: "hinge", [name]: null };
    const link = { name: "b", parent: "a", mesh, joint } as unknown as abut.Link;
    expect(() => abut.createArticulatedBody([{ name: "a", mesh }, link])).toThrow(OptionError);
  });
});
