import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import { checkInto, checkStats, createStats, type QueryStats } from "../stats.ts";
import { scalePair } from "../tiny-worlds.ts";
import { clearPairs, pairCount, writeSortedPairs } from "./pair-list.ts";
import {
  beginPairQuery,
  descendPair,
  PAIR_OPTIONS,
  type PairOptions,
  type PairTree,
  recordStats,
} from "./pair-query.ts";

/** All intersecting triangle pairs of a query. */
export interface TrianglePairs {
  count: number;
  /** Triangle of a, triangle of b, for each pair; sorted by (a, b). A view of `storage`. */
  pairs: Uint32Array;
  stats: QueryStats;
  /** The memory behind `pairs`, at least as long; kept when the result is passed back as `into`. */
  storage: Uint32Array;
}

export interface FindPairsOptions extends PairOptions {
  /** An earlier result to overwrite and return, so that its memory is used again. */
  into?: TrianglePairs | undefined;
}

const FIND_PAIRS_OPTIONS: OptionNames<FindPairsOptions> = { ...PAIR_OPTIONS, into: true };

/** Every pair of triangles, one of a and one of b, that share a point; exact, touching counts. */
export function findPairs(a: PairTree, b: PairTree, options: FindPairsOptions = {}): TrianglePairs {
  checkOptionNames(options, FIND_PAIRS_OPTIONS, "findPairs");
  // Read before the query begins: an option may be a getter, even one that runs a query of its own.
  const { into, stats } = options;
  checkInto(into, "createTrianglePairs");
  checkStats(stats);
  const scaled = scalePair(a, b, options);
  if (scaled !== null) return findPairs(scaled.a, scaled.b, { ...options, ...scaled.poses });
  beginPairQuery(a, b, options);
  clearPairs();
  descendPair(a, b, true, false);
  const result = into ?? createTrianglePairs();
  takePairs(result);
  recordStats(result.stats);
  if (stats !== undefined) recordStats(stats);
  return result;
}

/** An empty result, to be passed as `into`. */
export function createTrianglePairs(): TrianglePairs {
  const storage = new Uint32Array(0);
  return { count: 0, pairs: storage, stats: createStats(), storage };
}

/** Moves the pairs of the query under way to a result. */
export function takePairs(result: TrianglePairs): void {
  const count = pairCount();
  if (result.storage.length < 2 * count) result.storage = new Uint32Array(2 * count);
  result.count = count;
  result.pairs = result.storage.subarray(0, 2 * count);
  writeSortedPairs(result.pairs);
}
