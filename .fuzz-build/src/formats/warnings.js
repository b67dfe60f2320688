/** Notes one more occurrence; `at` is a byte offset, kept for the first. */
export function warn(warnings, kind, at) {
	const known = warnings.get(kind);
	if (known === undefined) warnings.set(kind, {
		at,
		count: 1
	});
	else known.count++;
}
/** One sentence a kind, such as `cube.obj, line 7: polygon is not planar (12 in all)`. */
export function describeWarnings(warnings, source, place) {
	return [...warnings].map(([kind, { at, count }]) => `${source}, ${place(at)}: ${kind}${count > 1 ? ` (${count} in all)` : ""}`);
}
