import { trianglesMeet } from "../../geometry/overlap/triangle-triangle.js";
import { exactTestCount } from "../../geometry/overlap/triangle-triangle-exact.js";
import { addPair } from "./pair-list.js";
import { beginWorldTriangles, createWorldTriangles, moveTriangle } from "./world-triangles.js";
// Copies, checked by the compiler: V8 does not fold constants of other modules.
const TRIANGLE = 16;
const LAST_PLACE = 127;
const sideA = createWorldTriangles();
const sideB = createWorldTriangles();
const dataA = sideA.data;
const dataB = sideB.data;
const ownersA = sideA.owners;
const ownersB = sideB.owners;
let triangleTests = 0;
let exactBefore = 0;
/** The slots of the last pair that met in a query for the first contact. */
export const lastHit = {
	slotA: -1,
	slotB: -1
};
/**
* Starts a query: its trees, their poses, whether these move anything, how far apart two world vertices can be (L1
* norm), and the counters at zero.
*/
export function beginLeafPairs(a, aToWorld, aMoves, b, bToWorld, bMoves, reach) {
	beginWorldTriangles(sideA, aToWorld, aMoves, reach, a.triangles.length);
	beginWorldTriangles(sideB, bToWorld, bMoves, reach, b.triangles.length);
	triangleTests = 0;
	exactBefore = exactTestCount();
}
/** Counters of the query under way. */
export function triangleTestCount() {
	return triangleTests;
}
/** Sets the counter, where others than `leavesMeet` have tested and count its tests among theirs. */
export function setTriangleTestCount(tests) {
	triangleTests = tests;
}
export function exactTestsOfQuery() {
	return exactTestCount() - exactBefore;
}
/**
* Tests the triangles in two runs of slots. With `all`, every pair that meets is added to the pair list and the
* answer is false; otherwise the first such pair ends the test with true.
*/
export function leavesMeet(a, slotA, countA, b, slotB, countB, all) {
	const endA = slotA + countA;
	const endB = slotB + countB;
	let tests = 0;
	for (let j = slotB; j < endB; j++) {
		const placeB = j & LAST_PLACE;
		if (ownersB[placeB] !== sideB.generation + j) moveTriangle(sideB, b.mesh.positions, b.corners, j);
		for (let i = slotA; i < endA; i++) {
			const placeA = i & LAST_PLACE;
			if (ownersA[placeA] !== sideA.generation + i) moveTriangle(sideA, a.mesh.positions, a.corners, i);
			tests++;
			if (!trianglesMeet(dataA, TRIANGLE * placeA, dataB, TRIANGLE * placeB)) continue;
			if (all) addPair(a.triangles[i], b.triangles[j]);
			else {
				lastHit.slotA = i;
				lastHit.slotB = j;
				triangleTests += tests;
				return true;
			}
		}
	}
	triangleTests += tests;
	return false;
}
