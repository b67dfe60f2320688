import { parentPort } from "node:worker_threads";
import { createClashThread } from "./clash-work.ts";
import type { ToThread } from "./protocol.ts";

// The file that a thread of Node runs.

const port = parentPort;
if (port === null) throw new Error("clash-thread: must be started as a worker thread");
const receive = createClashThread((message) => port.postMessage(message));

port.on("message", (message: ToThread) => {
  if (message.kind === "end") port.close();
  else receive(message);
});
