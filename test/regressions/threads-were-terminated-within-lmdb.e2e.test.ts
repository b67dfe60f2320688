import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, it, vi } from "vitest";
import { createSphere } from "../../src/mesh/primitives/sphere.ts";
import { builtPath } from "../build-once.ts";
import { at, partOf } from "../clash/scenes.ts";

// When a prune took a mesh away, all threads were terminated, some of them while they read from LMDB, and once of 25 times LMDB's addon
// aborted the process.

it("threads leave by themselves when one of them misses a mesh", { timeout: 60_000 }, async () => {
  // Threads start from files of the built package.
  const built: typeof import("../../src/store/index.ts") = await import(builtPath("store/index.js"));
  const { findClashesInStore, MissingMesh, openStore, recordParts } = built;
  const folder = mkdtempSync(join(tmpdir(), "abut-leave-"));
  const store = await openStore(folder);
  const terminate = vi.spyOn(Worker.prototype, "terminate");
  try {
    const parts = Array.from({ length: 40 }, (_, i) =>
      partOf(
        `sphere ${i}`,
        createSphere({ radius: 1 + i / 1000, segments: 32, rings: 16 }),
        at(1.8 * i, 0),
        0,
      ),
    );
    const records = await recordParts(parts, store, false);
    await store.delete("mesh", [records[30].mesh]);
    const run = findClashesInStore(records, store, { folder, threads: 2, taskPairs: 2 });
    await expect(run).rejects.toThrow(MissingMesh);
    expect(terminate).not.toHaveBeenCalled();
  } finally {
    terminate.mockRestore();
    await store.close();
    rmSync(folder, { recursive: true });
  }
});
