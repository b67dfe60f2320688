import {
  BatchedMesh,
  BufferGeometry,
  Color,
  Float32BufferAttribute,
  Group,
  type Intersection,
  LineBasicMaterial,
  LineSegments,
  type Material,
  Matrix4,
  type Raycaster,
  type Vector3,
} from "three";
import type { PageData } from "../../../src/reports/packed-scene.ts";
import type { UnpackedScene } from "../data/unpack-scene.ts";
import { ghostColour, partColour } from "./colours.ts";
import { solidMaterial, xrayMaterial } from "./materials.ts";
import { boxEdges, geometryOf, matrixOf } from "./part-geometry.ts";

export interface AllParts {
  group: Group;
  setTheme(isDark: boolean): void;
  /** Draws the parts whose place in the mask is 1. */
  show(mask: Uint8Array): void;
  materials: Material[];
  beSolid(): void;
  /** Two passes: the first only fills the depth buffer, so that the second shows the nearest surface and no mush behind. */
  beGhosts(pass: "depth" | "colour"): void;
  /** The nearest visible surface of which `keeps` approves. */
  pick(raycaster: Raycaster, keeps: (point: Vector3) => boolean): PartHit | null;
}

export interface PartHit {
  part: number;
  hit: Intersection;
  /** From the geometry of the hit object to the world. */
  toWorld: Matrix4;
}

/** All parts in one draw call, each mesh stored once. Parts without triangles are outlines of their boxes. */
export function createAllParts(
  { report, scene, colors }: PageData,
  { meshes, matrices }: UnpackedScene,
): AllParts {
  const group = new Group();
  const solid = solidMaterial();
  const ghost = xrayMaterial(ghostColour(false), 0.07, 0.5);
  const drawn = matrices.flatMap((matrix, part) => (matrix === null ? [] : [part]));
  const instances = new Map<number, number>();
  const vertices = scene.meshes.reduce((sum, mesh) => sum + mesh.vertices, 0);
  const corners = scene.meshes.reduce((sum, mesh) => sum + 3 * mesh.triangles, 0);
  const batch = drawn.length === 0 ? null : new BatchedMesh(drawn.length, vertices, corners, solid);
  if (batch !== null) {
    const geometries = meshes.map((mesh) => batch.addGeometry(geometryOf(mesh)));
    for (const part of drawn) {
      const instance = batch.addInstance(geometries[scene.meshOfPart[part]]);
      batch.setMatrixAt(instance, matrixOf(matrices[part]!));
      instances.set(part, instance);
    }
    batch.sortObjects = false;
    batch.frustumCulled = false; // each part is culled by itself
    group.add(batch);
  }
  /** Ends of the edges of the boxes that are drawn. */
  function boxesOf(mask: Uint8Array | null): Float32BufferAttribute {
    const edges: number[] = [];
    report.parts.forEach(({ box }, part) => {
      if (matrices[part] === null && mask?.[part] !== 0) boxEdges(box, scene.origin, edges);
    });
    return new Float32BufferAttribute(edges, 3);
  }
  const hasBoxes = drawn.length < report.parts.length;
  const outlines = new LineSegments(
    new BufferGeometry().setAttribute("position", boxesOf(null)),
    new LineBasicMaterial({ transparent: true, opacity: 0.5 }),
  );
  outlines.frustumCulled = false;
  if (hasBoxes) group.add(outlines);
  return {
    group,
    setTheme(isDark) {
      const colour = new Color();
      for (const [part, instance] of instances)
        batch!.setColorAt(instance, partColour(part, colors[part], isDark, colour));
      ghost.color.copy(ghostColour(isDark));
      outlines.material.color.copy(ghostColour(isDark));
    },
    materials: [solid, ghost, outlines.material],
    show(mask) {
      for (const [part, instance] of instances) batch!.setVisibleAt(instance, mask[part] === 1);
      if (!hasBoxes) return;
      outlines.geometry.dispose();
      outlines.geometry = new BufferGeometry().setAttribute("position", boxesOf(mask));
    },
    beSolid() {
      if (batch !== null) batch.material = solid;
      outlines.visible = true;
    },
    beGhosts(pass) {
      // One material for both passes: another program could round depths otherwise.
      ghost.colorWrite = pass === "colour";
      ghost.depthWrite = pass === "depth";
      if (batch !== null) batch.material = ghost;
      outlines.visible = pass === "colour";
    },
    pick(raycaster, keeps) {
      if (batch === null) return null;
      // three leaves out instances that are not drawn.
      const hit = raycaster.intersectObject(batch, false).find(({ point }) => keeps(point));
      if (hit === undefined) return null;
      const toWorld = batch.getMatrixAt(hit.batchId!, new Matrix4()).premultiply(batch.matrixWorld);
      return { part: drawn[hit.batchId!], hit, toWorld };
    },
  };
}
