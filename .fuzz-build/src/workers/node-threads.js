import { Worker } from "node:worker_threads";
import { ThreadError } from "../errors.js";
import { describeFailure } from "./thread-platform.js";
/**
* Starts `count` threads of Node with the same data, and hands their messages to `receive` until that returns true. Then, or
* when a thread fails or ends on its own, or `receive` throws, all threads are ended; only after that the promise settles.
* `kill` ends them at once, within whatever they are doing, and fulfils the promise.
*/
export async function runThreads(file, count, workerData, receive, kill) {
	const workers = [];
	try {
		await new Promise((resolve, reject) => {
			if (kill?.aborted) return resolve();
			kill?.addEventListener("abort", () => resolve(), { once: true });
			const threads = { post(message) {
				for (const worker of workers) worker.postMessage(message);
			} };
			for (let k = 0; k < count; k++) {
				// Not the flags of the process: some of them, such as --input-type, a thread with a file refuses.
				const worker = new Worker(file, {
					workerData,
					execArgv: []
				});
				workers.push(worker);
				worker.on("message", (message) => {
					try {
						if (receive(message, threads)) resolve();
					} catch (error) {
						reject(error);
					}
				});
				worker.on("messageerror", (error) => reject(failed(k, count, error)));
				worker.on("error", (error) => reject(failed(k, count, error)));
				worker.on("exit", (code) => reject(failed(k, count, new Error(`it ended with code ${code}`))));
			}
		});
	} finally {
		await Promise.all(workers.map((worker) => worker.terminate()));
	}
}
function failed(thread, count, error) {
	return new ThreadError(describeFailure(thread, count, error.message), { cause: error });
}
