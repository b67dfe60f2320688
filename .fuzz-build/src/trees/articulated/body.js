import { MeshError, OptionError } from "../../errors.js";
import { readPose } from "../../geometry/affine.js";
import { checkWorldPose } from "../../geometry/relative-pose.js";
import { createArticulation, placeLinks } from "../../mesh/articulation/articulation.js";
import { checkMesh } from "../../mesh/triangle-mesh.js";
import { checkNamesOfEach, checkOptionNames } from "../../option-names.js";
import { buildAabbTree } from "../build-aabb.js";
import { OBB_STRIDE } from "../layout.js";
import { checkBody } from "./check-body.js";
import { createFittedLinks, fitRestBoxes } from "./follow-meshes.js";
import { buildHierarchy } from "./hierarchy.js";
const LINK = {
	name: true,
	parent: true,
	joint: true,
	mesh: true
};
/**
* Makes a body of links, given in any order: an acyclic tree, one link without a parent. Throws `OptionError`, `MeshError` or
* `PoseError` that names the link or joint.
*/
export function createArticulatedBody(links) {
	return assembleBody(links, buildHierarchy);
}
/** The same with another hierarchy over the links. */
export function assembleBody(links, build) {
	checkNamesOfEach(links, LINK, "links");
	const articulation = createArticulation(links);
	const meshes = links.map(({ name, mesh = null }) => checkLinkMesh(mesh, name));
	if (meshes.every((mesh) => mesh === null)) throw new OptionError("links: none of them has a mesh");
	const hierarchy = build(articulation, meshes.map((mesh) => mesh !== null));
	const treeOf = new Map();
	const trees = meshes.map((mesh) => {
		if (mesh === null) return null;
		const tree = treeOf.get(mesh) ?? buildAabbTree(mesh);
		treeOf.set(mesh, tree);
		return tree;
	});
	const linkToWorld = new Float64Array(16 * links.length);
	const body = {
		articulation,
		meshes,
		trees,
		linkToWorld,
		linkPoses: links.map((_, link) => linkToWorld.subarray(16 * link, 16 * link + 16)),
		hierarchy,
		restBoxes: new Float64Array(OBB_STRIDE * hierarchy.leafCount),
		fitted: createFittedLinks(hierarchy.leafCount),
		boxes: new Float64Array(OBB_STRIDE * hierarchy.nodeCount),
		bounds: new Float64Array(6 * hierarchy.nodeCount),
		poseCount: 0,
		boxesState: {
			by: "",
			pose: -1,
			pending: null,
			spare: null
		},
		boundsState: {
			by: "",
			pose: -1,
			pending: null,
			spare: null
		}
	};
	fitRestBoxes(body);
	setPose(body, restValues(body));
	return body;
}
function checkLinkMesh(mesh, name) {
	if (mesh === null) return null;
	try {
		checkMesh(mesh);
	} catch (error) {
		throw new MeshError(`link "${name}": ${error.message}`);
	}
	return mesh;
}
/** The values of all joints at rest: zeros, and the quaternion 1 0 0 0 for what turns freely. */
export function restValues(body) {
	checkBody(body, "restValues: body");
	const { articulation } = body;
	const values = new Float64Array(articulation.valueCount);
	articulation.joints.forEach(({ type }, link) => {
		const start = articulation.valueStarts[link];
		if (type === "ball") values[start] = 1;
		if (type === "free") values[start + 3] = 1;
	});
	return values;
}
const SET_POSE_OPTIONS = { rootToWorld: true };
/**
* Moves the links to where the joint values put them. Values come in the order of the links: one for a hinge (radians) or a
* slider, four for a ball, seven for a free joint, none for a fixed or a mimicking one. Queries update the boxes themselves. Nothing is
* changed when it throws.
*/
export function setPose(body, values, options = {}) {
	checkOptionNames(options, SET_POSE_OPTIONS, "setPose");
	checkBody(body, "setPose: body");
	const { rootToWorld = null } = options;
	placeLinks(body.articulation, values, rootToWorld, body.linkToWorld);
	body.poseCount++;
}
/** Moves every link to a pose of its own, 16 numbers a link one after the other: for skins and simulators. */
export function setLinkPoses(body, linkToWorld) {
	checkBody(body, "setLinkPoses: body");
	const { names } = body.articulation;
	if (linkToWorld?.length !== 16 * names.length) throw new OptionError(`linkToWorld: expected ${16 * names.length} numbers, 16 for each of ${names.length} links, got ${linkToWorld?.length}`);
	const checked = new Float64Array(16 * names.length);
	for (let link = 0; link < names.length; link++) {
		for (let i = 0; i < 16; i++) one[i] = linkToWorld[16 * link + i];
		readPose(one, `linkToWorld of link "${names[link]}"`, pose);
		checkWorldPose(pose, 1, `linkToWorld of link "${names[link]}"`);
		checked.set(pose, 16 * link);
	}
	body.linkToWorld.set(checked);
	body.poseCount++;
}
export function markBoxes({ boxesState, poseCount }, by) {
	boxesState.by = by;
	boxesState.pose = poseCount;
	boxesState.pending = null;
}
export function markBounds({ boundsState, poseCount }, by) {
	boundsState.by = by;
	boundsState.pose = poseCount;
	boundsState.pending = null;
}
const one = new Array(16).fill(0);
const pose = new Float64Array(16);
