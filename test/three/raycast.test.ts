import fc from "fast-check";
import * as THREE from "three";
import { describe, expect, it } from "vitest";
import { OptionError } from "../../src/index.ts";
import { acceleratedRaycast, type FirstHitRaycaster, installRaycast } from "../../src/three/index.ts";
import { randomCases } from "../random-cases.ts";
import { sorted } from "./hits.ts";
import { batched, instanced, morphing, pose, skinned, turnedMatrix } from "./models.ts";

// Every scene is asked by three.js itself, then with acceleratedRaycast: equal lists, to the last bit of every field.

const basic = (side: THREE.Side = THREE.FrontSide) => new THREE.MeshBasicMaterial({ side });
const knot = () => new THREE.TorusKnotGeometry(1, 0.3, 64, 12);

function place<Object extends THREE.Object3D>(object: Object, seed: number, isMirrored = false): Object {
  turnedMatrix(seed).decompose(object.position, object.quaternion, object.scale);
  if (isMirrored) object.scale.x *= -1;
  return object;
}

function withGroups(): THREE.Mesh {
  const geometry = knot();
  geometry.addGroup(0, 900, 0);
  geometry.addGroup(900, 1800, 1);
  geometry.addGroup(2400, 900, 2); // overlaps the second
  geometry.setDrawRange(300, 2700);
  return new THREE.Mesh(geometry, [basic(), basic(THREE.BackSide), basic(THREE.DoubleSide)]);
}

function quantised(): THREE.Mesh {
  const geometry = knot();
  const position = geometry.getAttribute("position");
  const values = Int16Array.from(position.array, (value) => Math.round(value * 16_000));
  geometry.setAttribute("position", new THREE.BufferAttribute(values, 3, true));
  geometry.setAttribute("uv1", geometry.getAttribute("uv").clone());
  return new THREE.Mesh(geometry, basic(THREE.DoubleSide));
}

const SCENES: Record<string, () => THREE.Object3D> = {
  "a mesh, front sides": () => place(new THREE.Mesh(knot(), basic()), 1),
  "back sides": () => place(new THREE.Mesh(knot(), basic(THREE.BackSide)), 2),
  "both sides": () => place(new THREE.Mesh(knot(), basic(THREE.DoubleSide)), 3),
  "mirrored, front sides": () => place(new THREE.Mesh(knot(), basic()), 4, true),
  "mirrored, back sides": () => place(new THREE.Mesh(knot(), basic(THREE.BackSide)), 4, true),
  "without an index": () => place(new THREE.Mesh(knot().toNonIndexed(), basic()), 5),
  "groups, three materials, a draw range": () => place(withGroups(), 6),
  "normalized Int16, with uv1": () => place(quantised(), 7),
  bones: () => {
    const mesh = skinned();
    mesh.material = basic(THREE.DoubleSide);
    pose(mesh, [0.3, 0.2, -0.4, 0.8, 0, 0.9, 0, 0]);
    mesh.computeBoundingSphere();
    return place(mesh, 8);
  },
  "relative morph targets": () => {
    const mesh = morphing(true);
    pose(mesh, [0, 0, 0, 0, 0, 0, 0.4, 0.3]);
    mesh.geometry.boundingSphere = new THREE.Sphere(new THREE.Vector3(), 9);
    return place(mesh, 9);
  },
  "absolute morph targets": () => {
    const mesh = morphing(false);
    pose(mesh, [0, 0, 0, 0, 0, 0, 0.4, -0.3]);
    mesh.geometry.boundingSphere = new THREE.Sphere(new THREE.Vector3(), 9);
    return place(mesh, 10);
  },
  instances: () => place(instanced(12), 11),
  "a batch, with a hidden and a deleted instance": () => place(batched(), 12),
  "a whole graph, with lines and empty meshes in it": () => {
    const group = place(new THREE.Group(), 13);
    group.add(place(new THREE.Mesh(knot(), basic()), 14), place(instanced(4), 15), place(batched(), 16));
    group.children[0].add(place(new THREE.Mesh(new THREE.BoxGeometry(), basic(THREE.DoubleSide)), 17));
    group.add(
      new THREE.Mesh(
        new THREE.BufferGeometry().setAttribute("position", new THREE.Float32BufferAttribute([], 3)),
      ),
    );
    const flat = new THREE.Mesh(new THREE.BoxGeometry(), basic());
    flat.scale.set(1, 0, 1);
    group.add(flat);
    return group;
  },
};

const coordinate = fc.integer({ min: -4000, max: 4000 }).map((thousandths) => thousandths / 997);
const vector = fc.tuple(coordinate, coordinate, coordinate);

describe("acceleratedRaycast", () => {
  it.each(Object.keys(SCENES))("gives the hits and fields of three.js: %s (seed 21)", (name) => {
    const scene = SCENES[name]();
    scene.updateMatrixWorld(true);
    let hits = 0;
    fc.assert(
      fc.property(
        vector,
        vector,
        fc.constantFrom(0, 0, 2),
        fc.constantFrom(Infinity, 6),
        (from, to, near, far) => {
          const origin = new THREE.Vector3(...from);
          const direction = new THREE.Vector3(...to).multiplyScalar(0.25).add(scene.position).sub(origin);
          if (direction.length() < 1e-3) return;
          const raycaster = new THREE.Raycaster(origin, direction.normalize(), near, far);
          const expected = raycaster.intersectObject(scene);
          const uninstall = installRaycast(scene);
          const found = raycaster.intersectObject(scene);
          (raycaster as FirstHitRaycaster).firstHitOnly = true;
          const [first] = raycaster.intersectObject(scene);
          uninstall();
          expect(sorted(found)).toEqual(sorted(expected));
          expect(first?.distance).toBe(expected[0]?.distance);
          hits += expected.length;
        },
      ),
      { seed: 21, numRuns: randomCases(75) },
    );
    expect(hits).toBeGreaterThan(30);
  });

  it("reports one hit of each instance where only the first is wanted", () => {
    const mesh = instanced(12);
    mesh.raycast = acceleratedRaycast;
    mesh.updateMatrixWorld();
    const raycaster: FirstHitRaycaster = new THREE.Raycaster(
      new THREE.Vector3(-20, 0, 0),
      new THREE.Vector3(1, 0, 0),
    );
    const all = raycaster.intersectObject(mesh);
    raycaster.firstHitOnly = true;
    const ids = raycaster.intersectObject(mesh).map(({ instanceId }) => instanceId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(ids)).toEqual(new Set(all.map(({ instanceId }) => instanceId)));
  });

  it("can be set on a prototype, and minds layers", () => {
    class Solid extends THREE.Mesh {}
    Solid.prototype.raycast = acceleratedRaycast;
    const ball = new Solid(new THREE.SphereGeometry(1), basic());
    const raycaster = new THREE.Raycaster(new THREE.Vector3(5, 0.1, 0.2), new THREE.Vector3(-1, 0, 0));
    expect(raycaster.intersectObject(ball).length).toBe(1);
    ball.layers.set(3);
    expect(raycaster.intersectObject(ball)).toEqual([]);
    raycaster.layers.set(3);
    expect(raycaster.intersectObject(ball).length).toBe(1);
  });

  it("follows a geometry that has changed", () => {
    const ball = new THREE.Mesh(new THREE.SphereGeometry(1), basic());
    ball.raycast = acceleratedRaycast;
    const raycaster = new THREE.Raycaster(new THREE.Vector3(5, 0.1, 0.2), new THREE.Vector3(-1, 0, 0));
    const [before] = raycaster.intersectObject(ball);
    ball.geometry.scale(2, 2, 2);
    const [after] = raycaster.intersectObject(ball);
    expect(before.distance).toBeGreaterThan(4);
    expect(after.distance).toBeLessThan(3.1);
  });

  it("lets no ray through between triangles", () => {
    // Rays at vertices and along edges: by rounding some of them miss in three.js.
    const geometry = new THREE.IcosahedronGeometry(1, 3);
    const mesh = place(new THREE.Mesh(geometry, basic(THREE.DoubleSide)), 18);
    mesh.updateMatrixWorld();
    mesh.raycast = acceleratedRaycast;
    const centre = new THREE.Vector3().setFromMatrixPosition(mesh.matrixWorld);
    const corner = new THREE.Vector3();
    const position = geometry.getAttribute("position");
    for (let i = 0; i < position.count; i++) {
      corner.fromBufferAttribute(position, i).applyMatrix4(mesh.matrixWorld);
      const raycaster = new THREE.Raycaster(centre, corner.clone().sub(centre).normalize());
      const [hit] = raycaster.intersectObject(mesh);
      expect(hit).toBeDefined();
      expect(hit.point.distanceTo(corner)).toBeLessThan(1e-6);
    }
  });

  it("can be uninstalled, and is not installed on what is not an object", () => {
    const own = () => {};
    const mesh = new THREE.Mesh();
    const other = new THREE.Mesh();
    other.raycast = own;
    const uninstall = installRaycast(new THREE.Group().add(mesh, other));
    expect([mesh.raycast, other.raycast]).toEqual([acceleratedRaycast, acceleratedRaycast]);
    uninstall();
    expect(Object.hasOwn(mesh, "raycast")).toBe(false);
    expect(other.raycast).toBe(own);
    expect(() => installRaycast({} as never)).toThrow(OptionError);
  });
});
