import { findClashesOnThreads } from "../../src/workers/index.js";
import { WrongAnswer } from "../fuzz-case.js";
import { latticePose } from "../generators/poses.js";
import { cellMesh, randomCells } from "../generators/solids.js";
import { relationOfCells } from "../oracles/cell-solids.js";
import { createRandom } from "../random.js";
import { makeMesh } from "../session.js";
export const clashes = {
	name: "clashes",
	checks: "findClashes: the kind of every pair of solids of cells; the same on one and on two threads",
	generate(random) {
		return {
			kind: "parts of cells",
			meshes: [],
			poses: [latticePose(random)],
			numbers: {
				seed: [random.below(2 ** 30)],
				count: [random.between(2, 7)]
			}
		};
	},
	async check({ poses, numbers }, session) {
		const random = createRandom(`clashes ${numbers.seed}`);
		const cells = [];
		const parts = [];
		for (let i = 0; i < numbers.count[0]; i++) {
			cells.push(random.chance(.15) && i > 0 ? cells[i - 1] : randomCells(random, 4, 4));
			const mesh = makeMesh(cellMesh(cells[i], random, random.chance(.3)));
			parts.push({
				key: `part ${i}`,
				mesh,
				toWorld: poses[0]
			});
		}
		const expected = [];
		for (let i = 0; i < parts.length; i++) for (let j = i + 1; j < parts.length; j++) {
			const relation = relationOfCells(cells[i], cells[j]);
			if (relation !== "separate") expected.push(`${i} ${j} ${relation}`);
		}
		const options = { touching: "report" };
		let plain = "";
		session.eachVariant(["aabb"], () => {
			const got = session.ask("findClashes", parts, options);
			const kinds = got.clashes.map(({ a, b, kind }) => `${a} ${b} ${kind}`).sort();
			if (String(kinds) !== String(expected.sort())) throw new WrongAnswer("findClashes differs", kinds, expected);
			plain = JSON.stringify(got.clashes);
		});
		// Threads take a tenth of a second to start.
		if (!random.chance(.05)) return;
		for (const threads of [1, 2]) {
			const got = await findClashesOnThreads(parts, {
				...options,
				threads
			});
			session.counts.forced++;
			if (plain !== "" && JSON.stringify(got.clashes) !== plain) throw new WrongAnswer(`findClashesOnThreads on ${threads} differs`, got.clashes, plain);
		}
	}
};
