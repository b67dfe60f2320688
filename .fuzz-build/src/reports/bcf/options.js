import { OptionError } from "../../errors.js";
import { checkOptionNames } from "../../option-names.js";
import { SCENE_SPACE } from "../scene-space.js";
const BCF_OPTIONS = {
	...SCENE_SPACE,
	version: true,
	date: true,
	author: true
};
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
/** The options, checked, with their defaults. */
export function readOptions(options) {
	checkOptionNames(options, BCF_OPTIONS, "writeBcf");
	const { version = "2.1", date = "1970-01-01T00:00:00Z", author = "abut" } = options;
	if (version !== "2.1" && version !== "3.0") throw new OptionError(`version: "${version}" is neither "2.1" nor "3.0"`);
	if (!isDate(date)) throw new OptionError(`date: "${date}" is not a date with time and zone, such as "2026-11-16T09:30:00Z"`);
	if (author.trim() === "") throw new OptionError("author: it must not be blank");
	return {
		version,
		date,
		author
	};
}
/** Whether XML schemas call it a date with time and zone. `Date` alone would take February 30 for March 2. */
function isDate(text) {
	if (!DATE.test(text) || Number.isNaN(Date.parse(text))) return false;
	const [year, month, day] = text.slice(0, 10).split("-").map(Number);
	return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
}
