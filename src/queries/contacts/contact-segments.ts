import { firstEqualIn } from "../../mesh/first-equal.ts";
import type { ContactCorners } from "./contact-corners.ts";
import type { GatheredTriangles } from "./gather-triangles.ts";

/** The distinct segments of a contact: a segment that several pairs of triangles share is listed once. */
export interface ContactSegments {
  readonly count: number;
  /** Two point numbers each, the lower first. */
  readonly ends: Uint32Array;
  /** The segment's place: LINE, no patch has it as an edge; BORDER, an odd number of patches do; INNER, an even number. */
  readonly places: Uint8Array;
  /** The segment that starts at each corner, indexed like the corners; NO_SEGMENT for a point and for the end of a segment. */
  readonly ofCorners: Uint32Array;
  /** Pairs whose contact is an area that no earlier pair has, since a mesh may contain a triangle twice. */
  readonly patches: Uint32Array;
}

export const LINE = 0;
export const BORDER = 1;
export const INNER = 2;
/** In `ofCorners`, a corner at which no segment starts. */
export const NO_SEGMENT = 0xffffffff;

export function findSegments(
  { pairs, faces }: GatheredTriangles,
  { starts, points }: ContactCorners,
): ContactSegments {
  const low = new Uint32Array(points.length);
  const high = new Uint32Array(points.length);
  for (let i = 0; i + 1 < starts.length; i++) {
    const from = starts[i];
    const end = starts[i + 1];
    for (let k = from; k < end; k++) {
      const p = points[k];
      const q = points[k + 1 === end ? from : k + 1];
      // no segment starts at the second corner of a segment: low = high
      low[k] = end - from === 2 && k > from ? p : Math.min(p, q);
      high[k] = end - from === 2 && k > from ? p : Math.max(p, q);
    }
  }
  const first = firstEqualIn(low, high);
  const ofCorners = new Uint32Array(points.length);
  const ends: number[] = [];
  for (let k = 0; k < points.length; k++) {
    if (low[k] === high[k]) ofCorners[k] = NO_SEGMENT;
    else if (first[k] !== k) ofCorners[k] = ofCorners[first[k]];
    else ofCorners[k] = ends.push(low[k], high[k]) / 2 - 1;
  }
  const patches = distinctPatches(pairs, faces, starts);
  const count = ends.length / 2;
  return {
    count,
    ends: Uint32Array.from(ends),
    places: findPlaces(count, ofCorners, starts, patches),
    ofCorners,
    patches,
  };
}

function distinctPatches(pairs: Uint32Array, faces: Uint32Array, starts: Uint32Array): Uint32Array {
  const found: number[] = [];
  for (let i = 0; i + 1 < starts.length; i++) if (starts[i + 1] - starts[i] > 2) found.push(i);
  const first = firstEqualIn(
    Uint32Array.from(found, (i) => faces[pairs[2 * i]]),
    Uint32Array.from(found, (i) => faces[pairs[2 * i + 1]]),
  );
  return Uint32Array.from(found.filter((_, k) => first[k] === k));
}

function findPlaces(
  count: number,
  ofCorners: Uint32Array,
  starts: Uint32Array,
  patches: Uint32Array,
): Uint8Array {
  const uses = new Uint32Array(count);
  for (const i of patches)
    for (let k = starts[i]; k < starts[i + 1]; k++) if (ofCorners[k] !== NO_SEGMENT) uses[ofCorners[k]]++;
  return Uint8Array.from(uses, (n) => (n === 0 ? LINE : n % 2 === 1 ? BORDER : INNER));
}

/** Points at which an odd number of the segments with this `place` end. */
export function oddEnds({ ends, places }: ContactSegments, place: number, pointCount: number): number[] {
  const odd = new Uint8Array(pointCount);
  for (let k = 0; k < ends.length; k++) if (places[k >> 1] === place) odd[ends[k]] ^= 1;
  const found: number[] = [];
  for (let p = 0; p < pointCount; p++) if (odd[p] === 1) found.push(p);
  return found;
}
