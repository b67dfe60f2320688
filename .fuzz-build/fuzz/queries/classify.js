import { WrongAnswer } from "../fuzz-case.js";
import { latticePose } from "../generators/poses.js";
import { cellMesh, randomCells } from "../generators/solids.js";
import { relationOfCells } from "../oracles/cell-solids.js";
import { pairsOfMeshes } from "../oracles/mesh-pairs.js";
import { worldTriangles } from "../oracles/world-vertices.js";
import { createRandom } from "../random.js";
export const classify = {
	name: "classify",
	checks: "classify: solids made of cells, touching in faces, edges and corners, nested, equal; all at poses of the lattice",
	generate: cellCase,
	check(fuzzCase, session) {
		const { a, b, meshes, pose } = readCells(fuzzCase);
		const expected = relationOfCells(a, b);
		const surfacesMeet = pairsOfMeshes(worldTriangles(meshes[0], pose), worldTriangles(meshes[1], pose)).pairs.length > 0;
		session.eachVariant(["aabb", "obb"], () => {
			const treeA = session.build("a", meshes[0]);
			const treeB = session.build("b", meshes[1]);
			const got = session.ask("classify", treeA, treeB, {
				aToWorld: pose,
				bToWorld: pose
			});
			session.count(got.stats);
			if (got.relation !== expected || got.surfacesMeet !== surfacesMeet || !got.exact) throw new WrongAnswer("classify differs", got, {
				relation: expected,
				surfacesMeet
			});
		});
	}
};
/** Two solids as lists of cells, in `numbers`: the shrinker takes cells away by moving them onto others. */
export function cellCase(random) {
	const a = randomCells(random, 6);
	const way = random.below(5);
	let b = randomCells(random, 6);
	if (way === 0) b = a.slice(0, random.between(1, a.length));
	if (way === 1) b = [...a, ...b];
	if (way === 2) b = a.map(([x, y, z]) => [
		x + random.pick([0, 1]),
		y,
		z
	]);
	return {
		kind: "solids of cells",
		meshes: [],
		poses: [latticePose(random)],
		numbers: {
			a: a.flat(),
			b: b.flat(),
			looks: [random.below(1e3)]
		}
	};
}
export function readCells({ numbers, poses }) {
	const [a, b] = [cellsOf(numbers.a), cellsOf(numbers.b)];
	const random = createRandom(`looks ${numbers.looks}`);
	const meshes = [a, b].map((cells) => cellMesh(cells, random, random.chance(.3)));
	return {
		a,
		b,
		meshes,
		pose: poses[0]
	};
}
function cellsOf(numbers) {
	const cells = new Map();
	for (let i = 0; i < numbers.length; i += 3) {
		const cell = [
			Math.round(numbers[i]),
			Math.round(numbers[i + 1]),
			Math.round(numbers[i + 2])
		];
		cells.set(cell.join(), cell);
	}
	return [...cells.values()];
}
