import { gzipSync, strToU8 } from "fflate";
import { FormatError } from "../errors.js";
import { checkOptionNames } from "../option-names.js";
import { packScene } from "./pack-scene.js";
import { BYTES_ID, DATA_MARK, JSON_ID } from "./packed-scene.js";
import { printable } from "./printable-text.js";
import { partsOfReport } from "./scene-space.js";
const HTML_OPTIONS = {
	template: true,
	maxTriangles: true,
	upAxis: true
};
/**
* One HTML file that opens offline, with everything inside. Names of parts and files come to the page as base64 alone,
* so no name can end an element or start one.
*/
export function writeHtml(report, parts, options) {
	checkOptionNames(options, HTML_OPTIONS, "writeHtml");
	const { template, maxTriangles = 3e6, upAxis } = options;
	const mark = template.indexOf(DATA_MARK);
	if (mark === -1) throw new FormatError(`template: has no ${DATA_MARK}; take dist/viewer/clash.html of the package`);
	const { scene, bytes } = packScene(report, partsOfReport(report, parts), maxTriangles);
	const clashes = report.clashes.map(({ curves: _, ...clash }) => clash);
	const data = {
		report: {
			...report,
			clashes
		},
		scene,
		up: upAxis ?? guessUp(report.inputs)
	};
	return template.slice(0, mark) + dataElement(JSON_ID, strToU8(JSON.stringify(data, forPeople))) + dataElement(BYTES_ID, bytes) + template.slice(mark + DATA_MARK.length);
}
/** The page shows what it holds; ids have nothing to hide. */
function forPeople(_, value) {
	return typeof value === "string" ? printable(value) : value;
}
/** glTF has y up; the other formats have z up, or do not say and mostly mean z. The larger inputs decide. */
function guessUp(inputs) {
	let balance = 0;
	for (const { file, triangles } of inputs) balance += Y_UP.test(file) ? triangles : -triangles;
	return balance > 0 ? "y" : "z";
}
const Y_UP = /\.(glb|gltf|bvh)$/i;
function dataElement(id, bytes) {
	// Without the time of day: same input, same bytes.
	return `<script type="application/gzip" id="${id}">${toBase64(gzipSync(bytes, { mtime: 0 }))}<\/script>\n`;
}
/** Three bytes become four letters, so pieces of a multiple of three can be joined. */
const PIECE = 3 * 4096;
function toBase64(bytes) {
	let text = "";
	for (let at = 0; at < bytes.length; at += PIECE) text += btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE)));
	return text;
}
