import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createIcosphere } from "../../src/mesh/primitives/icosphere.ts";
import { findClashesInStore, openStore, recordParts } from "../../src/store/index.ts";
import { at, partOf } from "../clash/scenes.ts";

// A run too small for threads checked all pairs without a turn of the event loop: SIGTERM waited for up to 2 s.

it("an abort that comes as an event ends a run on the caller's thread", async () => {
  const folder = mkdtempSync(join(tmpdir(), "abut-turns-"));
  const place = `files:${folder}`;
  const store = await openStore(place);
  try {
    const mesh = createIcosphere({ subdivisions: 1 });
    const parts = Array.from({ length: 280 }, (_, i) => partOf(`sphere ${i}`, mesh, at(1.9 * i, 0), 0));
    const records = await recordParts(parts, store, false);
    const abort = new AbortController();
    setImmediate(() => abort.abort());
    const { result } = await findClashesInStore(records, store, { folder: place, signal: abort.signal });
    expect(result.status).toBe("partial");
    expect(result.counts.checked).toBeGreaterThan(0);
    expect(result.counts.checked).toBeLessThan(result.counts.candidates);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
});
