import { createStats } from "../queries/stats.js";
import { buildAabbTree } from "../trees/build-aabb.js";
import { checkJob } from "../world/clash/check-job.js";
import { boundsAt } from "../world/clash/clash-body.js";
import { NEXT_JOB, NEXT_MESH, NO_POSE, POSE_NUMBERS, STOP } from "./protocol.js";
import { sharedTree, shareTree } from "./share.js";
/** Between two messages: seldom enough to cost nothing, often enough for a progress bar and for a stop. */
const MESSAGE_MS = 50;
/** Triangles of a pair that may take long: what was found before is told first, for the thread may be ended within the pair. */
const LONG_PAIR = 2e3;
/** Builds trees until no mesh is left. */
export function buildTrees({ meshes, control }, post) {
	let trees = [];
	let posted = performance.now();
	for (;;) {
		const number = take(control, NEXT_MESH, meshes.length);
		const last = number === null;
		if (!last) trees.push([number, shareTree(buildAabbTree(meshes[number]))]);
		if (!last && performance.now() - posted < MESSAGE_MS) continue;
		post({
			kind: "built",
			trees,
			last
		});
		if (last) return;
		trees = [];
		posted = performance.now();
	}
}
/** Does jobs until none is left. */
export function checkJobs({ settings, meshes, parts, jobs, control }, buffers, post) {
	const trees = buffers.map((buffer, number) => sharedTree(buffer, meshes[number]));
	let outcomes = [];
	let stats = createStats();
	let posted = performance.now();
	for (;;) {
		const job = take(control, NEXT_JOB, jobs.length / 2);
		const last = job === null;
		if (!last) {
			const a = bodyOf(parts, trees, jobs[2 * job]);
			const b = bodyOf(parts, trees, jobs[2 * job + 1]);
			if (outcomes.length > 0 && a.tree.mesh.triangleCount + b.tree.mesh.triangleCount >= LONG_PAIR) {
				post({
					kind: "checked",
					outcomes,
					stats,
					last: false
				});
				outcomes = [];
				stats = createStats();
				posted = performance.now();
			}
			outcomes.push(check(a, b, settings, stats));
		}
		if (!last && performance.now() - posted < MESSAGE_MS) continue;
		post({
			kind: "checked",
			outcomes,
			stats,
			last
		});
		if (last) return;
		outcomes = [];
		stats = createStats();
		posted = performance.now();
	}
}
/** The next number that no other thread has; null when there is none or all are to stop. */
function take(control, counter, end) {
	if (Atomics.load(control, STOP) !== 0) return null;
	const next = Atomics.add(control, counter, 1);
	return next < end ? next : null;
}
function bodyOf({ keys, meshes, poses, boxes }, trees, part) {
	const pose = poses.subarray(POSE_NUMBERS * part, POSE_NUMBERS * (part + 1));
	return {
		part,
		key: keys[part],
		tree: trees[meshes[part]],
		toWorld: pose[POSE_NUMBERS - 1] === NO_POSE ? null : pose,
		box: boundsAt(boxes, part)
	};
}
function check(a, b, settings, sum) {
	try {
		return checkJob(a, b, settings, sum);
	} catch (error) {
		const names = a.part === b.part ? `"${a.key}" against itself` : `"${a.key}" against "${b.key}"`;
		throw new Error(`checking ${names}: ${error.message}`, { cause: error });
	}
}
