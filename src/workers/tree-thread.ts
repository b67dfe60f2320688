import { parentPort, workerData } from "node:worker_threads";
import { doTreeTask, type TreeTask } from "./tree-work.ts";

// The file that a thread of Node runs to build a tree.

const port = parentPort;
if (port === null) throw new Error("tree-thread: must be started as a worker thread");
const saved = doTreeTask(workerData as TreeTask);
port.postMessage(saved, [saved]);
