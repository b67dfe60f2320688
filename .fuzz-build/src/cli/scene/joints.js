import { readFile } from "node:fs/promises";
import { FormatError, OptionError } from "../../errors.js";
/** The joint values of `--joints`: pairs `name=value` with commas between them, or the name of a JSON file with an object of them. */
export async function readJoints(texts) {
	const values = {};
	for (const text of texts) Object.assign(values, text.includes("=") ? parsePairs(text) : await readJson(text));
	return values;
}
function parsePairs(text) {
	const values = {};
	for (const pair of text.split(",")) {
		const [, name, value] = /^\s*([^=]+?)\s*=\s*(\S+)\s*$/.exec(pair) ?? [];
		if (name === undefined || !Number.isFinite(Number(value))) throw new OptionError(`--joints: expected name=value, got "${pair}"`);
		values[name] = Number(value);
	}
	return values;
}
async function readJson(file) {
	let json;
	try {
		json = JSON.parse(await readFile(file, "utf8"));
	} catch (error) {
		throw new FormatError(`--joints ${file}: neither name=value nor a JSON file: ${error.message}`);
	}
	if (json === null || typeof json !== "object" || Array.isArray(json)) throw new FormatError(`--joints ${file}: expected an object of joint values`);
	for (const [name, value] of Object.entries(json)) if (typeof value !== "number") throw new FormatError(`--joints ${file}: "${name}" is ${JSON.stringify(value)}, not a number`);
	return json;
}
