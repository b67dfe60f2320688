import { areKernelsInsistedOn, areKernelsUnwanted } from "../../numerics/wasm/kernel-choice.js";
import { kernelRuns } from "../../numerics/wasm/kernel-runs.js";
import { sortWork } from "./diminishing-sort.js";
import { chooseOrigin } from "./narrow-image.js";
import { narrowWork } from "./narrow-list.js";
import { createSegmentCells, forgetRecoded, makeRoom, placeBoxes, recut, renumber } from "./segment-cells.js";
import { createSegmentKernels } from "./segment-kernels.js";
import { sweepCells } from "./sweep-cells.js";
/** The axes are cut anew when a step has cost this many times what it did after the last cut, ... */
const WORSE = 1.5;
/** ... or when there are this many times more boxes than then, or fewer. */
const MORE_BOXES = 2;
/** Images are given up when they cannot tell more pairs apart, an entry of a list. */
const MOST_UNFOUNDED = 8;
/** Fewer boxes are not worth a memory of their own. */
const FEWEST_IMAGES = 128;
/** More boxes, and addresses would need the sign. */
const MOST_IMAGES = 2 ** 22;
export function createSegmentEngine(createKernels = areKernelsUnwanted() ? null : createSegmentKernels, fewestImages = areKernelsInsistedOn() ? 0 : FEWEST_IMAGES) {
	return {
		cells: createSegmentCells(),
		sizeAtCut: 0,
		workAtCut: 0,
		isCutOutdated: true,
		createKernels,
		fewestImages,
		recoded: 0
	};
}
/**
* Adds the overlapping pairs to `out`, each once. With `split` > 0 only pairs of an id below it and one that is not.
* Fills `stats`.
*/
export function findSegmentPairs(engine, boxes, split, out, stats) {
	const { cells } = engine;
	sortWork.comparisons = 0;
	sortWork.swaps = 0;
	narrowWork.doubts = 0;
	narrowWork.unfounded = 0;
	const foundBefore = out.count;
	const { isCutOutdated } = engine;
	engine.isCutOutdated = true;
	openCells(engine, boxes, split, isCutOutdated);
	if (!placeAndSweep(engine, boxes, split, out, stats)) {
		engine.createKernels = null;
		out.count = foundBefore;
		findSegmentPairs(engine, boxes, split, out, stats);
		return;
	}
	if (cells.room.narrow !== null) kernelRuns.segmentSort++;
	stats.comparisons = sortWork.comparisons;
	stats.swaps = sortWork.swaps;
	const work = cells.entries + cells.guests.count + stats.overlapChecks;
	if (engine.workAtCut === 0) engine.workAtCut = work;
	engine.recoded += forgetRecoded(cells);
	// By then memory and space have little to do with each other; right after a cut, nothing.
	if (engine.recoded >= boxes.size) {
		renumber(cells, boxes.limit);
		engine.recoded = 0;
	}
	engine.isCutOutdated = work > WORSE * engine.workAtCut;
}
/** Cuts the axes anew where that is due, and makes room for the boxes. */
function openCells(engine, boxes, split, isCutOutdated) {
	const { cells, sizeAtCut, createKernels } = engine;
	const { narrow } = cells.room;
	const canBeImages = createKernels !== null && split === 0 && boxes.limit <= MOST_IMAGES && boxes.size >= engine.fewestImages;
	const isOutdated = isCutOutdated || boxes.size > MORE_BOXES * sizeAtCut || MORE_BOXES * boxes.size < sizeAtCut || narrow !== null && (split > 0 || boxes.limit > MOST_IMAGES);
	if (!isOutdated && makeRoom(cells, boxes, {}, narrow && createKernels)) return;
	const origin = canBeImages ? chooseOrigin(boxes) : null;
	if (origin === null || !recut(cells, boxes, origin, createKernels)) recut(cells, boxes);
	engine.sizeAtCut = boxes.size;
	engine.workAtCut = 0;
}
/** False if the boxes are images and these do not serve: there is no room for them, or too many of them are equal. */
function placeAndSweep({ cells, createKernels }, boxes, split, out, stats) {
	if (!placeBoxes(cells, boxes, createKernels)) return false;
	narrowWork.mostUnfounded = MOST_UNFOUNDED * cells.entries;
	stats.overlapChecks = sweepCells(cells, boxes, split, out);
	return narrowWork.unfounded <= narrowWork.mostUnfounded;
}
