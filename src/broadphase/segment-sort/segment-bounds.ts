import type { SegmentClass } from "./segment-classes.ts";

// Within what a box keeps its code (segment-cells.ts): for each code of class 0 the least that its minY, minZ, maxY, maxZ can
// be, then what these are below. With both comparisons true, and only then, the box has this code still.
//
// NaN ends the last segment, as in segment-cuts.ts: no number reaches it. Boxes of other classes, and those that have no
// code yet, are never within: their bounds begin with NaN.

/** Numbers of a code's bounds. */
export const BOUNDS_STRIDE = 8;

/** Writes the bounds of all codes; those of code c begin at BOUNDS_STRIDE · (c + 4). */
export function writeBounds(classes: readonly SegmentClass[], out: Float32Array | Float64Array): void {
  out.fill(Number.NaN);
  const { y, z } = classes[0];
  const isNarrow = out instanceof Float32Array;
  const cutsY = isNarrow ? y.cuts.map(roundUp) : y.cuts;
  const cutsZ = isNarrow ? z.cuts.map(roundUp) : z.cuts;
  let at = 4 * BOUNDS_STRIDE;
  for (let sy = 0; sy < y.segments; sy++)
    for (let sz = 0; sz < z.segments; sz++)
      for (let cuts = 0; cuts < 4; cuts++, at += BOUNDS_STRIDE) {
        const topY = sy + (cuts >> 1);
        const topZ = sz + (cuts & 1);
        out[at] = cutsY[sy];
        out[at + 1] = cutsZ[sz];
        out[at + 2] = cutsY[topY];
        out[at + 3] = cutsZ[topZ];
        out[at + 4] = cutsY[sy + 1];
        out[at + 5] = cutsZ[sz + 1];
        out[at + 6] = cutsY[topY + 1];
        out[at + 7] = cutsZ[topZ + 1];
      }
}

/** The least f32 number that is no less: the same f32 numbers reach it. */
function roundUp(bound: number): number {
  const near = Math.fround(bound);
  if (!(near < bound)) return near;
  scratch[0] = near;
  bits[0] += near > 0 ? 1 : -1;
  return near === 0 ? LEAST : scratch[0];
}

const scratch = new Float32Array(1);
const bits = new Int32Array(scratch.buffer);
const LEAST = 2 ** -149;
