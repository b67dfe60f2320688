import { bakePositions, type Pose } from "../geometry/affine.ts";
import { type TriangleMesh, vertexOf } from "../mesh/triangle-mesh.ts";
import { cross, dot, type IntegerVector, minus, vectorAt } from "../numerics/integer-vectors.ts";
import { toIntegers } from "../numerics/integers.ts";

// The slow twin of `overlapSphere`: the foot of the centre on every triangle, found in fractions.

/** The triangles within `radius` of `centre`. */
export function overlapSphereByBruteForce(
  mesh: TriangleMesh,
  centre: ArrayLike<number>,
  radius: number,
  options: { toWorld?: Pose | null | undefined } = {},
): Uint32Array {
  const { toWorld = null } = options;
  const world = toWorld === null ? mesh.positions : bakePositions(mesh.positions, toWorld);
  const hits: number[] = [];
  const values = new Float64Array(13);
  values.set(Array.from(centre).slice(0, 3));
  values[12] = radius;
  for (let t = 0; t < mesh.triangleCount; t++) {
    for (let corner = 0; corner < 3; corner++)
      for (let axis = 0; axis < 3; axis++)
        values[3 + 3 * corner + axis] = world[3 * vertexOf(mesh, t, corner) + axis]!;
    const whole = toIntegers(values, 13);
    const [over, under] = squaredDistance(whole);
    if (over <= whole[12]! * whole[12]! * under) hits.push(t);
  }
  return Uint32Array.from(hits);
}

type Fraction = readonly [bigint, bigint];

function squaredDistance(whole: bigint[]): Fraction {
  const x = vectorAt(whole, 0);
  const [p, q, r] = [vectorAt(whole, 1), vectorAt(whole, 2), vectorAt(whole, 3)];
  const n = cross(minus(q, p), minus(r, p));
  const nn = dot(n, n);
  // Barycentric coordinates of the foot in the plane, times n · n.
  const shares = [
    dot(cross(minus(r, q), minus(x, q)), n),
    dot(cross(minus(p, r), minus(x, r)), n),
    dot(cross(minus(q, p), minus(x, p)), n),
  ];
  if (nn > 0n && shares.every((share) => share >= 0n)) return [dot(minus(x, p), n) ** 2n, nn];
  return [toSegment(x, p, q), toSegment(x, q, r), toSegment(x, r, p)].reduce((a, b) =>
    a[0] * b[1] <= b[0] * a[1] ? a : b,
  );
}

/** |x − from − s · e|² with s = w·e / e·e held in 0 … 1, over a common denominator. */
function toSegment(x: IntegerVector, from: IntegerVector, to: IntegerVector): Fraction {
  const e = minus(to, from);
  const w = minus(x, from);
  const ee = dot(e, e);
  if (ee === 0n) return [dot(w, w), 1n];
  const along = dot(w, e);
  const s = along < 0n ? 0n : along > ee ? ee : along;
  const gap = w.map((value, k) => ee * value - s * e[k]!) as unknown as IntegerVector;
  return [dot(gap, gap), ee * ee];
}
