import type { Intersection } from "three";

/** All fields of a hit, as plain data. */
const plain = (hit: Intersection) => ({
  ...hit,
  object: hit.object.uuid,
  point: hit.point.toArray(),
  uv: hit.uv?.toArray(),
  uv1: hit.uv1?.toArray(),
  normal: hit.normal?.toArray(),
  barycoord: hit.barycoord?.toArray(),
  face: hit.face && { ...hit.face, normal: hit.face.normal.toArray() },
});

/** Hits as plain data. three.js leaves hits at one distance in the order of its loops; sorted by numbers here. */
export const sorted = (hits: Intersection[]) =>
  hits
    .map(plain)
    .sort(
      (p, q) =>
        p.distance - q.distance ||
        (p.instanceId ?? p.batchId ?? 0) - (q.instanceId ?? q.batchId ?? 0) ||
        p.faceIndex! - q.faceIndex! ||
        p.face!.materialIndex - q.face!.materialIndex,
    );
