import { escapeAttribute, escapeXml } from "./xml-text.js";
/** Shorthand for an element; what is null in `content` is left out. */
export function element(name, content = [], attributes = {}) {
	return {
		name,
		attributes,
		content
	};
}
/** The document as UTF-8 text, one line an element. */
export function xmlDocument(root) {
	const lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"];
	addLines(root, "", lines);
	lines.push("");
	return lines.join("\n");
}
function addLines({ name, attributes, content }, indent, lines) {
	const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`);
	const start = `${indent}<${name}${pairs.join("")}`;
	if (typeof content === "string") {
		lines.push(`${start}>${escapeXml(content)}</${name}>`);
		return;
	}
	const children = content.filter((child) => child !== null);
	if (children.length === 0) {
		lines.push(`${start}/>`);
		return;
	}
	lines.push(`${start}>`);
	for (const child of children) addLines(child, `${indent}  `, lines);
	lines.push(`${indent}</${name}>`);
}
