import {
  type BufferAttribute,
  type BufferGeometry,
  type Intersection,
  type Ray,
  type Raycaster,
  Triangle,
  Vector2,
  Vector3,
} from "three";
import type { Vector } from "../geometry/vector.ts";
import type { ObjectPart } from "./parts-of.ts";

// The fields that three.js gives an intersection, by its own formulas, so that they are equal to the last bit: only the choice of triangles
// is abut's. Where rounding makes three.js miss a triangle that the ray hits, at an edge, the point comes from the exact weights.

const a = new Vector3();
const b = new Vector3();
const c = new Vector3();
const local = new Vector3();

/**
 * The hit of the triangle whose first corner has the number `corner` in the index; null before `near` and beyond `far`, and, as in three.js,
 * for a ray in the triangle's plane.
 */
export function describeHit(
  raycaster: Raycaster,
  localRay: Ray,
  part: ObjectPart,
  corner: number,
  isBack: boolean,
  weights: Vector,
): Intersection | null {
  const { object, toWorld } = part;
  const { geometry } = object;
  const [va, vb, vc] = cornersAt(geometry, corner);
  readVertex(part, va, a);
  readVertex(part, vb, b);
  readVertex(part, vc, c);
  const met = isBack
    ? localRay.intersectTriangle(c, b, a, false, local)
    : localRay.intersectTriangle(a, b, c, false, local);
  const faceNormal = Triangle.getNormal(a, b, c, new Vector3());
  if (met === null) {
    if (faceNormal.dot(localRay.direction) === 0) return null;
    local
      .set(0, 0, 0)
      .addScaledVector(a, weights[0])
      .addScaledVector(b, weights[1])
      .addScaledVector(c, weights[2]);
  }
  const point = local.clone().applyMatrix4(toWorld);
  const distance = raycaster.ray.origin.distanceTo(point);
  if (distance < raycaster.near || distance > raycaster.far) return null;
  const barycoord = new Vector3();
  Triangle.getBarycoord(local, a, b, c, barycoord);
  const intersection: Intersection = { distance, point, object };
  const { uv, uv1, normal } = geometry.attributes as Record<string, BufferAttribute | undefined>;
  const mean = <Target extends Vector2 | Vector3>(attribute: BufferAttribute, target: Target) =>
    Triangle.getInterpolatedAttribute(attribute, va, vb, vc, barycoord, target as never) as Target;
  if (uv !== undefined) intersection.uv = mean(uv, new Vector2());
  if (uv1 !== undefined) intersection.uv1 = mean(uv1, new Vector2());
  if (normal !== undefined) {
    intersection.normal = mean(normal, new Vector3());
    if (intersection.normal.dot(localRay.direction) > 0) intersection.normal.multiplyScalar(-1);
  }
  intersection.face = { a: va, b: vb, c: vc, normal: faceNormal, materialIndex: 0 };
  intersection.faceIndex = Math.floor(corner / 3);
  intersection.barycoord = barycoord;
  return intersection;
}

function cornersAt({ index }: BufferGeometry, corner: number): [number, number, number] {
  return index === null
    ? [corner, corner + 1, corner + 2]
    : [index.getX(corner), index.getX(corner + 1), index.getX(corner + 2)];
}

/** Vertices of instances are not deformed. */
function readVertex({ object, instance }: ObjectPart, vertex: number, out: Vector3): void {
  if (instance === null) object.getVertexPosition(vertex, out);
  else out.fromBufferAttribute(object.geometry.getAttribute("position"), vertex);
}
