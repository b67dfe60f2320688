import { afterEach, describe, expect, it, vi } from "vitest";
import { findClashes } from "../../src/clash/find-clashes.ts";
import { ThreadError } from "../../src/errors.ts";
import { createIcosphere } from "../../src/mesh/primitives/index.ts";
import { findClashesOnThreads } from "../../src/workers/browser.ts";
import { at, partOf } from "../clash/scenes.ts";

// Two cases that test/browser/web-workers.test.ts cannot show in a real page: no web workers, and a policy that forbids them.

const mesh = createIcosphere();
const parts = [0, 1, 2].map((i) => partOf(`ball ${i}`, mesh, at(1.5 * i)));

describe("findClashesOnThreads of browsers", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("runs on the calling thread where web workers do not exist, as in service workers", async () => {
    vi.stubGlobal("navigator", { hardwareConcurrency: 4 });
    vi.stubGlobal("Worker", undefined);
    expect(await findClashesOnThreads(parts)).toEqual(findClashes(parts));
    await expect(findClashesOnThreads(parts, { threads: 2 })).rejects.toThrow(
      "threads: 2 are not possible: web workers do not exist here",
    );
  });

  it("rejects with ThreadError when a worker may not be started, and ends the workers already started", async () => {
    let running = 0;
    class Refused {
      constructor() {
        if (running === 1) throw new Error("the script is of another origin");
        running++;
      }
      postMessage(): void {}
      terminate(): void {
        running--;
      }
    }
    vi.stubGlobal("navigator", { hardwareConcurrency: 4 });
    vi.stubGlobal("Worker", Refused);
    const outcome = findClashesOnThreads(parts, { threads: 2 });
    await expect(outcome).rejects.toThrow(ThreadError);
    await expect(outcome).rejects.toThrow("thread 2 of 2 failed: the script is of another origin");
    expect(running).toBe(0);
  });
});
