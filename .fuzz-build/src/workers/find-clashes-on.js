import { OptionError, show, ThreadError } from "../errors.js";
import { checkOptionNames } from "../option-names.js";
import { CLASH_OPTIONS } from "../world/clash/clash-settings.js";
import { collectClash, collectStats, createClashCollector, finishClashes } from "../world/clash/collect-clashes.js";
import { checkStepByStep } from "../world/clash/find-clashes.js";
import { prepareClashes } from "../world/clash/prepare-clashes.js";
import { createClashTask } from "./create-clash-task.js";
import { STOP } from "./protocol.js";
/** Of all jobs together, a mesh counted with each of its jobs. With fewer, starting threads takes longer than they save. */
const LEAST_TRIANGLES = 5e4;
/** For each that the machine runs at once. More help nobody, and each takes memory. */
const MOST_THREADS = 8;
/** How long threads have to finish what they are doing and to tell of it, in milliseconds, after the search was aborted. */
const GRACE = 250;
/** How long the caller's events wait, in milliseconds, when there are no threads. */
const TURN = 100;
const THREADED_CLASH_OPTIONS = {
	...CLASH_OPTIONS,
	threads: true,
	signal: true
};
/** `findClashesOnThreads`, on the threads of a platform. */
export async function findClashesOn(platform, parts, options) {
	checkOptionNames(options, THREADED_CLASH_OPTIONS, "findClashesOnThreads");
	checkThreads(options.threads);
	checkSignal(options.signal);
	const { threads, signal, ...clashOptions } = options;
	const watchers = {
		isStopped: options.isStopped,
		onProgress: options.onProgress,
		signal
	};
	const hindrance = platform.hindrance();
	if (hindrance !== null && threads !== undefined && threads > 1) throw new ThreadError(`threads: ${threads} are not possible here: ${hindrance}`);
	const prepared = prepareClashes(parts, clashOptions);
	const wanted = hindrance === null ? threads ?? usefulThreads(platform, prepared) : 1;
	const count = threadsFor(wanted, prepared.jobs.length / 2, platform.cores());
	const isOwnThread = count === 0 || hindrance !== null || count === 1 && signal === undefined;
	return isOwnThread ? checkInTurns(platform, prepared, watchers) : checkOnThreads(platform, count, prepared, watchers);
}
/** On the caller's thread, which gets a turn every now and then: for Ctrl-C and timers. */
async function checkInTurns(platform, prepared, options) {
	const { isStopped, onProgress, signal } = options;
	const isEnded = () => signal?.aborted === true || isStopped?.() === true;
	const steps = checkStepByStep(prepared, {
		isStopped: isEnded,
		onProgress
	});
	let turn = performance.now();
	for (;;) {
		const { done, value } = steps.next();
		if (done) return value;
		if (performance.now() - turn < TURN) continue;
		await platform.nextTurn();
		turn = performance.now();
	}
}
async function checkOnThreads(platform, count, prepared, { isStopped, onProgress, signal }) {
	const collector = createClashCollector(prepared);
	const task = createClashTask(prepared);
	const trees = new Array(task.meshes.length);
	let building = count;
	let checking = count;
	const kill = new AbortController();
	let grace;
	const end = () => {
		Atomics.store(task.control, STOP, 1);
		grace = setTimeout(() => kill.abort(), GRACE);
	};
	if (signal?.aborted) end();
	signal?.addEventListener("abort", end, { once: true });
	const receive = (message, all) => {
		if (message.kind === "built") {
			for (const [mesh, tree] of message.trees) trees[mesh] = tree;
			if (message.last) building--;
		} else {
			for (const outcome of message.outcomes) collectClash(collector, outcome);
			collectStats(collector, message.stats);
			if (message.last) checking--;
		}
		if (building === 0) onProgress?.(collector.counts.checked, collector.jobCount);
		if (isStopped?.()) Atomics.store(task.control, STOP, 1);
		if (building > 0) return false;
		if (message.kind === "checked") return checking === 0;
		if (Atomics.load(task.control, STOP) !== 0) return true;
		all.post({
			kind: "check",
			trees
		});
		return false;
	};
	try {
		await platform.run(count, task, receive, kill.signal);
	} finally {
		signal?.removeEventListener("abort", end);
		clearTimeout(grace);
	}
	return finishClashes(collector);
}
/** Before `prepareClashes` checks the other options. */
function checkThreads(threads) {
	if (threads !== undefined && !(Number.isInteger(threads) && threads >= 1)) throw new OptionError(`threads: ${show(threads)} is not a whole number of at least 1`);
}
function checkSignal(signal) {
	if (signal === undefined || typeof signal === "object" && signal !== null && "aborted" in signal) return;
	throw new OptionError(`signal: expected an AbortSignal, got ${show(signal)}`);
}
/** How many threads are started: no more than there are jobs, nor than help. */
export function threadsFor(wanted, jobCount, cores) {
	return Math.min(wanted, jobCount, MOST_THREADS * cores);
}
function usefulThreads(platform, { parts, jobs }) {
	let triangles = 0;
	for (const part of jobs) triangles += parts[part].mesh.triangleCount;
	return triangles < LEAST_TRIANGLES ? 1 : platform.cores();
}
