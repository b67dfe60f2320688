import { say, widthOf } from "../terminal.js";
import { summarize, writeClashTable } from "./clash-table.js";
import { choosePaint } from "./colours.js";
import { FORMATS } from "./formats.js";
import { replaceFile } from "./replace-file.js";
/** Prints what is to be printed, writes the files, and says which. */
export async function writeOutputs(report, scene, { printed, files }, { bcf, junit, quiet = false, color, inputs }, terminal) {
	const { out } = terminal;
	const { parts, partNames: names, upAxis } = scene;
	const contentOf = async (format) => format === "table" ? writeClashTable(report, {
		width: Infinity,
		paint: (text) => text,
		names
	}) : FORMATS[format].write(report, parts, {
		bcf,
		junit,
		upAxis
	});
	if (printed === "table") {
		const paint = choosePaint(out, terminal, color);
		out.write(writeClashTable(report, {
			width: widthOf(out),
			paint,
			names
		}));
	} else if (printed !== null) {
		const content = await contentOf(printed);
		if (typeof content === "string" || content instanceof Uint8Array) out.write(content);
		else for (const piece of content) out.write(piece);
	} else if (!quiet) say(terminal, summarize(report));
	for (const { format, path } of files) {
		await replaceFile(path, await contentOf(format), inputs);
		if (!quiet) say(terminal, `wrote ${path}`);
	}
}
