import { parentPort, workerData } from "node:worker_threads";
import { buildTrees, checkJobs } from "./clash-work.ts";
import type { ClashTask, FromThread, ToThread } from "./protocol.ts";

// The file that a thread of Node runs.

const port = parentPort;
if (port === null) throw new Error("clash-thread: must be started as a worker thread");
const task = workerData as ClashTask;
const post = (message: FromThread) => port.postMessage(message);

port.on("message", ({ trees }: ToThread) => checkJobs(task, trees, post));
buildTrees(task, post);
