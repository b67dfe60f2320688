import { expect, it, vi } from "vitest";

// Examples of abut/world, as users run them.

async function printed(path: string): Promise<string[]> {
  const lines: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
  try {
    await import(/* @vite-ignore */ path);
  } finally {
    log.mockRestore();
  }
  return lines;
}

it("examples/scene.mjs tells who begins and ends to meet", async () => {
  expect(await printed("../../examples/scene.mjs")).toEqual([
    "frame 2: begun ring (link 0) and arm (link 2)",
    "frame 4: begun ring (link 0) and arm (link 1)",
    "frame 7: begun floor (link 0) and ring (link 0)",
    "frame 7: begun ring (link 0) and arm (link 0)",
    "frame 8: ended ring (link 0) and arm (link 2)",
    "3 contacts, the deepest 0.40",
    "a ray from above hits the cloth at height 2.00",
  ]);
});

it("examples/cloth.mjs lets a cloth rest on a ball without ever meeting it or itself", async () => {
  const [first, second, third] = await printed("../../examples/cloth.mjs");
  expect(first).toMatch(/^1152 triangles, 90 frames, \d{5} near pairs of features pushed apart$/);
  expect(second).toMatch(/^frames in which surfaces met: 0; least distance that was seen: 0\.0/);
  expect(third).toMatch(/^the cloth hangs from the ball down to -0\.\d\d$/);
});
