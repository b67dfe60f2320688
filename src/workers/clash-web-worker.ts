import { createClashThread } from "./clash-work.ts";
import type { FromThread, ToThread } from "./protocol.ts";

// The file that a web worker runs.

declare const self: {
  postMessage(message: FromThread): void;
  onmessage: ((event: { data: ToThread }) => void) | null;
};

const receive = createClashThread((message) => self.postMessage(message));

self.onmessage = ({ data }) => receive(data);
