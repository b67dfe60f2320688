import { expect, it } from "vitest";
import { withKernels, withoutKernels } from "../../../src/kernels/kernel-choice.ts";
import { openLinesWorkspace } from "../../../src/kernels/lines-workspace.ts";
import {
  createBox,
  createLattice,
  createSpacecraft,
  createTorus,
} from "../../../src/mesh/primitives/index.ts";
import { createMesh, type TriangleMesh } from "../../../src/mesh/triangle-mesh.ts";
import { MOST_ENTRIES } from "../../../src/queries/manifold/contact-surface.ts";
import { findManifold } from "../../../src/queries/manifold/find-manifold.ts";
import {
  returnManifoldContext,
  takeManifoldContext,
} from "../../../src/queries/manifold/manifold-context.ts";
import { buildAabbTree } from "../../../src/trees/build-aabb.ts";
import { refit } from "../../../src/trees/refit.ts";
import { describeKernels, runsDuring } from "../../kernels.ts";
import { random } from "../../meshes.ts";
import { rotation } from "../../poses.ts";
import { randomCases } from "../../random-cases.ts";

// Contracts: (1) the kernel and TypeScript give one answer, to the last bit (2) small queries after large ones, and large ones after small
// ones, do not see what others left (3) signs that f64 cannot decide go to TypeScript (4) entries of earlier queries do not count when
// their bases begin again (5) also with poses of both, scaled, sheared and mirrored, or none; with f32 and f64 positions, with 16-bit, 32-bit
// and no indices; and with more pairs than the kernel is given at a time (6) meshes are copied once their queries have had enough pairs; positions
// that change, and other meshes in between, are not mistaken for the copies.

/** Triangles that share no vertices by index, as of an STL file; edges are joined by position. */
function soupOf({ positions, indices }: TriangleMesh): TriangleMesh {
  const list = indices ?? Uint32Array.from({ length: positions.length / 3 }, (_, i) => i);
  return createMesh({
    positions: Float64Array.from([...list].flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)])),
  });
}

/** A long bar: its edges pass through many triangles each. */
const bar = () => createBox({ size: [4, 0.31, 0.17] });
const torus = () => createTorus({ majorSegments: 40, minorSegments: 20 });
/** Without its last triangles: no inside, so no depths. */
function openTorus(): TriangleMesh {
  const { positions, indices } = torus();
  return createMesh({ positions, indices: indices!.slice(0, -60) });
}
const lattice = () => createLattice({ counts: [4, 4, 2], size: 1.6 });
const cases: [string, TriangleMesh, TriangleMesh][] = [
  ["tori", torus(), torus()],
  ["a bar and a torus", bar(), torus()],
  ["a torus and a bar", torus(), bar()],
  ["soups of tori", soupOf(torus()), soupOf(torus())],
  ["spacecraft", createSpacecraft(), createSpacecraft()],
  // Bars whose surface is one piece with many regions.
  ["lattices", lattice(), lattice()],
  ["an open torus and a bar", openTorus(), bar()],
];

describeKernels("lines by a kernel", () => {
  const trees = cases.map(([title, a, b]) => ({ title, a: buildAabbTree(a), b: buildAabbTree(b) }));

  it("(1, 2) answer as TypeScript does, to the last bit (seed 21)", () => {
    const next = random(21);
    let runs = 0;
    for (let round = 0; round < randomCases(42); round++) {
      const { a, b } = trees[round % trees.length];
      const turn = [0, 0, 0, 0].map(() => next() - 0.5) as [number, number, number, number];
      const mirrored = round % 7 === 0 ? -1 : 1;
      const bToWorld = rotation(turn, [next() - 0.5, next() - 0.5, next() - 0.5]).map((x, i) =>
        i < 4 ? mirrored * x : x,
      );
      const plain = withoutKernels(() => findManifold(a, b, { bToWorld }));
      runs += runsDuring("lines", () => {
        const found = withKernels(() => findManifold(a, b, { bToWorld }));
        // Counters of pair kernels differ a little.
        expect({ ...found, pairs: found.pairs.pairs }).toEqual({ ...plain, pairs: plain.pairs.pairs });
      });
    }
    expect(runs).toBeGreaterThan(randomCases(35));
  });

  it("(5) answer as TypeScript does for any pose and kind of array, in portions (seed 22)", () => {
    const next = random(22);
    const fine = createTorus({ majorSegments: 96, minorSegments: 48 });
    const kinds = [
      fine,
      createMesh({ positions: Float32Array.from(fine.positions), indices: Uint16Array.from(fine.indices!) }),
      createMesh({ positions: Float32Array.from(fine.positions), indices: Uint32Array.from(fine.indices!) }),
      soupOf(torus()),
    ].map((mesh) => buildAabbTree(mesh));
    const anyPose = (round: number) => {
      if (round % 4 === 3) return undefined;
      const pose = rotation([0, 0, 0, 0].map(() => next() - 0.5) as [number, number, number, number], [
        next() - 0.5,
        next() - 0.5,
        next() - 0.5,
      ]);
      // The first axis scaled or mirrored, and a share of it added to the second.
      const stretch = [1, -1.5, 0.7][round % 3];
      const shear = round % 2 === 0 ? 0 : 0.3;
      return pose.map((x, i) => (i < 3 ? stretch * x : i >= 4 && i < 7 ? x + shear * pose[i - 4] : x));
    };
    let runs = 0;
    let most = 0;
    for (let round = 0; round < 24; round++) {
      const a = kinds[round % 4];
      const b = kinds[(round >> 2) % 4];
      const poses = { aToWorld: anyPose(round), bToWorld: anyPose(round + 1) };
      const plain = withoutKernels(() => findManifold(a, b, poses));
      most = Math.max(most, plain.pairs.count);
      runs += runsDuring("lines", () => {
        const found = withKernels(() => findManifold(a, b, poses));
        expect({ ...found, pairs: found.pairs.pairs }).toEqual({ ...plain, pairs: plain.pairs.pairs });
      });
    }
    expect(runs).toBeGreaterThan(18);
    expect(most).toBeGreaterThan(1024);
  });

  it("(4) do not see earlier queries when bases begin again", () => {
    const { a, b } = trees[0];
    const poses = [0.3, 0.35, 0.4].map((x) => rotation([0.9, 0.1, 0.3, 0.2], [x, 0.2, 0.3]));
    const ask = () => poses.map((bToWorld) => findManifold(a, b, { bToWorld }));
    const expected = withKernels(ask);
    for (const isByKernel of [true, false]) {
      const context = takeManifoldContext();
      for (const surface of [context.a, context.b])
        surface.ownTriangleBase = surface.ownEdgeBase = surface.ownVertexBase = MOST_ENTRIES - 1;
      returnManifoldContext(context);
      const workspace = openLinesWorkspace(1, 1, 1)!;
      workspace.firstSlot = workspace.firstState = workspace.firstTriangle = MOST_ENTRIES - 1;
      const found = isByKernel ? withKernels(ask) : withoutKernels(ask);
      for (let i = 0; i < poses.length; i++)
        expect({ ...found[i], pairs: found[i].pairs.pairs }).toEqual({
          ...expected[i],
          pairs: expected[i].pairs.pairs,
        });
      const { ownTriangleBase, ownEdgeBase, ownVertexBase } = context.a;
      expect(Math.max(ownTriangleBase, ownEdgeBase, ownVertexBase)).toBeLessThan(1e6);
      const { firstSlot, firstState, firstTriangle } = workspace;
      if (isByKernel) expect(Math.max(firstSlot, firstState, firstTriangle)).toBeLessThan(1e6);
    }
  });

  it("(6) follow positions and meshes that change, with copies of meshes and without (seed 23)", () => {
    const next = random(23);
    const meshes = [torus(), createSpacecraft(), lattice()].map(({ positions, indices }) =>
      createMesh({ positions: Float64Array.from(positions), indices: Uint32Array.from(indices!) }),
    );
    const own = meshes.map((mesh) => buildAabbTree(mesh));
    /** Whether the kernels had copies of both meshes in the last query. */
    const hadCopies = () => {
      const context = takeManifoldContext();
      returnManifoldContext(context);
      return context.lines.byKernel !== null && context.lines.haveCopies;
    };
    let copied = 0;
    for (let round = 0; round < 60; round++) {
      // Runs of one mesh, then changes of mesh, of either side.
      const a = own[(round >> 3) % 3];
      const b = own[(round >> 2) % 3];
      if (round % 5 === 4) {
        const { positions } = a.mesh;
        for (let i = 0; i < positions.length; i++) positions[i] *= 1 + 0.01 * next();
        refit(a);
      }
      const turn = [0, 0, 0, 0].map(() => next() - 0.5) as [number, number, number, number];
      const bToWorld = rotation(turn, [next() - 0.5, next() - 0.5, next() - 0.5]);
      const plain = withoutKernels(() => findManifold(a, b, { bToWorld }));
      const found = findManifold(a, b, { bToWorld });
      expect({ ...found, pairs: found.pairs.pairs }).toEqual({ ...plain, pairs: plain.pairs.pairs });
      if (found.pairs.count > 0 && hadCopies()) copied++;
    }
    expect(copied).toBeGreaterThan(5);
    expect(copied).toBeLessThan(55);
    const { a, b } = trees[0];
    const bToWorld = rotation([0.9, 0.1, 0.3, 0.2], [0.3, 0.2, 0.3]);
    withKernels(() => findManifold(a, b, { bToWorld }));
    expect(hadCopies()).toBe(true);
  });

  it("(3) leave a contact that is not in general position to TypeScript", () => {
    const cube = buildAabbTree(createBox());
    const bToWorld = rotation([0, 0, 0, 1], [0.5, 0.5, 0.5]);
    const plain = withoutKernels(() => findManifold(cube, cube, { bToWorld }));
    const runs = runsDuring("lines", () => {
      const found = withKernels(() => findManifold(cube, cube, { bToWorld }));
      expect({ ...found, pairs: found.pairs.pairs }).toEqual({ ...plain, pairs: plain.pairs.pairs });
    });
    expect(plain.count).toBe(1);
    expect(runs).toBe(0);
  });
});
