import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormatError, OptionError } from "../../src/errors.ts";
import {
  type AabbTree,
  boundsOf,
  buildAabbTree,
  buildObbTree,
  collide,
  createMesh,
  findPairs,
  refit,
  type TriangleMesh,
  treeQuality,
} from "../../src/index.ts";
import { withKernels, withoutKernels } from "../../src/kernels/kernel-choice.ts";
import {
  createBox,
  createCapsule,
  createCylinder,
  createIcosphere,
  createPlaneGrid,
  createSpacecraft,
  createSphere,
  createTorus,
} from "../../src/mesh/primitives/index.ts";
import { skinLoop } from "../../src/mesh/primitives/skin.ts";
import { framedBoxes } from "../../src/trees/frame/framed-boxes.ts";
import { HEADER } from "../../src/trees/layout.ts";
import {
  advanceRebuild,
  refitSwept,
  restoreTree,
  saveTree,
  startRebuild,
  validateTree,
} from "../../src/trees.ts";
import { createDeformableModel } from "../../src/world/deformable-model.ts";
import { random, withMoved } from "../meshes.ts";
import { rotation } from "../poses.ts";
import { randomCases } from "../random-cases.ts";

type Quaternion = [number, number, number, number];

function turned(mesh: TriangleMesh, quaternion: Quaternion, scale = 1): TriangleMesh {
  const m = rotation(quaternion);
  return withMoved(mesh, (x, y, z) =>
    [0, 1, 2].map((row) => scale * (m[row] * x + m[4 + row] * y + m[8 + row] * z)),
  );
}

const OBLIQUE: Quaternion = [0.8, 0.3, -0.4, 0.2];
const bar = createBox({ size: [3, 1, 0.5], segments: [8, 4, 2] });
const oblique = turned(bar, OBLIQUE);

/** A pipe along z. Along other axes the boxes of its triangles have 0.91 of the area, those of its quadrangles do not shrink. */
const pipe = skinLoop(
  [
    [0, 1],
    [4, 1],
    [4, 0.9],
    [0, 0.9],
  ].map(([z, r]) => ({ center: [0, 0, z], u: [r, 0, 0], v: [0, r, 0] })),
  20,
);
const hills = withMoved(createPlaneGrid({ columns: 40, rows: 40 }), (x, _, z) => [
  x,
  0.02 * Math.sin(9 * x) * Math.cos(11 * z),
  z,
]);

function soupOf({ positions, indices }: TriangleMesh): TriangleMesh {
  return createMesh({
    positions: Float64Array.from([...indices!].flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)])),
  });
}

/** The triangles of a mesh in random order. */
function shuffled({ positions, indices, triangleCount }: TriangleMesh, next: () => number): TriangleMesh {
  const order = Array.from({ length: triangleCount }, (_, t) => ({ t, key: next() }));
  order.sort((a, b) => a.key - b.key);
  return createMesh({
    positions,
    indices: Uint32Array.from(order.flatMap(({ t }) => [...indices!.subarray(3 * t, 3 * t + 3)])),
  });
}

/** The largest cosine between an axis of the frame and the model's axes, turned, must be 1 for each axis. */
function expectAligned(frame: Float64Array | null, quaternion: Quaternion, digits = 6): void {
  const m = rotation(quaternion);
  expect(frame).not.toBeNull();
  for (let axis = 0; axis < 9; axis += 3) {
    const cosines = [0, 4, 8].map((column) =>
      Math.abs(
        frame![axis] * m[column] + frame![axis + 1] * m[column + 1] + frame![axis + 2] * m[column + 2],
      ),
    );
    expect(Math.max(...cosines)).toBeCloseTo(1, digits);
  }
}

describe("the choice of a frame", () => {
  it("finds the axes of a turned bar, whatever the rotation (seed 1)", () => {
    const unit = fc.double({ min: -1, max: 1, noNaN: true });
    const quaternion = fc.tuple(unit, unit, unit, unit).filter((q) => Math.hypot(...q) > 0.1);
    fc.assert(
      fc.property(quaternion, (q) => {
        const best = buildAabbTree(turned(bar, q), { frame: "best" }).frame;
        // Null where the model's axes are as good: the rotation nearly permutes them.
        if (best !== null) expectAligned(best, q, 4);
        else expect(treeQuality(buildAabbTree(turned(bar, q))).sahCost).toBeLessThan(60);
      }),
      { seed: 1, numRuns: randomCases(50) },
    );
  });

  it("leaves models along their axes, round ones, few triangles and points without a frame", () => {
    const point = createMesh({ positions: new Float64Array(9 * 100).fill(0.1) });
    const meshes = [
      bar,
      createSpacecraft(),
      createTorus(),
      createTorus({ majorSegments: 100, minorSegments: 25 }),
      createCylinder({ segments: 80 }),
      createCapsule(),
      createSphere(),
      hills,
      pipe,
      turned(createIcosphere({ subdivisions: 3 }), OBLIQUE),
      turned(createBox(), OBLIQUE),
      point,
    ];
    for (const mesh of meshes) expect(buildAabbTree(mesh).frame).toBeNull();
  });

  it("finds the axis of turned tori, indexed, as a soup and in any order, unless it is near one of the model's (seed 7)", () => {
    const next = random(7);
    const unit = () => 2 * next() - 1;
    const bench = createTorus({ majorSegments: 100, minorSegments: 25 });
    for (const torus of [bench, createTorus(), soupOf(bench), shuffled(bench, next)])
      for (let turn = 0; turn < randomCases(12); turn++) {
        const quaternion: Quaternion = [unit(), unit(), unit(), unit()];
        const axis = rotation(quaternion).slice(4, 7);
        const { frame } = buildAabbTree(turned(torus, quaternion));
        const nearest = Math.max(...axis.map(Math.abs));
        if (nearest < 0.9) expect(frame).not.toBeNull();
        if (frame === null) continue;
        const cosines = [0, 3, 6].map((row) =>
          Math.abs(frame[row] * axis[0] + frame[row + 1] * axis[1] + frame[row + 2] * axis[2]),
        );
        expect(Math.max(...cosines)).toBeGreaterThan(0.999);
      }
  });

  it("saves a turned torus a sixth of its tests and more (seed 3)", () => {
    const mesh = turned(createTorus({ majorSegments: 100, minorSegments: 25 }), OBLIQUE);
    const next = random(3);
    const near = () => next() - 0.5;
    const poses = Array.from({ length: 40 }, () =>
      rotation([near(), near(), near(), near()], [near(), near(), near()]),
    );
    const testsOf = (tree: AabbTree) =>
      poses.reduce((sum, bToWorld) => {
        const { stats } = findPairs(tree, tree, { bToWorld });
        return sum + stats.boxTests + 2 * stats.triangleTests;
      }, 0);
    const plain = testsOf(buildAabbTree(mesh, { frame: "none" }));
    expect(testsOf(buildAabbTree(mesh))).toBeLessThan((5 / 6) * plain);
  });

  it("sees the cells of a height field, not the diagonals that halve them", () => {
    expectAligned(buildAabbTree(turned(hills, OBLIQUE)).frame, OBLIQUE, 1);
  });

  it("finds a frame for the turned bar and spacecraft, and builds alike with and without kernels", () => {
    for (const mesh of [oblique, turned(createSpacecraft(), OBLIQUE)]) {
      const trees = [withKernels(() => buildAabbTree(mesh)), withoutKernels(() => buildAabbTree(mesh))];
      expect(trees[0].frame).not.toBeNull();
      expect(new Uint8Array(trees[0].buffer as ArrayBuffer)).toEqual(
        new Uint8Array(trees[1].buffer as ArrayBuffer),
      );
      for (const tree of trees) expect(validateTree(tree)).toEqual([]);
    }
  });

  it("does not depend on the scale, from 2^-1000 to 2^95", () => {
    const expected = buildAabbTree(oblique).frame;
    for (const power of [-1000, -500, -100, -41, -30, 0, 50, 95])
      expect(buildAabbTree(turned(bar, OBLIQUE, 2 ** power)).frame).toEqual(expected);
  });

  it("leaves coordinates too large to turn without a frame, but builds the tree", () => {
    const tree = buildAabbTree(turned(bar, OBLIQUE, 2 ** 98.9 / 2), { frame: "best" });
    expect(tree.frame).toBeNull();
    expect(validateTree(tree)).toEqual([]);
  });

  it("is left out for other split rules and deformable models, unless named", () => {
    for (const split of ["midpoint", "median", "half-balanced", "best-axis"] as const) {
      expect(buildAabbTree(oblique, { split }).frame).toBeNull();
      const framed = buildAabbTree(oblique, { split, frame: "best" });
      expectAligned(framed.frame, OBLIQUE, 4);
      expect(validateTree(framed)).toEqual([]);
    }
    expect(createDeformableModel(oblique).tree.frame).toBeNull();
    expect(createDeformableModel(oblique, { frame: "auto" }).tree.frame).not.toBeNull();
  });

  it("refuses anything but a word and the axes of a rotation", () => {
    const bad: [unknown, RegExp][] = [
      ["always", /^frame: always is not "auto", "none", "best" or three axes of 3 numbers/],
      [7, /^frame: 7 is not/],
      [null, /^frame: null is not/],
      [[1, 0, 0], /^frame: .*three axes/],
      [[1, 0, 0, 0, 1, 0, 0, 0, Number.NaN], /^frame\[8\]: NaN is not a finite number/],
      [[1, 0, 0, 0, 1, 0, 0, 0, 2], /are not the three axes of a rotation/],
      [[1, 0, 0, 0, 1, 0, 0, 0, -1], /are not the three axes of a rotation/],
    ];
    for (const [frame, message] of bad) {
      for (const build of [buildAabbTree, startRebuild]) {
        expect(() => build(bar, { frame: frame as never })).toThrow(OptionError);
        expect(() => build(bar, { frame: frame as never })).toThrow(message);
      }
    }
  });
});

describe("boxes along a frame", () => {
  const fresh = () => createMesh({ positions: oblique.positions.slice(), indices: oblique.indices });
  const pose = rotation([0.9, 0.1, 0.3, 0.2], [0.4, 0.3, 0.1]);
  const pairsOf = (tree: AabbTree) => findPairs(tree, tree, { bToWorld: pose }).pairs;

  it("leave the boxes along the model's axes and the world's box as they are", () => {
    const [framed, plain] = [buildAabbTree(oblique), buildAabbTree(oblique, { frame: "none" })];
    expect(framed.nodes.slice(0, 6)).toEqual(plain.nodes.slice(0, 6));
    expect(boundsOf(framed, pose)).toEqual(boundsOf(plain, pose));
    const upright = treeQuality(buildAabbTree(bar)).sahCost;
    expect(Math.abs(treeQuality(framed).sahCost / upright - 1)).toBeLessThan(0.1);
  });

  for (const kernels of [true, false])
    it(`follow full, partial and swept refits ${kernels ? "with" : "without"} kernels (seed 5)`, () => {
      const run = kernels ? withKernels : withoutKernels;
      const next = random(5);
      const mesh = fresh();
      const tree = buildAabbTree(mesh);
      const { frame } = tree;
      const check = () => {
        expect(run(() => pairsOf(tree))).toEqual(pairsOf(buildAabbTree(mesh, { frame: "none" })));
        expect(validateTree(tree)).toEqual([]);
        expect(framedBoxes(tree)).not.toBeNull();
      };
      check();
      for (let round = 0; round < 12; round++) {
        const count = round % 3 === 0 ? mesh.vertexCount : 2;
        const vertices = Array.from({ length: count }, () => Math.floor(next() * mesh.vertexCount));
        for (const v of vertices)
          for (let k = 0; k < 3; k++) mesh.positions[3 * v + k] += 0.4 * (next() - 0.5);
        run(() => (round % 3 === 0 ? refit(tree) : refit(tree, { vertices })));
        if (round % 4 !== 1) check(); // two refits may follow each other
      }
      const end = mesh.positions.map((value) => value + 1);
      refitSwept(tree, end);
      expect(framedBoxes(tree)).toBeNull();
      mesh.positions.set(end);
      expect(run(() => pairsOf(tree))).toEqual(pairsOf(buildAabbTree(mesh, { frame: "none" })));
      run(() => refit(tree));
      check();
      expect(tree.frame).toBe(frame);
    });

  it("serve with the plain boxes when a refit leads out of range, and come back", () => {
    const mesh = fresh();
    const tree = buildAabbTree(mesh);
    const kept = mesh.positions.slice();
    mesh.positions[0] = 2 ** 99;
    refit(tree);
    expect(framedBoxes(tree)).toBeNull();
    expect(collide(tree, tree)).toBe(true);
    mesh.positions.set(kept);
    refit(tree);
    expect(framedBoxes(tree)).not.toBeNull();
    expect(pairsOf(tree)).toEqual(pairsOf(buildAabbTree(mesh, { frame: "none" })));
  });

  it("count as after a fresh start, whatever was asked before the last refit", () => {
    const upright = createTorus({ majorSegments: 40, minorSegments: 15 });
    const aligned = rotation([1, 0, 0, 0], [0.3, 0.1, 0]);
    const testsOf = (tree: AabbTree) => findPairs(tree, buildAabbTree(upright), { bToWorld: aligned }).stats;
    const deformations = [
      (tree: AabbTree) => refit(tree),
      (tree: AabbTree) => refit(tree, { from: 0, to: 5 }),
      (tree: AabbTree) => {
        refitSwept(tree, tree.mesh.positions);
        testsOf(tree);
        refit(tree);
      },
    ];
    for (const refitted of deformations) {
      const mesh = turned(upright, OBLIQUE);
      const tree = buildAabbTree(mesh);
      const before = testsOf(tree);
      mesh.positions.set(
        turned(
          withMoved(upright, (x, y, z) => [x, 20 * y, z]),
          OBLIQUE,
        ).positions,
      );
      // A partial refit of a model that is deformed as a whole: all vertices in parts.
      refitted(tree);
      for (let from = 0; from < mesh.vertexCount; from += 5) {
        refit(tree, { from, to: Math.min(from + 5, mesh.vertexCount) });
        if (from === 50) testsOf(tree);
      }
      const after = testsOf(tree);
      expect(after).toEqual(testsOf(structuredClone({ ...tree })));
      expect(after.boxTests).not.toBe(before.boxTests);
    }
  });

  it("are chosen anew by a rebuild: of the tree with a frame, or of a mesh", () => {
    const mesh = fresh();
    const tree = buildAabbTree(mesh);
    const other: Quaternion = [0.3, -0.5, 0.7, 0.2];
    mesh.positions.set(turned(bar, other).positions);
    refit(tree);
    expectAligned(tree.frame, OBLIQUE, 4);
    const rebuilt = (source: TriangleMesh | AabbTree, options = {}) => {
      const rebuild = startRebuild(source, options);
      for (;;) {
        const done = advanceRebuild(rebuild, 10);
        if (done !== null) return done;
      }
    };
    for (const next of [rebuilt(tree), rebuilt(mesh)]) {
      expectAligned(next.frame, other, 4);
      expect(validateTree(next)).toEqual([]);
      expect(pairsOf(next)).toEqual(pairsOf(buildAabbTree(mesh, { frame: "none" })));
    }
    expect(rebuilt(tree, { frame: "none" }).frame).toBeNull();
    expect(rebuilt(buildAabbTree(mesh, { frame: "none" })).frame).toBeNull();
  });
});

describe("saved trees with a frame", () => {
  const tree = buildAabbTree(oblique);
  const saved = saveTree(tree);
  const versionOf = (buffer: ArrayBuffer) => new Uint32Array(buffer)[HEADER.version];

  it("carry the frame in version 2, and are of version 1 without one", () => {
    expect(versionOf(saved)).toBe(2);
    const restored = restoreTree(saved.slice(0), oblique) as AabbTree;
    expect(restored.frame).toEqual(tree.frame);
    expect(validateTree(restored)).toEqual([]);
    const bToWorld = rotation([0.9, 0.1, 0.3, 0.2], [0.4, 0.3, 0.1]);
    const [found, expected] = [
      findPairs(restored, restored, { bToWorld }),
      findPairs(tree, tree, { bToWorld }),
    ];
    expect(found.pairs).toEqual(expected.pairs);
    expect(found.stats).toEqual(expected.stats);
    for (const plain of [buildAabbTree(oblique, { frame: "none" }), buildObbTree(oblique)])
      expect(versionOf(saveTree(plain))).toBe(1);
    expect((restoreTree(saveTree(buildAabbTree(bar)), bar) as AabbTree).frame).toBeNull();
  });

  it("are posted with their frame", () => {
    const posted = structuredClone(tree) as AabbTree;
    expect(findPairs(posted, posted).pairs).toEqual(findPairs(tree, tree).pairs);
    expect(framedBoxes(posted)!.nodes).toEqual(framedBoxes(tree)!.nodes);
  });

  it("are refused with a damaged frame, a wrong length, or of another kind", () => {
    const forged = (edit: (buffer: ArrayBuffer) => void) => {
      const copy = structuredClone({ ...tree, buffer: saved.slice(0) }).buffer as ArrayBuffer;
      edit(copy);
      return () => restoreTree(copy, oblique);
    };
    const damaged = forged((buffer) => new Float64Array(buffer, buffer.byteLength - 72).set([2]));
    expect(damaged).toThrow(FormatError);
    // With a checksum that is right: a tree that was saved with a bad frame.
    const bad = { ...tree, buffer: saved.slice(0) };
    new Float64Array(bad.buffer, bad.buffer.byteLength - 72).set([2]);
    expect(() => restoreTree(saveTree(bad), oblique)).toThrow(/its frame 2 .* is not a rotation/);
    expect(forged((buffer) => (new Uint32Array(buffer)[HEADER.version] = 1))).toThrow(/bytes, expected/);
    expect(forged((buffer) => (new Uint32Array(buffer)[HEADER.kind] = 2))).toThrow(
      /kind 2 in version 2, expected 1/,
    );
  });

  it("validateTree names a frame that is not a rotation", () => {
    const bad = { ...tree, frame: tree.frame!.map((value) => 1.1 * value) };
    expect(validateTree(bad)[0]).toMatch(/^the frame .* is not a rotation$/);
  });
});
