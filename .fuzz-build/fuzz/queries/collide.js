import { createContactCache, createStats } from "../../src/index.js";
import { WrongAnswer } from "../fuzz-case.js";
import { smallMeshes } from "../generators/meshes.js";
import { pairsOfMeshes } from "../oracles/mesh-pairs.js";
import { worldTriangles } from "../oracles/world-vertices.js";
import { posesFor } from "./pairs.js";
export const collide = {
	name: "collide",
	checks: "collide: yes or no, both ways round, both orders, with and without a cache",
	generate(random) {
		const made = smallMeshes(random, 2, 3);
		return {
			kind: made.kind,
			meshes: made.meshes,
			poses: posesFor(made, random),
			numbers: {}
		};
	},
	check(fuzzCase, session) {
		const [aToWorld, bToWorld] = fuzzCase.poses;
		const [meshA, meshB] = fuzzCase.meshes;
		const found = pairsOfMeshes(worldTriangles(meshA, aToWorld), worldTriangles(meshB, bToWorld));
		session.counts.pairs += found.tested;
		const expected = found.pairs.length > 0;
		session.eachVariant([
			"aabb",
			"obb",
			"r-tree"
		], () => {
			const a = session.build("a", meshA);
			const b = session.build("b", meshB);
			const stats = createStats();
			const cache = createContactCache();
			for (const options of [
				{
					aToWorld,
					bToWorld,
					cache,
					stats
				},
				{
					aToWorld,
					bToWorld,
					cache,
					stats
				},
				{
					aToWorld,
					bToWorld,
					order: "depth-first",
					test: "sat",
					stats
				}
			]) {
				const got = session.ask("collide", a, b, options);
				if (got !== expected) throw new WrongAnswer("collide is wrong", got, expected);
				session.count(stats);
			}
			const got = session.ask("collide", b, a, {
				aToWorld: bToWorld,
				bToWorld: aToWorld
			});
			if (got !== expected) throw new WrongAnswer("collide the other way round is wrong", got, expected);
		});
	}
};
