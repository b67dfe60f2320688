import { readFile } from "node:fs/promises";
import { FormatError } from "../../errors.js";
/** The formats besides the table. */
export const FORMATS = {
	json: {
		extension: "json",
		isBinary: false,
		write: async (report) => (await import("../../reports/json.js")).jsonPieces(report)
	},
	jsonl: {
		extension: "jsonl",
		isBinary: false,
		write: async (report) => (await import("../../reports/jsonl.js")).jsonlLines(report)
	},
	csv: {
		extension: "csv",
		isBinary: false,
		write: async (report) => (await import("../../reports/csv.js")).writeCsv(report)
	},
	html: {
		extension: "html",
		isBinary: false,
		write: async (report, parts, { upAxis }) => (await import("../../reports/html.js")).writeHtml(report, parts, {
			template: await readTemplate(),
			upAxis
		})
	},
	junit: {
		extension: "xml",
		isBinary: false,
		write: async (report, _, { junit }) => (await import("../../reports/junit.js")).writeJunit(report, junit)
	},
	sarif: {
		extension: "sarif",
		isBinary: false,
		write: async (report) => (await import("../../reports/sarif.js")).writeSarif(report)
	},
	bcf: {
		extension: "bcf",
		isBinary: true,
		write: async (report, parts, { bcf, upAxis }) => (await import("../../reports/bcf/write-bcf.js")).writeBcf(report, parts, {
			...bcf,
			upAxis
		})
	},
	glb: {
		extension: "glb",
		isBinary: true,
		write: async (report, parts, { upAxis }) => (await import("../../reports/glb.js")).writeGlb(report, parts, { upAxis })
	}
};
export const FORMAT_NAMES = ["table", ...Object.keys(FORMATS)];
export function extensionOf(format) {
	return format === "table" ? "txt" : FORMATS[format].extension;
}
export function isBinary(format) {
	return format !== "table" && FORMATS[format].isBinary;
}
/** The page without data, which `npm run build` puts beside the built command. */
async function readTemplate() {
	const template = new URL("../../viewer/clash.html", import.meta.url);
	try {
		return await readFile(template, "utf8");
	} catch {
		throw new FormatError(`--format html: the page ${template.pathname} is missing; npm run build makes it`);
	}
}
