import { toInteger } from "./integers.js";
// The same determinants in integers: slow, for every finite f64, and free of any rounding argument. They
// decide where expansions could underflow, and they are the slow twin of `orient2d` and `orient3d` in tests.
function signOf(x) {
	return x > 0n ? 1 : x < 0n ? -1 : 0;
}
/** The sign of `orient2d`, by integers. */
export function exactOrient2d(ax, ay, bx, by, cx, cy) {
	const x = toInteger(cx);
	const y = toInteger(cy);
	return signOf((toInteger(ax) - x) * (toInteger(by) - y) - (toInteger(ay) - y) * (toInteger(bx) - x));
}
/** The sign of `orient3d`, by integers. */
export function exactOrient3d(ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz) {
	const x = toInteger(ax);
	const y = toInteger(ay);
	const z = toInteger(az);
	const ux = toInteger(bx) - x;
	const uy = toInteger(by) - y;
	const uz = toInteger(bz) - z;
	const vx = toInteger(cx) - x;
	const vy = toInteger(cy) - y;
	const vz = toInteger(cz) - z;
	const wx = toInteger(dx) - x;
	const wy = toInteger(dy) - y;
	const wz = toInteger(dz) - z;
	return signOf(wx * (uy * vz - uz * vy) + wy * (uz * vx - ux * vz) + wz * (ux * vy - uy * vx));
}
