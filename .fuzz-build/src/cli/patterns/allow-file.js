import { readFile } from "node:fs/promises";
import { FormatError } from "../../errors.js";
/** The patterns of the command line and of an allow file. */
export async function readPatterns(ignore, allowFile) {
	const patterns = ignore.map((text) => ({
		text,
		source: "--ignore"
	}));
	if (allowFile === null) return patterns;
	let content;
	try {
		content = await readFile(allowFile, "utf8");
	} catch (error) {
		throw new FormatError(`--allow ${allowFile}: cannot read the file: ${error.message}`);
	}
	return [...patterns, ...parseAllowFile(content, allowFile).map((text) => ({
		text,
		source: allowFile
	}))];
}
/**
* The patterns and clash ids of an allow file. Either lines of text, where `#` at the start of a line, or with blanks
* on both sides, begins a comment; or a JSON array of texts, or of objects with `allow` and, for people, `reason`.
*/
export function parseAllowFile(text, source) {
	const content = text.replace(/^\uFEFF/, "");
	return /^\s*\[/.test(content) ? parseJson(content, source) : parseLines(content);
}
function parseLines(text) {
	return text.split(/\r?\n/).map((line) => line.replace(/^\s*#.*|\s#(?:\s.*)?$/, "").trim()).filter((line) => line !== "");
}
function parseJson(text, source) {
	let list;
	try {
		list = JSON.parse(text);
	} catch (error) {
		throw new FormatError(`${source}: begins with [ but is not JSON: ${error.message}`);
	}
	return list.map((entry, i) => {
		const allow = entry !== null && typeof entry === "object" && "allow" in entry ? entry.allow : entry;
		if (typeof allow !== "string" || allow.trim() === "") throw new FormatError(`${source}, entry ${i}: expected a text, or an object with the text "allow", got ${JSON.stringify(entry)}`);
		return allow.trim();
	});
}
