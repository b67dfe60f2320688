import * as THREE from "three";
import { describe, expect, it } from "vitest";
import { createArticulatedBody, setPose, updateCab } from "../../src/articulated.ts";
import {
  buildObbTree,
  buildRTree,
  findContacts,
  findManifold,
  findNearPairs,
  OptionError,
  refit,
} from "../../src/index.ts";
import { createBox } from "../../src/mesh/primitives/index.ts";
import { ContactHelper, NearHelper, TreeHelper, treeOf } from "../../src/three/index.ts";

const knot = new THREE.TorusKnotGeometry(1, 0.3, 64, 8);
const ball = new THREE.SphereGeometry(0.5, 16, 8);

/** The vertices that a helper shows. */
function shown({ geometry }: { geometry: THREE.BufferGeometry }): number[] {
  return Array.from(geometry.getAttribute("position").array.subarray(0, 3 * geometry.drawRange.count));
}

function boxOf(numbers: ArrayLike<number>): THREE.Box3 {
  return new THREE.Box3().setFromArray(Array.from(numbers));
}

describe("TreeHelper", () => {
  const tree = treeOf(knot);

  it.each([
    ["AABB", () => tree],
    ["OBB", () => buildObbTree(tree.mesh)],
    ["R-tree", () => buildRTree(tree.mesh)],
  ] as const)("draws boxes that hold the model on every level: %s", (_, source) => {
    const built = source();
    let before = 0;
    for (let level = 0; level <= built.depth; level++) {
      const helper = new TreeHelper(built, { level });
      expect(helper.boxCount).toBeGreaterThanOrEqual(before);
      before = helper.boxCount;
      const lines = shown(helper);
      expect(lines.length).toBe(helper.boxCount * 24 * 3);
      const around = boxOf(lines).expandByScalar(1e-5);
      expect(around.containsBox(boxOf(tree.mesh.positions))).toBe(true);
    }
    const leaves = built.kind === "r-tree" ? built.triangleCount : (built.nodeCount + 1) / 2;
    expect(before).toBe(leaves);
    expect(new TreeHelper(built).boxCount).toBe(1);
  });

  it("draws twelve edges of a box, each along one axis", () => {
    const lines = shown(new TreeHelper(tree));
    for (let i = 0; i < lines.length; i += 6) {
      const moves = [0, 1, 2].filter((axis) => lines[i + axis] !== lines[i + 3 + axis]);
      expect(moves.length).toBe(1);
    }
    expect(new Set(Array.from({ length: 12 }, (_, k) => lines.slice(6 * k, 6 * k + 6).join())).size).toBe(12);
  });

  it("draws the boxes of an articulated body, in the world", () => {
    const mesh = createBox({ size: [1, 1, 1] });
    const BESIDE = new THREE.Matrix4().makeTranslation(2, 0, 0).elements;
    const body = createArticulatedBody([
      { name: "a", mesh },
      { name: "b", mesh, parent: "a", joint: { type: "hinge", origin: BESIDE } },
    ]);
    setPose(body, [0.5]);
    updateCab(body);
    expect(new TreeHelper(body).boxCount).toBe(1);
    expect(new TreeHelper(body, { level: 3 }).boxCount).toBe(2);
  });

  it("follows the object, the level and refits", () => {
    const geometry = ball.clone();
    const object = new THREE.Mesh(geometry);
    const helper = new TreeHelper(treeOf(geometry), { object, level: 2 });
    object.position.set(3, 0, 0);
    const scene = new THREE.Scene().add(object, helper);
    scene.updateMatrixWorld();
    expect(helper.matrixWorld.elements).toEqual(object.matrixWorld.elements);
    geometry.scale(2, 2, 2);
    refit(treeOf(geometry));
    const few = helper.boxCount;
    helper.level = 4;
    helper.update();
    expect(helper.boxCount).toBeGreaterThan(few);
    expect(boxOf(shown(helper)).max.x).toBeCloseTo(1, 5);
    helper.dispose();
  });

  it("rejects a level that is not a whole number", () => {
    for (const level of [-1, 0.5, NaN]) expect(() => new TreeHelper(tree, { level })).toThrow(OptionError);
    expect(() => new TreeHelper(tree, { depth: 1 } as never)).toThrow("not an option of TreeHelper");
  });
});

describe("ContactHelper", () => {
  const bToWorld = new THREE.Matrix4().makeTranslation(1, 0.2, 0.1).elements;
  const a = treeOf(knot);
  const b = treeOf(ball);
  const contacts = findContacts(a, b, { bToWorld });
  const manifold = findManifold(a, b, { bToWorld });

  it("draws every segment of the curves, and a normal for each region", () => {
    const helper = new ContactHelper({ normalLength: 0.5 });
    helper.show(contacts);
    const lines = shown(helper.curves);
    let length = 0;
    for (let i = 0; i < lines.length; i += 6)
      length += new THREE.Vector3(...lines.slice(i, i + 3)).distanceTo(
        new THREE.Vector3(...lines.slice(i + 3, i + 6)),
      );
    expect(contacts.curves.length).toBeGreaterThan(0);
    expect(length).toBeCloseTo(
      contacts.curves.reduce((sum, curve) => sum + curve.length, 0),
      4,
    );
    expect(shown(helper.normals).length).toBe(6 * contacts.regions.length);
    expect(shown(helper.points)).toEqual([]);
  });

  it("draws points, depths and normals of a manifold", () => {
    const helper = new ContactHelper();
    helper.show(null, manifold);
    expect(manifold.pointCount).toBeGreaterThan(0);
    expect(shown(helper.points).length).toBe(6 * manifold.pointCount);
    const depths = shown(helper.depths);
    for (let point = 0; point < manifold.pointCount; point++) {
      const from = new THREE.Vector3(...depths.slice(6 * point, 6 * point + 3));
      const to = new THREE.Vector3(...depths.slice(6 * point + 3, 6 * point + 6));
      expect(from.distanceTo(to)).toBeCloseTo(Math.abs(manifold.pointDepths[point]), 5);
    }
    helper.show(null);
    expect(shown(helper.points)).toEqual([]);
    helper.dispose();
  });
});

describe("NearHelper", () => {
  it("draws a line for each near pair, and clears", () => {
    const bToWorld = new THREE.Matrix4().makeTranslation(0, 0, 0.9).elements;
    const near = findNearPairs(treeOf(knot), treeOf(ball), 0.1, { bToWorld });
    expect(near.count).toBeGreaterThan(0);
    const helper = new NearHelper();
    helper.show(near);
    const lines = shown(helper.lines);
    expect(lines.length).toBe(6 * near.count);
    for (let row = 0; row < near.count; row++) {
      const from = new THREE.Vector3(...lines.slice(6 * row, 6 * row + 3));
      const to = new THREE.Vector3(...lines.slice(6 * row + 3, 6 * row + 6));
      expect(from.distanceTo(to)).toBeCloseTo(near.distances[row], 5);
    }
    helper.show([near, near]);
    expect(shown(helper.lines).length).toBe(12 * near.count);
    helper.show(null);
    expect(shown(helper.lines)).toEqual([]);
    helper.dispose();
  });
});
