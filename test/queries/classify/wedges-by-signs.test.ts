import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBox, createIcosphere, createTorus } from "../../../src/mesh/primitives/index.ts";
import { topologyOf } from "../../../src/mesh/surface-topology.ts";
import { createMesh, type TriangleMesh } from "../../../src/mesh/triangle-mesh.ts";
import { poseTree } from "../../../src/queries/classify/posed-tree.ts";
import { areSimple } from "../../../src/queries/classify/simple-triangles.ts";
import { type PosedSurface, visitSegments } from "../../../src/queries/classify/visit-pieces.ts";
import { visitSegmentsBySigns } from "../../../src/queries/classify/wedges-by-signs.ts";
import { createPairContact } from "../../../src/queries/contacts/pair-contact.ts";
import { findPairs } from "../../../src/queries/pairs/find-pairs.ts";
import { buildObbTree } from "../../../src/queries/pairs/obb-trees.ts";
import { findSelfPairs } from "../../../src/queries/self/find-self-pairs.ts";
import { buildAabbTree } from "../../../src/trees/build-aabb.ts";
import { random } from "../../meshes.ts";
import { block, polycube } from "../../polycubes.ts";
import { fromColumns, identity, latticePose, rigidPose, rotation } from "../../poses.ts";

type Counts = Record<string, number>;

/** How often each sort of wedge is seen, by the signs of vertices and by integers; null where the former refuses. */
function countWedges(a: TriangleMesh, aToWorld: number[], b: TriangleMesh, bToWorld: number[]) {
  const [treeA, treeB] = [buildAabbTree(a), buildAabbTree(b)];
  const { pairs } = findPairs(treeA, treeB, { aToWorld, bToWorld });
  const contact = createPairContact(a, aToWorld, b, bToWorld, pairs);
  const { corners, segments } = contact.joined();
  const sideA: PosedSurface = { posed: poseTree(treeA, aToWorld, "a") };
  const sideB: PosedSurface = { posed: poseTree(treeB, bToWorld, "b") };
  const counter = (counts: Counts) => (inA: boolean, inB: boolean) => {
    const name = `${inA ? "a" : ""}${inB ? "b" : ""}`;
    counts[name] = (counts[name] ?? 0) + 1;
  };
  const never = () => false;
  const [quick, slow]: [Counts, Counts] = [{}, {}];
  const triangles = contact.triangles();
  const decided = visitSegmentsBySigns(sideA, sideB, triangles, corners, segments, counter(quick), never);
  const visitor = { wedge: counter(slow), pieceOfA() {}, pieceOfB() {} };
  visitSegments(sideA.posed, sideB.posed, triangles, corners, segments, visitor, never);
  return { quick: decided ? quick : null, slow, pairCount: pairs.length / 2 };
}

/** A ring around z of n facets, or a prism without `inner`; turned by a share of a facet. */
function ring(n: number, inner: number, outer: number, low: number, high: number, turn = 0): TriangleMesh {
  const profile =
    inner === 0
      ? [
          [outer, low],
          [outer, high],
        ]
      : [
          [inner, low],
          [outer, low],
          [outer, high],
          [inner, high],
        ];
  const rows = profile.length;
  const positions: number[] = [];
  for (let i = 0; i < n; i++) {
    const angle = (2 * Math.PI * (i + turn)) / n;
    for (const [radius, z] of profile) positions.push(radius * Math.cos(angle), radius * Math.sin(angle), z);
  }
  const indices: number[] = [];
  for (let i = 0; i < n; i++) {
    const [p, q] = [rows * i, rows * ((i + 1) % n)];
    for (let k = 0; k < (inner === 0 ? 1 : rows); k++) {
      const l = (k + 1) % rows;
      indices.push(p + k, q + k, q + l, p + k, q + l, p + l);
    }
  }
  if (inner === 0) {
    const bottom = positions.push(0, 0, low, 0, 0, high) / 3 - 2;
    for (let i = 0; i < n; i++) {
      const [p, q] = [rows * i, rows * ((i + 1) % n)];
      indices.push(q, p, bottom, p + 1, q + 1, bottom + 1);
    }
  }
  return createMesh({ positions: Float64Array.from(positions), indices: Uint32Array.from(indices) });
}

/** Vertices rounded to multiples of a step: many touch, some triangles lose their area. */
function snap({ positions, indices }: TriangleMesh, step: number): TriangleMesh {
  return createMesh({ positions: Float64Array.from(positions, (x) => step * Math.round(x / step)), indices });
}

/** Every other triangle turned over. */
function mixWinding({ positions, indices }: TriangleMesh): TriangleMesh {
  const mixed = Uint32Array.from(indices!);
  for (let i = 0; i < mixed.length; i += 6) [mixed[i], mixed[i + 1]] = [mixed[i + 1], mixed[i]];
  return createMesh({ positions, indices: mixed });
}

function shift(x: number, y: number, z: number): number[] {
  return fromColumns([1, 0, 0], [0, 1, 0], [0, 0, 1], [x, y, z]);
}

function join(...meshes: TriangleMesh[]): TriangleMesh {
  let before = 0;
  const indices = meshes.flatMap((mesh) => {
    const own = Array.from(mesh.indices!, (v) => v + before);
    before += mesh.vertexCount;
    return own;
  });
  const positions = Float64Array.from(meshes.flatMap((mesh) => [...mesh.positions]));
  return createMesh({ positions, indices: Uint32Array.from(indices) });
}

describe("visitSegmentsBySigns", () => {
  it("decides like integers on cubes that touch or overlap in every position", () => {
    const [cube, fine] = [createBox(), polycube(block([1, 1, 1]), { cuts: 3 })];
    let seen = 0;
    for (const x of [0, 0.5, 1])
      for (const y of [0, 0.25])
        for (const z of [0, 1])
          for (const b of [cube, fine]) {
            const { quick, slow } = countWedges(cube, identity(), b, shift(x, y, z));
            expect(quick, `${x} ${y} ${z}`).toEqual(slow);
            seen += slow[""] ?? 0;
          }
    expect(seen).toBeGreaterThan(50);
  });

  it("decides like integers on rings and prisms that fit each other", () => {
    for (const n of [3, 8]) {
      const bearing = ring(n, 2, 3, 0, 2);
      for (const [b, wanted] of [
        [ring(n, 0, 2, -1, 4), ["", "a", "b"]], // fills the bore
        [ring(n, 1, 2, 0.5, 1.5), ["", "a", "b"]],
        [ring(n, 3, 4, 1, 3), ["", "a", "b"]], // around it
        [ring(n, 2, 3, 2, 3), ["", "a", "b"]], // on top
        [ring(n, 2, 3, 0, 2, 0.5), ["", "a", "ab", "b"]],
        [ring(n, 2, 3, 0, 2), ["", "ab"]], // the same
        [ring(n, 2, 3, 0.5, 1), ["", "a", "ab"]],
        [ring(n, 2, 4, 0, 3), ["", "ab", "b"]],
        [ring(n, 0, 2.5, 1, 3), ["", "a", "ab", "b"]],
      ] as const)
        for (const [p, q] of [
          [bearing, b],
          [mixWinding(bearing), mixWinding(b)],
        ] as const) {
          const { quick, slow } = countWedges(p, identity(), q, identity());
          expect(quick).toEqual(slow);
          expect(Object.keys(slow).sort(), `${n} facets`).toEqual(wanted);
        }
    }
  });

  it("agrees with integers wherever it decides: rings in poses (seed 53)", () => {
    let decided = 0;
    fc.assert(
      fc.property(
        fc.integer({ min: 3, max: 9 }),
        fc.integer({ min: 3, max: 9 }),
        fc.constantFrom(0, 0.25, 0.5),
        fc.oneof(latticePose, rigidPose),
        fc.constantFrom(0, 0.5, 1, 2),
        (n, m, turn, pose, lift) => {
          const lifted = pose.slice();
          for (let row = 0; row < 3; row++) lifted[12 + row] += lift * pose[8 + row];
          const { quick, slow } = countWedges(
            ring(n, 1, 2, 0, 1),
            pose,
            ring(m, m % 2, 2 - (m % 3), -1, 1, turn),
            lifted,
          );
          if (quick === null) return;
          decided++;
          expect(quick).toEqual(slow);
        },
      ),
      { seed: 53, numRuns: 12 },
    );
    expect(decided).toBeGreaterThan(8);
  });

  it("agrees with integers wherever it decides: rounded spheres and tori on a lattice (seed 54)", () => {
    const counts = { decided: 0, refused: 0 };
    const next = random(54);
    for (let run = 0; run < 16; run++) {
      const step = [0.5, 0.25, 0.125, 2 ** -10][run % 4];
      const a = snap(createIcosphere({ subdivisions: 1 }), step);
      const b = snap(
        run % 3 === 0
          ? createTorus({ minorRadius: 0.5, majorSegments: 8, minorSegments: 6 })
          : createIcosphere({ subdivisions: 1 }),
        step,
      );
      const place = () => step * Math.round((2 * next() - 1) / step);
      const { quick, slow } = countWedges(a, identity(), b, shift(place(), place(), place()));
      if (quick === null) counts.refused++;
      else {
        counts.decided++;
        expect(quick, `run ${run}`).toEqual(slow);
      }
    }
    expect(counts.decided).toBeGreaterThan(6);
    expect(counts.refused).toBeGreaterThan(0);
  });

  it("rejects surfaces that meet themselves at the contact, and only there", () => {
    const cube = createBox();
    const far = (x: number) => {
      const { positions, indices } = createBox();
      return createMesh({ positions: positions.map((p, i) => (i % 3 === 0 ? p + x : p)), indices });
    };
    const on = shift(0, 0, 1);
    expect(countWedges(join(cube, far(0.5)), identity(), cube, on).quick).toBeNull(); // two that overlap
    expect(countWedges(join(cube, far(1)), identity(), cube, on).quick).toBeNull(); // that touch
    expect(countWedges(join(cube, cube), identity(), cube, on).quick).toBeNull(); // the same twice
    const aside = join(cube, far(5), far(5.5));
    expect(countWedges(aside, identity(), cube, on).quick).toEqual(
      countWedges(aside, identity(), cube, on).slow,
    );
    expect(countWedges(aside, identity(), cube, on).quick).not.toBeNull();
  });
});

describe("areSimple", () => {
  const all = (mesh: TriangleMesh) => Uint32Array.from({ length: mesh.triangleCount }, (_, t) => t);

  it("is true if and only if findSelfPairs has no pair of the triangles (seed 55)", () => {
    const next = random(55);
    const counts = { simple: 0, not: 0 };
    for (let run = 0; run < 30; run++) {
      const mesh = snap(createIcosphere({ subdivisions: 2 }), [0.3, 0.2, 0.05][run % 3]);
      const tree = buildAabbTree(mesh);
      const toWorld = rotation([next(), next(), next(), next()], [next(), 0, 0]);
      const chosen = all(mesh).filter(() => next() < 0.1);
      const { pairs, degenerateTriangles } = findSelfPairs(tree, { toWorld });
      const bad = new Set([...pairs, ...degenerateTriangles]);
      const posed = poseTree(tree, toWorld, "toWorld");
      const answer = areSimple(posed, topologyOf(mesh), chosen);
      // A degenerate neighbour is reason enough to refuse, so only one direction is certain.
      if (answer) expect(chosen.every((t) => !bad.has(t))).toBe(true);
      else expect(bad.size).toBeGreaterThan(0);
      counts[answer ? "simple" : "not"]++;
    }
    expect(counts.simple).toBeGreaterThan(5);
    expect(counts.not).toBeGreaterThan(5);
  });

  it("treats soups by their positions, and does not handle trees of oriented boxes", () => {
    const cube = createBox();
    const soup = createMesh({
      positions: Float64Array.from(
        [...cube.indices!].flatMap((v) => [...cube.positions.subarray(3 * v, 3 * v + 3)]),
      ),
    });
    const ask = (mesh: TriangleMesh, build: typeof buildAabbTree | typeof buildObbTree) =>
      areSimple(poseTree(build(mesh), null, "toWorld"), topologyOf(mesh), all(mesh));
    expect(ask(cube, buildAabbTree)).toBe(true);
    expect(ask(soup, buildAabbTree)).toBe(true);
    expect(ask(cube, buildObbTree)).toBe(false);
    expect(
      ask(
        polycube([
          [0, 0, 0],
          [1, 1, 0],
        ]),
        buildAabbTree,
      ),
    ).toBe(false); // four triangles at an edge
  });
});
