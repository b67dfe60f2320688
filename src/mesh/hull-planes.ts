import { boxSidesOf, type ConvexShape } from "../geometry/convex/convex-shape.ts";
import { preciseMinor } from "../geometry/convex/precise-normal.ts";

// The planes of a hull's faces, with proven errors, and a walk to the face above a point.

export interface HullPlanes {
  readonly hull: ConvexShape;
  /** Outward unit normals, three numbers per face. */
  readonly normals: Float64Array;
  /** The error of a computed distance from each face's plane, for any point of the hull. */
  readonly errors: Float64Array;
  /** A point inside, and its distance below each plane. */
  readonly centre: Float64Array;
  readonly heights: Float64Array;
  /** The ball of this radius around the centre lies in the hull. Positive. */
  readonly depth: number;
  /** The faces at corner i: facesOf[starts[i]] … facesOf[starts[i + 1] − 1]. */
  readonly facesOf: Uint32Array;
  readonly starts: Uint32Array;
}

/** Null if f64 cannot determine the planes: the hull is nearly flat, or too small for products. */
export function createHullPlanes(hull: ConvexShape): HullPlanes | null {
  const count = hull.faces.length / 3;
  const normals = new Float64Array(3 * count);
  const errors = new Float64Array(count);
  const [x, y, z] = boxSidesOf(hull);
  const size = x + y + z; // an upper bound of the L1 distance of two points of the hull
  for (let face = 0; face < count; face++) if (!setPlane(hull, face, size, normals, errors)) return null;
  const centre = centroidOf(hull);
  const planes = { hull, normals, errors, centre, heights: new Float64Array(count), ...facesOfCorners(hull) };
  let depth = Infinity;
  for (let face = 0; face < count; face++) {
    planes.heights[face] = heightBelow(planes, face, centre, 0);
    depth = Math.min(depth, planes.heights[face] - errors[face]);
  }
  return depth > 0 ? { ...planes, depth } : null;
}

/**
 * The error of each component of the cross product is 2^-51 of the component plus 2^-98 of `terms` (`preciseMinor`), so
 * that of the unit vector, its scaling included, is below 2^-49 + 2^-96 · terms / |cross|. A distance is its dot product
 * with a difference of two points of the hull, whose L1 length is at most `size`; rounding that product adds less than
 * 2^-50 of it.
 */
function setPlane(
  { points: p, faces }: ConvexShape,
  face: number,
  size: number,
  normals: Float64Array,
  errors: Float64Array,
): boolean {
  const [a, b, c] = [3 * faces[3 * face], 3 * faces[3 * face + 1], 3 * faces[3 * face + 2]];
  const x = preciseMinor(p, a, b, c, 1, 2);
  const y = preciseMinor(p, a, b, c, 2, 0);
  const z = preciseMinor(p, a, b, c, 0, 1);
  const length = Math.sqrt(x * x + y * y + z * z);
  // Below this, products of differences or their tails may have underflowed.
  if (!(length > 2 ** -400) || length === Infinity) return false;
  // An upper bound of the sum of all six products.
  const terms = spread(p, a, b) * spread(p, a, c);
  normals[3 * face] = x / length;
  normals[3 * face + 1] = y / length;
  normals[3 * face + 2] = z / length;
  errors[face] = (2 ** -48 + (2 ** -96 * terms) / length) * size;
  return true;
}

/** The L1 distance of two points. */
function spread(p: Float64Array, a: number, b: number): number {
  return Math.abs(p[b] - p[a]) + Math.abs(p[b + 1] - p[a + 1]) + Math.abs(p[b + 2] - p[a + 2]);
}

/** How far the point at p[i…i+2] is below the face's plane, in f64. */
function heightBelow(
  { hull, normals }: Pick<HullPlanes, "hull" | "normals">,
  face: number,
  p: Float64Array,
  i: number,
): number {
  const { points, faces } = hull;
  const c = 3 * faces[3 * face];
  return (
    normals[3 * face] * (points[c] - p[i]) +
    normals[3 * face + 1] * (points[c + 1] - p[i + 1]) +
    normals[3 * face + 2] * (points[c + 2] - p[i + 2])
  );
}

/** A proven upper bound of how far the points of a triangle of the hull are below the face's plane. */
export function distanceBelow(planes: HullPlanes, face: number, corners: Float64Array): number {
  return (
    Math.max(
      0,
      heightBelow(planes, face, corners, 0),
      heightBelow(planes, face, corners, 3),
      heightBelow(planes, face, corners, 6),
    ) + planes.errors[face]
  );
}

/**
 * The face through which the ray from the centre through a point leaves, found in f64 by walking from `start`. Among the
 * faces this is the maximum of a linear function over a convex body, the polar of the hull, so steps to better neighbours
 * reach it. The result is only a hint.
 */
export function planeAbove(planes: HullPlanes, point: Float64Array, start: number): number {
  const { hull, heights, facesOf, starts } = planes;
  // 1 − (remaining height) / height: the greater, the sooner the ray crosses the plane.
  const left = (face: number) => heightBelow(planes, face, point, 0) / heights[face];
  let best = start;
  let least = left(best);
  for (let last = -1; last !== best; ) {
    last = best;
    for (let k = 0; k < 3; k++) {
      const corner = hull.faces[3 * last + k];
      for (let i = starts[corner]; i < starts[corner + 1]; i++) {
        const share = left(facesOf[i]);
        if (share < least) {
          least = share;
          best = facesOf[i];
        }
      }
    }
  }
  return best;
}

function facesOfCorners({ faces, pointCount }: ConvexShape): Pick<HullPlanes, "facesOf" | "starts"> {
  const starts = new Uint32Array(pointCount + 1);
  for (const corner of faces) starts[corner + 1]++;
  for (let p = 0; p < pointCount; p++) starts[p + 1] += starts[p];
  const cursor = starts.slice();
  const facesOf = new Uint32Array(faces.length);
  for (let i = 0; i < faces.length; i++) facesOf[cursor[faces[i]]++] = Math.floor(i / 3);
  return { facesOf, starts };
}

/** The centroid of the volume, rounded. Every plane is at least a quarter of the body's width away from it. */
function centroidOf({ points: p, faces }: ConvexShape): Float64Array {
  const sum = new Float64Array(3);
  let volume = 0;
  const of = (corner: number, axis: number) => p[3 * corner + axis] - p[axis];
  for (let f = 0; f < faces.length; f += 3) {
    const [a, b, c] = [faces[f], faces[f + 1], faces[f + 2]];
    const part =
      of(a, 0) * (of(b, 1) * of(c, 2) - of(b, 2) * of(c, 1)) +
      of(a, 1) * (of(b, 2) * of(c, 0) - of(b, 0) * of(c, 2)) +
      of(a, 2) * (of(b, 0) * of(c, 1) - of(b, 1) * of(c, 0));
    volume += part;
    for (let axis = 0; axis < 3; axis++) sum[axis] += part * (of(a, axis) + of(b, axis) + of(c, axis));
  }
  return sum.map((x, axis) => p[axis] + x / (4 * volume));
}
