import { type BoxJudge, linkBroadphaseKernels } from "../../kernels/broadphase-kernels.ts";
import {
  JUDGED_BOXES,
  JUDGED_BYTES,
  JUDGED_ENDS,
  JUDGED_PLANES,
  JUDGED_VERDICTS,
  MOST_PLANES,
  PLANE_BOUND,
  PLANE_BYTES,
  PLANE_FARTHEST,
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

/** The kernel, and views of its memory, which never grows. */
interface Judge {
  readonly kernel: BoxJudge;
  readonly doubles: Float64Array;
  readonly ints: Int32Array;
  readonly verdicts: Uint8Array;
}

let judge: Judge | null = null;
let judged = new Uint8Array(1024);

/**
 * A byte for each box in 3D: 0 if no plane cuts it off, UNCERTAIN, or another number if one does; valid until the next call. Null where
 * kernels are not available or do not pay, or an entry is not a box.
 */
export function judgeBoxes(boxes: Float64Array, planes: Float64Array): Uint8Array | null {
  const count = boxes.length / BOX;
  if (areKernelsUnwanted() || (count < KERNEL_FROM && !areKernelsInsistedOn())) return null;
  if (planes.length > 4 * MOST_PLANES) return null;
  judge ??= createJudge();
  if (judge === null) return null;
  kernelRuns.cull++;
  const { kernel, doubles, verdicts } = judge;
  const planesEnd = writePlanes(judge, planes);
  if (judged.length < count) judged = new Uint8Array(2 * count);
  for (let first = 0; first < count; first += JUDGED_BOXES) {
    const end = Math.min(first + JUDGED_BOXES, count);
    doubles.set(boxes.subarray(BOX * first, BOX * end), 0);
    if (kernel.judgeBoxes(0, end - first, JUDGED_PLANES, planesEnd, JUDGED_VERDICTS) !== 0) return null;
    judged.set(end - first === JUDGED_BOXES ? verdicts : verdicts.subarray(0, end - first), first);
  }
  return judged;
}

function createJudge(): Judge | null {
  const kernel = linkBroadphaseKernels(JUDGED_BYTES);
  if (kernel === null) return null;
  const { buffer } = kernel.memory;
  return {
    kernel,
    doubles: new Float64Array(buffer),
    ints: new Int32Array(buffer),
    verdicts: new Uint8Array(buffer, JUDGED_VERDICTS, JUDGED_BOXES),
  };
}

/** Writes the planes as the kernel reads them; returns where they end. The product of an unbounded box's end with 0 is NaN: uncertain. */
function writePlanes({ doubles, ints }: Judge, planes: Float64Array): number {
  let at = JUDGED_PLANES / 8;
  for (let p = 0; p < planes.length; p += 4, at += PLANE_NUMBERS) {
    const d = planes[p + 3];
    const size = Math.abs(planes[p]) + Math.abs(planes[p + 1]) + Math.abs(planes[p + 2]);
    for (let axis = 0; axis < 3; axis++) {
      const n = planes[p + axis];
      doubles[at + 2 * axis] = doubles[at + 2 * axis + 1] = n;
      ints[2 * at + PLANE_FARTHEST / 4 + axis] = JUDGED_ENDS + 16 * (n > 0 ? axis + 3 : axis);
    }
    for (let lane = 0; lane < 2; lane++) {
      doubles[at + PLANE_OFFSET / 8 + lane] = d;
      doubles[at + PLANE_BOUND / 8 + lane] = FILTER * size;
      doubles[at + PLANE_BOUND / 8 + 2 + lane] = FILTER * Math.abs(d) + UNDERFLOW;
    }
  }
  return 8 * at;
}
