import { joinShells } from "../../mesh/primitives/join-shells.ts";
import { createMesh, type TriangleMesh } from "../../mesh/triangle-mesh.ts";
import { isFlat } from "../flat-pose.ts";
import { placeMesh } from "../place-mesh.ts";
import { weldSoup } from "../weld-soup.ts";
import { valuesOf } from "./elements.ts";
import { ask, type IfcFile, type IfcGeometry, type PlacedGeometry, type WebIfc } from "./web-ifc.ts";

/** A mesh, cached with the geometry it was made from. */
interface KnownMesh {
  vertices: Float32Array;
  corners: Uint32Array;
  mesh: TriangleMesh;
}

/** The meshes of a file so far, by geometry number. */
export type KnownMeshes = Map<number, KnownMesh[]>;

export interface Shape {
  mesh: TriangleMesh;
  toWorld: Float64Array | null;
}

// vertex: position, normal       6 × f32
const VERTEX_NUMBERS = 6;

/**
 * The shape of an element. A single geometry keeps its f32 vertices, shared with all elements that have it, and gets a
 * pose; several are moved to world space in f64 and joined. Null for an element without a shape. Throws `MeshError` and `PoseError` for
 * numbers that are not finite, `UnreadableLine` where web-ifc cannot make the shape.
 */
export function readShape(
  file: IfcFile,
  line: number,
  place: string,
  known: KnownMeshes,
  spend: (triangles: number) => void,
): Shape | null {
  const pieces: { mesh: TriangleMesh; toWorld: Float64Array }[] = [];
  ask(file, place, (api, model) =>
    api.StreamMeshes(model, [line], ({ geometries }) => {
      for (const placed of valuesOf(geometries)) {
        const mesh = readGeometry(api, model, placed, known, spend);
        if (mesh !== null && pieces.length > 0) spend(mesh.triangleCount); // they will be joined
        if (mesh !== null) pieces.push({ mesh, toWorld: withZUp(placed.flatTransformation) });
      }
    }),
  );
  if (pieces.length === 0) return null;
  const [first] = pieces;
  if (pieces.length === 1 && !isFlat(first.toWorld)) return first;
  return { mesh: joinShells(pieces.map(({ mesh, toWorld }) => placeMesh(mesh, toWorld))), toWorld: null };
}

function readGeometry(
  api: WebIfc,
  model: number,
  { geometryExpressID: id }: PlacedGeometry,
  known: KnownMeshes,
  spend: (triangles: number) => void,
): TriangleMesh | null {
  const geometry = api.GetGeometry(model, id);
  try {
    const { vertices, corners } = arraysOf(api, geometry);
    if (corners.length === 0) return null;
    // Openings are cut out of a geometry without changing its number, so one number may stand for two geometries.
    const alike = known.get(id) ?? [];
    const twin = alike.find((other) => isSame(other.vertices, vertices) && isSame(other.corners, corners));
    if (twin !== undefined) return twin.mesh;
    spend(corners.length / 3);
    const mesh = weld(vertices, corners);
    known.set(id, [...alike, { vertices: vertices.slice(), corners: corners.slice(), mesh }]);
    return mesh;
  } finally {
    geometry.delete();
  }
}

/** Views of the module's memory, valid until its next call. */
function arraysOf(
  api: WebIfc,
  geometry: IfcGeometry,
): {
  vertices: Float32Array;
  corners: Uint32Array;
} {
  return {
    vertices: api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize()),
    corners: api.GetIndexArray(geometry.GetIndexData(), geometry.GetIndexDataSize()),
  };
}

function isSame(a: Float32Array | Uint32Array, b: Float32Array | Uint32Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Merges vertices that differ only in their normals. */
function weld(vertices: Float32Array, corners: Uint32Array): TriangleMesh {
  const points = new Float32Array((3 * vertices.length) / VERTEX_NUMBERS);
  for (let i = 0; i < points.length; i++) points[i] = vertices[VERTEX_NUMBERS * Math.floor(i / 3) + (i % 3)];
  createMesh({ positions: points, indices: corners }); // before welding, which assumes finite numbers
  const { positions, indices: merged } = weldSoup(points);
  return createMesh({ positions, indices: Uint32Array.from(corners, (corner) => merged[corner]) });
}

/** web-ifc converts the file's z up to y up; converted back, coordinates are those of the file, in metres. */
function withZUp(m: readonly number[]): Float64Array {
  const pose = new Float64Array(16);
  for (let column = 0; column < 4; column++) {
    pose[4 * column] = m[4 * column];
    pose[4 * column + 1] = 0 - m[4 * column + 2]; // never −0
    pose[4 * column + 2] = m[4 * column + 1];
    pose[4 * column + 3] = m[4 * column + 3];
  }
  return pose;
}
