import type { ReportClash } from "../clash-report.ts";

/** The largest number of segments that a picture shows. */
const MOST_SEGMENTS = 3000;

/** Ends of the segments of all contact curves, six numbers each, thinned where there are too many. */
export function curveSegments(clashes: readonly ReportClash[]): number[] {
  let points = 0;
  for (const { curves } of clashes) for (const curve of curves) points += curve.points.length / 3;
  const step = Math.max(1, Math.ceil(points / MOST_SEGMENTS));
  const ends: number[] = [];
  for (const { curves } of clashes)
    for (const { points: p, closed } of curves) {
      const last = p.length / 3 - 1;
      const add = (i: number, j: number) =>
        ends.push(p[3 * i], p[3 * i + 1], p[3 * i + 2], p[3 * j], p[3 * j + 1], p[3 * j + 2]);
      for (let i = 0; i < last; i += step) add(i, Math.min(i + step, last));
      if (closed && last > 1) add(last, 0);
    }
  return ends;
}

/** The segments between the nearest or deepest points of the clashes, six numbers each. */
export function measureSegments(clashes: readonly ReportClash[]): number[] {
  return clashes.flatMap(({ depth, distance }) => {
    const measured = depth ?? distance;
    return measured === null ? [] : [...measured.pointA, ...measured.pointB];
  });
}

/** What a picture must show: the curves, or without curves the segments between the nearest points. */
export function contactSegments(clashes: readonly ReportClash[]): number[] {
  const ends = curveSegments(clashes);
  return ends.length > 0 ? ends : measureSegments(clashes);
}
