import { execFileSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
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
