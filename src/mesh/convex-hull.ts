import { type ConvexShape, createConvexShape } from "../geometry/convex/convex-shape.ts";
import { isArrayOf } from "../typed-arrays.ts";
import { exponentOf, scaledMesh } from "./tiny-mesh.ts";
import { checkCoordinates, checkMesh, createMesh, type TriangleMesh, vertexOf } from "./triangle-mesh.ts";

/**
 * The convex hull of the vertices that a mesh's triangles use, as a closed mesh of its own that faces outward. Exact:
 * every vertex lies on or below every face, and every vertex of the hull is a true corner. A flat mesh gives a polygon
 * with front and back, a mesh on a line or point one degenerate triangle. Coordinates keep their type.
 */
export function convexHull(mesh: TriangleMesh): TriangleMesh {
  checkMesh(mesh);
  const exponent = exponentOf(mesh);
  const shape = convexShapeOf(exponent === 0 ? mesh : scaledMesh(mesh, exponent));
  const points = exponent === 0 ? shape.points : shape.points.map((x) => x / 2 ** exponent);
  return createMesh({
    positions: isArrayOf(mesh.positions, "Float32Array") ? new Float32Array(points) : points,
    indices: shape.faces,
  });
}

/** The convex hull of a mesh, prepared for distance and depth queries. `sources` are vertex numbers of the mesh. */
export function convexShapeOf(mesh: TriangleMesh): ConvexShape {
  checkMesh(mesh);
  checkCoordinates(mesh.positions); // positions may have changed since createMesh
  const used = usedVertices(mesh);
  const points = new Float64Array(3 * used.length);
  for (let i = 0; i < used.length; i++)
    for (let axis = 0; axis < 3; axis++) points[3 * i + axis] = mesh.positions[3 * used[i] + axis];
  const shape = createConvexShape(points);
  return { ...shape, sources: shape.sources.map((point) => used[point]) };
}

function usedVertices(mesh: TriangleMesh): Uint32Array {
  const isUsed = new Uint8Array(mesh.vertexCount);
  for (let t = 0; t < mesh.triangleCount; t++)
    for (let corner = 0; corner < 3; corner++) isUsed[vertexOf(mesh, t, corner)] = 1;
  const used = new Uint32Array(mesh.vertexCount);
  let count = 0;
  for (let v = 0; v < mesh.vertexCount; v++) if (isUsed[v] === 1) used[count++] = v;
  return used.subarray(0, count);
}
