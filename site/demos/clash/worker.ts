import { type CheckRequest, checkFiles } from "./check-files.ts";

// A thread of its own: the page stays responsive while files are read and checked.
addEventListener("message", async ({ data }: MessageEvent<CheckRequest>) => {
  try {
    postMessage({ result: await checkFiles(data) });
  } catch (error) {
    postMessage({ error: (error as Error).message });
  }
});
