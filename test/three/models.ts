import * as THREE from "three";

// Meshes of three.js that deform, made without files.

export function skinned(): THREE.SkinnedMesh {
  const geometry = new THREE.CylinderGeometry(0.2, 0.3, 2, 12, 8);
  const { count } = geometry.getAttribute("position");
  const skinIndex = new Uint16Array(4 * count);
  const skinWeight = new Float32Array(4 * count);
  for (let i = 0; i < count; i++) {
    const along = geometry.getAttribute("position").getY(i) / 2 + 0.5;
    skinIndex.set([0, 1, 0, 0], 4 * i);
    skinWeight.set([1 - along, along, 0, 0], 4 * i);
  }
  geometry.setAttribute("skinIndex", new THREE.BufferAttribute(skinIndex, 4));
  geometry.setAttribute("skinWeight", new THREE.BufferAttribute(skinWeight, 4));
  const bones = [new THREE.Bone(), new THREE.Bone()];
  bones[0].position.y = -1;
  bones[1].position.y = 1;
  bones[0].add(bones[1]);
  const mesh = new THREE.SkinnedMesh(geometry, new THREE.MeshBasicMaterial());
  mesh.add(bones[0]);
  mesh.updateMatrixWorld(true);
  mesh.bind(new THREE.Skeleton(bones));
  return mesh;
}

export function morphing(isRelative: boolean): THREE.Mesh {
  const geometry = new THREE.SphereGeometry(1, 16, 8);
  const position = geometry.getAttribute("position");
  const targets = [0.5, -0.25].map(
    (scale) =>
      new THREE.Float32BufferAttribute(
        Array.from(position.array, (value, i) => value * scale * (1 + (i % 3))),
        3,
      ),
  );
  geometry.morphAttributes.position = targets;
  geometry.morphTargetsRelative = isRelative;
  return new THREE.Mesh(geometry, new THREE.MeshBasicMaterial());
}

export function pose(mesh: THREE.Mesh, values: readonly number[]): void {
  if (mesh instanceof THREE.SkinnedMesh) {
    mesh.skeleton.bones[0].rotation.set(values[0], values[1], values[2]);
    mesh.skeleton.bones[1].rotation.set(values[3], values[4], values[5]);
  }
  mesh.morphTargetInfluences?.splice(0, 2, values[6], values[7]);
  mesh.updateMatrixWorld(true);
}

/** A rotation, a nonuniform scale and a translation, from a seed. */
export function turnedMatrix(seed: number): THREE.Matrix4 {
  const wave = (k: number) => Math.sin(seed * 12.9898 + k * 78.233);
  return new THREE.Matrix4().compose(
    new THREE.Vector3(wave(1), wave(2), wave(3)),
    new THREE.Quaternion(wave(4), wave(5), wave(6), wave(7)).normalize(),
    new THREE.Vector3(1 + 0.4 * wave(8), 1 + 0.4 * wave(9), 1 + 0.4 * wave(10)),
  );
}

export function instanced(count: number): THREE.InstancedMesh {
  const geometry = new THREE.TorusGeometry(0.5, 0.2, 12, 24);
  const mesh = new THREE.InstancedMesh(
    geometry,
    new THREE.MeshBasicMaterial({ side: THREE.DoubleSide }),
    count,
  );
  for (let i = 0; i < count; i++) mesh.setMatrixAt(i, turnedMatrix(100 + i));
  return mesh;
}

/** Three geometries in six instances, one of them hidden and one deleted. */
export function batched(): THREE.BatchedMesh {
  const geometries = [
    new THREE.BoxGeometry(),
    new THREE.SphereGeometry(0.5, 16, 8),
    new THREE.TorusKnotGeometry(0.4, 0.1, 48, 8),
  ];
  const mesh = new THREE.BatchedMesh(6, 5000, 20_000, new THREE.MeshBasicMaterial());
  const ids = geometries.map((geometry) => mesh.addGeometry(geometry));
  for (let i = 0; i < 6; i++) mesh.setMatrixAt(mesh.addInstance(ids[i % 3]), turnedMatrix(200 + i));
  mesh.setVisibleAt(1, false);
  mesh.deleteInstance(4);
  return mesh;
}
