import { OptionError } from "../../errors.ts";
import { readPlanes } from "../../geometry/planes.ts";
import { UNCERTAIN } from "../../kernels/broadphase-memory-map.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import { refuseFillable, refuseInto } from "../../reused-objects.ts";
import { DETACHED, isArrayOf, isDetached } from "../../typed-arrays.ts";
import { type BoxStore, checkBoxArray, checkBoxes, checkDimensions } from "../box-store.ts";
import { cullExactTestCount, isCutOff } from "./box-side.ts";
import { canJudge, judgeBoxes } from "./judge-boxes.ts";

/** The boxes that no plane cuts off. */
export interface CulledBoxes {
  count: number;
  /** Their numbers or ids, ascending. A view of `storage`. */
  ids: Uint32Array;
  /** Boxes tested, those of tree nodes included. */
  boxTests: number;
  /** Tests of a plane and a box that rounding could not decide. */
  exactTests: number;
  /** The memory behind `ids`, at least as long; reused if the result is passed as `into`. */
  storage: Uint32Array;
}

export interface CullBoxesOptions {
  /** 2 for rectangles, which lie at z = 0; 3 (the default) for boxes. */
  dimensions?: 2 | 3 | undefined;
  /** The last result, to overwrite and return so that its memory is reused; omitted the first time. */
  into?: CulledBoxes | null | undefined;
}

const CULL_BOXES_OPTIONS: OptionNames<CullBoxesOptions> = { dimensions: true, into: true };

/**
 * The boxes that no single plane cuts off, by testing each: a box is omitted if it lies entirely and strictly behind one of
 * the planes. Exact. Boxes are as for `findBoxPairs`, planes as for `cullFrustum`. For boxes in a broad phase, its `cull`
 * may be faster.
 */
export function cullBoxes(
  boxes: Float64Array,
  planes: ArrayLike<number>,
  options: CullBoxesOptions = {},
): CulledBoxes {
  checkOptionNames(options, CULL_BOXES_OPTIONS, "cullBoxes");
  const { dimensions = 3 } = options;
  const into = readCulledBoxes(options.into);
  checkDimensions(dimensions, "cullBoxes");
  checkBoxArray(boxes, dimensions, "cullBoxes: boxes");
  const read = readPlanes(planes);
  const count = boxes.length / (2 * dimensions);
  if (dimensions === 3 && canJudge(count, read)) return cullJudged(boxes, read, into);
  checkBoxes(boxes, dimensions, "cullBoxes: boxes");
  return cullEach(boxes, dimensions, count, null, read, into);
}

/** Lists the boxes that a kernel keeps, and decides what it could not. */
function cullJudged(boxes: Float64Array, planes: Float64Array, into: CulledBoxes): CulledBoxes {
  const exactBefore = cullExactTestCount();
  const boxCount = boxes.length / 6;
  let { storage } = into; // a getter might cull boxes, too, and that would overwrite what is judged
  const judged = judgeBoxes(boxes, planes);
  if (judged === null) {
    checkBoxes(boxes, 3, "cullBoxes: boxes");
    throw new Error("cullBoxes: the kernel refuses boxes that are right");
  }
  if (storage.length < boxCount) storage = new Uint32Array(boxCount);
  let count = 0;
  for (let k = 0; k < judged.length; k++) {
    const id = judged[k] & ~UNCERTAIN;
    if (judged[k] >= UNCERTAIN && isCutOff(planes, boxes, 6 * id, 3)) continue;
    storage[count++] = id;
  }
  if (into.storage !== storage) into.storage = storage;
  return finishIds(into, count, boxCount, exactBefore);
}

function createCulledBoxes(): CulledBoxes {
  const storage = new Uint32Array(0);
  return { count: 0, ids: storage, boxTests: 0, exactTests: 0, storage };
}

/** The caller's `into`, or a new result. Throws `OptionError` unless it can be filled. */
export function readCulledBoxes(into: CulledBoxes | null | undefined): CulledBoxes {
  if (into === undefined || into === null) return createCulledBoxes();
  const { storage } = into;
  if (!isArrayOf(storage, "Uint32Array") || typeof into.boxTests !== "number") refuseInto(into);
  if (isDetached(storage)) throw new OptionError(`into.storage: ${DETACHED}; omit into to get a new result`);
  if (!Object.isExtensible(into)) refuseFillable(into, "into");
  return into;
}

/** `cull` for a broad phase that tests each of its boxes. */
export function cullStore(
  { boxes, dimensions, idEnd, used }: BoxStore,
  planes: ArrayLike<number>,
  into: CulledBoxes | null | undefined,
): CulledBoxes {
  return cullEach(boxes, dimensions, idEnd, used, readPlanes(planes), readCulledBoxes(into));
}

/** Tests the boxes below `idEnd` one by one; with `used`, only those that are used. */
export function cullEach(
  boxes: Float64Array,
  dimensions: 2 | 3,
  idEnd: number,
  used: Uint8Array | null,
  planes: Float64Array,
  into: CulledBoxes,
): CulledBoxes {
  const exactBefore = cullExactTestCount();
  reserveIds(into, idEnd);
  const { storage } = into;
  let count = 0;
  let tests = 0;
  for (let id = 0, at = 0; id < idEnd; id++, at += 2 * dimensions) {
    if (used !== null && used[id] === 0) continue;
    tests++;
    if (!isCutOff(planes, boxes, at, dimensions)) storage[count++] = id;
  }
  return finishIds(into, count, tests, exactBefore);
}

export function reserveIds(into: CulledBoxes, most: number): void {
  if (into.storage.length < most) into.storage = new Uint32Array(most);
}

export function finishIds(
  into: CulledBoxes,
  count: number,
  boxTests: number,
  exactBefore: number,
): CulledBoxes {
  into.count = count;
  into.ids = into.storage.subarray(0, count);
  into.boxTests = boxTests;
  into.exactTests = cullExactTestCount() - exactBefore;
  return into;
}
