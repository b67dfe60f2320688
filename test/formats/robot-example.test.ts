import { expect, it, vi } from "vitest";

it("examples/robot.mjs prints which links collide", async () => {
  const printed: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((...values) => {
    printed.push(values.join(" "));
  });
  try {
    await import(/* @vite-ignore */ new URL("../../examples/robot.mjs", import.meta.url).href);
  } finally {
    log.mockRestore();
  }
  expect(printed).toEqual([
    "elbow 0: no collision",
    "elbow 1.5: no collision",
    "elbow 2.9: base and hand, upper arm and hand",
    "straight across: contact of forearm and crate, 0.577 to 0.577",
    "arm raised: the path is free",
  ]);
});
