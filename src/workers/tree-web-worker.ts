import { doTreeTask, type TreeTask } from "./tree-work.ts";

// The file that a web worker runs to build a tree.

declare const self: {
  postMessage(message: ArrayBuffer, transfer: ArrayBuffer[]): void;
  onmessage: ((event: { data: TreeTask }) => void) | null;
};

self.onmessage = ({ data }) => {
  const saved = doTreeTask(data);
  self.postMessage(saved, [saved]);
};
