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
