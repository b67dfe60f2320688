import { findBoxPairsBetween } from "../../broadphase/one-shot/find-box-pairs.js";
import { classify } from "../../queries/classify/classify.js";
import { findPairs } from "../../queries/pairs/find-pairs.js";
import { addStats, createStats } from "../../queries/stats.js";
import { createTrees } from "../../trees/trees-of-meshes.js";
import { EXIT } from "../exit-codes.js";
import { choosePaint } from "../output/colours.js";
import { countOf, formatCount } from "../output/format-number.js";
import { printJson } from "../output/json-answer.js";
import { createProgress } from "../output/progress.js";
import { layOutTable } from "../output/text-table.js";
import { say, widthOf } from "../terminal.js";
import { emptySide, openTwoSides } from "./two-sides.js";
/** `abut collide`: whether two files meet, and which of their parts do and how. */
export async function runCollide(paths, options, terminal) {
	const { scene, a, b } = await openTwoSides(paths, options, terminal);
	const empty = emptySide(a, b, paths);
	if (empty !== null) {
		say(terminal, `abut: nothing was checked: ${empty}`);
		return EXIT.unchecked;
	}
	const progress = createProgress(terminal.err, options.quiet !== true);
	const { pairs, counts } = findMeetings(a, b, (done, total) => progress.show("checking", done, total));
	progress.end();
	const collides = pairs.length > 0;
	if (options.json === true) {
		const listed = pairs.map(({ a: i, b: j, ...meeting }) => ({
			a: a.parts[i].key,
			b: b.parts[j].key,
			...meeting
		}));
		printJson("collide", scene, {
			collides,
			pairs: listed,
			counts
		}, terminal);
	} else printMeetings(pairs, a, b, options, terminal);
	return collides ? EXIT.found : EXIT.clean;
}
function findMeetings(a, b, onProgress) {
	const candidates = findBoxPairsBetween(a.boxes, b.boxes).pairs;
	const treeOf = createTrees();
	const sum = createStats();
	const pairs = [];
	for (let k = 0; k < candidates.length; k += 2) {
		onProgress(k / 2, candidates.length / 2);
		const [i, j] = [candidates[k], candidates[k + 1]];
		const [partA, partB] = [a.parts[i], b.parts[j]];
		const [treeA, treeB] = [treeOf(partA.mesh), treeOf(partB.mesh)];
		const poses = {
			aToWorld: partA.toWorld,
			bToWorld: partB.toWorld
		};
		const { relation, surfacesMeet, exact, stats } = classify(treeA, treeB, poses);
		addStats(sum, stats);
		if (relation === "separate") continue;
		let trianglePairs = 0;
		if (surfacesMeet) {
			const found = findPairs(treeA, treeB, poses);
			trianglePairs = found.count;
			addStats(sum, found.stats);
		}
		pairs.push({
			a: i,
			b: j,
			relation,
			surfacesMeet,
			trianglePairs,
			exact
		});
	}
	const { boxTests, triangleTests, exactTests } = sum;
	const counts = {
		candidates: candidates.length / 2,
		boxTests,
		triangleTests,
		exactTests
	};
	return {
		pairs,
		counts
	};
}
function printMeetings(pairs, a, b, { color }, terminal) {
	const { out } = terminal;
	const paint = choosePaint(out, terminal, color);
	if (pairs.length > 0) {
		const columns = [
			{
				title: "relation",
				align: "left",
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
				title: "pairs of triangles",
				align: "right",
				shrinks: false
			}
		];
		const rows = pairs.map(({ a: i, b: j, relation, trianglePairs }) => [
			{
				text: relation,
				colour: relation === "touching" ? "cyan" : "red"
			},
			a.names[i],
			b.names[j],
			formatCount(trianglePairs)
		]);
		out.write(`${layOutTable(columns, rows, widthOf(out), paint).join("\n")}\n\n`);
	}
	const total = a.parts.length * b.parts.length;
	const which = total === 1 ? "" : `: ${formatCount(pairs.length)} of ${countOf(total, "pair")} of parts`;
	out.write(`${pairs.length > 0 ? paint(`They meet${which}.`, "bold") : paint("They do not meet.", "green")}\n`);
}
