import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { AABB_STRIDE } from "../src/trees/layout.ts";
import { inlineConstants } from "./inline-constants.ts";

const FILE = fileURLToPath(new URL("../src/trees/quality.ts", import.meta.url));

describe("numbers that a module imports", () => {
  it("are written into it, and the other names of the import stay", () => {
    const code =
      'import { AABB_STRIDE, type AabbTree } from "./layout.ts";\nexport const at = 2 * AABB_STRIDE;\n';
    expect(inlineConstants(code, FILE)).toBe(
      `const AABB_STRIDE = ${AABB_STRIDE}; import { type AabbTree } from "./layout.ts";\nexport const at = 2 * AABB_STRIDE;\n`,
    );
  });

  it("leave a module alone that imports none", () => {
    const code = 'import { checkAabbTree } from "./layout.ts";\n';
    expect(inlineConstants(code, FILE)).toBe(code);
  });
});
