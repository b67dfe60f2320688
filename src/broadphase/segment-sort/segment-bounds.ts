import type { SegmentClass } from "./segment-classes.ts";
import { BOUNDS_STRIDE } from "./segment-room.ts";

// Within what a box keeps its code (segment-cells.ts): for each code of class 0 the least that its minY, minZ, maxY, maxZ can
// be, then what these are below. With both comparisons true, and only then, the box has this code still.
//
// NaN ends the last segment, as in segment-cuts.ts: no number reaches it. Boxes of other classes, and those that have no
// code yet, are never within: their bounds begin with NaN.

/** Writes the bounds of all codes; those of code c begin at BOUNDS_STRIDE · (c + 4). */
export function writeBounds(classes: readonly SegmentClass[], out: Float32Array | Float64Array): void {
  out.fill(Number.NaN);
  const { y, z } = classes[0]!;
  const isNarrow = out instanceof Float32Array;
  for (let sy = 0; sy < y.segments; sy++)
    for (let sz = 0; sz < z.segments; sz++)
      for (let cuts = 0; cuts < 4; cuts++) {
        const at = BOUNDS_STRIDE * (4 * (sy * z.segments + sz) + cuts + 4);
        const [topY, topZ] = [sy + (cuts >> 1), sz + (cuts & 1)];
        const lows = [y.cuts[sy]!, z.cuts[sz]!, y.cuts[topY]!, z.cuts[topZ]!];
        const highs = [y.cuts[sy + 1]!, z.cuts[sz + 1]!, y.cuts[topY + 1]!, z.cuts[topZ + 1]!];
        [...lows, ...highs].forEach((bound, k) => {
          out[at + k] = isNarrow ? roundUp(bound) : bound;
        });
      }
}

/** The least f32 number that is no less: the same f32 numbers reach it. */
function roundUp(bound: number): number {
  const near = Math.fround(bound);
  if (!(near < bound)) return near;
  scratch[0] = near;
  bits[0]! += near > 0 ? 1 : -1;
  return near === 0 ? LEAST : scratch[0]!;
}

const scratch = new Float32Array(1);
const bits = new Int32Array(scratch.buffer);
const LEAST = 2 ** -149;
