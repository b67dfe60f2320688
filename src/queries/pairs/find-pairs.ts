import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import { checkInto, createStats, type QueryStats, readStats } from "../stats.ts";
import { scalePair } from "../tiny-worlds.ts";
import { answerAtOnce } from "./answer-at-once.ts";
import { readExits } from "./descend-pair-by-kernel.ts";
import { writeSortedPairs } from "./found-pairs.ts";
import { type PairContext, returnPairContext, takePairContext } from "./pair-context.ts";
import {
  beginPairQuery,
  descendPair,
  PAIR_OPTIONS,
  type PairOptions,
  type PairTree,
  recordStats,
  useFrames,
} from "./pair-query.ts";

/** All intersecting triangle pairs of a query. */
export interface TrianglePairs {
  count: number;
  /** Triangle of a, triangle of b, for each pair; sorted by (a, b). A view of `storage`. */
  pairs: Uint32Array;
  stats: QueryStats;
  /** The memory behind `pairs`, at least as long; reused if the result is passed as `into`. */
  storage: Uint32Array;
}

export interface FindPairsOptions extends PairOptions {
  /** An earlier result, to be overwritten and returned so that its memory is reused. Default: a new result. */
  into?: TrianglePairs | null | undefined;
}

const FIND_PAIRS_OPTIONS: OptionNames<FindPairsOptions> = { ...PAIR_OPTIONS, into: true };

/** Every pair of triangles, one of a and one of b, that share a point; exact, touching counts. */
export function findPairs(a: PairTree, b: PairTree, options: FindPairsOptions = {}): TrianglePairs {
  checkOptionNames(options, FIND_PAIRS_OPTIONS, "findPairs");
  const { into } = options;
  checkInto(into);
  const stats = readStats(options.stats);
  const context = takePairContext();
  try {
    if (answerAtOnce(context, a, b, options, true) !== null) {
      readExits(context);
      return writeResult(context, into, stats);
    }
    const scaled = scalePair(a, b, options);
    if (scaled !== null) return findPairs(scaled.a, scaled.b, { ...options, ...scaled.poses });
    beginPairQuery(context, a, b, options, true);
    useFrames(context, a, b);
    descendPair(context, a, b);
    return writeResult(context, into, stats);
  } finally {
    returnPairContext(context);
  }
}

/** An empty result. */
export function createTrianglePairs(): TrianglePairs {
  const storage = new Uint32Array(0);
  return { count: 0, pairs: storage, stats: createStats(), storage };
}

/** Writes the pairs found by a query for all pairs to `into`, or to a new result. */
export function writeResult(
  context: PairContext,
  into: TrianglePairs | null | undefined,
  stats: QueryStats | undefined,
): TrianglePairs {
  const result = into ?? createTrianglePairs();
  const { count } = context.found;
  if (result.storage.length < 2 * count) result.storage = new Uint32Array(2 * count);
  result.count = count;
  result.pairs = result.storage.subarray(0, 2 * count);
  writeSortedPairs(context.found, result.pairs);
  recordStats(context, result.stats);
  if (stats !== undefined) recordStats(context, stats);
  return result;
}
