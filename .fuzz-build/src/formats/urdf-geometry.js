import { FormatError } from "../errors.js";
import { createBox } from "../mesh/primitives/box.js";
import { createCapsule } from "../mesh/primitives/capsule.js";
import { createCylinder } from "../mesh/primitives/cylinder.js";
import { createIcosphere } from "../mesh/primitives/icosphere.js";
import { joinShells } from "../mesh/primitives/join-shells.js";
import { MAX_TRIANGLES } from "../mesh/triangle-mesh.js";
import { spend } from "./budget.js";
import { placeMesh } from "./place-mesh.js";
import { inWords, loadModel } from "./urdf-files.js";
import { readOrigin } from "./urdf-joint.js";
import { attributeOf, childOf, childrenOf, numbersOf } from "./xml.js";
/** 1,280 triangles, nowhere more than 0.5 % of the radius inside the round sphere. */
const SPHERE_SUBDIVISIONS = 3;
const ONES = [
	1,
	1,
	1
];
/** All the shapes of a link as one mesh in the link's space; null when it has none. */
export async function readLinkMesh(link, name, loader) {
	const where = `${loader.source}, link "${name}"`;
	const shapes = childrenOf(link, loader.geometry);
	const meshes = [];
	for (const shape of shapes) {
		spend(loader.budget, "parts", 1, where);
		const mesh = await readShape(shape, where, loader);
		if (mesh !== null) meshes.push(mesh);
	}
	checkSize(meshes, where);
	if (meshes.length > 1) spendCopies(meshes, where, loader);
	return meshes.length > 1 ? joinShells(meshes) : meshes[0] ?? null;
}
/** Before anything is allocated: instances make large meshes out of small files. */
function checkSize(meshes, where) {
	const count = meshes.reduce((sum, { triangleCount }) => sum + triangleCount, 0);
	if (count > MAX_TRIANGLES) throw new FormatError(`${where}: ${count} triangles, more than ${MAX_TRIANGLES}`);
}
/** A mesh that is moved or joined to others is stored once more. */
function spendCopies(meshes, where, { budget }) {
	for (const { triangleCount, vertexCount } of meshes) {
		spend(budget, "triangles", triangleCount, where);
		spend(budget, "bytes", 24 * vertexCount + 12 * triangleCount, where);
	}
}
async function readShape(shape, where, loader) {
	const geometry = childOf(shape, "geometry")?.children[0];
	if (geometry === undefined) throw new FormatError(`${where}: a <${shape.name}> has no geometry`);
	const origin = readOrigin(shape, where);
	if (geometry.name === "mesh") return await readMeshShape(geometry, origin, where, loader);
	const primitive = createPrimitive(geometry, where, loader.segments);
	spendCopies([primitive], where, loader);
	return origin === null ? primitive : place(primitive, origin, where);
}
function createPrimitive(geometry, where, segments) {
	const number = (name) => numbersOf(geometry, name, 1, where)[0];
	try {
		switch (geometry.name) {
			case "box": return createBox({ size: [...numbersOf(geometry, "size", 3, where)] });
			case "cylinder": return createCylinder({
				radius: number("radius"),
				length: number("length"),
				segments
			});
			case "capsule": return createCapsule({
				radius: number("radius"),
				length: number("length"),
				segments
			});
			case "sphere": return createIcosphere({
				radius: number("radius"),
				subdivisions: SPHERE_SUBDIVISIONS
			});
		}
	} catch (error) {
		throw inWords(error, `${where}, <${geometry.name}>`);
	}
	throw new FormatError(`${where}: unknown geometry <${geometry.name}>, expected mesh, box, cylinder, capsule or sphere`);
}
async function readMeshShape(element, origin, where, loader) {
	const uri = attributeOf(element, "filename", where);
	const scale = numbersOf(element, "scale", 3, where, ONES);
	if (scale.includes(0)) throw new FormatError(`${where}: scale ${scale.join(" ")} of "${uri}" is flat`);
	const key = JSON.stringify([
		uri,
		scale,
		origin && [...origin]
	]);
	const known = loader.shared.get(key);
	if (known !== undefined) return known;
	const model = await loadModel(uri, where, loader);
	const pose = scaledPose(origin, scale);
	checkSize((model?.parts ?? []).map(({ mesh }) => mesh), where);
	const meshes = (model?.parts ?? []).map(({ mesh, toWorld }) => {
		if (toWorld !== null || pose !== null) spendCopies([mesh], where, loader);
		const inFile = toWorld === null ? mesh : place(mesh, toWorld, where);
		return pose === null ? inFile : place(inFile, pose, where);
	});
	if (meshes.length > 1) spendCopies(meshes, where, loader);
	const mesh = meshes.length > 1 ? joinShells(meshes) : meshes[0] ?? null;
	loader.shared.set(key, mesh);
	return mesh;
}
/** Origin · scale, or null when neither moves anything. */
function scaledPose(origin, scale) {
	const isScaled = scale.some((factor) => factor !== 1);
	if (origin === null && !isScaled) return null;
	const pose = origin?.slice() ?? Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
	for (let column = 0; column < 3; column++) for (let row = 0; row < 3; row++) pose[4 * column + row] *= scale[column];
	const isIdentity = pose.every((value, i) => value === (i % 5 === 0 ? 1 : 0));
	return isIdentity ? null : pose;
}
function place(mesh, pose, where) {
	try {
		return placeMesh(mesh, pose);
	} catch (error) {
		throw inWords(error, where);
	}
}
