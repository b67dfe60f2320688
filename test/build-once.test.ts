import { execFileSync } from "node:child_process";
import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { expect, it } from "vitest";
import { builtPath, builtUrl } from "./build-once.ts";

it("Node runs the bundled sources", () => {
  const program = `
    import { buildAabbTree, collide, createMesh } from ${JSON.stringify(builtUrl("index.js"))};
    const tree = buildAabbTree(createMesh({ positions: new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]) }));
    console.log(collide(tree, tree));`;
  const output = execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  expect(output.trim()).toBe("true");
});

it("the built command is executable", () => {
  accessSync(builtPath("cli/main.js"), constants.X_OK);
});

it("the command loads neither readers nor queries before it knows its subcommand", () => {
  const files = new Set<string>();
  const visit = (file: string) => {
    if (files.has(file)) return;
    files.add(file);
    for (const [, target] of readFileSync(file, "utf8").matchAll(/^import [^;]*"(\.[^"]+)";/gm))
      visit(resolve(dirname(file), target));
  };
  visit(builtPath("cli/main.js"));
  const bytes = [...files].reduce((sum, file) => sum + statSync(file).size, 0);
  expect([...files].map((file) => basename(file))).not.toContain("queries.js");
  expect(bytes).toBeLessThan(62_000);
  expect(files.size).toBeLessThan(13);
});
