import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { createModelFolder, endAll, startWatch, writeBox } from "../cli/watch/watching.ts";

// A full disk, or a temporary folder that was tidied up, was an error of the store, and ended a watch that had run for days.

afterAll(endAll);

it("a watch tells of a store that is gone, keeps the last report, and goes on when it is there again", async () => {
  const [folder, temporary] = [createModelFolder(), createModelFolder()];
  writeBox(folder, "a.glb", 0);
  writeBox(folder, "b.glb", 0.5);
  const watch = startWatch([folder], undefined, temporary);
  await watch.line(/2 files: 1 clash /);
  const store = join(temporary, readdirSync(temporary)[0]);
  rmSync(store, { recursive: true });
  writeBox(folder, "c.glb", 1);
  expect(await watch.line(/store/)).toMatch(/ store \S+: ENOENT.*; the last report is kept$/);
  expect((await fetch(await watch.address())).status).toBe(200);
  for (const name of ["packs", "blobs"]) mkdirSync(join(store, "v1", name), { recursive: true });
  await watch.line(/: 2 clashes, 1 new, 0 gone /);
  watch.child.kill("SIGTERM");
  expect(await watch.ended).toBe(0);
});
