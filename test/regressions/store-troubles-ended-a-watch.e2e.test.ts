import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { createModelFolder, endAll, startWatch, writeBox } from "../cli/watch/watching.ts";

// A disk that is full for a while, or a folder that is away, ended the watch.

afterAll(endAll);

it("a watch tells of a store that cannot be used, and goes on when it can be used again", {
  timeout: 60_000,
}, async () => {
  const folder = createModelFolder();
  writeBox(folder, "a.glb", 0);
  writeBox(folder, "b.glb", 0.5);
  const store = createModelFolder();
  const watch = startWatch([folder, "--store", `files:${store}`]);
  await watch.line(/2 files: 1 clash/);
  const packs = join(store, "v1/packs");
  renameSync(packs, `${packs}.away`);
  writeFileSync(packs, ""); // a file where the folder should be
  writeBox(folder, "b.glb", 0.6);
  expect(await watch.line(/store/)).toMatch(/store .*; the last report is kept/);
  rmSync(packs);
  renameSync(`${packs}.away`, packs);
  expect(await watch.line(/clash/)).toMatch(/1 clash/);
  watch.child.kill("SIGTERM");
  expect(await watch.ended).toBe(0);
});
