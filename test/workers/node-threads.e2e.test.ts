import { describe, expect, it } from "vitest";
import { ThreadError } from "../../src/errors.ts";
import { startThreads } from "../../src/workers/node-threads.ts";

/** The URL of a thread that runs this source text. */
function program(text: string): URL {
  return new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort, workerData } from "node:worker_threads"; ${text}`)}`,
  );
}

const WAIT = "setInterval(() => {}, 1000);";

describe("startThreads", () => {
  it("passes data to all threads and messages both ways", async () => {
    const echo = program(
      "parentPort.on('message', (x) => parentPort.postMessage(x + workerData)); parentPort.postMessage('ready');",
    );
    const heard: string[] = [];
    await startThreads<string, string>(echo, 3, " data").run(null, (message, threads) => {
      heard.push(message);
      if (heard.length === 3) threads.post("to all:");
      return heard.length === 6;
    });
    expect(heard).toEqual(["ready", "ready", "ready", "to all: data", "to all: data", "to all: data"]);
  });

  it("posts the first message to all threads, and ends threads that get none", async () => {
    const file = program(
      `parentPort.on("message", (x) => { if (x.kind === "end") parentPort.close(); else parentPort.postMessage(x); });`,
    );
    let heard = 0;
    await startThreads<string, string>(file, 2).run("begin", (message) => {
      expect(message).toBe("begin");
      return ++heard === 2;
    });
    const idle = startThreads(file, 2);
    expect(idle.count).toBe(2);
    await idle.end();
    await idle.end(); // once more does nothing
  });

  it("asks threads to exit by themselves after success", async () => {
    const file = program(
      `parentPort.on("message", ({ kind }) => { if (kind === "end") { Atomics.store(workerData, 0, 1); parentPort.close(); } });
       parentPort.postMessage("done");`,
    );
    const heard = new Int32Array(new SharedArrayBuffer(4));
    await startThreads<never, string>(file, 1, heard).run(null, () => true);
    expect(heard[0]).toBe(1);
  });

  it("ends a thread that does not exit when asked", async () => {
    const file = program(`parentPort.postMessage("done"); ${WAIT}`);
    await expect(startThreads<never, string>(file, 1, null).run(null, () => true)).resolves.toBeUndefined();
  });

  const failures: [string, string, string][] = [
    ["throws", "throw new RangeError('what went wrong')", "failed: what went wrong"],
    ["exits", "process.exit(7)", "failed: exited with code 7"],
    ["runs out of work before it is ended", "", "failed: exited with code 0"],
    ["cannot be loaded", "import 'node:nothing'", "failed: No such built-in module: node:nothing"],
  ];
  it.each(failures)("rejects when a thread %s, and ends the others", async (_, text, message) => {
    // Only the first thread fails. The second would wait for ever.
    const file = program(
      `if (Atomics.add(workerData, 0, 1) === 0) { ${text.replace(/^import '(.*)'/, "await import('$1')")} } else { ${WAIT} }`,
    );
    const counter = new Int32Array(new SharedArrayBuffer(4));
    const error = await startThreads(file, 2, counter)
      .run(null, () => false)
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ThreadError);
    expect((error as Error).message).toMatch(/^thread [12] of 2 failed: /);
    expect((error as Error).message).toContain(message);
  });

  it("rejects with the error that receive throws", async () => {
    const file = program(`parentPort.postMessage(1); ${WAIT}`);
    const receive = () => {
      throw new RangeError("of the caller");
    };
    await expect(startThreads(file, 2, null).run(null, receive)).rejects.toThrow(RangeError);
  });
});
