import { CUT_Y, CUT_Z, FIRST_Y, FIRST_Z, NO_CELL } from "../../kernels/broadphase-memory-map.ts";
import { roundUp } from "../../numerics/outward.ts";
import { type SegmentClass, segmentOf } from "./segment-cuts.ts";
import type { BoxLayout } from "./segment-memory.ts";

// The cell code of a box is 4 · cell + cuts: the cell of its lower corner, and the axes on which a cut goes through the
// box. On such an axis the box also extends into the next cell: a box lies in one, two or four cells. NO_CELL is the code
// of an unused place.

type Numbers = Float32Array | Float64Array;

/** The cell code of the box at a place: in the first class that cuts it at most once on each axis. */
export function cellCodeOf(
  classes: readonly SegmentClass[],
  boxes: Numbers,
  { stride, high }: BoxLayout,
  place: number,
): number {
  const at = stride * place;
  const top = at + high;
  const axisZ = high === 2 ? 1 : 2; // in 2D z is never cut, so the value read as z does not matter
  for (const { y, z, base } of classes) {
    const sy = segmentOf(y, boxes, at + 1);
    const sz = segmentOf(z, boxes, at + axisZ);
    const cutsY = segmentOf(y, boxes, top + 1) - sy;
    const cutsZ = segmentOf(z, boxes, top + axisZ) - sz;
    if (cutsY <= 1 && cutsZ <= 1) return 4 * (base + sy * z.segments + sz) + CUT_Y * cutsY + CUT_Z * cutsZ;
  }
  return NO_CELL; // unreachable: the last class does not cut
}

/** How many cells a box with this code lies in. */
export function countCells(cellCode: number): number {
  return cellCode < 0 ? 0 : (1 + ((cellCode >> 1) & 1)) * (1 + (cellCode & CUT_Z));
}

/**
 * The flags of a box's list entry in a cell of its class, whose rows have kz cells: FIRST_Y and FIRST_Z if this cell is the
 * first, on that axis, of the cells that the box lies in. −1 if the box does not extend into the cell.
 */
export function flagsInCell(cellCode: number, cell: number, kz: number): number {
  const step = cell - (cellCode >> 2);
  if (step === 0) return FIRST_Y | FIRST_Z;
  if (step === 1 && (cellCode & CUT_Z) !== 0) return FIRST_Y;
  if (step === kz && (cellCode & CUT_Y) !== 0) return FIRST_Z;
  return step === kz + 1 && (cellCode & 3) === 3 ? 0 : -1;
}

// Bounds of a cell code, eight numbers: lower bounds of minY, minZ, maxY, maxZ (inclusive), then upper bounds (exclusive).
// A box within the bounds of its old code still has that code. NaN ends the last segment: no comparison with it succeeds.
// The bounds of codes of classes other than 0, and of NO_CELL, begin with NaN: no box is within.

/** Numbers per cell code. */
export const BOUNDS_STRIDE = 8;

/** Writes the bounds of all codes; those of code c begin at BOUNDS_STRIDE · (c + 4). */
export function writeBounds(classes: readonly SegmentClass[], out: Numbers): void {
  out.fill(Number.NaN);
  const { y, z } = classes[0];
  // An f32 number reaches a cut exactly if it reaches the smallest f32 number that is not below the cut.
  const isF32 = out instanceof Float32Array;
  const cutsY = isF32 ? y.cuts.map(roundUp) : y.cuts;
  const cutsZ = isF32 ? z.cuts.map(roundUp) : z.cuts;
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
