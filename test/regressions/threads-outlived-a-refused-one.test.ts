import { expect, it } from "vitest";
import { ThreadError } from "../../src/errors.ts";
import { startThreads } from "../../src/workers/node-threads.ts";

// The second of three threads could not be started. The first one ran on, nobody could end it, and the process never exited.
it("a thread that cannot start ends those before it", async () => {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  let copies = 0;
  // Each thread gets a copy of the data, and the second copy fails.
  const data = {
    beats,
    get refused() {
      if (++copies === 2) throw new Error("no thread left");
      return null;
    },
  };
  const text = `import { workerData } from "node:worker_threads"; setInterval(() => Atomics.add(workerData.beats, 0, 1), 1);`;
  const threads = startThreads<never, never>(
    new URL(`data:text/javascript,${encodeURIComponent(text)}`),
    3,
    data,
  );
  const end = threads.run(null, () => true);
  await expect(end).rejects.toThrow(ThreadError);
  await expect(end).rejects.toThrow("thread 2 of 3 failed: no thread left");
  const settled = Atomics.load(beats, 0);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(Atomics.load(beats, 0)).toBe(settled);
});
