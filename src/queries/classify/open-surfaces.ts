import { movePoint } from "../../geometry/affine.ts";
import { KIND } from "../../geometry/contact/triangle-contact.ts";
import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import { vertexOf } from "../../mesh/triangle-mesh.ts";
import type { GatheredTriangles } from "../contacts/gather-triangles.ts";
import type { PairContact } from "../contacts/pair-contact.ts";
import type { PosedTree } from "./posed-tree.ts";
import type { PosedSurface } from "./visit-pieces.ts";
import { sumSolidAngles } from "./winding-number.ts";

/** Two open meshes that meet, as surfaces. */
export function classifySurfaces(
  contact: PairContact,
  a: TriangleMesh,
  b: TriangleMesh,
): "overlapping" | "duplicate" | "touching" {
  if (contact.joined().corners.kinds.includes(KIND.crossing)) return "overlapping";
  return haveSameTriangles(contact.triangles(), a, b) ? "duplicate" : "touching";
}

/** Whether each triangle of one has one with the same corners in the other; then all of them are in pairs. */
function haveSameTriangles(
  { faces, originals, countA }: GatheredTriangles,
  a: TriangleMesh,
  b: TriangleMesh,
): boolean {
  if (countA !== a.triangleCount || originals.length - countA !== b.triangleCount) return false;
  const ofA = new Set(faces.subarray(0, countA));
  const ofB = new Set(faces.subarray(countA));
  return ofA.size === ofB.size && [...ofB].every((face) => ofA.has(face));
}

/** Whether the winding number of `around` is at least a half at each part of `surface`, which does not meet it. */
export function isFoundInside({ posed, topology }: PosedSurface, around: PosedTree): boolean {
  const { mesh } = posed.tree;
  const point = new Float64Array(3);
  return topology.parts.every((triangle) => {
    const v = 3 * vertexOf(mesh, triangle, 0);
    movePoint(posed.toWorld, mesh.positions[v]!, mesh.positions[v + 1]!, mesh.positions[v + 2]!, point, 0);
    return Math.abs(sumSolidAngles(around, point)) >= 0.5;
  });
}
