import { OptionError, show } from "../errors.js";
import { DETACHED, isArrayOf, isDetached } from "../typed-arrays.js";
export { OVERLAP } from "../kernels/descent-constants.js";
export const EXIT_COUNT = 16;
export function createStats() {
	return {
		boxTests: 0,
		triangleTests: 0,
		exactTests: 0,
		exitAxes: new Uint32Array(EXIT_COUNT)
	};
}
/** Throws `OptionError` unless `stats` is left out or can be filled: to be called before any work is done. */
export function checkStats(stats) {
	if (stats !== undefined && !(isArrayOf(stats?.exitAxes, "Uint32Array") && stats.exitAxes.length >= EXIT_COUNT)) throw new OptionError(`stats: expected counters from createStats, got ${describe(stats)}`);
}
/** The same for `into`, a result that has `storage`; `maker` is the function that makes one. */
export function checkInto(into, maker) {
	if (into !== undefined && into !== null && !isArrayOf(into.storage, "Uint32Array")) throw new OptionError(`into: expected a result from ${maker}, got ${describe(into)}`);
	if (into?.storage.length === 0 && isDetached(into.storage)) throw new OptionError(`into.storage: ${DETACHED}; make a new result by ${maker}`);
}
function describe(value) {
	if (value === null) return "null";
	return typeof value === "object" ? "another object" : `${typeof value} ${show(value)}`;
}
/** Writes the counters of a query that has no exit axes. */
export function writeCounts(stats, boxTests, triangleTests, exactTests) {
	stats.boxTests = boxTests;
	stats.triangleTests = triangleTests;
	stats.exactTests = exactTests;
	stats.exitAxes.fill(0);
}
/** Writes one query's counters over another's. */
export function copyStats(from, to) {
	to.boxTests = from.boxTests;
	to.triangleTests = from.triangleTests;
	to.exactTests = from.exactTests;
	to.exitAxes.set(from.exitAxes);
}
export function clearStats(stats) {
	stats.boxTests = 0;
	stats.triangleTests = 0;
	stats.exactTests = 0;
	stats.exitAxes.fill(0);
}
/** Adds what a query did to the sum of the query that ran it. */
export function addStats(sum, stats) {
	sum.boxTests += stats.boxTests;
	sum.triangleTests += stats.triangleTests;
	sum.exactTests += stats.exactTests;
	for (let axis = 0; axis < EXIT_COUNT; axis++) sum.exitAxes[axis] += stats.exitAxes[axis];
}
