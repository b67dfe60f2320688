import { placeEdgeInFace, placeEdgeOnEdge } from "../../geometry/contact/contact-point.ts";
import { isBefore } from "../../geometry/contact/contact-triangles.ts";
import {
  edgeMeetsPlane,
  edgesMeet,
  type Grid,
  integersOf,
  type RationalPoint,
  rationalOf,
} from "../../geometry/contact/rational-point.ts";
import { corners, EDGE_EDGE, triangleContact, VERTEX } from "../../geometry/contact/triangle-contact.ts";
import { firstEqualIn } from "../../mesh/first-equal.ts";
import type { GatheredTriangles } from "./gather-triangles.ts";

/** The contact of each pair of triangles, with a number for each distinct corner. */
export interface ContactCorners {
  /** The kind of each pair's contact (`KIND`). */
  readonly kinds: Uint8Array;
  /** Pair i has the corners starts[i] … starts[i + 1] − 1. */
  readonly starts: Uint32Array;
  /** Point numbers. */
  readonly points: Uint32Array;
  /** Which edges of the pair's triangles each corner lies on: bits 0 to 2 for edges of a, bits 3 to 5 for edges of b. */
  readonly masks: Uint8Array;
  readonly pointCount: number;
  /** What defines each point: its sort and two names, as in triangle-contact.ts. */
  readonly sorts: Uint8Array;
  readonly first: Uint32Array;
  readonly second: Uint32Array;
}

export function findCorners(triangles: GatheredTriangles): ContactCorners {
  const { pairs } = triangles;
  const count = pairs.length / 2;
  const kinds = new Uint8Array(count);
  const starts = new Uint32Array(count + 1);
  const sorts: number[] = [];
  const first: number[] = [];
  const second: number[] = [];
  const masks: number[] = [];
  for (let i = 0; i < count; i++) {
    kinds[i] = triangleContact(triangles, pairs[2 * i], pairs[2 * i + 1]);
    for (let k = 0; k < corners.count; k++) {
      sorts.push(corners.sorts[k]);
      first.push(corners.first[k]);
      second.push(corners.second[k]);
      masks.push(corners.masks[k]);
    }
    starts[i + 1] = sorts.length;
  }
  return { kinds, starts, masks: Uint8Array.from(masks), ...numberPoints(sorts, first, second) };
}

function numberPoints(sorts: number[], first: number[], second: number[]) {
  const firsts = firstEqualIn(sorts, first, second);
  const points = new Uint32Array(firsts.length);
  const kept: number[] = [];
  for (let i = 0; i < firsts.length; i++) {
    if (firsts[i] === i) kept.push(i);
    points[i] = firsts[i] === i ? kept.length - 1 : points[firsts[i]];
  }
  return {
    points,
    pointCount: kept.length,
    sorts: Uint8Array.from(kept, (i) => sorts[i]),
    first: Uint32Array.from(kept, (i) => first[i]),
    second: Uint32Array.from(kept, (i) => second[i]),
  };
}

/** The coordinates of all points, in f64. */
export function placePoints({ positions }: GatheredTriangles, found: ContactCorners): Float64Array {
  const { pointCount, sorts, first, second } = found;
  const out = new Float64Array(3 * pointCount);
  for (let p = 0; p < pointCount; p++) {
    const at = 3 * p;
    if (sorts[p] === VERTEX) {
      const v = 3 * first[p];
      // Adding 0 turns −0 into 0.
      for (let axis = 0; axis < 3; axis++) out[at + axis] = positions[v + axis] + 0;
      continue;
    }
    const { start, end } = edgeEnds(positions, first[p]);
    if (sorts[p] === EDGE_EDGE) {
      const other = edgeEnds(positions, second[p]);
      placeEdgeOnEdge(positions, start, end, other.start, other.end, out, at);
    } else placeEdgeInFace(positions, start, end, 9 * second[p], out, at);
  }
  return out;
}

/** The exact coordinates of a point. */
export function exactPoint(
  { positions }: GatheredTriangles,
  found: ContactCorners,
  p: number,
  grid: Grid,
): RationalPoint {
  const sort = found.sorts[p];
  const first = found.first[p];
  const second = found.second[p];
  if (sort === VERTEX) return rationalOf(positions, 3 * first, grid);
  const { start, end } = edgeEnds(positions, first);
  const from = integersOf(positions, start, grid);
  const to = integersOf(positions, end, grid);
  if (sort === EDGE_EDGE) {
    const other = edgeEnds(positions, second);
    return edgesMeet(
      from,
      to,
      integersOf(positions, other.start, grid),
      integersOf(positions, other.end, grid),
    );
  }
  const j = 9 * second;
  return edgeMeetsPlane(
    from,
    to,
    integersOf(positions, j, grid),
    integersOf(positions, j + 3, grid),
    integersOf(positions, j + 6, grid),
  );
}

/** The ends of an edge, ordered by position alone, so that rounding does not depend on which triangle named it first. */
function edgeEnds(positions: Float64Array, edge: number): { start: number; end: number } {
  const p = 3 * edge;
  const q = edge % 3 === 2 ? p - 6 : p + 3;
  return isBefore(positions, q, p) ? { start: q, end: p } : { start: p, end: q };
}
