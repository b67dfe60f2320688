import { OptionError } from "../errors.js";
import { PART_NAMES } from "../mesh/part-names.js";
import { topologyOf } from "../mesh/surface-topology.js";
import { checkDataNames, checkNamesOfEach } from "../option-names.js";
import { boundsAt } from "../world/clash/clash-body.js";
import { completeParts } from "../world/clash/read-parts.js";
import { worldBoxes } from "../world/clash/world-boxes.js";
import { compareWithBaseline } from "./baseline.js";
import { REPORT_VERSION } from "./clash-report.js";
const SOURCE = {
	result: true,
	parts: true,
	partInfo: true,
	inputs: true,
	unit: true,
	settings: true,
	toolVersion: true,
	baseline: true
};
const PART_INFO = {
	input: true,
	guid: true,
	type: true,
	closed: true
};
/**
* The report of a result. Every length and coordinate of the result is multiplied by `unit.perSceneUnit`, once, here.
* The same source gives the same report with its members in the same order: no clock, no negative zero.
*/
export function createClashReport(source) {
	checkDataNames(source, SOURCE, "createClashReport's source");
	const { result, unit, settings } = source;
	checkUnit(unit);
	const parts = describeParts(source);
	const { unlisted } = result;
	const report = {
		format: "abut-clash-report",
		version: REPORT_VERSION,
		tool: {
			name: "abut",
			version: source.toolVersion
		},
		status: result.status,
		unit: {
			name: unit.name,
			metres: unit.metres,
			perSceneUnit: unit.perSceneUnit
		},
		inputs: source.inputs.map((input, number) => describeInput(input, number, parts)),
		settings: describeSettings(settings),
		counts: describeCounts(result.counts),
		parts,
		clashes: result.clashes.map((clash) => describeClash(clash, source)),
		truncated: unlisted > 0 ? {
			unlisted,
			limit: settings.limit ?? result.clashes.length
		} : null,
		baseline: null
	};
	return source.baseline ? compareWithBaseline(report, source.baseline) : report;
}
function checkUnit({ metres, perSceneUnit }) {
	if (!(perSceneUnit > 0 && Number.isFinite(perSceneUnit))) throw new OptionError(`unit.perSceneUnit: ${perSceneUnit} is not a positive number`);
	if (metres !== null && !(metres > 0 && Number.isFinite(metres))) throw new OptionError(`unit.metres: ${metres} is neither a positive number nor null`);
}
function describeParts({ parts: given, partInfo, inputs, unit }) {
	if (partInfo !== undefined && partInfo.length !== given.length) throw new OptionError(`partInfo: ${partInfo.length} entries for ${given.length} parts`);
	if (partInfo !== undefined) checkNamesOfEach(partInfo, PART_INFO, "partInfo", PART_NAMES);
	const parts = completeParts(given);
	const closed = new Map();
	const boxes = worldBoxes(parts);
	return parts.map(({ key, name, group, mesh }, number) => {
		const { input = group, guid, type, closed: known } = partInfo?.[number] ?? {};
		if (inputs[input] === undefined) throw new OptionError(`part ${number} ("${key}"): there is no input ${input} among ${inputs.length}`);
		if (!closed.has(mesh)) closed.set(mesh, known ?? topologyOf(mesh).closed);
		return {
			key,
			name,
			input,
			triangles: mesh.triangleCount,
			box: scaled(boundsAt(boxes, number), unit),
			closed: closed.get(mesh),
			...guid === undefined ? {} : { guid },
			...type === undefined ? {} : { type }
		};
	});
}
function describeInput({ file, bytes, sha256, warnings }, number, parts) {
	let [count, triangles] = [0, 0];
	for (const part of parts) if (part.input === number) {
		count++;
		triangles += part.triangles;
	}
	return {
		file,
		bytes,
		sha256,
		parts: count,
		triangles,
		warnings: [...warnings]
	};
}
function describeSettings(settings) {
	const { tolerance, clearance, touching, between, self, ignore, limit } = settings;
	for (const [name, value] of Object.entries({
		tolerance,
		clearance
	})) if (!(value >= 0 && Number.isFinite(value))) throw new OptionError(`settings.${name}: ${value} is not a length`);
	return {
		tolerance: tolerance + 0,
		clearance: clearance + 0,
		touching,
		between,
		self,
		ignore: [...ignore],
		limit: limit === Infinity ? null : limit
	};
}
function describeCounts(counts) {
	const { parts, meshes, triangles, candidates, ignored, checked, tolerated, touchingIgnored } = counts;
	const { boxTests, triangleTests, exactTests } = counts.stats;
	const kinds = counts.byKind;
	return {
		parts,
		meshes,
		triangles,
		candidates,
		ignored,
		checked,
		tolerated,
		touchingIgnored,
		byKind: {
			duplicate: kinds.duplicate,
			contains: kinds.contains,
			inside: kinds.inside,
			overlapping: kinds.overlapping,
			self: kinds.self,
			"too-close": kinds["too-close"],
			touching: kinds.touching
		},
		boxTests,
		triangleTests,
		exactTests
	};
}
function describeClash(clash, { parts, unit }) {
	const { id, kind, a, b, depth, distance, trianglePairs, curvesTruncated, exact } = clash;
	return {
		id,
		kind,
		a,
		b,
		keyA: parts[a].key,
		keyB: parts[b].key,
		depth: depth && describeDepth(depth, unit),
		distance: distance && describeDistance(distance, unit),
		trianglePairs,
		point: scaled(clash.point, unit),
		box: scaled(clash.box, unit),
		curves: clash.curves.map(({ closed, points }) => ({
			closed,
			points: scaled(Array.from(points), unit)
		})),
		curvesTruncated,
		exact
	};
}
function describeDepth(found, unit) {
	const [depth, lowerBound] = scaled([found.depth, found.lowerBound], unit);
	const [x, y, z] = found.direction;
	return {
		depth,
		kind: found.kind,
		lowerBound,
		direction: [
			x + 0,
			y + 0,
			z + 0
		],
		pointA: scaled(found.pointA, unit),
		pointB: scaled(found.pointB, unit)
	};
}
function describeDistance(found, unit) {
	const [distance] = scaled([found.distance], unit);
	return {
		distance,
		pointA: scaled(found.pointA, unit),
		pointB: scaled(found.pointB, unit)
	};
}
/** A copy in the report's unit. Adding 0 turns −0 into 0. */
function scaled(lengths, { perSceneUnit }) {
	return lengths.map((length) => {
		const value = length * perSceneUnit + 0;
		if (!Number.isFinite(value)) throw new OptionError(`unit.perSceneUnit: ${perSceneUnit} takes ${length} beyond all numbers`);
		return value;
	});
}
