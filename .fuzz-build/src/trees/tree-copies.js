let copies = new WeakMap();
let places = new WeakMap();
let widePlaces = new WeakMap();
let rays = new WeakMap();
/** Undefined for a tree that has not been asked since its boxes were made. */
export function copyOfTree({ buffer, links, mesh }) {
	const last = copies.get(buffer);
	return last?.links === links && last.positions === mesh.positions ? last.copy : undefined;
}
export function rememberCopy({ buffer, links, mesh }, copy) {
	copies.set(buffer, {
		copy,
		links,
		positions: mesh.positions
	});
}
/** A tree with nodes of its own, beside those in its buffer, leaves the copy of these as it is. */
export function forgetCopy(tree) {
	rays.delete(tree.buffer);
	if (tree.links.buffer === tree.buffer || copyOfTree(tree) !== undefined) copies.delete(tree.buffer);
}
/** The number of rays, this one included, that asked for a copy since the boxes were fitted. */
export function countRay({ buffer }) {
	const count = (rays.get(buffer) ?? 0) + 1;
	rays.set(buffer, count);
	return count;
}
/** Undefined before the first copy. */
export function placeOfCopies({ buffer }) {
	return places.get(buffer);
}
export function rememberPlace({ buffer }, place) {
	places.set(buffer, place);
}
export function placeOfWideNodes({ buffer }) {
	return widePlaces.get(buffer);
}
export function rememberWidePlace({ buffer }, place) {
	widePlaces.set(buffer, place);
}
/** Forgets all copies, and their places. */
export function forgetAllCopies() {
	copies = new WeakMap();
	places = new WeakMap();
	widePlaces = new WeakMap();
	rays = new WeakMap();
}
