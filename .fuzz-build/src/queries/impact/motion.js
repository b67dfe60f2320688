import { OptionError, PoseError, show } from "../../errors.js";
import { readPose } from "../../geometry/affine.js";
import { createRigidMotion, createTranslation } from "../../geometry/rigid-motion.js";
import { checkOptionNames } from "../../option-names.js";
import { checkPositionsAtEnd } from "../../trees/refit-swept.js";
/** With `mesh`, so that the slow twin's motion is one here, too. */
const DEFORMING_MOTION = {
	positionsAtEnd: true,
	from: true,
	to: true,
	mesh: true
};
/** With the one that makes it a deforming motion, which may be misspelt. */
const POSE_MOTION = {
	from: true,
	to: true,
	path: true,
	about: true,
	positionsAtEnd: true
};
const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
const LINEAR = [
	0,
	1,
	2,
	4,
	5,
	6,
	8,
	9,
	10
];
/** Checks a motion; throws `OptionError`, `PoseError` or `MeshError` that names its part. */
export function readMotion(motion, tree, name) {
	if (motion === null || motion === undefined) motion = {
		from: null,
		to: null
	};
	if (typeof motion !== "object" || !("from" in motion || "to" in motion || "positionsAtEnd" in motion)) throw new OptionError(`${name}: expected null, { positionsAtEnd } or { from, to }, got ${show(motion)}`);
	checkOptionNames(motion, "positionsAtEnd" in motion ? DEFORMING_MOTION : POSE_MOTION, name);
	const { from = null, to = null } = motion;
	const start = poseOf(from, `${name}.from`);
	const end = poseOf(to, `${name}.to`);
	if ("positionsAtEnd" in motion) {
		const { positionsAtEnd } = motion;
		checkPositionsAtEnd(positionsAtEnd, tree.mesh.positions.length, `${name}.positionsAtEnd`);
		return {
			from: start,
			to: end,
			positionsAtEnd,
			rotates: false,
			rigid: null
		};
	}
	const { path = "rigid", about = [
		0,
		0,
		0
	] } = motion;
	if (path !== "rigid" && path !== "straight") throw new OptionError(`${name}.path: ${show(path)} is not "rigid" or "straight"`);
	if (about?.length !== 3 || !Array.from(about).every(Number.isFinite)) throw new OptionError(`${name}.about: expected 3 finite numbers, got ${show(about)}`);
	const point = Float64Array.from(about);
	const [first, last] = [start ?? IDENTITY, end ?? IDENTITY];
	const turns = LINEAR.some((i) => first[i] !== last[i]);
	if (!turns) {
		const rigid = createTranslation(first, last);
		return {
			from: start,
			to: end,
			positionsAtEnd: null,
			rotates: false,
			rigid
		};
	}
	const rigid = path === "rigid" ? createRigidMotion(first, last, point, name) : null;
	return {
		from: start,
		to: end,
		positionsAtEnd: null,
		rotates: rigid !== null,
		rigid
	};
}
function poseOf(pose, name) {
	const out = new Float64Array(16);
	if (!readPose(pose, name, out)) return null;
	// By a power of two, so that products of three entries neither overflow nor vanish.
	const unit = 2 ** -Math.round(Math.log2(Math.max(...LINEAR.map((i) => Math.abs(out[i]))) || 1));
	const [x0, x1, x2, y0, y1, y2, z0, z1, z2] = LINEAR.map((i) => unit * out[i]);
	const determinant = x0 * (y1 * z2 - y2 * z1) + y0 * (z1 * x2 - z2 * x1) + z0 * (x1 * y2 - x2 * y1);
	if (determinant === 0) throw new PoseError(`${name}: singular, its determinant is 0`);
	return out;
}
