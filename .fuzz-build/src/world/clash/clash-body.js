/** The box at boxes[6 · part]. */
export function boundsAt(boxes, part) {
	return Array.from(boxes.subarray(6 * part, 6 * part + 6));
}
