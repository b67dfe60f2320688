import { printable } from "./printable-text.js";
const NAMED = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	"\"": "&quot;"
};
/** Text between tags. A carriage return would be read as a line feed, and the two in ]]> must not stand together. */
export function escapeXml(text) {
	return printable(text).replace(/[&<>"\r]/g, reference);
}
/** The value of an attribute, where readers make a space of every tab and line feed as well. */
export function escapeAttribute(text) {
	return escapeXml(text).replace(/[\t\n]/g, reference);
}
function reference(character) {
	return NAMED[character] ?? `&#${character.charCodeAt(0)};`;
}
