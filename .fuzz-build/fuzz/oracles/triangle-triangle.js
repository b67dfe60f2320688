// Whether closed triangles share a point, also where they are coplanar, or no more than a segment or a point. By definition: two
// triangles meet if and only if an edge of one meets the other. (A corner of what they have in common lies on an edge of one of them.)
/** The triangles of the points a, a + 1, a + 2 and b, b + 1, b + 2. */
export function trianglesMeet(signs, a, b) {
	if (isPartedByPlane(signs, a, b) || isPartedByPlane(signs, b, a)) return false;
	for (let edge = 0; edge < 3; edge++) {
		const next = edge === 2 ? 0 : edge + 1;
		if (segmentMeetsTriangle(signs, a + edge, a + next, b, b + 1, b + 2)) return true;
		if (segmentMeetsTriangle(signs, b + edge, b + next, a, a + 1, a + 2)) return true;
	}
	return false;
}
/** Whether the second triangle lies strictly on one side of the first one's plane. */
function isPartedByPlane(signs, a, b) {
	const first = signs.orient(a, a + 1, a + 2, b);
	if (first === 0) return false;
	return signs.orient(a, a + 1, a + 2, b + 1) === first && signs.orient(a, a + 1, a + 2, b + 2) === first;
}
/** Whether a closed segment, or the point p = q, meets a closed triangle. */
export function segmentMeetsTriangle(signs, p, q, a, b, c) {
	const sideP = signs.orient(a, b, c, p);
	const sideQ = signs.orient(a, b, c, q);
	if (sideP * sideQ > 0) return false;
	if (sideP !== 0 || sideQ !== 0) {
		// The line crosses the plane in one point, which is of the segment. It is in the triangle if it passes all edges on one side.
		const first = signs.orient(p, q, a, b);
		const second = signs.orient(p, q, b, c);
		if (first * second < 0) return false;
		const third = signs.orient(p, q, c, a);
		return first * third >= 0 && second * third >= 0;
	}
	const axis = projectionAxis(signs, a, b, c);
	if (axis < 0) return segmentsMeet(signs, p, q, a, b) || segmentsMeet(signs, p, q, b, c) || segmentsMeet(signs, p, q, c, a);
	return isInTriangle(signs, p, a, b, c, axis) || segmentsMeetInPlane(signs, p, q, a, b, axis) || segmentsMeetInPlane(signs, p, q, b, c, axis) || segmentsMeetInPlane(signs, p, q, c, a, axis);
}
/** An axis along which three points are seen as a triangle with area; −1 if they lie on one line. */
export function projectionAxis(signs, a, b, c) {
	for (let axis = 0; axis < 3; axis++) if (signs.turn(a, b, c, axis) !== 0) return axis;
	return -1;
}
/** Whether the closed triangle has the point, all seen along the axis. */
function isInTriangle(signs, p, a, b, c, axis) {
	const first = signs.turn(a, b, p, axis);
	const second = signs.turn(b, c, p, axis);
	const third = signs.turn(c, a, p, axis);
	return first * second >= 0 && first * third >= 0 && second * third >= 0;
}
/** Whether the closed triangle, degenerate or not, has the point. */
export function pointIsOnTriangle(signs, p, a, b, c) {
	return segmentMeetsTriangle(signs, p, p, a, b, c);
}
/** Whether two closed segments in space share a point. */
export function segmentsMeet(signs, p, q, r, s) {
	if (signs.orient(p, q, r, s) !== 0) return false;
	for (let axis = 0; axis < 3; axis++) if (signs.turn(p, q, r, axis) !== 0 || signs.turn(p, q, s, axis) !== 0 || signs.turn(p, r, s, axis) !== 0 || signs.turn(q, r, s, axis) !== 0) return segmentsMeetInPlane(signs, p, q, r, s, axis);
	// All on one line: they share a point if their boxes do.
	for (let axis = 0; axis < 3; axis++) if (!intervalsMeet(signs, p, q, r, s, axis)) return false;
	return true;
}
function intervalsMeet(signs, p, q, r, s, axis) {
	const isPqBelow = signs.compare(p, r, axis) < 0 && signs.compare(p, s, axis) < 0 && signs.compare(q, r, axis) < 0 && signs.compare(q, s, axis) < 0;
	const isPqAbove = signs.compare(p, r, axis) > 0 && signs.compare(p, s, axis) > 0 && signs.compare(q, r, axis) > 0 && signs.compare(q, s, axis) > 0;
	return !isPqBelow && !isPqAbove;
}
/** Whether two closed segments of one plane share a point; the axis must show the plane with area. */
function segmentsMeetInPlane(signs, p, q, r, s, axis) {
	const sideR = signs.turn(p, q, r, axis);
	const sideS = signs.turn(p, q, s, axis);
	const sideP = signs.turn(r, s, p, axis);
	const sideQ = signs.turn(r, s, q, axis);
	if (sideR * sideS < 0 && sideP * sideQ < 0) return true;
	return sideR === 0 && isWithin(signs, r, p, q, axis) || sideS === 0 && isWithin(signs, s, p, q, axis) || sideP === 0 && isWithin(signs, p, r, s, axis) || sideQ === 0 && isWithin(signs, q, r, s, axis);
}
/** Whether x, on the line of p and q, lies between them, seen along the axis. */
function isWithin(signs, x, p, q, axis) {
	for (let k = 0; k < 3; k++) if (k !== axis && signs.compare(x, p, k) * signs.compare(x, q, k) > 0) return false;
	return true;
}
