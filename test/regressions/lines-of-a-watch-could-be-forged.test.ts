import { expect, it } from "vitest";
import { runLine, troubleLine } from "../../src/cli/watch/run-line.ts";

// A line end in the name of a changed file was printed as it is: what came after it looked like a line of the watch.

const now = new Date(2026, 0, 1, 12, 3, 5);

it.each(["\n", "\r\n", "\r"])("a name with a line end stays in one line (%j)", (end) => {
  const name = `m/a.stl${end}12:03:06 b.stl`;
  const changes = { changed: [name], added: [], removed: [] };
  const run = { changes, files: 2, clashes: 0, difference: null, isPartial: false, seconds: 0.1 };
  expect(runLine(run, now)).toBe("12:03:05 a.stl 12:03:06 b.stl changed: 0 clashes (0.10 s)");
  expect(troubleLine(`${name}: cannot be read`, now)).toBe("12:03:05 m/a.stl 12:03:06 b.stl: cannot be read");
});
