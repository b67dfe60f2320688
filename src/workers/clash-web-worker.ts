import { beginClashTask, checkJobs } from "./clash-work.ts";
import type { ClashTask, FromThread, ToThread } from "./protocol.ts";

// The file that a web worker runs. The first message it receives is the task.

declare const self: {
  postMessage(message: FromThread): void;
  onmessage: ((event: { data: ClashTask | ToThread }) => void) | null;
};

const post = (message: FromThread) => self.postMessage(message);

self.onmessage = ({ data }) => {
  const task = data as ClashTask;
  self.onmessage = ({ data: message }) => {
    const { kind, ...all } = message as ToThread;
    if (kind === "check") checkJobs(task, (all as { trees: readonly SharedArrayBuffer[] }).trees, post);
  };
  beginClashTask(task, post);
};
