import { OptionError } from "../../errors.js";
import { readPlanes } from "../../geometry/planes.js";
import { checkOptionNames } from "../../option-names.js";
import { DETACHED, isArrayOf, isDetached } from "../../typed-arrays.js";
import { checkBoxes, checkDimensions } from "../box-store.js";
import { cullExactTestCount, isCutOff } from "./box-side.js";
const CULL_BOXES_OPTIONS = {
	dimensions: true,
	into: true
};
/**
* The boxes that no single plane cuts off, by testing each: a box is left out when all of it lies strictly behind one of the
* planes. Boxes are as for `findBoxPairs`, planes as for `cullFrustum`, whose meaning this is for many objects; exact.
* For boxes in a broad phase, its `cull` may know a faster way.
*/
export function cullBoxes(boxes, planes, options = {}) {
	checkOptionNames(options, CULL_BOXES_OPTIONS, "cullBoxes");
	const { dimensions = 3, into = createCulledBoxes() } = options;
	checkCulledBoxes(into);
	checkDimensions(dimensions, "cullBoxes");
	checkBoxes(boxes, dimensions, "cullBoxes: boxes");
	return cullEach(boxes, dimensions, boxes.length / (2 * dimensions), null, readPlanes(planes), into);
}
/** An empty result, to be passed as `into`. */
export function createCulledBoxes() {
	const storage = new Uint32Array(0);
	return {
		count: 0,
		ids: storage,
		boxTests: 0,
		exactTests: 0,
		storage
	};
}
/** Throws `OptionError` unless the result can be filled. */
export function checkCulledBoxes(into) {
	if (!isArrayOf(into?.storage, "Uint32Array")) throw new OptionError(`into: expected a result from createCulledBoxes, got ${into === null ? "null" : typeof into}`);
	if (isDetached(into.storage)) throw new OptionError(`into.storage: ${DETACHED}; make a new result by createCulledBoxes`);
	return into;
}
/** The first `limit` boxes one by one, or those of them with `used` set. */
export function cullEach(boxes, dimensions, limit, used, planes, into) {
	const exactBefore = cullExactTestCount();
	reserveIds(into, limit);
	const { storage } = into;
	let count = 0;
	let tests = 0;
	for (let id = 0, at = 0; id < limit; id++, at += 2 * dimensions) {
		if (used !== null && used[id] === 0) continue;
		tests++;
		if (!isCutOff(planes, boxes, at, dimensions)) storage[count++] = id;
	}
	return finishIds(into, count, tests, exactBefore);
}
export function reserveIds(into, most) {
	if (into.storage.length < most) into.storage = new Uint32Array(most);
}
export function finishIds(into, count, boxTests, exactBefore) {
	into.count = count;
	into.ids = into.storage.subarray(0, count);
	into.boxTests = boxTests;
	into.exactTests = cullExactTestCount() - exactBefore;
	return into;
}
