import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { listModelFiles } from "../../../src/cli/scene/list-model-files.ts";
import { FormatError } from "../../../src/errors.ts";
import { createFolder } from "../terminal.ts";

describe("listModelFiles", () => {
  const folder = createFolder();
  afterAll(() => rmSync(folder, { recursive: true }));
  const make = (...names: string[]) => {
    for (const name of names) {
      mkdirSync(join(folder, name, ".."), { recursive: true });
      writeFileSync(join(folder, name), "");
    }
  };

  it("lists the models of a folder by name, without subfolders", async () => {
    make("house/b.stl", "house/a.IFC", "house/notes.txt", "house/floor/c.stl");
    const house = join(folder, "house");
    expect(await listModelFiles(house)).toEqual([join(house, "a.IFC"), join(house, "b.stl")]);
  });

  it("says that subfolders are not searched where only they may have models", async () => {
    make("site/south/a.stl", "site/north/b.stl", "site/.git/config");
    const site = join(folder, "site");
    await expect(listModelFiles(site)).rejects.toThrow(
      new FormatError(
        `${site}: no models in this folder; subfolders are not searched, name them: ${join(site, "north")}`,
      ),
    );
  });

  it("does not speak of subfolders where there are none but hidden ones", async () => {
    make("bare/.git/config");
    const bare = join(folder, "bare");
    await expect(listModelFiles(bare)).rejects.toThrow(new FormatError(`${bare}: no models in this folder`));
  });
});
