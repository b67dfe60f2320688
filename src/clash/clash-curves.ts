import type { CurvesOfContact } from "../queries/contacts/find-contacts.ts";
import type { ClashCurve } from "./clash.ts";

/** The longest curves that fit into `most` points, the longest first. */
export function clashCurves(
  contact: CurvesOfContact,
  most: number,
): { curves: ClashCurve[]; truncated: boolean } {
  const curves: ClashCurve[] = [];
  let left = most;
  let truncated = false;
  for (const { points, closed } of contact.curves.slice().sort((p, q) => q.length - p.length)) {
    if (points.length > left) {
      truncated = true;
      continue;
    }
    left -= points.length;
    const places = new Float64Array(3 * points.length);
    for (let i = 0; i < points.length; i++)
      for (let axis = 0; axis < 3; axis++) places[3 * i + axis] = contact.points[3 * points[i] + axis];
    curves.push({ points: places, closed });
  }
  return { curves, truncated };
}
