import type { TriangleMesh } from "abut";
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  DynamicDrawUsage,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
} from "three";
import { movePoint } from "./poses.ts";
import type { Stage } from "./stage.ts";
import type { ColourName } from "./theme.ts";

export interface MeshView {
  readonly object: Mesh<BufferGeometry, MeshLambertMaterial>;
  /** Shows the mesh's positions as they are now. */
  update(): void;
  setPose(pose: ArrayLike<number>): void;
}

/** A mesh of abut with flat faces: deforming meshes need no new normals. */
export function showMesh(
  stage: Stage,
  mesh: TriangleMesh,
  colour: ColourName,
  { opacity = 1, flat = true } = {},
): MeshView {
  const geometry = new BufferGeometry();
  const positions = new BufferAttribute(Float32Array.from(mesh.positions), 3);
  geometry.setAttribute("position", positions);
  if (mesh.indices !== null) geometry.setIndex(new BufferAttribute(Uint32Array.from(mesh.indices), 1));
  if (!flat) geometry.computeVertexNormals();
  const material = new MeshLambertMaterial({
    flatShading: flat,
    side: DoubleSide,
    transparent: opacity < 1,
    opacity,
    depthWrite: opacity === 1,
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
  });
  stage.paint(material, colour);
  const object = new Mesh(geometry, material);
  object.matrixAutoUpdate = false;
  object.frustumCulled = false;
  stage.scene.add(object);
  return {
    object,
    update() {
      (positions.array as Float32Array).set(mesh.positions);
      positions.needsUpdate = true;
    },
    setPose(pose) {
      object.matrix.fromArray(Array.from(pose));
    },
  };
}

/** Some triangles of meshes, drawn over them. */
export interface TriangleMarks {
  readonly object: Mesh;
  clear(): void;
  add(mesh: TriangleMesh, triangle: number, pose?: ArrayLike<number> | null): void;
  finish(): void;
}

export function markTriangles(
  stage: Stage,
  capacity: number,
  colour: ColourName,
  opacity = 1,
): TriangleMarks {
  const positions = new BufferAttribute(new Float32Array(9 * capacity), 3).setUsage(DynamicDrawUsage);
  const geometry = new BufferGeometry().setAttribute("position", positions);
  const material = stage.paint(
    new MeshBasicMaterial({ side: DoubleSide, transparent: opacity < 1, opacity, depthWrite: opacity === 1 }),
    colour,
  );
  const object = new Mesh(geometry, material);
  object.frustumCulled = false;
  stage.scene.add(object);
  let count = 0;
  return {
    object,
    clear() {
      count = 0;
    },
    add(mesh, triangle, pose = null) {
      if (count === capacity) return;
      for (let k = 0; k < 3; k++) {
        const point = cornerOf(mesh, triangle, k);
        positions.array.set(pose === null ? point : movePoint(pose, point), 9 * count + 3 * k);
      }
      count++;
    },
    finish() {
      geometry.setDrawRange(0, 3 * count);
      positions.needsUpdate = true;
      object.visible = count > 0;
    },
  };
}

function cornerOf({ positions, indices }: TriangleMesh, triangle: number, corner: number): number[] {
  const vertex = indices === null ? 3 * triangle + corner : indices[3 * triangle + corner];
  return [positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]];
}

/** Line segments that change from frame to frame. */
export interface Segments {
  readonly object: LineSegments;
  clear(): void;
  add(from: ArrayLike<number>, to: ArrayLike<number>): void;
  finish(): void;
}

export function drawSegments(
  stage: Stage,
  capacity: number,
  colour: ColourName,
  { onTop = false } = {},
): Segments {
  const positions = new BufferAttribute(new Float32Array(6 * capacity), 3).setUsage(DynamicDrawUsage);
  const geometry = new BufferGeometry().setAttribute("position", positions);
  const material = stage.paint(new LineBasicMaterial({ depthTest: !onTop, transparent: onTop }), colour);
  const object = new LineSegments(geometry, material);
  object.frustumCulled = false;
  if (onTop) object.renderOrder = 2;
  stage.scene.add(object);
  let count = 0;
  return {
    object,
    clear() {
      count = 0;
    },
    add(from, to) {
      if (count === capacity) return;
      for (let k = 0; k < 3; k++) {
        positions.array[6 * count + k] = from[k];
        positions.array[6 * count + 3 + k] = to[k];
      }
      count++;
    },
    finish() {
      geometry.setDrawRange(0, 2 * count);
      positions.needsUpdate = true;
      object.visible = count > 0;
    },
  };
}
