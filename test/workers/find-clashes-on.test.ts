import { beforeEach, describe, expect, it } from "vitest";
import { findClashes } from "../../src/clash/find-clashes.ts";
import { createBox } from "../../src/mesh/primitives/index.ts";
import { createClashThread } from "../../src/workers/clash-work.ts";
import { findClashesOn, usefulThreads } from "../../src/workers/find-clashes-on.ts";
import type { ThreadPlatform } from "../../src/workers/thread-platform.ts";
import { at, partOf } from "../clash/scenes.ts";

// When threads start and end, on a platform whose threads are the calling one.

let events: string[] = [];
beforeEach(() => {
  events = [];
});

const platform: ThreadPlatform = {
  cores: () => 2,
  hindrance: () => null,
  nextTurn: async () => {},
  start(count) {
    events.push(`start ${count}`);
    return {
      count,
      async run(first, receive) {
        events.push("run");
        for (let k = 0; k < count; k++)
          createClashThread((message) => receive(message, { post() {} }))(first!);
      },
      async end() {
        events.push("end");
      },
    };
  },
};

const small = Array.from({ length: 4 }, (_, i) => partOf(`box ${i}`, createBox(), at(0.75 * i)));
/** With so many triangles threads start early. */
const parts = [...small, partOf("far", createBox({ segments: 160 }), at(100))];
const ignore = () => {
  events.push("ignore");
  return false;
};

describe("findClashesOn", () => {
  it("starts threads before the pairs are known where there are many triangles, otherwise after that", async () => {
    expect(await findClashesOn(platform, parts, { threads: 2, ignore })).toStrictEqual(findClashes(parts));
    expect(events).toEqual(["start 2", "ignore", "ignore", "ignore", "run", "end"]);
    events = [];
    expect(await findClashesOn(platform, small, { threads: 2, ignore })).toStrictEqual(findClashes(small));
    expect(events).toEqual(["ignore", "ignore", "ignore", "start 2", "run"]);
  });

  it("leaves every second core to V8's compiler, unless the search is long", () => {
    expect([1, 2, 3, 4, 8].map((cores) => usefulThreads(1_499_999 * cores, cores))).toEqual([1, 1, 2, 2, 4]);
    expect([1, 2, 3, 4, 8].map((cores) => usefulThreads(1_500_000 * cores, cores))).toEqual([1, 2, 3, 4, 8]);
  });

  it("ends threads that started early for too few jobs", async () => {
    const four = { ...platform, cores: () => 4 };
    expect(await findClashesOn(four, parts, {})).toStrictEqual(findClashes(parts)); // the caller's thread suffices
    expect(events).toEqual(["start 2", "end"]);
    events = [];
    await findClashesOn(platform, parts, { threads: 5 }); // three jobs
    expect(events).toEqual(["start 5", "end", "start 3", "run"]);
  });

  it("starts none for input that is rejected, and ends them when a function of the caller throws", async () => {
    const repeated = [...parts, small[0]];
    await expect(findClashesOn(platform, repeated, { threads: 2 })).rejects.toThrow("is also the key of");
    expect(events).toEqual([]);
    const fail = () => {
      throw new RangeError("of the caller");
    };
    for (const caller of [{ ignore: fail }, { onProgress: fail }]) {
      events = [];
      await expect(findClashesOn(platform, parts, { ...caller, threads: 2 })).rejects.toThrow(RangeError);
      expect(events).toEqual(["start 2", "end"]);
    }
  });
});
