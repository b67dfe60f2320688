import { FormatError, OptionError, show } from "../errors.js";
import { checkOptionNames } from "../option-names.js";
export const READ_LIMITS = {
	bytes: true,
	triangles: true,
	parts: true,
	files: true,
	depth: true
};
export const LIMIT_OPTIONS = { limits: true };
/** limit = least + perByte · bytes read, up to most */
const DEFAULTS = {
	bytes: {
		least: 2 ** 28,
		perByte: 256,
		most: 2 ** 35
	},
	triangles: {
		least: 2 ** 22,
		perByte: 16,
		most: 2 ** 28
	},
	parts: {
		least: 2 ** 16,
		perByte: 1,
		most: 2 ** 24
	},
	files: {
		least: 2 ** 14,
		perByte: 0,
		most: 2 ** 14
	},
	depth: {
		least: 2 ** 10,
		perByte: 0,
		most: 2 ** 10
	}
};
/** Throws `OptionError` for limits that are not numbers of at least 0. */
export function createBudget(limits = {}) {
	checkOptionNames(limits, READ_LIMITS, "limits");
	for (const [name, limit] of Object.entries(limits)) if (limit !== undefined && !(typeof limit === "number" && limit >= 0)) throw new OptionError(`limits.${name}: expected a number of at least 0, got ${show(limit)}`);
	return {
		given: limits,
		read: 0,
		spent: {
			bytes: 0,
			triangles: 0,
			parts: 0,
			files: 0,
			depth: 0
		}
	};
}
export function limitOf({ given, read }, name) {
	const { least, perByte, most } = DEFAULTS[name];
	return given[name] ?? Math.min(least + perByte * read, most);
}
/** Counts the bytes of one more file, which the default limits grow with. `where` begins the error's message. */
export function spendFile(budget, bytes, where) {
	budget.read += bytes;
	spend(budget, "bytes", bytes, where);
}
/** Asks before anything is allocated. `where` begins the error's message. */
export function spend(budget, name, amount, where) {
	const spent = budget.spent[name] += amount;
	const limit = limitOf(budget, name);
	if (!(spent <= limit)) refuse(name, spent, limit, where);
}
/** `depth`: how many levels lie around what is read now, itself counted. */
export function checkDepth(budget, depth, where) {
	const limit = limitOf(budget, "depth");
	if (depth > limit) refuse("depth", depth, limit, where);
}
const WORDS = {
	bytes: "bytes",
	triangles: "triangles",
	parts: "parts",
	files: "names of files",
	depth: "levels within each other"
};
function refuse(name, amount, limit, where) {
	throw new FormatError(`${where}: ${amount} ${WORDS[name]} are more than the limit of ${limit}; limits.${name} (--read-limit ${name}=…) sets another`);
}
