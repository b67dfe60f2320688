import { bakePositions } from "../geometry/affine.js";
import { checkOptionNames } from "../option-names.js";
export const PLACED_OPTIONS = { toWorld: true };
/** The mesh's vertices where the options of `caller` put them. */
export function placedPositions({ positions }, options, caller) {
	checkOptionNames(options, PLACED_OPTIONS, caller);
	const { toWorld = null } = options;
	return toWorld === null ? positions : bakePositions(positions, toWorld);
}
