import { MAX_COORDINATE } from "../../geometry/coordinates.js";
import { enlarge, largestOf, scaleTree, shrink } from "../tiny-worlds.js";
/** A ray in a larger world; null where its origin is too far away for that. A short direction grows with the world. */
export function scaleRay(tree, origin, direction, options) {
	const scaled = scaleTree(tree, options, origin);
	if (scaled === null) return null;
	const { factor } = scaled;
	const isShort = largestOf(direction) * factor <= MAX_COORDINATE;
	const factorOfT = isShort ? 1 : factor;
	const { maxT } = options;
	return {
		tree: scaled.tree,
		origin: enlarge(origin, factor),
		direction: isShort ? enlarge(direction, factor) : direction,
		options: {
			...options,
			toWorld: scaled.toWorld,
			...maxT !== undefined && { maxT: enlarge(maxT, factorOfT) }
		},
		factor,
		factorOfT
	};
}
/** What a ray in the larger world hits, in the caller's. */
export function smallerHit(hit, { factor, factorOfT }) {
	hit.t /= factorOfT;
	shrink(hit.point, factor);
	return hit;
}
