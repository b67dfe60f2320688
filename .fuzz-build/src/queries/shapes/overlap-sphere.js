import { OptionError, show } from "../../errors.js";
import { plainPose } from "../../geometry/affine.js";
import { MAX_COORDINATE, readVector } from "../../geometry/coordinates.js";
import { SWEPT_SPHERE, sphereExactTestCount, sweptSphereMeetsTriangle } from "../../geometry/sweep/sphere-triangle.js";
import { checkOptionNames } from "../../option-names.js";
import { checkInto, checkStats, writeCounts } from "../stats.js";
import { enlarge, isTinyQuery, scaleTree } from "../tiny-worlds.js";
import { OVERLAP_OPTIONS } from "./overlap-box.js";
import { sweepNodes } from "./sweep-nodes.js";
import { beginTreeQuery, CENTRE, HALF, MOVING_BOX, toTreeFrame } from "./tree-frame.js";
import { addTriangle, clearTriangles, createTriangleList, takeTriangles } from "./triangle-list.js";
import { writeWorldCorners } from "./world-corners.js";
const sphere = new Float64Array(SWEPT_SPHERE);
const world = new Float64Array(MOVING_BOX);
const moving = new Float64Array(MOVING_BOX);
const corners = new Float64Array(9);
const atStart = new Float64Array(1);
let triangleTests = 0;
/** The triangles that share a point with a closed, solid sphere in world space. Exact: touching counts. */
export function overlapSphere(tree, centre, radius, options = {}) {
	checkOptionNames(options, OVERLAP_OPTIONS, "overlapSphere");
	const { toWorld: pose = null, into, stats } = options;
	checkInto(into, "createTriangleList");
	checkStats(stats);
	const toWorld = plainPose(pose, "toWorld");
	readSphere(centre, radius, sphere);
	if (isTinyQuery(tree, { toWorld })) {
		const plain = sphere.slice(0, 3);
		const scaled = scaleTree(tree, { toWorld }, plain, radius);
		if (scaled !== null) {
			const { factor } = scaled;
			const larger = {
				...options,
				toWorld: scaled.toWorld
			};
			return overlapSphere(scaled.tree, enlarge(plain, factor), radius * factor, larger);
		}
	}
	beginTreeQuery(tree, toWorld, "overlapSphere");
	setMovingSphere(sphere, world);
	toTreeFrame(tree, world, moving);
	clearTriangles();
	triangleTests = 0;
	const exactBefore = sphereExactTestCount();
	const boxTests = sweepNodes(tree, moving, atStart, visit);
	const result = into ?? createTriangleList();
	takeTriangles(result);
	const exactTests = sphereExactTestCount() - exactBefore;
	writeCounts(result.stats, boxTests, triangleTests, exactTests);
	if (stats !== undefined) writeCounts(stats, boxTests, triangleTests, exactTests);
	return result;
}
function visit(tree, slot, count) {
	for (let s = slot; s < slot + count; s++) {
		triangleTests++;
		writeWorldCorners(tree, s, corners);
		if (sweptSphereMeetsTriangle(sphere, corners, 0)) addTriangle(tree.triangles[s]);
	}
	return false;
}
/** Copies centre and radius of a ball that stands still, or throws `OptionError`. */
export function readSphere(centre, radius, out) {
	if (!(typeof radius === "number" && radius >= 0 && radius <= MAX_COORDINATE)) throw new OptionError(`radius: ${show(radius)} is not a number of 0 to 2^100`);
	readVector(centre, "centre", out, 0);
	out[6] = radius;
}
/** The box that goes with a moving ball. */
export function setMovingSphere(sphere, out) {
	for (let axis = 0; axis < 3; axis++) {
		out[CENTRE + axis] = sphere[axis];
		out[HALF + axis] = sphere[6];
	}
}
