import { checkOptionNames } from "../../option-names.js";
import { checkInto, checkStats, createStats } from "../stats.js";
import { scalePair } from "../tiny-worlds.js";
import { clearPairs, pairCount, writeSortedPairs } from "./pair-list.js";
import { beginPairQuery, descendPair, PAIR_OPTIONS, recordStats } from "./pair-query.js";
const FIND_PAIRS_OPTIONS = {
	...PAIR_OPTIONS,
	into: true
};
/** Every pair of triangles, one of a and one of b, that share a point; exact, touching counts. */
export function findPairs(a, b, options = {}) {
	checkOptionNames(options, FIND_PAIRS_OPTIONS, "findPairs");
	// Read before the query begins: an option may be a getter, even one that runs a query of its own.
	const { into, stats } = options;
	checkInto(into, "createTrianglePairs");
	checkStats(stats);
	const scaled = scalePair(a, b, options);
	if (scaled !== null) return findPairs(scaled.a, scaled.b, {
		...options,
		...scaled.poses
	});
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
export function createTrianglePairs() {
	const storage = new Uint32Array(0);
	return {
		count: 0,
		pairs: storage,
		stats: createStats(),
		storage
	};
}
/** Moves the pairs of the query under way to a result. */
export function takePairs(result) {
	const count = pairCount();
	if (result.storage.length < 2 * count) result.storage = new Uint32Array(2 * count);
	result.count = count;
	result.pairs = result.storage.subarray(0, 2 * count);
	writeSortedPairs(result.pairs);
}
