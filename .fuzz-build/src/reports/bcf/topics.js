import { metresPerReportUnit } from "../scene-space.js";
import { lookAt } from "./camera.js";
import { guidOf } from "./guid.js";
import { descriptionOf, priorityOf, titleOf } from "./topic-text.js";
/** At most this many lines a viewpoint: 1,000 clashes then make up to 33 MB of XML, 6 MB in the file. */
const MOST_LINES = 100;
const IFC_GUID = /^[0-9A-Za-z_$]{22}$/;
/** One topic for each clash, in the report's order; then one for each that the baseline has and this report has not. */
export function topicsOf(report, upAxis) {
	const topics = report.clashes.map((clash) => topicOf(report, clash, upAxis));
	return report.baseline === null ? topics : [...topics, ...closedTopics(report.baseline)];
}
function topicOf(report, clash, upAxis) {
	const { id, kind, a, b, change } = clash;
	const parts = (a === b ? [a] : [a, b]).map((part) => report.parts[part]);
	const files = new Set(parts.map(({ input }) => report.inputs[input].file));
	return {
		guid: guidOf("topic", id),
		title: titleOf(kind, report.parts[a].name, report.parts[b].name),
		status: "Open",
		priority: priorityOf(kind),
		labels: change === undefined ? [kind] : [kind, change],
		description: descriptionOf(report, clash),
		files: [...files],
		viewpoint: viewpointOf(report, clash, parts, upAxis)
	};
}
/** With the guid that it had, so that whoever imports it closes the topic. Only where nothing casts doubt on it. */
function closedTopics({ resolved, warnings }) {
	if (warnings.length > 0) return [];
	return resolved.map(({ id, kind, keyA, keyB }) => ({
		guid: guidOf("topic", id),
		title: titleOf(kind, keyA, keyB),
		status: "Closed",
		priority: priorityOf(kind),
		labels: [kind, "resolved"],
		description: `Found earlier, and not any more.\nabut clash ${id}`,
		files: [],
		viewpoint: null
	}));
}
function viewpointOf(report, clash, parts, upAxis) {
	const metres = metresPerReportUnit(report);
	// BCF is in metres, z up: (x, y, z) with y up is (x, −z, y) there.
	const toBcf = ([x, y, z]) => upAxis === "y" ? [
		x * metres,
		-z * metres,
		y * metres
	] : [
		x * metres,
		y * metres,
		z * metres
	];
	const boxToBcf = (box) => {
		const [p, q] = [toBcf([
			box[0],
			box[1],
			box[2]
		]), toBcf([
			box[3],
			box[4],
			box[5]
		])];
		const least = p.map((value, k) => Math.min(value, q[k]));
		const greatest = p.map((value, k) => Math.max(value, q[k]));
		return [...least, ...greatest];
	};
	return {
		guid: guidOf("viewpoint", clash.id),
		components: parts.map(componentOf),
		camera: lookAt(boxToBcf(clash.box), parts.map(({ box }) => boxToBcf(box))),
		lines: linesOf(clash).map(([p, q]) => [toBcf(p), toBcf(q)])
	};
}
function componentOf({ guid, key }) {
	return guid !== undefined && IFC_GUID.test(guid) ? { ifcGuid: guid } : { key };
}
/** The contact curves, with fewer points where there are too many, or the way between parts that are too close. */
function linesOf({ curves, distance }) {
	if (distance !== null) return [[distance.pointA, distance.pointB]];
	const points = curves.reduce((sum, curve) => sum + curve.points.length / 3, 0);
	const step = Math.ceil(points / MOST_LINES);
	return curves.flatMap((curve) => linesOfCurve(curve, step)).slice(0, MOST_LINES);
}
/** Every step-th point, and the last. */
function linesOfCurve({ points, closed }, step) {
	const at = (i) => points.slice(3 * i, 3 * i + 3);
	const last = points.length / 3 - 1;
	const lines = [];
	for (let i = 0; i < last; i += step) lines.push([at(i), at(Math.min(i + step, last))]);
	if (closed && last > 1) lines.push([at(last), at(0)]);
	return lines;
}
