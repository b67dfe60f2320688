import { FormatError, OptionError } from "../errors.js";
import { isArrayOf } from "../typed-arrays.js";
import { checkDepth, limitOf, spendFile } from "./budget.js";
/** Far beyond any robot; a text of this size still parses within a minute. Above 2^29 there are no texts in V8. */
const LONGEST_TEXT = 2 ** 26;
const LONGEST_REASON = 200;
const ATTRIBUTE = "@";
const TEXT = "#text";
const GROUP = ":@";
const ENTITIES = {
	amp: "&",
	lt: "<",
	gt: ">",
	quot: "\"",
	apos: "'"
};
/** The root element of a document. Throws `FormatError` with file and line, for entities other than XML's own five too. */
export async function parseXml(document, source, budget) {
	const text = typeof document === "string" ? document : decodeBytes(document, source);
	if (text.length > LONGEST_TEXT) throw new FormatError(`${source}: ${text.length} characters of XML, more than ${LONGEST_TEXT}`);
	spendFile(budget, typeof document === "string" ? text.length : document.length, source);
	const { XMLParser, XMLValidator } = await import("fast-xml-parser");
	const validity = XMLValidator.validate(text);
	if (validity !== true) {
		const { line, msg } = validity.err;
		throw new FormatError(`${source}, line ${line}: ${shorten(msg)}`);
	}
	const parser = new XMLParser({
		preserveOrder: true,
		ignoreAttributes: false,
		attributeNamePrefix: ATTRIBUTE,
		parseTagValue: false,
		parseAttributeValue: false,
		processEntities: false,
		ignoreDeclaration: true,
		ignorePiTags: true,
		maxNestedTags: limitOf(budget, "depth") + 1
	});
	let roots;
	try {
		roots = elementsOf(parser.parse(text), source, budget, 1);
	} catch (error) {
		if (error instanceof FormatError) throw error;
		throw new FormatError(`${source}: ${shorten(error.message)}`);
	}
	if (roots.length !== 1) throw new FormatError(`${source}: expected one root element, got ${roots.length || "none"}`);
	return roots[0];
}
function decodeBytes(bytes, source) {
	if (!isArrayOf(bytes, "Uint8Array")) throw new OptionError(`${source}: expected text or bytes, got ${bytes === null ? "null" : typeof bytes}`);
	const isUtf16 = bytes.length > 1 && bytes[0] + bytes[1] === 254 + 255;
	if (isUtf16) throw new FormatError(`${source}: UTF-16 is not read, save it as UTF-8`);
	return new TextDecoder().decode(bytes);
}
function shorten(reason) {
	return reason.length > LONGEST_REASON ? `${reason.slice(0, LONGEST_REASON)} …` : reason;
}
/** Recursion is bounded by the limit on depth, which the parser keeps as well. */
function elementsOf(nodes, source, budget, depth) {
	const elements = [];
	for (const node of nodes) {
		const name = Object.keys(node).find((key) => key !== GROUP && key !== TEXT);
		if (name === undefined) continue;
		checkDepth(budget, depth, `${source}, <${name}>`);
		const content = node[name];
		const attributes = new Map();
		for (const [key, value] of Object.entries(node[GROUP] ?? {})) attributes.set(key.slice(ATTRIBUTE.length), decodeEntities(value, source));
		const text = content.map((child) => child[TEXT] ?? "").join("");
		elements.push({
			name,
			attributes,
			children: elementsOf(content, source, budget, depth + 1),
			text: decodeEntities(text, source)
		});
	}
	return elements;
}
function decodeEntities(text, source) {
	if (!text.includes("&")) return text;
	return text.replace(/&([^;&\s]{0,40};?)/g, (whole, inner) => {
		const name = inner.slice(0, -1);
		if (inner.endsWith(";")) {
			if (Object.hasOwn(ENTITIES, name)) return ENTITIES[name];
			const code = /^#x[\da-f]{1,6}$/i.test(name) ? Number.parseInt(name.slice(2), 16) : /^#\d{1,7}$/.test(name) ? Number(name.slice(1)) : Number.NaN;
			if (code > 0 && code <= 1114111) return String.fromCodePoint(code);
		}
		throw new FormatError(`${source}: entity "${whole}" is none of XML's own, and no others are expanded`);
	});
}
/** The children of that name. */
export function childrenOf(element, name) {
	return element.children.filter((child) => child.name === name);
}
/** The first child of that name, if any. */
export function childOf(element, name) {
	return element.children.find((child) => child.name === name);
}
/** An attribute that must be there and not be empty; `where` begins the error's message. */
export function attributeOf(element, name, where) {
	const value = element.attributes.get(name);
	if (value === undefined || value === "") throw new FormatError(`${where}: <${element.name}> has no ${name}`);
	return value;
}
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
/** Exactly `count` finite numbers of an attribute, or the fallback when it is absent; without one it must be there. */
export function numbersOf(element, name, count, where, fallback) {
	if (!element.attributes.has(name) && fallback !== undefined) return fallback;
	const text = attributeOf(element, name, where);
	const words = text.trim().split(/\s+/);
	if (words.length !== count) throw new FormatError(`${where}: ${name} of <${element.name}> needs ${count} numbers, got "${shorten(text)}"`);
	return words.map((word) => {
		const value = NUMBER.test(word) ? Number(word) : Number.NaN;
		if (Number.isFinite(value)) return value;
		const hint = text.includes("${") ? ", which xacro would have to expand first" : "";
		throw new FormatError(`${where}: ${name} of <${element.name}> has "${shorten(word)}", not a finite number${hint}`);
	});
}
