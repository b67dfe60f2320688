import { mkdtempSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { createBox } from "../../src/mesh/primitives/box.ts";
import { openStore } from "../../src/store/open-store.ts";
import { pruneStore } from "../../src/store/prune-store.ts";
import { recordParts } from "../../src/store/record-parts.ts";
import { at, partOf } from "../clash/scenes.ts";

// `abut store prune --limit` in a loop took meshes away that a run had stored and not yet read.

const folder = mkdtempSync(join(tmpdir(), "abut-prune-"));
afterAll(() => rmSync(folder, { recursive: true }));

it.each(["", "files:"])("a prune evicts nothing while a run goes on (%s)", async (kind) => {
  const path = join(folder, `store${kind.length}`);
  const store = await openStore(`${kind}${path}`);
  const other = await openStore(`${kind}${path}`); // as another process has it
  const [{ mesh }] = await recordParts([partOf("box", createBox(), at(0, 0), 0)], store, false);
  const end = store.begin();
  expect(await pruneStore(other, { limit: 1 })).toMatchObject({ isInUse: true, entries: 0 });
  expect(await other.has("mesh", [mesh])).toEqual([true]);
  end();
  expect(await pruneStore(other, { limit: 1 })).toMatchObject({ isInUse: false, leftEntries: 0 });
  expect(await other.has("mesh", [mesh])).toEqual([false]);
  await store.close();
  await other.close();
});

it("the mark of a run that was killed counts for ten minutes", async () => {
  const path = join(folder, "killed");
  const store = await openStore(`files:${path}`);
  store.begin();
  const marks = join(path, "v1/runs");
  const [mark] = readdirSync(marks);
  const ago = (minutes: number) => Date.now() / 1000 - 60 * minutes;
  utimesSync(join(marks, mark), ago(9), ago(9));
  expect(store.isInUse()).toBe(true);
  utimesSync(join(marks, mark), ago(11), ago(11));
  expect(store.isInUse()).toBe(false);
  expect(readdirSync(marks)).toEqual([]);
  await store.close();
});
