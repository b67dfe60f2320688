import { OptionError, show } from "../../errors.js";
import { PART_NAMES } from "../../mesh/part-names.js";
import { checkNamesOfEach } from "../../option-names.js";
import { addByte, addBytes, addText, createFnv64, digitsOf } from "./fnv-64.js";
import { poseInF64 } from "./read-parts.js";
const PARTS_OF_FILE = {
	label: true,
	parts: true
};
const PART_OF_FILE = {
	name: true,
	mesh: true,
	toWorld: true
};
/**
* Gives every part a key that stays the same when other parts come, go or change places, so that clashes keep their ids.
*
* The key is "label/name". Where several parts of a file have one name (readers call them bolt, bolt#2, bolt#3 in the
* order of the file), it is "label/bolt@" with 8 hex digits made of mesh and pose instead; and those that are alike in
* these, too, get "#2", "#3" after that: they are interchangeable. The group of a part is the number of its file.
*/
export function keyParts(files) {
	if (!Array.isArray(files)) throw new OptionError(`files: expected an array of { label, parts }`);
	checkNamesOfEach(files, PARTS_OF_FILE, "files");
	const read = files.map(readPartsOfFile);
	const labels = distinctTexts(files.map(({ label }) => label));
	const digitsOfMeshes = new Map();
	const keyed = read.flatMap((parts, group) => {
		const names = namesInFile(parts.map(({ name }) => name));
		const uses = countEach(names);
		const digits = parts.map((part, i) => uses.get(names[i]) > 1 ? contentOf(part, digitsOfMeshes) : "");
		return parts.map(({ name, mesh, toWorld }, i) => {
			const alike = digits[i] === "" ? "" : `@${digits[i].slice(0, 8)}`;
			return {
				key: `${labels[group]}/${names[i]}${alike}`,
				name,
				group,
				mesh,
				toWorld,
				digits: digits[i]
			};
		});
	});
	numberAlike(keyed);
	return keyed.map(({ digits: _, ...part }) => part);
}
function readPartsOfFile(file, number) {
	if (!Array.isArray(file?.parts)) throw new OptionError(`files[${number}]: expected { label, parts }`);
	checkNamesOfEach(file.parts, PART_OF_FILE, `files[${number}].parts`, PART_NAMES);
	return file.parts.map(({ name, mesh, toWorld }, i) => {
		const where = `files[${number}].parts[${i}]`;
		if (typeof name !== "string") throw new OptionError(`${where}.name: ${show(name)} is not a text`);
		return {
			name,
			mesh,
			toWorld: poseInF64(toWorld, `${where}: toWorld`)
		};
	});
}
/** The second "a" of labels becomes "a#2". */
function distinctTexts(texts) {
	const taken = new Set(texts);
	const seen = new Set();
	return texts.map((text) => {
		let distinct = text;
		if (seen.has(text)) for (let n = 2; taken.has(distinct); n++) distinct = `${text}#${n}`;
		seen.add(text);
		taken.add(distinct);
		return distinct;
	});
}
/** Names as the file has them: "bolt#2" is a second "bolt" where there is a "bolt". */
function namesInFile(names) {
	const all = new Set(names);
	return names.map((name) => {
		const [, first] = /^(.*)#\d+$/s.exec(name) ?? [];
		return first !== undefined && all.has(first) ? first : name;
	});
}
function countEach(names) {
	const counts = new Map();
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	return counts;
}
/** 16 digits of mesh and pose. */
function contentOf({ mesh, toWorld }, known) {
	let ofMesh = known.get(mesh);
	if (ofMesh === undefined) {
		const hash = createFnv64();
		addArray(hash, mesh.positions);
		if (mesh.indices !== null) addArray(hash, Uint32Array.from(mesh.indices));
		ofMesh = digitsOf(hash);
		known.set(mesh, ofMesh);
	}
	const hash = createFnv64();
	addText(hash, ofMesh);
	addArray(hash, toWorld ?? IDENTITY);
	return digitsOf(hash);
}
const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
function addArray(hash, array) {
	addByte(hash, array.BYTES_PER_ELEMENT);
	addBytes(hash, new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
}
/** Equal keys get "#2", "#3" and so on, in the order of all digits: 8 may be the same by chance, 16 are not. */
function numberAlike(parts) {
	const taken = new Set(parts.map(({ key }) => key));
	const ofKey = new Map();
	for (const part of parts) {
		const same = ofKey.get(part.key);
		if (same === undefined) ofKey.set(part.key, [part]);
		else same.push(part);
	}
	for (const [key, same] of ofKey) {
		same.sort((p, q) => p.digits < q.digits ? -1 : p.digits > q.digits ? 1 : 0);
		let number = 2;
		for (const part of same.slice(1)) {
			while (taken.has(`${key}#${number}`)) number++;
			part.key = `${key}#${number}`;
			taken.add(part.key);
		}
	}
}
