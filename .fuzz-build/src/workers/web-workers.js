import { ThreadError } from "../errors.js";
import { describeFailure } from "./thread-platform.js";
export const WEB = {
	cores: () => navigator.hardwareConcurrency ?? 1,
	hindrance() {
		// Service workers and pages that are imitated in Node have none.
		if (typeof Worker !== "function") return "there are no web workers";
		if (typeof SharedArrayBuffer === "function") return null;
		return "the page is not cross-origin isolated, so it may not share memory; its server has to send the headers " + "Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp";
	},
	nextTurn: () => new Promise((resolve) => setTimeout(resolve)),
	run
};
async function run(...[count, task, receive, kill]) {
	const workers = [];
	const threads = { post(message) {
		for (const worker of workers) worker.postMessage(message);
	} };
	try {
		await new Promise((resolve, reject) => {
			if (kill.aborted) return resolve();
			kill.addEventListener("abort", () => resolve(), { once: true });
			for (let k = 0; k < count; k++) {
				const fail = (message, cause) => reject(new ThreadError(describeFailure(k, count, message), { cause }));
				let worker;
				try {
					// Bundlers know this expression, as it stands, for a file of its own.
					worker = new Worker(new URL("./clash-web-worker.js", import.meta.url), { type: "module" });
				} catch (error) {
					// A script of another origin, such as a CDN, or a policy of the page.
					fail(error.message, error);
					return;
				}
				workers.push(worker);
				worker.onmessage = ({ data }) => {
					try {
						if (receive(data, threads)) resolve();
					} catch (error) {
						reject(error);
					}
				};
				worker.onmessageerror = () => fail("a message could not be read");
				worker.onerror = (event) => {
					event.preventDefault();
					fail(event.message ?? "it could not be loaded");
				};
				worker.postMessage(task);
			}
		});
	} finally {
		for (const worker of workers) worker.terminate();
	}
}
