import { OptionError, show } from "./errors.js";
/** Throws `OptionError` at a name that is none of an option, with the one that was probably meant. */
export function checkOptionNames(options, names, caller) {
	if (typeof options !== "object" || options === null) throw new OptionError(`options: expected an object, got ${show(options)}`);
	for (const name in options) if (names[name] !== true) refuseName(options, name, names, caller);
}
/**
* Throws `OptionError` at a name in data that is none of its own while one of its own is left out, which may be the one that
* was meant. Beside all of its own names anything may be there; `carried`, what abut's own results have besides, always.
*/
export function checkDataNames(data, names, what, carried = NOTHING) {
	for (const name in data) if (names[name] !== true && carried[name] !== true) refuseDataName(data, name, names, what);
}
/** The same for each of a list that `what` names. A list that is none is for others to refuse. */
export function checkNamesOfEach(list, names, what, carried = NOTHING) {
	if (!Array.isArray(list)) return;
	for (let i = 0; i < list.length; i++) {
		const data = list[i];
		// Not by checkDataNames: a text for each would take longer than the walk.
		for (const name in data) if (names[name] !== true && carried[name] !== true) refuseDataName(data, name, names, `${what}[${i}]`);
	}
}
const NOTHING = {};
/** The options that another function knows, to be passed on. */
export function pickOptions(options, names) {
	const known = Object.entries(options).filter(([name]) => Object.hasOwn(names, name));
	return Object.fromEntries(known);
}
function refuseName(options, name, names, caller) {
	// Others may have put something on Object.prototype.
	if (!Object.hasOwn(options, name)) return;
	const known = Object.keys(names);
	const near = nearestName(name, known);
	const guess = near === null ? "" : `; did you mean ${near}?`;
	throw new OptionError(`${name}: not an option of ${caller}${guess} (${known.join(", ")})`);
}
function refuseDataName(data, name, names, what) {
	// Letters of a text have names, too; what is no object is for others to refuse.
	if (typeof data !== "object" || !Object.hasOwn(data, name)) return;
	const known = Object.keys(names);
	const leftOut = known.filter((candidate) => !(candidate in data));
	if (leftOut.length === 0) return;
	const meant = leftOut.length === 1 ? leftOut[0] : nearestName(name, leftOut);
	const guess = meant === null ? "" : `; did you mean ${meant}?`;
	throw new OptionError(`${name}: not a name of ${what}${guess} (${known.join(", ")}; others only beside all of these)`);
}
/** The name that takes the fewest changes, or null if it takes more than a third of its letters. */
function nearestName(name, known) {
	let nearest = null;
	let least = Infinity;
	for (const candidate of known) {
		const changes = changesBetween(name.toLowerCase(), candidate.toLowerCase());
		if (changes < least && changes <= candidate.length / 3) {
			nearest = candidate;
			least = changes;
		}
	}
	return nearest;
}
/** How many letters are to be put in, left out or changed (Levenshtein's distance). */
function changesBetween(a, b) {
	let row = Array.from({ length: b.length + 1 }, (_, j) => j);
	for (let i = 1; i <= a.length; i++) {
		const next = [i];
		for (let j = 1; j <= b.length; j++) {
			const change = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
			next.push(Math.min(change, row[j] + 1, next[j - 1] + 1));
		}
		row = next;
	}
	return row[b.length];
}
