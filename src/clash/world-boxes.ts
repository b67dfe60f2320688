import { moveVertex } from "../geometry/affine.ts";
import { type Bounds, emptyBounds } from "../geometry/bounds.ts";
import type { TriangleMesh } from "../mesh/triangle-mesh.ts";
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
export function usedVertices({ indices, vertexCount }: TriangleMesh): Uint8Array {
  const isUsed = new Uint8Array(vertexCount);
  if (indices === null) return isUsed.fill(1);
  for (let i = 0; i < indices.length; i++) isUsed[indices[i]] = 1;
  return isUsed;
}

const STAND_STILL = new Float64Array(16);

/** The world box of a mesh's triangles. `growBounds` is written out, so that no number is passed and boxed. */
export function worldBox(
  { positions, vertexCount }: TriangleMesh,
  isUsed: Uint8Array,
  toWorld: Float64Array | null,
): Bounds {
  const moves = toWorld !== null;
  const pose = toWorld ?? STAND_STILL;
  const point = new Float64Array(3);
  let [minX, minY, minZ, maxX, maxY, maxZ] = emptyBounds();
  for (let v = 0; v < vertexCount; v++) {
    if (isUsed[v] === 0) continue;
    moveVertex(positions, 3 * v, moves, pose, point, 0);
    const x = point[0];
    const y = point[1];
    const z = point[2];
    if (x < minX) minX = x;
    if (y < minY) minY = y;
    if (z < minZ) minZ = z;
    if (x > maxX) maxX = x;
    if (y > maxY) maxY = y;
    if (z > maxZ) maxZ = z;
  }
  return [minX, minY, minZ, maxX, maxY, maxZ];
}
