import { ABS_M, COFACTORS, EDGE_MARGINS, M } from "../relative-pose.ts";

// The nine axes that SAT lite leaves out: the cross products of an edge of a's box and an edge of b's (Gottschalk).
// Axis ei × mj in a's space, where mj is b's edge j seen there; the formulas hold for any affine pose.

const NONE = 15;
// difference of the centres (3), half extents of a's box (3) and of b's box (3), all doubled
const boxes = new Float64Array(9);

/** The two boxes of the next `separatingEdgeAxis`. Small enough to be inlined, so that no number is boxed. */
export function setEdgeBoxes(
  x: number,
  y: number,
  z: number,
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
): void {
  boxes[0] = x;
  boxes[1] = y;
  boxes[2] = z;
  boxes[3] = ax;
  boxes[4] = ay;
  boxes[5] = az;
  boxes[6] = bx;
  boxes[7] = by;
  boxes[8] = bz;
}

/** 6 + 3·i + j for the first axis ei × mj that separates the boxes, or 15. */
export function separatingEdgeAxis(pose: Float64Array): number {
  for (let i = 0; i < 3; i++) {
    const i1 = i === 2 ? 0 : i + 1;
    const i2 = i === 0 ? 2 : i - 1;
    const d1 = boxes[i1]!;
    const d2 = boxes[i2]!;
    const a1 = boxes[3 + i1]!;
    const a2 = boxes[3 + i2]!;
    const row1 = 3 * i1;
    const row2 = 3 * i2;
    // axis ai × b0
    let gap = Math.abs(d2 * pose[M + row1]! - d1 * pose[M + row2]!);
    let radius = a1 * pose[ABS_M + row2]! + a2 * pose[ABS_M + row1]!;
    radius += boxes[7]! * pose[COFACTORS + 3 * i + 2]! + boxes[8]! * pose[COFACTORS + 3 * i + 1]!;
    if (gap > radius + 2 * pose[EDGE_MARGINS + 3 * i]!) return 6 + 3 * i;
    // axis ai × b1
    gap = Math.abs(d2 * pose[M + row1 + 1]! - d1 * pose[M + row2 + 1]!);
    radius = a1 * pose[ABS_M + row2 + 1]! + a2 * pose[ABS_M + row1 + 1]!;
    radius += boxes[6]! * pose[COFACTORS + 3 * i + 2]! + boxes[8]! * pose[COFACTORS + 3 * i]!;
    if (gap > radius + 2 * pose[EDGE_MARGINS + 3 * i + 1]!) return 7 + 3 * i;
    // axis ai × b2
    gap = Math.abs(d2 * pose[M + row1 + 2]! - d1 * pose[M + row2 + 2]!);
    radius = a1 * pose[ABS_M + row2 + 2]! + a2 * pose[ABS_M + row1 + 2]!;
    radius += boxes[6]! * pose[COFACTORS + 3 * i + 1]! + boxes[7]! * pose[COFACTORS + 3 * i]!;
    if (gap > radius + 2 * pose[EDGE_MARGINS + 3 * i + 2]!) return 8 + 3 * i;
  }
  return NONE;
}
