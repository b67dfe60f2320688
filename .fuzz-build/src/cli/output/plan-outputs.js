import { statSync } from "node:fs";
import { join } from "node:path";
import { OptionError } from "../../errors.js";
import { extensionOf, FORMAT_NAMES, isBinary } from "./formats.js";
/** The name of files in a folder. */
const BASE = "clashes";
/**
* Where the formats of `--format` go. Without `-o` the one format is printed. With it, one goes to that file and several
* to files of that name, each with its own extension, or into that folder; a table beside others is printed. Without
* `--format` the extension of the file tells, and the table is printed as well.
*/
export function planOutputs(formats, output, isTerminal) {
	if (output === null || output === "-") {
		const [format = "table", ...others] = formats;
		if (others.length > 0) throw new OptionError(`--format ${formats.join(",")}: only one can be printed; -o names a folder, or a file whose extension is changed for each`);
		if (isBinary(format) && isTerminal) throw new OptionError(`--format ${format}: not for a terminal; name a file with -o, or use a pipe`);
		return {
			printed: format,
			files: []
		};
	}
	if (formats.length === 0) {
		const format = FORMAT_NAMES.find((name) => output.toLowerCase().endsWith(`.${extensionOf(name)}`));
		if (format === undefined) throw new OptionError(`-o ${output}: its name does not tell the format; say it with --format`);
		return {
			printed: format === "table" ? null : "table",
			files: [{
				format,
				path: output
			}]
		};
	}
	const others = formats.filter((format) => format !== "table");
	const written = others.length === 0 ? formats : others;
	return {
		printed: written.length < formats.length ? "table" : null,
		files: written.map((format) => ({
			format,
			path: pathFor(format, output, written.length)
		}))
	};
}
function pathFor(format, output, count) {
	const extension = extensionOf(format);
	if (isFolder(output)) return join(output, `${BASE}.${extension}`);
	return count === 1 ? output : `${withoutExtension(output)}.${extension}`;
}
/** Whether it is one, or is meant to become one. */
function isFolder(path) {
	return /[/\\]$/.test(path) || (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false);
}
function withoutExtension(path) {
	const extension = FORMAT_NAMES.map(extensionOf).find((ext) => path.toLowerCase().endsWith(`.${ext}`));
	return extension === undefined ? path : path.slice(0, -extension.length - 1);
}
