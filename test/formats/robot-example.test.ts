import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it, vi } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
/** What the package's exports point to, before it is built. */
const MODULES: Record<string, string> = { abut: "src/index.ts", "abut/formats": "src/formats/index.ts" };

it("examples/robot.mjs prints which links collide", async () => {
  const folder = mkdtempSync(join(tmpdir(), "abut-robot-"));
  const printed: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((...values) => {
    printed.push(values.join(" "));
  });
  try {
    const code = readFileSync(join(ROOT, "examples/robot.mjs"), "utf8");
    const local = code.replace(
      /from "(abut[^"]*)"/g,
      (_, name: string) => `from ${JSON.stringify(join(ROOT, MODULES[name]))}`,
    );
    writeFileSync(join(folder, "robot.mjs"), local);
    await import(join(folder, "robot.mjs"));
  } finally {
    log.mockRestore();
    rmSync(folder, { recursive: true, force: true });
  }
  expect(printed).toEqual([
    "elbow 0: no collision",
    "elbow 1.5: no collision",
    "elbow 2.9: base and hand, upper arm and hand",
  ]);
});
