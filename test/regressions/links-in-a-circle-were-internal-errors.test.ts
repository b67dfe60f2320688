import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { createBox } from "../../src/mesh/primitives/index.ts";
import { abut, createFolder, writeObj } from "../cli/terminal.ts";

// With a store the size of the next file is looked at while a file is read. A symbolic link that leads to itself threw there, which ended a
// run, or a watch, with an internal error; and the reading of the file before it, which nobody waited for any more, with a stack.

const folder = createFolder();
const path = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

it("abut clash names a model that is a link to itself, after a file that cannot be read", async () => {
  writeObj(path("a.obj"), { a: createBox() });
  symlinkSync("nowhere.obj", path("b.obj"));
  symlinkSync("c.obj", path("c.obj"));
  const files = (store: string[]) => abut(["clash", path("a.obj"), path("c.obj"), ...store]);
  const [{ code, err }, plain] = [await files(["--store", `files:${path("store")}`]), await files([])];
  expect(code).toBe(2);
  expect(err).toMatch(/c\.obj: cannot read the file: ELOOP/);
  expect(plain).toMatchObject({ code, err });
  const both = await abut(["clash", path("b.obj"), path("c.obj"), "--store", `files:${path("store")}`]);
  expect(both.code).toBe(2);
  expect(both.err).toMatch(/b\.obj: cannot read the file: ENOENT/);
});
