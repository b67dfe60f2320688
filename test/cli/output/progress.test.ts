import { Writable } from "node:stream";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createProgress } from "../../../src/cli/output/progress.ts";
import type { TerminalStream } from "../../../src/cli/terminal.ts";

/** A stream that remembers; `columns` makes it a terminal. */
function createStream(columns?: number): { stream: TerminalStream; text: () => string } {
  let text = "";
  const stream: TerminalStream = new Writable({
    write(chunk, _, done) {
      text += String(chunk);
      done();
    },
  });
  if (columns !== undefined) Object.assign(stream, { isTTY: true, columns, cursorTo: () => true });
  return { stream, text: () => text };
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe("createProgress", () => {
  it("shows a bar on a terminal once the work takes long, and takes it away", () => {
    const now = vi.spyOn(performance, "now").mockReturnValue(0);
    const { stream, text } = createStream(80);
    const progress = createProgress(stream, true);
    now.mockReturnValue(400);
    progress.show("reading", 1, 4);
    expect(text()).toBe("");
    now.mockReturnValue(600);
    progress.show("checking", 250, 1000);
    progress.end();
    expect(text()).toContain("checking");
    expect(text()).toContain("250 of 1000");
    const shown = text();
    progress.end();
    expect(text()).toBe(shown);
  });

  it("tells the time that is left, from the stage's own beginning, and the clashes so far", () => {
    const now = vi.spyOn(performance, "now").mockReturnValue(0);
    const { stream, text } = createStream(80);
    const progress = createProgress(stream, true);
    progress.show("reading", 3, 4);
    now.mockReturnValue(10_000);
    progress.show("checking", 0, 1000, "0 clashes");
    expect(text()).not.toContain("left");
    now.mockReturnValue(12_000);
    progress.show("checking", 250, 1000, "7 clashes");
    progress.end();
    expect(text()).toContain("250 of 1000, 7 clashes, 6 s left");
  });

  it.each([
    ["in a pipe", undefined, true],
    ["when it is not wanted", 80, false],
  ])("writes nothing %s", (_, columns, wanted) => {
    const now = vi.spyOn(performance, "now").mockReturnValue(0);
    const { stream, text } = createStream(columns);
    const progress = createProgress(stream, wanted);
    now.mockReturnValue(9999);
    progress.show("checking", 1, 2);
    progress.end();
    expect(text()).toBe("");
  });
});
