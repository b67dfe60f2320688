import { OptionError, show } from "../../errors.js";
import { followMeshes } from "./follow-meshes.js";
import { updateUpperBounds, updateUpperBoxes } from "./on-demand.js";
import { updateAabbFromCorners, updateAabbFromVertices } from "./update-aabb.js";
import { checkRule, updateCab } from "./update-cab.js";
import { updateObb } from "./update-obb.js";
export const BOX_OPTIONS = {
	method: true,
	rule: true,
	onDemand: true
};
const METHODS = [
	"cab",
	"obb",
	"aabb+",
	"aabb*",
	"brute"
];
export function checkBoxOptions({ method = "cab", rule = "longest", onDemand = false }) {
	if (!METHODS.includes(method)) throw new OptionError(`method: ${show(method)} is not one of ${METHODS.join(", ")}`);
	checkRule({ rule });
	if (typeof onDemand !== "boolean") throw new OptionError(`onDemand: expected true or false, got ${show(onDemand)}`);
	return {
		method,
		by: method === "cab" && rule === "sum" ? "cab by sum" : method,
		onDemand
	};
}
/** Updates the boxes that a method needs, unless they are already those of the body's pose and shape. Returns whether it had to. */
export function updateBoxes(body, options) {
	const { method, by, onDemand } = options;
	const isOriented = method === "cab" || method === "obb";
	const state = isOriented ? body.boxesState : body.boundsState;
	// Whole updates follow the meshes themselves.
	if (method === "brute" || onDemand || isFresh(state, by, body.poseCount, onDemand)) followMeshes(body);
	if (method === "brute" || isFresh(state, by, body.poseCount, onDemand)) return false;
	if (onDemand && isOriented) updateUpperBoxes(body, by);
	else if (onDemand) updateUpperBounds(body, by);
	else if (method === "cab") updateCab(body, by === "cab" ? BY_LONGEST : BY_SUM);
	else if (method === "obb") updateObb(body);
	else if (method === "aabb+") updateAabbFromVertices(body);
	else updateAabbFromCorners(body);
	return true;
}
const BY_LONGEST = { rule: "longest" };
const BY_SUM = { rule: "sum" };
function isFresh(state, by, pose, onDemand) {
	return state.pose === pose && state.by === by && (onDemand || state.pending === null);
}
