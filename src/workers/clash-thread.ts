import { parentPort, workerData } from "node:worker_threads";
import { beginClashTask, checkJobs } from "./clash-work.ts";
import type { ClashTask, FromThread, ToThread } from "./protocol.ts";

// The file that a thread of Node runs.

const port = parentPort;
if (port === null) throw new Error("clash-thread: must be started as a worker thread");
const task = workerData as ClashTask;
const post = (message: FromThread) => port.postMessage(message);

port.on("message", (message: ToThread) => {
  if (message.kind === "end") port.close();
  else checkJobs(task, message.trees, post);
});
beginClashTask(task, post);
