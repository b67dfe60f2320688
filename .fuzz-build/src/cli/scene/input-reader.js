import { stat } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { FormatError, MeshError, OptionError, PoseError } from "../../errors.js";
import { readInput } from "./read-input.js";
/** Reading was ended before it was done. */
export class StoppedReading extends Error {
	name = "StoppedReading";
}
/** Files up to this size that name no others are read sooner than a thread starts. */
const QUICK_BYTES = 2 ** 16;
const NAMES_OTHERS = /\.(?:gltf|urdf|ifc)$/i;
const ERRORS = {
	FormatError,
	MeshError,
	OptionError,
	PoseError
};
/** Without a signal files are read on this thread; with one on a thread that the signal ends, and then `StoppedReading` is thrown. */
export function createInputReader(signal) {
	let worker = null;
	return {
		async read(file, options) {
			if (signal === null || await isQuick(file)) return readInput(file, options);
			worker ??= new Worker(new URL("./read-thread.js", import.meta.url), { execArgv: [] });
			return ask(worker, {
				file,
				options
			}, signal);
		},
		async end() {
			await worker?.terminate();
		}
	};
}
async function isQuick(file) {
	try {
		const found = await stat(file);
		return found.isFile() && found.size <= QUICK_BYTES && !NAMES_OTHERS.test(file);
	} catch {
		return true;
	}
}
async function ask(worker, request, signal) {
	const listening = new AbortController();
	try {
		const answer = await new Promise((resolve, reject) => {
			const stopped = () => reject(new StoppedReading(`${request.file}: stopped while it was read`));
			if (signal.aborted) return stopped();
			signal.addEventListener("abort", stopped, { signal: listening.signal });
			worker.on("message", resolve);
			worker.on("messageerror", reject);
			worker.on("error", reject);
			worker.on("exit", (code) => reject(new Error(`${request.file}: its thread ended with code ${code}`)));
			worker.postMessage(request);
		});
		if ("input" in answer) return answer.input;
		throw revive(answer.error);
	} finally {
		listening.abort();
		for (const event of [
			"message",
			"messageerror",
			"error",
			"exit"
		]) worker.removeAllListeners(event);
	}
}
/** Errors lose their class on the way. */
function revive({ name, message, stack }) {
	const Kind = Object.hasOwn(ERRORS, name) ? ERRORS[name] : Error;
	const error = new Kind(message);
	if (stack !== undefined) error.stack = stack;
	return error;
}
