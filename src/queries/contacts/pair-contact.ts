import type { Pose } from "../../geometry/affine.ts";
import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import { type ContactCorners, findCorners } from "./contact-corners.ts";
import { type ContactSegments, findSegments, LINE, oddEnds } from "./contact-segments.ts";
import { type GatheredTriangles, gatherTriangles } from "./gather-triangles.ts";
import { mergeEnds } from "./merge-ends.ts";

/** The pairs of triangles in which two meshes meet, and what follows from them: each step is done once, when asked for. */
export interface PairContact {
  /** As `findPairs` returns them. */
  readonly pairs: Uint32Array;
  /** In world space. */
  triangles(): GatheredTriangles;
  /** The corners of all pairs and the segments between them, with names joined where a mesh gives one place several. */
  joined(): JoinedPairs;
}

export interface JoinedPairs {
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
