import { findBoxPairs } from "../../broadphase/one-shot/find-box-pairs.js";
import { OptionError } from "../../errors.js";
import { readClashSettings } from "./clash-settings.js";
import { readParts } from "./read-parts.js";
import { widenBoxes, worldBoxes } from "./world-boxes.js";
/** Checks everything that can be wrong, and finds the pairs of parts whose boxes come near enough to be checked. */
export function prepareClashes(given, options = {}) {
	const settings = readClashSettings(options);
	const parts = readParts(given);
	const { ignore } = options;
	const { between, self, clearance } = settings;
	if (between) checkGroups(given);
	const boxes = worldBoxes(parts);
	const { pairs } = findBoxPairs(widenBoxes(boxes, clearance));
	const jobs = [];
	let ignored = 0;
	const add = (a, b) => {
		if (ignore?.(given[a], given[b])) ignored++;
		else jobs.push(a, b);
	};
	for (let i = 0; i < pairs.length; i += 2) {
		const [p, q] = [pairs[i], pairs[i + 1]];
		if (between && parts[p].group === parts[q].group) continue;
		if (parts[p].key < parts[q].key) add(p, q);
		else add(q, p);
	}
	if (self) for (let part = 0; part < parts.length; part++) add(part, part);
	return {
		settings,
		parts,
		boxes,
		jobs: Uint32Array.from(jobs),
		ignored
	};
}
/** Without groups nothing would be checked. */
function checkGroups(parts) {
	const without = parts.findIndex(({ group }) => group === undefined);
	if (without !== -1) throw new OptionError(`parts[${without}].group: with between, every part needs the number of its group`);
}
