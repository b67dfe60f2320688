import { FormatError } from "../../errors.js";
export function refuse(json, reason) {
	throw new FormatError(`${placeOf(json)}: ${reason}`);
}
/** File and place, as complaints begin. */
export function placeOf({ source, path }) {
	return `${source}, ${path || "the JSON"}`;
}
/** A member of an object; its value is undefined when it is missing. */
export function member(json, key) {
	const { source, path, value } = json;
	if (!isObject(value)) refuse(json, `expected an object, got ${describe(value)}`);
	return {
		source,
		path: path === "" ? key : `${path}.${key}`,
		value: Object.hasOwn(value, key) ? value[key] : undefined
	};
}
export function isMissing({ value }) {
	return value === undefined;
}
/** The items of an array; none when it is missing. */
export function items(json) {
	const { source, path, value } = json;
	if (value === undefined) return [];
	if (!Array.isArray(value)) refuse(json, `expected an array, got ${describe(value)}`);
	return value.map((item, i) => ({
		source,
		path: `${path}[${i}]`,
		value: item
	}));
}
/** The names of an object's members. */
export function keys(json) {
	if (!isObject(json.value)) refuse(json, `expected an object, got ${describe(json.value)}`);
	return Object.keys(json.value);
}
/** A whole number that is at least 0; `missing` stands for an absent one, if given. */
export function whole(json, missing) {
	const { value } = json;
	if (value === undefined && missing !== undefined) return missing;
	if (!Number.isSafeInteger(value) || value < 0) refuse(json, `expected a whole number, got ${describe(value)}`);
	return value;
}
/** The number of one of `list`'s items. */
export function reference(json, list, what) {
	const index = whole(json);
	if (index >= list.length) refuse(json, `${what} ${index} is out of range, there are ${list.length}`);
	return index;
}
/** Finite numbers, `length` of them; null when they are missing. */
export function numbers(json, length) {
	const { value } = json;
	if (value === undefined) return null;
	if (!Array.isArray(value) || length !== undefined && value.length !== length) refuse(json, `expected ${length ?? "an array of"} numbers, got ${describe(value)}`);
	for (const number of value) if (!Number.isFinite(number)) refuse(json, `${describe(number)} is not a finite number`);
	return value;
}
export function text(json, missing = "") {
	const { value } = json;
	if (value === undefined) return missing;
	if (typeof value !== "string") refuse(json, `expected a text, got ${describe(value)}`);
	return value;
}
function isObject(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
function describe(value) {
	if (value === undefined) return "nothing";
	if (Array.isArray(value)) return `an array of ${value.length}`;
	return isObject(value) ? "an object" : (JSON.stringify(value) ?? String(value)).slice(0, 40);
}
