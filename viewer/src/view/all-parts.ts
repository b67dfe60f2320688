import {
  BatchedMesh,
  BufferGeometry,
  Color,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  type Raycaster,
} from "three";
import type { PageData } from "../../../src/reports/packed-scene.ts";
import type { UnpackedScene } from "../data/unpack-scene.ts";
import { ghostColour, partColour } from "./colours.ts";
import { solidMaterial, xrayMaterial } from "./materials.ts";
import { boxEdges, geometryOf, matrixOf } from "./part-geometry.ts";

export interface AllParts {
  group: Group;
  setTheme(isDark: boolean): void;
  /** Draws all but these. */
  leaveOut(parts: number[]): void;
  beSolid(): void;
  /** Two passes: the first only fills the depth buffer, so that the second shows the nearest surface and no mush behind. */
  beGhosts(pass: "depth" | "colour"): void;
  pick(raycaster: Raycaster): number | null;
}

/** All parts in one draw call, each mesh stored once. Parts without triangles are outlines of their boxes. */
export function createAllParts({ report, scene }: PageData, { meshes, matrices }: UnpackedScene): AllParts {
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
  const edges: number[] = [];
  report.parts.forEach(({ box }, part) => {
    if (matrices[part] === null) boxEdges(box, scene.origin, edges);
  });
  const outlines = new LineSegments(
    new BufferGeometry().setAttribute("position", new Float32BufferAttribute(edges, 3)),
    new LineBasicMaterial({ transparent: true, opacity: 0.5 }),
  );
  if (edges.length > 0) group.add(outlines);
  let left: number[] = [];
  return {
    group,
    setTheme(isDark) {
      const colour = new Color();
      for (const [part, instance] of instances) batch!.setColorAt(instance, partColour(part, isDark, colour));
      ghost.color.copy(ghostColour(isDark));
      outlines.material.color.copy(ghostColour(isDark));
    },
    leaveOut(parts) {
      const setVisible = (part: number, isVisible: boolean) => {
        const instance = instances.get(part);
        if (instance !== undefined) batch!.setVisibleAt(instance, isVisible);
      };
      for (const part of left) setVisible(part, true);
      for (const part of parts) setVisible(part, false);
      left = parts;
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
    pick(raycaster) {
      if (batch === null) return null;
      const [hit] = raycaster.intersectObject(batch, false);
      return hit?.batchId === undefined ? null : drawn[hit.batchId];
    },
  };
}
