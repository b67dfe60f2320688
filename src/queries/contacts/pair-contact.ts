import type { Pose } from "../../geometry/affine.ts";
import {
  FINEST,
  gridOf,
  type RationalPoint,
  roundPoint,
  samePoint,
} from "../../geometry/contact/rational-point.ts";
import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import { type ContactCorners, exactPoint, findCorners } from "./contact-corners.ts";
import { type ContactSegments, findSegments, LINE, oddEnds } from "./contact-segments.ts";
import { type GatheredTriangles, gatherTriangles } from "./gather-triangles.ts";

/** The pairs of triangles in which two meshes meet, and what follows from them; each step is computed once, when first needed. */
export interface PairContact {
  /** Sorted like the result of `findPairs`. */
  readonly pairs: Uint32Array;
  /** The triangles of all pairs, in world space. */
  triangles(): GatheredTriangles;
  /** The corners of all pairs and the segments between them, with names merged where a mesh has several names for one point. */
  joined(): JoinedPairs;
}

interface JoinedPairs {
  readonly corners: ContactCorners;
  readonly segments: ContactSegments;
}

export function createPairContact(
  a: TriangleMesh,
  aToWorld: Pose | null,
  b: TriangleMesh,
  bToWorld: Pose | null,
  pairs: Uint32Array,
): PairContact {
  let triangles: GatheredTriangles | null = null;
  let joined: JoinedPairs | null = null;
  const gather = () => {
    triangles ??= gatherTriangles(a, aToWorld, b, bToWorld, pairs);
    return triangles;
  };
  return {
    pairs,
    triangles: gather,
    joined() {
      joined ??= joinPairs(gather());
      return joined;
    },
  };
}

function joinPairs(triangles: GatheredTriangles): JoinedPairs {
  const corners = findCorners(triangles);
  const segments = findSegments(triangles, corners);
  const merged = mergeEnds(triangles, corners, oddEnds(segments, LINE, corners.pointCount));
  if (merged === null) return { corners, segments };
  return { corners: merged, segments: findSegments(triangles, merged) };
}

/**
 * Meshes whose triangles do not share whole edges (T-junctions, seams closed by degenerate triangles) have several names for one point, and
 * a chain would end there. So ends that the names leave open are compared by their exact coordinates, and equal ones are merged. Null if no
 * two ends are equal.
 */
function mergeEnds(
  triangles: GatheredTriangles,
  found: ContactCorners,
  ends: readonly number[],
): ContactCorners | null {
  const buckets = new Map<string, { point: number; place: RationalPoint }[]>();
  const rounded = new Float64Array(3);
  const into = new Map<number, number>();
  const grid = ends.length === 0 ? FINEST : gridOf(triangles.positions);
  for (const point of ends) {
    const place = exactPoint(triangles, found, point, grid);
    roundPoint(place, grid, rounded, 0);
    const key = rounded.join(" ");
    const bucket = buckets.get(key) ?? [];
    const equal = bucket.find((other) => samePoint(other.place, place));
    if (equal === undefined) buckets.set(key, [...bucket, { point, place }]);
    else into.set(point, equal.point);
  }
  if (into.size === 0) return null;
  return { ...found, points: found.points.map((point) => into.get(point) ?? point) };
}
