import { inspectMesh } from "../../mesh/inspect.js";
import { buildAabbTree } from "../../trees/build-aabb.js";
import { treeQuality } from "../../trees/quality.js";
import { worldBoxes } from "../../world/clash/world-boxes.js";
import { EXIT } from "../exit-codes.js";
import { choosePaint } from "../output/colours.js";
import { countOf, formatCount, formatNumber, formatPoint } from "../output/format-number.js";
import { printJson } from "../output/json-answer.js";
import { createProgress } from "../output/progress.js";
import { cleanText } from "../output/text-table.js";
import { openScene } from "../scene/open-scene.js";
import { say } from "../terminal.js";
import { describeFindings, findingsOf } from "./findings.js";
/** `abut inspect`: what is in files, and what about it is legal but suspicious. */
export async function runInspect(paths, options, terminal) {
	const { scene } = await openScene(paths, options, terminal);
	const parts = inspectParts(scene, options, terminal);
	if (options.json === true) printJson("inspect", scene, { parts }, terminal);
	else printParts(scene, parts, choosePaint(terminal.out, terminal, options.color), terminal);
	if (parts.length === 0) {
		say(terminal, "abut: nothing to inspect: there are no triangles");
		return EXIT.unchecked;
	}
	const isFailure = parts.some(({ findings }) => findings.some(({ name }) => options.failOn.has(name))) || options.failOn.has("warnings") && scene.inputs.some(({ warnings }) => warnings.length > 0);
	return isFailure ? EXIT.found : EXIT.clean;
}
function inspectParts(scene, options, terminal) {
	const { parts, partInfo, unit } = scene;
	const progress = createProgress(terminal.err, options.quiet !== true);
	const boxes = worldBoxes(parts);
	const known = new Map();
	const inspected = parts.map(({ key, name, mesh }, i) => {
		progress.show("inspecting", i, parts.length);
		const before = known.get(mesh);
		const answer = before ?? {
			...inspectOne(mesh),
			first: key
		};
		if (before === undefined) known.set(mesh, answer);
		const { closed, coordinates, findings, tree } = answer;
		return {
			part: key,
			name,
			...partInfo[i],
			triangles: mesh.triangleCount,
			vertices: mesh.vertexCount,
			box: Array.from(boxes.subarray(6 * i, 6 * i + 6), (x) => x * unit.perSceneUnit),
			closed,
			coordinates,
			instanceOf: before?.first ?? null,
			findings,
			tree
		};
	});
	progress.end();
	return inspected;
}
function inspectOne(mesh) {
	const report = inspectMesh(mesh);
	return {
		closed: report.closed,
		coordinates: mesh.positions instanceof Float32Array ? "f32" : "f64",
		findings: findingsOf(report, mesh),
		tree: treeQuality(buildAabbTree(mesh))
	};
}
function printParts(scene, parts, paint, { out }) {
	const { inputs, labels, partNames, unit } = scene;
	const partsOfFile = inputs.map(() => []);
	scene.parts.forEach(({ group }, p) => {
		partsOfFile[group].push(p);
	});
	inputs.forEach(({ file, bytes, sha256, warnings }, i) => {
		const mine = partsOfFile[i];
		const triangles = mine.reduce((sum, p) => sum + parts[p].triangles, 0);
		out.write(`${paint(cleanText(file), "bold")}: ${countOf(mine.length, "part")}, ${countOf(triangles, "triangle")}, ` + `${formatCount(bytes)} bytes, sha256 ${sha256.slice(0, 12)}…\n`);
		for (const warning of warnings) out.write(`  ${paint(`warning: ${cleanText(warning)}`, "yellow")}\n`);
		for (const p of mine) {
			const name = partNames[p] === labels[i] ? parts[p].name : partNames[p];
			for (const line of linesOf(parts[p], name, unit.name, paint)) out.write(`  ${line}\n`);
		}
	});
	for (const warning of scene.warnings) out.write(`${paint(`warning: ${cleanText(warning)}`, "yellow")}\n`);
}
function linesOf(part, name, unit, paint) {
	const { box, tree } = part;
	const size = [
		0,
		1,
		2
	].map((axis) => formatNumber(box[3 + axis] - box[axis])).join(" × ");
	const length = unit === "unit" ? "" : ` ${unit}`;
	const kind = part.type === undefined ? "" : ` (${part.type})`;
	const title = `${paint(cleanText(name) + kind, "cyan")}: ${countOf(part.triangles, "triangle")}, ${countOf(part.vertices, "vertex", "vertices")}`;
	if (part.instanceOf !== null) return [`${title}; the mesh of ${cleanText(part.instanceOf)} again, ${size}${length}`];
	return [
		`${title}, ${part.coordinates}, ${part.closed ? "closed" : paint("open", "yellow")}`,
		`  size ${size}${length}, from ${formatPoint(box.slice(0, 3))} to ${formatPoint(box.slice(3))}`,
		...describeFindings(part.findings).map((line) => `  ${paint("!", "yellow")} ${line}`),
		`  tree: depth ${tree.depth}, ${countOf(tree.leaves, "leaf", "leaves")} of at most ${tree.largestLeaf}, ` + `cost ${formatNumber(tree.sahCost)}, siblings overlap ${formatNumber(tree.siblingOverlap)}, balance ${formatNumber(tree.balance)}`
	];
}
