import { plainPose } from "../../geometry/affine.js";
import { KIND } from "../../geometry/contact/triangle-contact.js";
import { topologyOf } from "../../mesh/surface-topology.js";
import { checkOptionNames } from "../../option-names.js";
import { createPairContact } from "../contacts/pair-contact.js";
import { collide, createContactCache } from "../pairs/collide.js";
import { findPairs } from "../pairs/find-pairs.js";
import { PAIR_OPTIONS } from "../pairs/pair-query.js";
import { addStats, checkStats, copyStats, createStats } from "../stats.js";
import { scalePair } from "../tiny-worlds.js";
import { classifySurfaces, isFoundInside } from "./open-surfaces.js";
import { planeParts } from "./parting-plane.js";
import { poseTree } from "./posed-tree.js";
import { markCut, visitParts, visitSegments } from "./visit-pieces.js";
import { visitSegmentsBySigns } from "./wedges-by-signs.js";
import { visitNearCrossing } from "./witness.js";
/**
* How a and b lie to each other. Two closed meshes (each edge used an even number of times, at equal coordinates) are
* solids: a point is inside when a ray from it crosses the surface an odd number of times, whatever the winding.
*
* An open mesh is a surface. Against a solid it is "inside" it (or the solid "contains" it), "overlapping" when parts
* are inside and parts outside, "touching" or "separate" when none is inside. Two open meshes are "overlapping" when two
* triangles cross properly, or the surfaces do along an edge; "duplicate" when they have the same triangles; else
* "touching". What is in the hollow of an open mesh, without meeting it, is found by the winding number.
*/
export function classify(a, b, options = {}) {
	checkOptionNames(options, PAIR_OPTIONS, "classify");
	const { aToWorld: poseA = null, bToWorld: poseB = null, test, descend, stats } = options;
	checkStats(stats);
	const aToWorld = plainPose(poseA, "aToWorld");
	const bToWorld = plainPose(poseB, "bToWorld");
	const scaled = scalePair(a, b, {
		aToWorld,
		bToWorld
	});
	if (scaled !== null) return classify(scaled.a, scaled.b, {
		...options,
		...scaled.poses
	});
	const [sideA, sideB] = poseSides(a, aToWorld, b, bToWorld);
	const work = createStats();
	const pairOptions = {
		aToWorld,
		bToWorld,
		test,
		descend,
		stats: createStats()
	};
	const cache = createContactCache();
	const surfacesMeet = collide(a, b, {
		...pairOptions,
		cache
	});
	addStats(work, pairOptions.stats);
	const find = () => {
		const { pairs } = findPairs(a, b, pairOptions);
		addStats(work, pairOptions.stats);
		return createPairContact(a.mesh, aToWorld, b.mesh, bToWorld, pairs);
	};
	const first = surfacesMeet ? {
		a: cache.triangleA,
		b: cache.triangleB
	} : null;
	const relation = relate(sideA, sideB, first, find, work);
	if (stats !== undefined) copyStats(work, stats);
	return relation;
}
/** The same with the pairs at hand; null: no triangles meet. */
export function classifyContact(a, aToWorld, b, bToWorld, contact) {
	const [sideA, sideB] = poseSides(a, aToWorld, b, bToWorld);
	const first = contact === null ? null : {
		a: contact.pairs[0],
		b: contact.pairs[1]
	};
	return relate(sideA, sideB, first, () => contact, createStats());
}
function poseSides(a, aToWorld, b, bToWorld) {
	const sideA = {
		posed: poseTree(a, aToWorld, "aToWorld"),
		topology: topologyOf(a.mesh)
	};
	const sideB = {
		posed: poseTree(b, bToWorld, "bToWorld"),
		topology: topologyOf(b.mesh)
	};
	return [sideA, sideB];
}
function relate(sideA, sideB, first, find, work) {
	const decided = decide(sideA, sideB, first, find);
	for (const { posed } of [sideA, sideB]) addCounts(work, posed);
	return {
		...decided,
		surfacesMeet: first !== null,
		exact: decided.method !== "winding-number",
		aClosed: sideA.topology.closed,
		bClosed: sideB.topology.closed,
		stats: work
	};
}
function decide(a, b, first, find) {
	if (a.topology.closed && b.topology.closed) return {
		relation: classifySolids(a, b, first, find),
		method: "ray-parity"
	};
	if (a.topology.closed !== b.topology.closed) {
		const relation = a.topology.closed ? turnRound(classifyInSolid(b, a, first !== null, find, true)) : classifyInSolid(a, b, first !== null, find, false);
		if (relation !== "separate") return {
			relation,
			method: "ray-parity"
		};
	}
	if (first !== null) return {
		relation: classifySurfaces(find(), a.posed, b.posed),
		method: "surface"
	};
	// What an open mesh encloses, it encloses by its winding number.
	if (!a.topology.closed && isFoundInside(b, a.posed)) return {
		relation: "contains",
		method: "winding-number"
	};
	if (!b.topology.closed && isFoundInside(a, b.posed)) return {
		relation: "inside",
		method: "winding-number"
	};
	return {
		relation: "separate",
		method: "winding-number"
	};
}
function classifySolids(a, b, first, find) {
	const found = {
		both: false,
		onlyA: false,
		onlyB: false
	};
	const isDone = () => found.both && found.onlyA && found.onlyB;
	const add = (inA, inB) => {
		if (inA && inB) found.both = true;
		else if (inA) found.onlyA = true;
		else if (inB) found.onlyB = true;
		return isDone();
	};
	if (first !== null) visitNearCrossing(a.posed, b.posed, first.a, first.b, add);
	if (first !== null && !found.both && planeParts(a.posed, b.posed, first.a, first.b)) return "touching";
	if (!isDone()) {
		// A part of a surface has the inside of its own solid on one side and the outside on the other.
		const addA = (inB) => add(false, inB) || add(true, inB);
		const addB = (inA) => add(inA, false) || add(inA, true);
		const visitor = {
			wedge: add,
			pieceOfA() {},
			pieceOfB() {}
		};
		if (first !== null) visitContact(a, b, find(), addA, addB, visitor, isDone);
		else {
			visitParts(a, null, b.posed, addA);
			visitParts(b, null, a.posed, addB);
		}
	}
	if (!found.both) return first !== null ? "touching" : "separate";
	if (found.onlyA) return found.onlyB ? "overlapping" : "contains";
	return found.onlyB ? "inside" : "duplicate";
}
function visitContact(a, b, contact, addA, addB, visitor, isDone) {
	const triangles = contact.triangles();
	const { corners, segments } = contact.joined();
	const areSolids = a.topology.closed && b.topology.closed;
	const crossing = corners.kinds.indexOf(KIND.crossing);
	if (areSolids && crossing >= 0) {
		// Overlapping is proven faster than anything else; the first pair of all need not have been one that crosses.
		const add = (inA, inB) => {
			visitor.wedge(inA, inB);
			return isDone();
		};
		visitNearCrossing(a.posed, b.posed, contact.pairs[2 * crossing], contact.pairs[2 * crossing + 1], add);
		if (isDone()) return;
	}
	const cut = (side, { posed }) => markCut(triangles, corners, side, posed.tree.mesh.triangleCount);
	if (addA !== null) visitParts(a, cut(0, a), b.posed, addA);
	if (addB !== null && !isDone()) visitParts(b, cut(1, b), a.posed, addB);
	if (isDone()) return;
	if (areSolids && visitSegmentsBySigns(a, b, triangles, corners, segments, visitor.wedge, isDone)) return;
	visitSegments(a.posed, b.posed, triangles, corners, segments, visitor, isDone);
}
/** An open surface against a solid. `swapped`: the surface is b. */
function classifyInSolid(surface, solid, meet, find, swapped) {
	let inside = false;
	let outside = false;
	const isDone = () => inside && outside;
	const add = (isIn) => {
		if (isIn) inside = true;
		else outside = true;
		return isDone();
	};
	if (!meet) visitParts(surface, null, solid.posed, add);
	else if (swapped) visitContact(solid, surface, find(), null, add, {
		wedge() {},
		pieceOfA() {},
		pieceOfB: add
	}, isDone);
	else visitContact(surface, solid, find(), add, null, {
		wedge() {},
		pieceOfA: add,
		pieceOfB() {}
	}, isDone);
	if (inside) return outside ? "overlapping" : "inside";
	return meet ? "touching" : "separate";
}
function turnRound(relation) {
	return relation === "inside" ? "contains" : relation === "contains" ? "inside" : relation;
}
function addCounts(sum, part) {
	sum.boxTests += part.boxTests;
	sum.triangleTests += part.triangleTests;
	sum.exactTests += part.exactTests;
}
/**
* Whether two solids meet and a plane parts them: then they only touch, and their pairs of triangles need not be found. False
* proves nothing.
*/
export function onlyTouch(a, aToWorld, b, bToWorld, stats) {
	const [sideA, sideB] = poseSides(a, aToWorld, b, bToWorld);
	if (!sideA.topology.closed || !sideB.topology.closed) return false;
	const cache = createContactCache();
	const meet = collide(a, b, {
		aToWorld,
		bToWorld,
		cache,
		stats
	});
	return meet && planeParts(sideA.posed, sideB.posed, cache.triangleA, cache.triangleB);
}
