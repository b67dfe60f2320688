import { parentPort, workerData } from "node:worker_threads";
import { buildTrees, checkJobs } from "./clash-work.js";
// The file that a thread of Node runs.
const port = parentPort;
if (port === null) throw new Error("clash-thread: to be started as a thread");
const task = workerData;
const post = (message) => port.postMessage(message);
port.on("message", ({ trees }) => checkJobs(task, trees, post));
buildTrees(task, post);
