import { type BoxJudge, linkBroadphaseKernels } from "../../kernels/broadphase-kernels.ts";
import {
  JUDGED_BOXES,
  JUDGED_BYTES,
  JUDGED_PLANES,
  JUDGED_VERDICTS,
  MOST_PLANES,
  PLANE_BOUND,
  PLANE_BYTES,
  PLANE_OFFSET,
} from "../../kernels/broadphase-memory-map.ts";
import { areKernelsInsistedOn, areKernelsUnwanted } from "../../kernels/kernel-choice.ts";
import { kernelRuns } from "../../kernels/kernel-runs.ts";
import { FILTER, UNDERFLOW } from "./box-side.ts";

// Boxes against planes in a kernel (kernels/assembly/judge-boxes.ts), a portion at a time: what it cannot decide is left to `isCutOff`.

/** With fewer boxes, copying them into kernel memory does not pay. */
const KERNEL_FROM = 128;
/** Numbers of a box, and of a plane in kernel memory. */
const BOX = 6;
const PLANE_NUMBERS = PLANE_BYTES / 8;

let kernel: BoxJudge | null = null;

/**
 * A byte for each box in 3D: 0 if no plane cuts it off, CUT_OFF, or DOUBTFUL. Null where kernels are not available or do not pay, or one
 * of the boxes is none.
 */
export function judgeBoxes(boxes: Float64Array, planes: Float64Array): Uint8Array | null {
  const count = boxes.length / BOX;
  if (areKernelsUnwanted() || (count < KERNEL_FROM && !areKernelsInsistedOn())) return null;
  if (planes.length > 4 * MOST_PLANES) return null;
  kernel ??= linkBroadphaseKernels(JUDGED_BYTES);
  if (kernel === null) return null;
  kernelRuns.cull++;
  const doubles = new Float64Array(kernel.memory.buffer);
  const portion = new Uint8Array(kernel.memory.buffer, JUDGED_VERDICTS, JUDGED_BOXES);
  const planesEnd = writePlanes(doubles, planes);
  const verdicts = new Uint8Array(count);
  for (let first = 0; first < count; first += JUDGED_BOXES) {
    const end = Math.min(first + JUDGED_BOXES, count);
    doubles.set(boxes.subarray(BOX * first, BOX * end), 0);
    if (kernel.judgeBoxes(0, end - first, JUDGED_PLANES, planesEnd, JUDGED_VERDICTS) !== 0) return null;
    verdicts.set(portion.subarray(0, end - first), first);
  }
  return verdicts;
}

/**
 * Writes the planes as the kernel reads them; returns where they end. A product with 0 takes the place of the corner that is not farthest
 * along the normal; that of an unbounded box is NaN, which leaves the box doubtful.
 */
function writePlanes(doubles: Float64Array, planes: Float64Array): number {
  let at = JUDGED_PLANES / 8;
  for (let p = 0; p < planes.length; p += 4, at += PLANE_NUMBERS) {
    const d = planes[p + 3];
    let size = 0;
    for (let axis = 0; axis < 3; axis++) {
      const n = planes[p + axis];
      doubles[at + axis] = n < 0 ? n : 0;
      doubles[at + axis + 3] = n > 0 ? n : 0;
      size += Math.abs(n);
    }
    doubles.fill(d, at + PLANE_OFFSET / 8, at + PLANE_OFFSET / 8 + 2);
    doubles.fill(FILTER * size, at + PLANE_BOUND / 8, at + PLANE_BOUND / 8 + 2);
    doubles.fill(FILTER * Math.abs(d) + UNDERFLOW, at + PLANE_BOUND / 8 + 2, at + PLANE_BOUND / 8 + 4);
  }
  return 8 * at;
}
