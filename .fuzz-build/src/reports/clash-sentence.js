/** What a clash is, for people: "a.glb/shaft and a.glb/bearing overlap, at most 0.2 mm deep". */
export function clashSentence(clash, { unit, settings }) {
	const { kind, keyA: a, keyB: b, depth, distance } = clash;
	const deep = depth === null ? "" : `, ${DEPTH[depth.kind]}${lengthText(depth.depth, unit)} deep`;
	switch (kind) {
		case "duplicate": return `${a} and ${b} are duplicates`;
		case "contains": return `${a} contains ${b}${deep}`;
		case "inside": return `${a} is inside ${b}${deep}`;
		case "overlapping": return `${a} and ${b} overlap${deep}`;
		case "self": return `${a} meets itself`;
		case "too-close": {
			const apart = distance === null ? "too close" : `${lengthText(distance.distance, unit)} apart`;
			return `${a} and ${b} are ${apart}, less than ${lengthText(settings.clearance, unit)}`;
		}
		case "touching": return `${a} and ${b} touch`;
	}
}
const DEPTH = {
	exact: "",
	"upper-bound": "at most ",
	"lower-bound": "at least "
};
/** A length for people, with its unit where that is known. */
export function lengthText(length, unit) {
	return unit.metres === null ? shortNumber(length) : `${shortNumber(length)} ${unit.name}`;
}
/** Six digits. */
export function shortNumber(value) {
	return String(Number(value.toPrecision(6)));
}
