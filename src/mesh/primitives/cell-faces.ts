import type { Vector } from "../../geometry/vector.ts";
import { createMesh, type TriangleMesh } from "../triangle-mesh.ts";

/** Faces of the cells of a regular grid, two triangles each, with shared corners. */
export interface CellFaces {
  /** How many cells the grid has along x, y and z. */
  readonly cells: Readonly<Vector>;
  /** Vertex number by a corner's position in the grid. */
  readonly vertexAt: Map<number, number>;
  /** Three whole numbers per vertex. */
  readonly corners: number[];
  readonly indices: number[];
}

export function createCellFaces(cells: Readonly<Vector>): CellFaces {
  return { cells, vertexAt: new Map(), corners: [], indices: [] };
}

/** Adds the face of a cell that faces +axis (side 1) or -axis (side 0). */
export function addFace(faces: CellFaces, cell: Readonly<Vector>, axis: number, side: 0 | 1): void {
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  const corner: Vector = [...cell];
  corner[axis] += side;
  const a = vertexOf(faces, corner);
  corner[u]++;
  const b = vertexOf(faces, corner);
  corner[v]++;
  const c = vertexOf(faces, corner);
  corner[u]--;
  const d = vertexOf(faces, corner);
  // u × v points along +axis, so a b c d is counter-clockwise seen from there.
  if (side === 1) faces.indices.push(a, b, c, a, c, d);
  else faces.indices.push(a, c, b, a, d, c);
}

function vertexOf({ cells, vertexAt, corners }: CellFaces, corner: Readonly<Vector>): number {
  const place = corner[0] + (cells[0] + 1) * (corner[1] + (cells[1] + 1) * corner[2]);
  let vertex = vertexAt.get(place);
  if (vertex === undefined) {
    vertex = corners.length / 3;
    vertexAt.set(place, vertex);
    corners.push(...corner);
  }
  return vertex;
}

/** The mesh of the faces, with the grid stretched to a box of this size about this centre. */
export function meshOfFaces(
  { cells, corners, indices }: CellFaces,
  size: Readonly<Vector>,
  center: Readonly<Vector>,
): TriangleMesh {
  const positions = Float64Array.from(corners, (steps, i) => {
    const axis = i % 3;
    return center[axis] + (steps / cells[axis] - 0.5) * size[axis];
  });
  return createMesh({ positions, indices: Uint32Array.from(indices) });
}
