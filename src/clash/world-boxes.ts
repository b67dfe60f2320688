import { movePoint } from "../geometry/affine.ts";
import { type Bounds, emptyBounds, growBounds } from "../geometry/bounds.ts";
import { type TriangleMesh, vertexOf } from "../mesh/triangle-mesh.ts";
import type { WholePart } from "./clash.ts";

/** The world box of each part's triangles: lower corner, then upper corner. No rounding: the bounds are world coordinates. */
export function worldBoxes(parts: readonly Pick<WholePart, "mesh" | "toWorld">[]): Float64Array {
  const boxes = new Float64Array(6 * parts.length);
  const partsOfMesh = new Map<TriangleMesh, number[]>();
  parts.forEach(({ mesh }, part) => {
    const same = partsOfMesh.get(mesh);
    if (same === undefined) partsOfMesh.set(mesh, [part]);
    else same.push(part);
  });
  for (const [mesh, numbers] of partsOfMesh) {
    const isUsed = usedVertices(mesh);
    for (const part of numbers) boxes.set(worldBox(mesh, isUsed, parts[part].toWorld), 6 * part);
  }
  return boxes;
}

/** Grows each box by half of `reach`, rounded outward, so that boxes at most `reach` apart overlap. */
export function widenBoxes(boxes: Float64Array, reach: number): Float64Array {
  if (reach === 0) return boxes;
  const widened = new Float64Array(boxes.length);
  for (let i = 0; i < boxes.length; i++) {
    const outward = i % 6 < 3 ? -1 : 1;
    const bound = boxes[i] + outward * 0.5 * reach;
    // The rounding error of the sum is at most half a unit in the last place; this adds more.
    widened[i] = bound + outward * (2 ** -52 * Math.abs(bound) + Number.MIN_VALUE);
  }
  return widened;
}

/** 1 for each vertex that a triangle uses. */
export function usedVertices(mesh: TriangleMesh): Uint8Array {
  const isUsed = new Uint8Array(mesh.vertexCount);
  for (let t = 0; t < mesh.triangleCount; t++)
    for (let corner = 0; corner < 3; corner++) isUsed[vertexOf(mesh, t, corner)] = 1;
  return isUsed;
}

/** The world box of a mesh's triangles. */
export function worldBox(
  { positions, vertexCount }: TriangleMesh,
  isUsed: Uint8Array,
  toWorld: Float64Array | null,
): Bounds {
  const box = emptyBounds();
  const point = new Float64Array(3);
  for (let v = 0; v < vertexCount; v++) {
    if (isUsed[v] === 0) continue;
    const [x, y, z] = [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]];
    if (toWorld === null) growBounds(box, x, y, z);
    else {
      movePoint(toWorld, x, y, z, point, 0);
      growBounds(box, point[0], point[1], point[2]);
    }
  }
  return box;
}
