import { createRandom } from "./random.js";
import { createCounts } from "./session.js";
import { shrink, tryCase } from "./shrink.js";
import { writeReproducer } from "./write-reproducer.js";
/** Runs cases of one query. Of failures with the same message and kind of tree only the first is kept. */
export async function fuzz(query, options) {
	const { seed, cases, seconds, onlyCase = null, folder, mostFailures } = options;
	const counts = createCounts();
	const failures = [];
	const start = performance.now();
	const elapsed = () => (performance.now() - start) / 1e3;
	const isOver = (number) => cases === null ? elapsed() >= (seconds ?? 0) : number >= cases;
	for (let number = onlyCase ?? 0; !isOver(number) || onlyCase !== null; number++) {
		const failure = await tryCase(query, makeCase(query, seed, number), counts);
		counts.cases++;
		if (failure !== null) {
			const what = `${failure.error.message} (variant ${failure.variant})`;
			if (!failures.some((known) => known.what === what)) {
				const after = elapsed();
				const smallest = await shrink(query, failure);
				const name = `${failures.length + 1}-seed-${seed}-case-${number}`;
				const path = folder === null ? null : writeReproducer(folder, query.name, name, smallest);
				failures.push({
					what,
					caseNumber: number,
					after,
					path,
					script: smallest.script
				});
			}
		}
		if (failures.length >= mostFailures || onlyCase !== null) break;
	}
	return {
		counts,
		failures,
		seconds: elapsed()
	};
}
/** Case `number` of a query: the same for the same seed. */
export function makeCase(query, seed, number) {
	const caseSeed = `${seed}/${query.name}/${number}`;
	return {
		...query.generate(createRandom(caseSeed)),
		seed: caseSeed
	};
}
