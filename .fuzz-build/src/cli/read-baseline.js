import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { FormatError } from "../errors.js";
import { readClashReport } from "../reports/read-clash-report.js";
/** Reads an earlier report, as `--format json` wrote it. */
export async function readBaseline(file) {
	let bytes;
	try {
		bytes = await readFile(file);
	} catch (error) {
		throw new FormatError(`--baseline ${file}: cannot read the file: ${error.message}`);
	}
	const report = readClashReport(new TextDecoder().decode(bytes), file);
	const sha256 = createHash("sha256").update(bytes).digest("hex");
	return {
		file: file.replaceAll("\\", "/"),
		sha256,
		report
	};
}
