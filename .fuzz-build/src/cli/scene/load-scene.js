import { readFile } from "node:fs/promises";
import { FormatError } from "../../errors.js";
import { keyParts } from "../../world/clash/key-parts.js";
import { createInputReader } from "./input-reader.js";
import { readJoints } from "./joints.js";
import { labelFiles } from "./label-files.js";
import { nameParts } from "./name-parts.js";
import { chooseSceneUnit, scalePose } from "./scene-unit.js";
/** Reads the files into one scene. The group of a part is the number of its file. */
export async function loadScene(files, options) {
	const joints = await readJoints(options.joints);
	const animation = options.animation;
	const reading = {
		joints,
		srdf: options.srdf === null ? undefined : await readSrdfFile(options.srdf),
		packages: options.packages,
		filesWithin: options.filesWithin ?? undefined,
		limits: options.limits,
		animation: animation !== null && /^\d+$/.test(animation) ? Number(animation) : animation ?? undefined,
		time: options.time ?? undefined
	};
	const models = [];
	const inputs = [];
	const all = [...files, ...options.joints.filter((text) => !text.includes("="))];
	if (options.srdf !== null) all.push(options.srdf);
	const closedOf = [];
	const reader = createInputReader(options.signal);
	try {
		for (const [i, file] of files.entries()) {
			options.onProgress(i, files.length);
			const { model, bytes, sha256, named, closed } = await reader.read(file, reading);
			models.push(model);
			closedOf.push(closed);
			inputs.push({
				file: file.replaceAll("\\", "/"),
				bytes,
				sha256,
				warnings: model.warnings
			});
			all.push(...named);
		}
	} finally {
		await reader.end();
	}
	options.onProgress(files.length, files.length);
	const scene = joinModels(models, labelFiles(files), inputs, options.unit);
	scene.files = all;
	scene.partInfo = models.flatMap(({ parts }, i) => parts.map(({ guid, type }, k) => ({
		...guid && { guid },
		...type && { type },
		...closedOf[i] && { closed: closedOf[i][k] }
	})));
	const hasRobot = models.some(({ allowedPairs }) => allowedPairs !== undefined);
	const isForRobots = options.joints.length > 0 || options.srdf !== null || Object.keys(options.packages).length > 0;
	if (isForRobots && !hasRobot) scene.warnings.push("--joints, --srdf and --package are for robots, and there is none");
	return scene;
}
async function readSrdfFile(file) {
	try {
		return await readFile(file);
	} catch (error) {
		throw new FormatError(`--srdf ${file}: cannot read the file: ${error.message}`);
	}
}
function joinModels(models, labels, inputs, named) {
	const filled = models.flatMap(({ parts, metresPerUnit }, i) => parts.length > 0 ? [{
		label: labels[i],
		metresPerUnit,
		number: i
	}] : []);
	const { unit, scales, warnings } = chooseSceneUnit(filled, named);
	const scaleOfFile = new Map(filled.map(({ number }, i) => [number, scales[i]]));
	// Keys are made of the poses as read, so that they do not change with a unit.
	const parts = keyParts(models.map((model, i) => ({
		label: labels[i],
		parts: model.parts
	}))).map((part) => ({
		...part,
		toWorld: scalePose(part.toWorld, scaleOfFile.get(part.group))
	}));
	return {
		parts,
		partInfo: [],
		labels,
		partNames: nameParts(parts, labels),
		inputs,
		files: [],
		unit,
		upAxis: commonUp(models),
		warnings: [...warnings, ...differentUps(models, labels)],
		isAllowedByFile: allowedByFiles(models, parts)
	};
}
function commonUp(models) {
	const axes = new Set(models.flatMap(({ upAxis }) => upAxis === null ? [] : [upAxis]));
	return axes.size === 1 ? [...axes][0] : null;
}
function differentUps(models, labels) {
	const [y, z] = ["y", "z"].map((axis) => models.findIndex(({ upAxis }) => upAxis === axis));
	if (y < 0 || z < 0) return [];
	return [`${labels[y]} has y as its up axis and ${labels[z]} z: both stay as they are`];
}
function allowedByFiles(models, parts) {
	const allowed = new Map();
	const keyOf = new Map(parts.map(({ key, name, group }) => [`${group}/${name}`, key]));
	models.forEach(({ allowedPairs = [] }, group) => {
		for (const [nameA, nameB] of allowedPairs) {
			const [a, b] = [keyOf.get(`${group}/${nameA}`), keyOf.get(`${group}/${nameB}`)];
			if (a === undefined || b === undefined) continue;
			for (const [first, second] of [[a, b], [b, a]]) allowed.set(first, (allowed.get(first) ?? new Set()).add(second));
		}
	});
	return (a, b) => allowed.get(a.key)?.has(b.key) === true;
}
