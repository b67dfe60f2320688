import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { createBox } from "../../src/mesh/primitives/index.ts";
import { abut, createFolder, writeObj } from "../cli/terminal.ts";

// Several models have one status file, in the folder of the first. `abut status` of one of the models said that there was none yet, and to run
// what had just been run.

const folder = createFolder();
afterAll(() => rmSync(folder, { recursive: true }));

it("abut clash names the status file of several models", async () => {
  const a = writeObj(join(folder, "a.obj"), { a: createBox() });
  const b = writeObj(join(folder, "b.obj"), { b: createBox({ size: 1.5 }) });
  expect((await abut(["status", a])).err).toMatch(
    /there is no status file yet; abut clash --status writes one/,
  );
  await abut(["clash", a, b, "--status"]);
  const { code, err } = await abut(["status", a]);
  expect(code).toBe(2);
  expect(err).toContain(
    `${a}.abut-status.json: there is no status file yet; that of several models is ${join(folder, "abut-status.json")}`,
  );
  const { out } = await abut(["status", join(folder, "abut-status.json")]);
  expect(out).toMatch(/a\.obj\/a +b\.obj\/b/);
});
