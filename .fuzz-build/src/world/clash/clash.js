/** From bad to harmless: results are sorted by this first. */
export const CLASH_KINDS = [
	"duplicate",
	"contains",
	"inside",
	"overlapping",
	"self",
	"too-close",
	"touching"
];
/** Whether parts reach into each other, by a depth that is known or not. Duplicates do as a whole: there is nothing to measure. */
export function hasDepth(kind) {
	return kind === "contains" || kind === "inside" || kind === "overlapping";
}
