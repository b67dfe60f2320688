import { OptionError, PoseError, show } from "../../errors.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { DETACHED, isArrayOf, isDetached } from "../../typed-arrays.ts";
import { addStats, checkInto, copyStats, createStats, type QueryStats, readStats } from "../stats.ts";
import { isScaled, isShort, isTinyAt } from "../tiny-worlds.ts";
import { collide } from "./collide.ts";
import { type PairContext, returnPairContext, takePairContext } from "./pair-context.ts";
import { beginPairQuery, checkTrees, PAIR_OPTIONS, type PairOptions, type PairTree } from "./pair-query.ts";
import { isShared, meetByBatch, type Poses, poseAt } from "./pose-batch.ts";

// `collide` at many poses. Reading options and poses and entering the kernels takes a third to a half of a short query. Here that is done
// once, and a kernel goes from pose to pose.

/** Whether two models meet, for each of several poses. */
export interface PoseAnswers {
  /** The number of poses at which they meet. */
  count: number;
  /** 1 for each pose at which they meet, otherwise 0; in the order of the poses. A view of `storage`. */
  meets: Uint8Array;
  /** The sums over all poses. */
  stats: QueryStats;
  /** The memory behind `meets`, at least as long; reused if the result is passed as `into`. */
  storage: Uint8Array;
}

export interface CollideManyOptions extends Omit<PairOptions, "aToWorld" | "bToWorld"> {
  /** The pose of a: 16 numbers for all poses of b, or 16 for each of them. Default: its vertices are world coordinates. */
  aToWorld?: ArrayLike<number> | null | undefined;
  /** An earlier result, to be overwritten and returned so that its memory is reused. Default: a new result. */
  into?: PoseAnswers | null | undefined;
}

const { bToWorld: _, ...SHARED_OPTIONS } = PAIR_OPTIONS;
const COLLIDE_MANY_OPTIONS: OptionNames<CollideManyOptions> = { ...SHARED_OPTIONS, into: true };

/**
 * Whether any triangle of a shares a point with one of b, for each pose of b: `poses` holds 16 numbers a pose, column-major.
 * Exact, touching counts: the answers of `collide` at each pose.
 */
export function collideMany(
  a: PairTree,
  b: PairTree,
  poses: ArrayLike<number>,
  options: CollideManyOptions = {},
): PoseAnswers {
  checkOptionNames(options, COLLIDE_MANY_OPTIONS, "collideMany");
  const { into } = options;
  checkInto(into, "Uint8Array");
  const stats = readStats(options.stats);
  checkTrees(a, b);
  const posesB: Poses = { numbers: readPoses(poses, "poses"), isOne: false };
  const count = posesB.numbers!.length / 16;
  const posesA = readPosesOfA(options.aToWorld ?? null, count);
  const context = takePairContext();
  try {
    const sum = createStats();
    const { test, descend, algorithm } = options;
    beginPairQuery(context, a, b, { test, descend, algorithm }, false);
    if (context.answers.length < count) context.answers = new Uint8Array(count);
    answerAll(context, a, b, posesA, posesB, count, { test, descend, algorithm }, sum);
    return writeAnswers(context.answers, count, sum, into, stats);
  } finally {
    returnPairContext(context);
  }
}

function answerAll(
  context: PairContext,
  a: PairTree,
  b: PairTree,
  posesA: Poses,
  posesB: Poses,
  count: number,
  options: PairOptions,
  sum: QueryStats,
): void {
  const stats = createStats();
  const { test, descend, algorithm } = options;
  const one: PairOptions = { aToWorld: null, bToWorld: null, test, descend, algorithm, stats };
  const mayBeBatch = a.kind === "aabb" && !mayAnyBeTiny(a, b, posesA, count);
  for (let at = 0; at < count; ) {
    // A single pose does not repay the kernels' copies of the trees.
    const done =
      mayBeBatch && count > 1 ? meetByBatch(context, a, b as AabbTree, posesA, posesB, at, count, sum) : 0;
    at += done;
    if (done > 0) continue;
    one.aToWorld = poseAt(posesA, at);
    one.bToWorld = poseAt(posesB, at);
    context.answers[at] = Number(meetAt(a, b, at, one));
    addStats(sum, stats);
    at++;
  }
}

/** Whether the models meet at the poses of the options, by `collide`; an error names the pose's number. */
function meetAt(a: PairTree, b: PairTree, at: number, options: PairOptions): boolean {
  try {
    return collide(a, b, options);
  } catch (error) {
    if (error instanceof PoseError) throw new PoseError(`pose ${at}: ${error.message}`);
    throw error;
  }
}

/** Whether a query at one of the poses may have to run in a larger world, which is so only if both sides are tiny. */
function mayAnyBeTiny(a: PairTree, b: PairTree, posesA: Poses, count: number): boolean {
  if (isScaled(a) || isScaled(b)) return true;
  const { numbers } = posesA;
  if (numbers === null) return false;
  const countA = isShared(posesA) ? 1 : count;
  for (let at = 0; at < countA; at++)
    if (isShort(numbers, 16 * at + 12) && isTinyAt(a, poseAt(posesA, at))) return true;
  return false;
}

function readPosesOfA(aToWorld: ArrayLike<number> | null, count: number): Poses {
  const numbers = aToWorld && readPoses(aToWorld, "aToWorld");
  if (numbers !== null && numbers.length !== 16 && numbers.length !== 16 * count)
    throw new OptionError(
      `aToWorld: expected 16 numbers, or 16 for each of ${count} poses, got ${numbers.length}`,
    );
  return { numbers, isOne: numbers?.length === 16 };
}

/** Reads and checks all poses before any query is run: elements may be getters. */
function readPoses(poses: ArrayLike<number>, name: string): Float64Array {
  const length: unknown = typeof poses === "object" ? poses?.length : undefined;
  if (!Number.isInteger(length) || (length as number) % 16 !== 0)
    throw new OptionError(
      `${name}: expected 16 numbers per pose, got ${length === undefined ? show(poses) : show(length)}`,
    );
  if (ArrayBuffer.isView(poses) && isDetached(poses as unknown as Float64Array))
    throw new OptionError(`${name}: ${DETACHED}`);
  const numbers = isArrayOf(poses, "Float64Array") ? poses : copyNumbers(poses, name);
  if (!areSumsFinite(numbers)) copyNumbers(numbers, name);
  for (let at = 0; at < numbers.length; at += 16)
    if (!isAffine(numbers, at))
      throw new PoseError(
        `${name}: pose ${at / 16} is not affine, its last row must be 0 0 0 1 (column-major expected)`,
      );
  return numbers;
}

/**
 * Whether the numbers of each pose have a finite sum, so that all of them are finite. Sums of a few numbers at a time do not wait for each
 * other: number by number, the check takes a fifth of a query about models that are far apart.
 */
function areSumsFinite(m: Float64Array): boolean {
  let check = 0; // NaN from the first sum on that is not finite
  for (let at = 0; at < m.length; at += 16) {
    const x = m[at] + m[at + 1] + (m[at + 2] + m[at + 3]);
    const y = m[at + 4] + m[at + 5] + (m[at + 6] + m[at + 7]);
    const z = m[at + 8] + m[at + 9] + (m[at + 10] + m[at + 11]);
    const offset = m[at + 12] + m[at + 13] + (m[at + 14] + m[at + 15]);
    check += 0 * (x + y + (z + offset));
  }
  return check === 0;
}

/** A copy of a list of finite numbers, made one by one, so that a list with a false length is rejected at its first missing element. */
function copyNumbers(list: ArrayLike<number>, name: string): Float64Array {
  const numbers: number[] = [];
  for (let i = 0; i < list.length; i++) {
    const value = list[i];
    if (!Number.isFinite(value)) throw new PoseError(`${name}[${i}]: ${show(value)} is not a finite number`);
    numbers.push(value);
  }
  return Float64Array.from(numbers);
}

function isAffine(m: Float64Array, at: number): boolean {
  return m[at + 3] === 0 && m[at + 7] === 0 && m[at + 11] === 0 && m[at + 15] === 1;
}

function writeAnswers(
  answers: Uint8Array,
  count: number,
  sum: QueryStats,
  into: PoseAnswers | null | undefined,
  stats: QueryStats | undefined,
): PoseAnswers {
  const empty = new Uint8Array(0);
  const result = into ?? { count: 0, meets: empty, stats: createStats(), storage: empty };
  if (result.storage.length < count) result.storage = new Uint8Array(count);
  const meets = result.storage.subarray(0, count);
  let hits = 0;
  for (let at = 0; at < count; at++) hits += meets[at] = answers[at];
  result.count = hits;
  result.meets = meets;
  copyStats(sum, result.stats);
  if (stats !== undefined) copyStats(sum, stats);
  return result;
}
