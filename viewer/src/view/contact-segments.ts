import { BufferGeometry, Float32BufferAttribute } from "three";
import type { PageClash } from "../../../src/reports/packed-scene.ts";
import type { Curve } from "../data/unpack-scene.ts";
import { curveSegments } from "./marks.ts";

/** What must be seen of a clash, as plain segments less its point: the curves, else the way between the nearest points. */
export function contactSegments(clash: PageClash, curves: Curve[]): BufferGeometry | null {
  const ends = curveSegments(curves);
  const measured = clash.distance ?? clash.depth;
  if (ends.length === 0 && measured !== null)
    for (const point of [measured.pointA, measured.pointB])
      ends.push(...point.map((x, k) => x - clash.point[k]));
  if (ends.length === 0) return null;
  return new BufferGeometry().setAttribute("position", new Float32BufferAttribute(ends, 3));
}
