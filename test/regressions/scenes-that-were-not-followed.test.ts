import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Raycaster,
  Scene,
  SphereGeometry,
  Vector3,
} from "three";
import { expect, test } from "vitest";
import { acceleratedRaycast, collideObjects, createSceneWorld, treeOf } from "../../src/three/index.ts";

const material = new MeshBasicMaterial();

function boxAt(x: number): Mesh {
  const box = new Mesh(new BoxGeometry(), material);
  box.position.x = x;
  return box;
}

test("a scene's world follows attributes and indices that are replaced", () => {
  const scene = new Scene();
  const geometry = new BufferGeometry();
  const corners = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 0, 0, 6, 0, 0, 5, 1, 0);
  geometry.setAttribute("position", new BufferAttribute(corners, 3));
  geometry.setIndex([0, 1, 2]);
  scene.add(new Mesh(geometry, material), boxAt(5));
  for (const kind of ["rigid", "deformable"] as const) {
    geometry.setIndex([0, 1, 2]);
    geometry.setAttribute("position", new BufferAttribute(corners, 3));
    const world = createSceneWorld(scene, { kindOf: () => kind });
    expect(world.step().pairs).toHaveLength(0);
    geometry.setIndex([3, 4, 5]);
    expect(world.step().pairs).toHaveLength(1);
    geometry.setAttribute(
      "position",
      new BufferAttribute(
        corners.map((x) => x + 20),
        3,
      ),
    );
    expect(world.step().pairs).toHaveLength(0);
  }
});

test("morph targets that are replaced move the mesh", () => {
  const scene = new Scene();
  const geometry = new BoxGeometry();
  const shift = (x: number) => {
    const attribute = geometry.attributes.position.clone();
    for (let i = 0; i < attribute.count; i++) attribute.setXYZ(i, x, 0, 0);
    return attribute as BufferAttribute;
  };
  geometry.morphTargetsRelative = true;
  geometry.morphAttributes.position = [shift(0)];
  const mesh = new Mesh(geometry, material);
  mesh.morphTargetInfluences = [1];
  const other = boxAt(5);
  scene.add(mesh, other);
  const world = createSceneWorld(scene);
  expect(world.step().pairs).toHaveLength(0);
  expect(collideObjects(mesh, other)).toBe(false);
  geometry.morphAttributes.position = [shift(5)];
  expect(world.step().pairs).toHaveLength(1);
  expect(collideObjects(mesh, other)).toBe(true);
});

test("a step that throws at an instance leaves no bodies behind", () => {
  const scene = new Scene();
  const instances = new InstancedMesh(new BoxGeometry(), material, 4);
  for (let i = 0; i < 4; i++) instances.setMatrixAt(i, new Matrix4());
  instances.setMatrixAt(2, new Matrix4().makeScale(NaN, 1, 1));
  scene.add(instances);
  const world = createSceneWorld(scene);
  for (let k = 0; k < 3; k++) expect(() => world.step()).toThrow(/NaN|finite/);
  instances.setMatrixAt(2, new Matrix4());
  expect(world.step().pairs).toHaveLength(6);
});

test("trees of draw ranges that are gone are dropped", () => {
  const geometry = new SphereGeometry(1, 8, 6);
  geometry.setDrawRange(0, 30);
  const first = treeOf(geometry);
  expect(treeOf(geometry)).toBe(first);
  geometry.setDrawRange(0, 60);
  treeOf(geometry);
  geometry.setDrawRange(0, 30);
  expect(treeOf(geometry)).not.toBe(first);
});

test("a ray passes by an object without volume below a rotated one", () => {
  const parent = boxAt(0);
  let isRounded = false;
  parent.scale.set(1, 1, 0);
  for (let k = 1; k < 50; k++) {
    parent.rotation.set(k, 2 * k, 3 * k);
    const flat = boxAt(0);
    flat.rotation.set(3 * k, k, 5 * k);
    parent.add(flat);
    parent.updateMatrixWorld(true);
    isRounded ||= flat.matrixWorld.determinant() !== 0;
    flat.raycast = acceleratedRaycast;
    const ray = new Raycaster(new Vector3(0.1, 0.2, 9), new Vector3(0, 0, -1));
    expect(ray.intersectObject(flat)).toHaveLength(0);
  }
  expect(isRounded).toBe(true);
});
