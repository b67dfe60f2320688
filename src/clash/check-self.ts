import { addBounds, type Bounds, emptyBounds } from "../geometry/bounds.ts";
import { commonPoint } from "../geometry/distance/common-point.ts";
import { vectorFrom } from "../geometry/vector.ts";
import { findSelfPairs } from "../queries/self/find-self-pairs.ts";
import { addStats, type QueryStats } from "../queries/stats.ts";
import type { Clash } from "./clash.ts";
import type { ClashBody } from "./clash-body.ts";
import { selfClashId } from "./clash-id.ts";
import { boxAround, commonBounds, cornersOfPart } from "./clash-place.ts";
import { scaleBody, shrinkClash } from "./scale-clash.ts";

/** Whether a part's surface meets itself. Adds the counters of all queries to `sum`. */
export function checkSelf(body: ClashBody, sum: QueryStats): Clash | "clear" {
  const scaled = scaleBody(body);
  if (scaled !== null) return shrinkClash(checkSelf(scaled.body, sum), scaled.factor);
  const { tree, toWorld } = body;
  // Neighbours are found by position: triangles from files often share no vertex indices.
  const { count, pairs, stats } = findSelfPairs(tree, { toWorld, topology: "position" });
  addStats(sum, stats);
  if (count === 0) return "clear";
  const corners = cornersOfPart(body);
  const point = new Float64Array(3);
  commonPoint(corners, 9 * pairs[0], corners, 9 * pairs[1], point);
  return {
    id: selfClashId(body.key),
    kind: "self",
    a: body.part,
    b: body.part,
    depth: null,
    distance: null,
    trianglePairs: count,
    point: vectorFrom(point),
    box: boxOfPairs(corners, pairs),
    curves: [],
    curvesTruncated: false,
    exact: true,
  };
}

/** The box around the common boxes of all triangle pairs. */
function boxOfPairs(corners: Float64Array, pairs: Uint32Array): Bounds {
  const all = emptyBounds();
  const boxOf = (triangle: number) => boxAround(corners.subarray(9 * triangle, 9 * triangle + 9));
  for (let i = 0; i < pairs.length; i += 2) {
    addBounds(all, commonBounds(boxOf(pairs[i]), boxOf(pairs[i + 1])));
  }
  return all;
}
