import { createSimplex } from "../../geometry/convex/simplex.js";
import { createContactCache } from "../pairs/collide.js";
/** An empty cache; make one per pair of bodies, or per body that is tested with itself. */
export function createBodyCache() {
	return {
		simplices: [],
		contacts: []
	};
}
export function simplexOf({ simplices }, at) {
	let simplex = simplices[at];
	if (simplex === undefined) simplex = simplices[at] = createSimplex();
	return simplex;
}
export function contactOf({ contacts }, at) {
	let contact = contacts[at];
	if (contact === undefined) contact = contacts[at] = createContactCache();
	return contact;
}
