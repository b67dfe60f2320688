/** A value that is not what was expected. Places are added on the way out, so that good values cost nothing. */
export class Misfit extends Error {
	path = [];
	/** Such as `clashes[3].depth.kind`; empty for the whole. */
	get place() {
		return this.path.map(segmentOf).join("").replace(/^\./, "");
	}
}
function segmentOf(name) {
	if (typeof name === "number") return `[${name}]`;
	return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${shorten(JSON.stringify(name))}]`;
}
/** Runs a check of a member; what it throws gets the member's name. */
function within(name, check) {
	try {
		return check();
	} catch (error) {
		if (error instanceof Misfit) error.path.unshift(name);
		throw error;
	}
}
export function expected(what, value) {
	return new Misfit(`expected ${what}, got ${describeValue(value)}`);
}
export function text(value) {
	if (typeof value !== "string") throw expected("a string", value);
	return value;
}
export function truth(value) {
	if (typeof value !== "boolean") throw expected("true or false", value);
	return value;
}
/** Any number that is finite: 1e999 is JSON, too. */
export function number(value) {
	if (!Number.isFinite(value)) throw expected("a finite number", value);
	return value;
}
export function positive(value) {
	if (!(number(value) > 0)) throw expected("a number above 0", value);
	return value;
}
export function length(value) {
	if (!(number(value) >= 0)) throw expected("a number not below 0", value);
	return value;
}
export function count(value) {
	if (!(Number.isSafeInteger(value) && value >= 0)) throw expected("a count", value);
	return value;
}
export function hex(digits) {
	const pattern = new RegExp(`^[0-9a-f]{${digits}}$`);
	return (value) => {
		if (typeof value !== "string" || !pattern.test(value)) throw expected(`${digits} lower-case hex digits`, value);
		return value;
	};
}
export function oneOf(...values) {
	const names = values.map((value) => JSON.stringify(value)).join(", ");
	return (value) => {
		if (!values.includes(value)) throw expected(values.length > 1 ? `one of ${names}` : names, value);
		return value;
	};
}
export function orNull(shape) {
	return (value) => value === null ? null : shape(value);
}
export function list(shape) {
	return (value) => {
		if (!Array.isArray(value)) throw expected("a list", value);
		return value.map((item, i) => within(i, () => shape(item)));
	};
}
/** A list of just so many numbers. */
export function numbers(count) {
	const checkAll = list(number);
	return (value) => {
		if (!Array.isArray(value) || value.length !== count) throw expected(`${count} numbers`, value);
		return checkAll(value);
	};
}
/** An object with these members and no others; those in `optional` may be absent. */
export function record(members, optional = []) {
	const shapes = new Map(Object.entries(members));
	return (value) => {
		if (typeof value !== "object" || value === null || Array.isArray(value)) throw expected("an object", value);
		for (const name of Object.keys(value)) if (!shapes.has(name)) within(name, () => fail("there is no such member"));
		const copy = {};
		for (const [name, shape] of shapes) if (Object.hasOwn(value, name)) copy[name] = within(name, () => shape(value[name]));
		else if (!optional.includes(name)) within(name, () => fail("is missing"));
		return copy;
	};
}
export function fail(message) {
	throw new Misfit(message);
}
const LONGEST = 60;
function shorten(json) {
	return json.length > LONGEST ? `${json.slice(0, LONGEST)}…` : json;
}
function describeValue(value) {
	if (Array.isArray(value)) return `a list of ${value.length}`;
	if (typeof value === "object" && value !== null) return "an object";
	if (typeof value === "string") return shorten(JSON.stringify(value));
	return String(value);
}
