import fc from "fast-check";
import * as THREE from "three";
import { describe, expect, it } from "vitest";
import { MeshError, OptionError } from "../../src/errors.ts";
import { type AabbTree, findPairs } from "../../src/index.ts";
import { treeOf } from "../../src/three/index.ts";
import { validateTree } from "../../src/trees.ts";
import { randomCases } from "../random-cases.ts";
import { morphing, pose, skinned } from "./models.ts";

/** Corner coordinates of all triangles of a tree's mesh. */
function soupOf({ mesh }: AabbTree): number[] {
  const { positions, indices, triangleCount } = mesh;
  return Array.from({ length: 9 * triangleCount }, (_, i) => {
    const corner = Math.floor(i / 3);
    return positions[3 * (indices?.[corner] ?? corner) + (i % 3)];
  });
}

/** The corners that three.js itself reads for a draw range. */
function drawnBy(geometry: THREE.BufferGeometry): number[] {
  const { index, drawRange } = geometry;
  const position = geometry.getAttribute("position");
  const end = Math.min((index ?? position).count, drawRange.start + drawRange.count);
  const corners: number[] = [];
  for (let i = drawRange.start; i + 3 <= end; i += 3)
    for (let k = 0; k < 3; k++) {
      const vertex = index === null ? i + k : index.getX(i + k);
      corners.push(position.getX(vertex), position.getY(vertex), position.getZ(vertex));
    }
  return corners;
}

const knot = () => new THREE.TorusKnotGeometry(1, 0.3, 64, 8);

function interleaved(): THREE.BufferGeometry {
  const plain = knot();
  const position = plain.getAttribute("position");
  const data = new THREE.InterleavedBuffer(new Float32Array(5 * position.count), 5);
  const attribute = new THREE.InterleavedBufferAttribute(data, 3, 1);
  for (let i = 0; i < position.count; i++)
    attribute.setXYZ(i, position.getX(i), position.getY(i), position.getZ(i));
  return new THREE.BufferGeometry().setAttribute("position", attribute).setIndex(plain.index);
}

function quantised(array: Int16Array | Int8Array, normalized: boolean): THREE.BufferGeometry {
  const plain = knot();
  const position = plain.getAttribute("position");
  const limit = array.BYTES_PER_ELEMENT === 2 ? 20_000 : 80;
  const ofType = array.constructor as Int16ArrayConstructor;
  const values = ofType.from(position.array, (value) => Math.round((value / 2) * limit));
  return new THREE.BufferGeometry()
    .setAttribute("position", new THREE.BufferAttribute(values, 3, normalized))
    .setIndex(plain.index);
}

function halfFloat(): THREE.BufferGeometry {
  const plain = knot();
  const position = plain.getAttribute("position");
  const values = Array.from(position.array, (value) => THREE.DataUtils.toHalfFloat(value));
  return new THREE.BufferGeometry()
    .setAttribute("position", new THREE.Float16BufferAttribute(values, 3))
    .setIndex(plain.index);
}

describe("treeOf", () => {
  it.each<[string, () => THREE.BufferGeometry]>([
    ["indexed", knot],
    ["without an index", () => knot().toNonIndexed()],
    ["interleaved", interleaved],
    ["normalized Int16", () => quantised(new Int16Array(), true)],
    ["normalized Int8", () => quantised(new Int8Array(), true)],
    ["plain Int16", () => quantised(new Int16Array(), false)],
    ["half floats", halfFloat],
    [
      "a range that begins within a triangle of the index",
      () => {
        const geometry = knot();
        geometry.setDrawRange(7, 100);
        return geometry;
      },
    ],
    [
      "a range without an index",
      () => {
        const geometry = knot().toNonIndexed();
        geometry.setDrawRange(9, 301);
        return geometry;
      },
    ],
  ])("has the triangles that three.js draws: %s", (_, create) => {
    const geometry = create();
    const tree = treeOf(geometry);
    expect(soupOf(tree)).toEqual(drawnBy(geometry));
    expect(validateTree(tree)).toEqual([]);
  });

  it("reads plain attributes in place", () => {
    const geometry = knot();
    const { mesh } = treeOf(geometry);
    expect(mesh.positions.buffer).toBe(geometry.getAttribute("position").array.buffer);
    expect(mesh.indices!.buffer).toBe(geometry.index!.array.buffer);
  });

  it("keeps one tree for a geometry, and one for each set of options", () => {
    const geometry = knot();
    const tree = treeOf(geometry);
    expect(treeOf(geometry)).toBe(tree);
    expect(treeOf(new THREE.Mesh(geometry))).toBe(tree);
    const other = treeOf(geometry, { leafSize: 8 });
    expect(other).not.toBe(tree);
    expect(treeOf(geometry, { leafSize: 8 })).toBe(other);
    expect(treeOf(geometry)).toBe(tree);
  });

  it.each([
    ["plain", knot],
    ["interleaved", interleaved],
    ["quantised", () => quantised(new Int16Array(), true)],
  ] as const)("fits the tree again when positions were said to have changed: %s", (_, create) => {
    const geometry = create();
    const tree = treeOf(geometry);
    const position = geometry.getAttribute("position");
    for (let i = 0; i < position.count; i++) position.setX(i, 0.9 * position.getX(i) + 0.05);
    position.needsUpdate = true;
    const fitted = treeOf(geometry);
    expect(fitted.mesh).toBe(tree.mesh);
    expect(soupOf(fitted)).toEqual(drawnBy(geometry));
    expect(validateTree(fitted)).toEqual([]);
  });

  it("builds a new tree where fitting would make it slow: all triangles change places", () => {
    const geometry = knot().toNonIndexed();
    const tree = treeOf(geometry);
    const position = geometry.getAttribute("position");
    const triangles = position.count / 3;
    const before = position.array.slice();
    for (let t = 0; t < triangles; t++)
      position.array.set(before.subarray(9 * t, 9 * t + 9), 9 * ((t * 101) % triangles));
    position.needsUpdate = true;
    expect(treeOf(geometry)).not.toBe(tree);
    expect(soupOf(treeOf(geometry))).toEqual(drawnBy(geometry));
    expect(validateTree(treeOf(geometry))).toEqual([]);
  });

  it.each<[string, (geometry: THREE.BufferGeometry) => void]>([
    ["the draw range", (geometry) => geometry.setDrawRange(3, 30)],
    [
      "the index's numbers",
      ({ index }) => {
        index!.setX(0, 5);
        index!.needsUpdate = true;
      },
    ],
    ["the index", (geometry) => geometry.setIndex([0, 1, 2, 2, 3, 4])],
    [
      "the positions' array",
      (geometry) => {
        geometry.setAttribute("position", new THREE.SphereGeometry(1, 64, 32).getAttribute("position"));
      },
    ],
  ])("builds a new tree when this has changed: %s", (_, change) => {
    const geometry = knot();
    const before = treeOf(geometry);
    change(geometry);
    const tree = treeOf(geometry);
    expect(tree).not.toBe(before);
    expect(soupOf(tree)).toEqual(drawnBy(geometry));
  });

  it("takes the triangles of groups, in their order, where asked", () => {
    const geometry = knot();
    geometry.addGroup(300, 9, 1);
    geometry.addGroup(0, 6, 0);
    geometry.addGroup(3, 6, 1);
    geometry.setDrawRange(0, 306);
    const all = drawnBy(geometry);
    const tree = treeOf(geometry, { groups: true });
    expect(soupOf(tree)).toEqual([...all.slice(900, 918), ...all.slice(0, 18), ...all.slice(9, 27)]);
    geometry.clearGroups();
    geometry.addGroup(0, 3, 0);
    expect(treeOf(geometry, { groups: true }).mesh.triangleCount).toBe(1);
  });

  it("takes vertices of skinned meshes and morph targets from getVertexPosition, bit for bit (seed 5)", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 }),
        (values) => {
          for (const mesh of [skinned(), morphing(true), morphing(false)]) {
            treeOf(mesh); // at rest
            pose(mesh, values);
            const tree = treeOf(mesh);
            const vertex = new THREE.Vector3();
            const expected: number[] = [];
            const { index } = mesh.geometry;
            for (let i = 0; i < index!.count; i++)
              expected.push(...mesh.getVertexPosition(index!.getX(i), vertex).toArray());
            expect(soupOf(tree)).toEqual(expected);
            expect(validateTree(tree)).toEqual([]);
            expect(treeOf(mesh)).toBe(tree);
          }
        },
      ),
      { seed: 5, numRuns: randomCases(10) },
    );
  });

  it("gives two skinned meshes of one geometry a tree each", () => {
    const one = skinned();
    const other = skinned();
    other.geometry = one.geometry;
    expect(treeOf(one)).not.toBe(treeOf(other));
  });

  it("answers queries with trees of both kinds", () => {
    const mesh = skinned();
    expect(findPairs(treeOf(mesh), treeOf(knot())).count).toBeGreaterThan(0);
  });

  it("names what it cannot use", () => {
    expect(() => treeOf({} as never)).toThrow(OptionError);
    expect(() => treeOf(undefined as never)).toThrow(
      "treeOf: expected a BufferGeometry or a Mesh of three.js",
    );
    expect(() => treeOf(new THREE.BufferGeometry())).toThrow(MeshError);
    expect(() => treeOf(knot(), { group: true } as never)).toThrow("did you mean groups?");
    expect(() => treeOf(knot(), { groups: 1 } as never)).toThrow("groups: expected true or false, got 1");
    expect(() => treeOf(knot(), { groups: true })).toThrow("nothing is drawn");
    const flat = new THREE.BufferGeometry().setAttribute(
      "position",
      new THREE.Float32BufferAttribute([0, 0, 1, 1, 2, 2], 2),
    );
    expect(() => treeOf(flat)).toThrow("positions have 2 numbers a vertex");
    const broken = knot();
    broken.getAttribute("position").setX(3, NaN);
    expect(() => treeOf(broken)).toThrow(MeshError);
  });
});
