import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { builtUrl } from "./build-once.ts";

it("Node runs what is built of the sources", () => {
  const program = `
    import { buildAabbTree, collide, createMesh } from ${JSON.stringify(builtUrl("index.js"))};
    const tree = buildAabbTree(createMesh({ positions: new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]) }));
    console.log(collide(tree, tree));`;
  const output = execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  expect(output.trim()).toBe("true");
});
