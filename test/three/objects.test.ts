import * as THREE from "three";
import { describe, expect, it } from "vitest";
import { collide, distance, OptionError, PoseError } from "../../src/index.ts";
import {
  collideObjects,
  contactsOf,
  createSceneWorld,
  distanceOf,
  installRaycast,
  type ObjectPart,
  partsOf,
  treeOf,
  treeOfAsync,
} from "../../src/three/index.ts";
import { builtUrl } from "../build-once.ts";
import { batched, instanced, pose, skinned } from "./models.ts";

const ball = (radius = 0.5) => new THREE.Mesh(new THREE.SphereGeometry(radius, 12, 8));

function at<Object extends THREE.Object3D>(object: Object, x: number, y = 0, z = 0): Object {
  object.position.set(x, y, z);
  return object;
}

const poses = (a: ObjectPart, b: ObjectPart) => ({
  aToWorld: a.toWorld.elements,
  bToWorld: b.toWorld.elements,
});

function crowd(x: number): THREE.Group {
  const group = at(new THREE.Group(), x, 0.1);
  const mesh = skinned();
  pose(mesh, [0.3, 0, 0.5, 0.2, 0, 0, 0, 0]);
  group.add(at(ball(), 0, 2), instanced(3), batched(), mesh);
  group.rotation.set(0.1, 0.2, 0.3);
  return group;
}

describe("objects of three.js", () => {
  it("have a part for each mesh, instance and active batch instance", () => {
    const parts = partsOf(crowd(0));
    expect(parts.length).toBe(1 + 3 + 4 + 1);
    expect(parts.map(({ instance }) => instance)).toEqual([null, 0, 1, 2, 0, 2, 3, 5, null]);
    expect(partsOf(crowd(0), { filter: (object) => !(object instanceof THREE.InstancedMesh) }).length).toBe(
      6,
    );
    const batch = parts[4].object as THREE.BatchedMesh;
    const expected = new THREE.Matrix4();
    batch.getMatrixAt(2, expected);
    expect(parts[5].toWorld.elements).toEqual(expected.premultiply(batch.matrixWorld).elements);
  });

  it.each([0.3, 2.1, 6])(
    "collide, and are as far apart, as all pairs of parts say, one by one (%f apart)",
    (x) => {
      const [a, b] = [crowd(0), at(ball(0.4), x, 0.5)];
      const [partsA, partsB] = [partsOf(a), partsOf(b)];
      const pairs = partsA.flatMap((p) => partsB.map((q) => [p, q] as const));
      const meet = pairs.some(([p, q]) => collide(p.tree, q.tree, poses(p, q)));
      expect(collideObjects(a, b)).toBe(meet);
      expect(contactsOf(a, b).length > 0).toBe(meet);
      const nearest = Math.min(...pairs.map(([p, q]) => distance(p.tree, q.tree, poses(p, q))!.distance));
      const found = distanceOf(a, b)!;
      expect(found.distance).toBe(nearest);
      expect(found.pointA.distanceTo(found.pointB)).toBeCloseTo(nearest, 9);
      expect(distanceOf(b, a)!.distance).toBe(nearest);
      if (nearest > 0) expect(distanceOf(a, b, { maxDistance: 0.9 * nearest })).toBeNull();
    },
  );

  it("are not compared with themselves, and other arguments are rejected", () => {
    const one = ball();
    expect(collideObjects(one, one)).toBe(false);
    expect(distanceOf(one, one)).toBeNull();
    expect(distanceOf(one, new THREE.Group())).toBeNull();
    expect(() => collideObjects(one, {} as never)).toThrow("collideObjects: b: expected an Object3D");
    expect(() => contactsOf(null as never, one)).toThrow(OptionError);
    expect(() => distanceOf(one, one, { maxDistanse: 1 } as never)).toThrow("did you mean maxDistance?");
  });

  it("update their matrices unless told otherwise", () => {
    const [a, b] = [ball(), at(ball(), 3)];
    expect(collideObjects(a, b)).toBe(false);
    b.position.x = 0.5;
    expect(collideObjects(a, b, { updateMatrices: false })).toBe(false);
    expect(collideObjects(a, b)).toBe(true);
  });
});

/** Hidden by a scale of 0, in five ways. */
function hidden(): THREE.Object3D[] {
  const alone = ball();
  alone.scale.setScalar(0);
  const flat = ball();
  flat.scale.y = 0;
  const child = ball();
  child.rotation.set(0.3, 0.5, 0.7);
  const turned = new THREE.Group().add(child); // the determinant is zero but for rounding
  turned.scale.x = 0;
  turned.rotation.set(0.2, 0.4, 0.6);
  const nothing = new THREE.Matrix4().makeScale(0, 0, 0);
  const instances = instanced(2);
  instances.setMatrixAt(0, nothing);
  instances.setMatrixAt(1, nothing);
  const batch = batched();
  for (const instance of [0, 2, 3, 5]) batch.setMatrixAt(instance, nothing);
  return [alone, flat, turned, instances, batch];
}

describe("a scale of 0 in three.js", () => {
  it("hides an object from everything", () => {
    const group = new THREE.Group().add(...hidden());
    const other = ball(3);
    expect(partsOf(group)).toEqual([]);
    expect(collideObjects(group, other)).toBe(false);
    expect(contactsOf(group, other)).toEqual([]);
    expect(distanceOf(group, other)).toBeNull();
    const scene = new THREE.Scene().add(group, other);
    installRaycast(group);
    const raycaster = new THREE.Raycaster(new THREE.Vector3(0.1, 0.05, 9), new THREE.Vector3(0, 0, -1));
    expect(raycaster.intersectObject(group)).toEqual([]);
    expect(createSceneWorld(scene).step().pairs).toEqual([]);
    expect(createSceneWorld(scene, { kindOf: () => "deformable" }).step().pairs).toEqual([]);
  });

  it("takes an instance out of the scene world and back, and leaves the other bodies what they are", () => {
    const many = instanced(3);
    const place = (i: number) => new THREE.Matrix4().makeTranslation(4 * i, 0, 0);
    for (let i = 0; i < 3; i++) many.setMatrixAt(i, place(i));
    const bound = createSceneWorld(new THREE.Scene().add(many, at(ball(0.2), 4)));
    expect(bound.step().pairs.length).toBe(0); // the ball is in the ring's hole
    many.setMatrixAt(1, place(1).setPosition(4.5, 0, 0));
    expect(bound.step().begun.length).toBe(1);
    const ids = [bound.idOf(many, 0), bound.idOf(many, 2)];
    many.setMatrixAt(1, place(1).scale(new THREE.Vector3(0, 0, 0)));
    expect(bound.step().ended.length).toBe(1);
    expect(bound.idOf(many, 1)).toBeNull();
    expect([bound.idOf(many, 0), bound.idOf(many, 2)]).toEqual(ids);
    many.setMatrixAt(1, place(1).setPosition(4.5, 0, 0));
    expect(bound.step().begun.length).toBe(1);
  });

  it("is not assumed for a matrix that is not finite, or only small", () => {
    const broken = ball();
    broken.position.x = NaN;
    expect(() => collideObjects(broken, ball())).toThrow(PoseError);
    const small = ball();
    small.scale.set(1e-30, 1e-30, 1e-30);
    expect(partsOf(small).length).toBe(1);
    expect(collideObjects(at(small, 0.5), new THREE.Mesh(new THREE.BoxGeometry()))).toBe(true);
  });
});

describe("createSceneWorld", () => {
  const named = (pairs: readonly { a: THREE.Object3D; b: THREE.Object3D }[]) =>
    pairs.map(({ a, b }) => [a.name, b.name].sort().join("-")).sort();

  function scene(): [THREE.Scene, Record<string, THREE.Mesh>] {
    const all = { a: ball(), b: at(ball(), 0.8), c: at(ball(), 5) };
    for (const [name, mesh] of Object.entries(all)) mesh.name = name;
    return [new THREE.Scene().add(...Object.values(all)), all];
  }

  it("follows objects that move, come and go", () => {
    const [root, { a, b, c }] = scene();
    const bound = createSceneWorld(root);
    expect(named(bound.step().pairs)).toEqual(["a-b"]);
    c.position.x = 1.2;
    const moved = bound.step();
    expect(named(moved.begun)).toEqual(["b-c"]);
    expect(named(moved.kept)).toEqual(["a-b"]);
    const d = at(ball(), -0.8);
    d.name = "d";
    a.add(d); // below a mesh
    root.remove(b);
    const changed = bound.step();
    expect(named(changed.begun)).toEqual(["a-d"]);
    expect(named(changed.ended)).toEqual(["a-b", "b-c"]);
    expect(bound.world.size).toBe(3);
    expect(bound.idOf(b)).toBeNull();
    expect(bound.objectOf(bound.idOf(d)!)!.object).toBe(d);
    expect(named(bound.step().ended)).toEqual([]);
  });

  it("follows geometries, draw ranges, instances and bones", () => {
    const [root, { a, b }] = scene();
    const bound = createSceneWorld(root, { filter: ({ name }) => name !== "c" });
    bound.step();
    const id = bound.idOf(a);
    a.geometry.scale(0.2, 0.2, 0.2); // raises position.version
    expect(named(bound.step().pairs)).toEqual([]);
    expect(bound.idOf(a)).not.toBe(id);
    b.geometry.setDrawRange(0, 0);
    bound.step();
    expect(bound.world.size).toBe(1);
    b.geometry.setDrawRange(0, Infinity);
    const many = instanced(2);
    many.name = "many";
    for (let i = 0; i < 2; i++) many.setMatrixAt(i, new THREE.Matrix4().makeTranslation(20 + 10 * i, 0, 0));
    root.add(many);
    expect(named(bound.step().pairs)).toEqual([]);
    many.setMatrixAt(1, new THREE.Matrix4().makeTranslation(0.8, 0, 0));
    const [pair] = bound.step().pairs;
    expect([pair.instanceA, pair.instanceB]).toContain(1);
    const arm = at(skinned(), 0, 0, 8);
    const target = at(ball(0.4), 1.5, -1, 8);
    [arm.name, target.name] = ["arm", "target"];
    root.add(arm, target);
    expect(named(bound.step().begun)).toEqual([]);
    pose(arm, [0, 0, -Math.PI / 2, 0, 0, 0, 0, 0]);
    const begun = bound.step().begun;
    expect(named(begun)).toEqual(collideObjects(arm, target) ? ["arm-target"] : []);
    expect(begun.length).toBe(1);
  });

  it("asks kindOf, and tests deformable meshes with themselves where asked", () => {
    const [root, { a, b, c }] = scene();
    const bound = createSceneWorld(root, {
      kindOf: (mesh) => (mesh === c ? "deformable" : mesh === b ? null : "static"),
    });
    expect(named(bound.step().pairs)).toEqual([]);
    expect([bound.idOf(a), bound.idOf(b)]).toEqual([0, null]);
    const id = bound.idOf(c);
    c.geometry.translate(-4.5, 0, 0);
    const found = bound.step({ find: "triangles" });
    expect(named(found.pairs)).toEqual(["a-c"]);
    expect(bound.idOf(c)).toBe(id);
    expect(found.step.triangles!.pairs.length).toBeGreaterThan(0);
    // The seam of a sphere of three.js is not welded: it touches itself there.
    const selfish = createSceneWorld(root, { kindOf: () => "deformable", self: true });
    expect(named(selfish.step().pairs)).toContain("c-c");
    expect(() => createSceneWorld(root, { kindOf: () => "soft" as never }).step()).toThrow("kindOf: soft");
    expect(() => createSceneWorld({} as never)).toThrow(OptionError);
  });
});

describe("treeOfAsync", () => {
  const load = () => import(/* @vite-ignore */ builtUrl("workers/index.js"));

  it("keeps a tree that a thread has built, equal to that of treeOf", async () => {
    const { buildTreeOnThread } = await load();
    const geometry = new THREE.TorusKnotGeometry(1, 0.3, 200, 32);
    const tree = await treeOfAsync(geometry, { build: buildTreeOnThread });
    expect(treeOf(geometry)).toBe(tree);
    const here = treeOf(geometry.clone());
    expect(tree.nodes).toEqual(here.nodes);
    expect(tree.triangles).toEqual(here.triangles);
  });

  it("fits the tree to vertices that have moved meanwhile", async () => {
    const geometry = new THREE.SphereGeometry(1, 16, 8);
    const build = async (
      mesh: Parameters<typeof treeOfAsync>[1]["build"] extends (m: infer M, o: never) => unknown ? M : never,
    ) => {
      const { buildAabbTree } = await import("../../src/index.ts");
      const tree = buildAabbTree(mesh);
      geometry.scale(3, 3, 3);
      return tree;
    };
    const tree = await treeOfAsync(geometry, { build });
    expect(tree.nodes[3]).toBeCloseTo(3, 5);
    await expect(treeOfAsync(geometry, { build: (async () => null) as never })).rejects.toThrow(OptionError);
    await expect(treeOfAsync(geometry, {} as never)).rejects.toThrow("build: expected a function");
  });
});
