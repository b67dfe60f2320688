/** abut's answer is not the oracle's. */
export class WrongAnswer extends Error {
	name = "WrongAnswer";
	got;
	expected;
	/** Where it is known: for each mesh the triangles that matter. */
	focus;
	constructor(what, got, expected, focus = null) {
		super(what);
		this.got = got;
		this.expected = expected;
		this.focus = focus;
	}
}
export function triangleCount(mesh) {
	return (mesh.indices?.length ?? mesh.positions.length / 3) / 3;
}
/** Three vertex numbers a triangle. */
export function cornersOf(mesh) {
	return mesh.indices ?? Uint32Array.from({ length: mesh.positions.length / 3 }, (_, i) => i);
}
/** The mesh with these triangles alone, and no unused vertices. */
export function keepTriangles(mesh, kept) {
	const corners = cornersOf(mesh);
	const numbers = new Map();
	const positions = [];
	const indices = [];
	for (const t of kept) for (let k = 0; k < 3; k++) {
		const v = corners[3 * t + k];
		let number = numbers.get(v);
		if (number === undefined) {
			number = numbers.size;
			numbers.set(v, number);
			positions.push(...mesh.positions.subarray(3 * v, 3 * v + 3));
		}
		indices.push(number);
	}
	return {
		positions: Float64Array.from(positions),
		indices: mesh.indices === null ? null : Uint32Array.from(indices)
	};
}
