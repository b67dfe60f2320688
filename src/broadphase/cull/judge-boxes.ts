import { type BoxJudge, linkBroadphaseKernels } from "../../kernels/broadphase-kernels.ts";
import {
  JUDGED_BOXES,
  JUDGED_BYTES,
  JUDGED_COUNT,
  JUDGED_KEPT,
  JUDGED_PLANES,
  JUDGED_ROWS,
  MOST_PLANES,
  PLANE_BYTES,
  PLANE_ROWS,
  ROW_BYTES,
} from "../../kernels/broadphase-memory-map.ts";
import { areKernelsInsistedOn, areKernelsUnwanted } from "../../kernels/kernel-choice.ts";
import { kernelRuns } from "../../kernels/kernel-runs.ts";
import { FILTER, UNDERFLOW } from "./box-side.ts";

// Boxes against planes in a kernel (kernels/assembly/judge-boxes.ts), a portion at a time: what it cannot decide is left to `isCutOff`.

/** With fewer boxes, copying them into kernel memory does not pay. */
const KERNEL_FROM = 128;
/** Numbers of a box. */
const BOX = 6;
/** The smallest f64 number with all its digits: FILTER times a tinier normal would be rounded to less than it is. */
const LEAST_PER_REACH = 2 ** -1022;

/** The kernel, and views of its memory, which never grows. */
interface Judge {
  readonly kernel: BoxJudge;
  readonly doubles: Float64Array;
  readonly ints: Int32Array;
  /** What the kernel reads and writes of a portion. */
  readonly boxes: Float64Array;
  readonly kept: Uint32Array;
}

/** The planes in kernel memory end at `end`; rounding errors of all are below `perReach` · the reach of a box + `least`. */
interface WrittenPlanes {
  readonly end: number;
  readonly perReach: number;
  readonly least: number;
}

let judge: Judge | null = null;
let kept = new Uint32Array(1024);

/** Whether `judgeBoxes` can be called: kernels are available and pay. */
export function canJudge(boxCount: number, planes: Float64Array): boolean {
  if (areKernelsUnwanted() || (boxCount < KERNEL_FROM && !areKernelsInsistedOn())) return false;
  if (planes.length > 4 * MOST_PLANES) return false;
  judge ??= createJudge();
  return judge !== null;
}

/**
 * The numbers of the boxes in 3D that no plane certainly cuts off, with UNCERTAIN where that is open; valid until the next call. Null if an entry
 * is not a box.
 */
export function judgeBoxes(boxes: Float64Array, planes: Float64Array): Uint32Array | null {
  const { kernel, boxes: portion, kept: keptOfPortion } = judge!;
  kernelRuns.cull++;
  const { end, perReach, least } = writePlanes(judge!, planes);
  const boxCount = boxes.length / BOX;
  if (kept.length < boxCount) kept = new Uint32Array(2 * boxCount);
  let count = 0;
  for (let first = 0; first < boxCount; first += JUDGED_COUNT) {
    const size = Math.min(JUDGED_COUNT, boxCount - first);
    portion.set(boxes.subarray(BOX * first, BOX * (first + size)));
    const keptEnd = kernel.judgeBoxes(size, first, end, perReach, least);
    if (keptEnd === 0) return null;
    const keptCount = (keptEnd - JUDGED_KEPT) / 4;
    for (let k = 0; k < keptCount; k++) kept[count++] = keptOfPortion[k];
  }
  return kept.subarray(0, count);
}

function createJudge(): Judge | null {
  const kernel = linkBroadphaseKernels(JUDGED_BYTES);
  if (kernel === null) return null;
  const { buffer } = kernel.memory;
  return {
    kernel,
    doubles: new Float64Array(buffer),
    ints: new Int32Array(buffer),
    boxes: new Float64Array(buffer, JUDGED_BOXES, BOX * JUDGED_COUNT),
    kept: new Uint32Array(buffer, JUDGED_KEPT, JUDGED_COUNT),
  };
}

/**
 * Writes the planes as the kernel reads them. One bound for all planes is enough unless a normal is some 2^50 times as long as another: then most
 * boxes are left to `isCutOff`.
 */
function writePlanes({ doubles, ints }: Judge, planes: Float64Array): WrittenPlanes {
  let [end, perReach, least] = [JUDGED_PLANES, LEAST_PER_REACH, UNDERFLOW];
  for (let p = 0; p < planes.length; p += 4, end += PLANE_BYTES) {
    const size = Math.abs(planes[p]) + Math.abs(planes[p + 1]) + Math.abs(planes[p + 2]);
    perReach = Math.max(perReach, FILTER * size);
    least = Math.max(least, FILTER * Math.abs(planes[p + 3]) + UNDERFLOW);
    for (let k = 0; k < 4; k++) doubles[end / 8 + k] = planes[p + k];
    for (let axis = 0; axis < 3; axis++)
      ints[(end + PLANE_ROWS) / 4 + axis] =
        JUDGED_ROWS + ROW_BYTES * (planes[p + axis] > 0 ? axis + 3 : axis);
  }
  return { end, perReach, least };
}
