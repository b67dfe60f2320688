import { distance } from "../../queries/distance/distance.js";
import { createTrees } from "../../trees/trees-of-meshes.js";
import { EXIT } from "../exit-codes.js";
import { choosePaint } from "../output/colours.js";
import { countOf, formatCount, formatNumber, formatPoint } from "../output/format-number.js";
import { printJson } from "../output/json-answer.js";
import { createProgress } from "../output/progress.js";
import { layOutTable } from "../output/text-table.js";
import { inUnit } from "../scene/scene-unit.js";
import { say, widthOf } from "../terminal.js";
import { nearestBoxes } from "./nearest-boxes.js";
import { emptySide, openTwoSides } from "./two-sides.js";
/** `abut distance`: how far apart two files are, and which of their parts are nearest to each other. */
export async function runDistance(paths, options, terminal) {
	const { scene, a, b } = await openTwoSides(paths, options, terminal);
	const empty = emptySide(a, b, paths);
	if (empty !== null) {
		say(terminal, `abut: nothing was measured: ${empty}`);
		return EXIT.unchecked;
	}
	const { unit } = scene;
	const clearance = options.clearance === undefined ? null : inUnit(options.clearance, unit, "--clearance");
	const progress = createProgress(terminal.err, options.quiet !== true);
	const pairs = findNearest(a, b, options.limit, unit.perSceneUnit, (done, total) => progress.show("measuring", done, total));
	progress.end();
	const nearest = pairs[0].distance;
	const isTooClose = clearance === null ? null : nearest < clearance;
	const unlisted = a.parts.length * b.parts.length - pairs.length;
	if (options.json === true) {
		const listed = pairs.map(({ a: i, b: j, ...gap }) => ({
			a: a.parts[i].key,
			b: b.parts[j].key,
			...gap
		}));
		const answer = {
			distance: nearest,
			clearance,
			tooClose: isTooClose,
			pairs: listed,
			unlisted
		};
		printJson("distance", scene, answer, terminal);
	} else {
		const length = (value) => `${formatNumber(value)}${unit.name === "unit" ? "" : ` ${unit.name}`}`;
		printNearest(pairs, unlisted, a, b, length, options, terminal);
		if (isTooClose) terminal.out.write(`Closer than ${length(clearance)}.\n`);
	}
	return isTooClose ? EXIT.found : EXIT.clean;
}
/** The nearest pairs of parts, at most `limit`, in the unit of the report. */
function findNearest(a, b, limit, perSceneUnit, onProgress) {
	const treeOf = createTrees();
	const found = [];
	let farthest = Infinity;
	const candidates = nearestBoxes(a.boxes, b.boxes, limit);
	for (const [done, { a: i, b: j, least }] of candidates.entries()) {
		if (least > farthest) break;
		onProgress(done, candidates.length);
		const [partA, partB] = [a.parts[i], b.parts[j]];
		const gap = distance(treeOf(partA.mesh), treeOf(partB.mesh), {
			aToWorld: partA.toWorld,
			bToWorld: partB.toWorld,
			maxDistance: farthest
		});
		if (gap === null) continue;
		found.push({
			a: i,
			b: j,
			distance: gap.distance,
			pointA: [...gap.pointA],
			pointB: [...gap.pointB]
		});
		found.sort((p, q) => p.distance - q.distance || p.a - q.a || p.b - q.b);
		if (found.length > limit) found.pop();
		if (found.length === limit) farthest = found.at(-1).distance;
	}
	const scaled = (value) => value * perSceneUnit;
	return found.map((gap) => ({
		...gap,
		distance: scaled(gap.distance),
		pointA: gap.pointA.map(scaled),
		pointB: gap.pointB.map(scaled)
	}));
}
function printNearest(pairs, unlisted, a, b, length, { color }, terminal) {
	const { out } = terminal;
	const paint = choosePaint(out, terminal, color);
	const columns = [
		{
			title: "distance",
			align: "right",
			shrinks: false
		},
		{
			title: "a",
			align: "left",
			shrinks: true
		},
		{
			title: "b",
			align: "left",
			shrinks: true
		},
		{
			title: "point of a",
			align: "left",
			shrinks: false
		},
		{
			title: "point of b",
			align: "left",
			shrinks: false
		}
	];
	const rows = pairs.map(({ a: i, b: j, distance: gap, pointA, pointB }) => [
		length(gap),
		a.names[i],
		b.names[j],
		formatPoint(pointA),
		formatPoint(pointB)
	]);
	out.write(`${layOutTable(columns, rows, widthOf(out), paint).join("\n")}\n\n`);
	if (unlisted > 0) out.write(`The nearest ${formatCount(pairs.length)} of ${countOf(pairs.length + unlisted, "pair")} of parts (--limit).\n`);
	const nearest = pairs[0].distance;
	out.write(`${paint(nearest === 0 ? "They meet: the distance is 0." : `They are ${length(nearest)} apart.`, "bold")}\n`);
}
