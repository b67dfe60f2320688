import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openStore } from "../../src/store/index.ts";
import { makeFolder } from "../../src/store/make-folder.ts";

describe("makeFolder", () => {
  it("makes what is missing, and leaves what is there", () => {
    const root = mkdtempSync(join(tmpdir(), "abut-folder-"));
    try {
      makeFolder(join(root, "a/b/c"));
      makeFolder(join(root, "a/b/c"));
      expect(existsSync(join(root, "a/b/c"))).toBe(true);
      writeFileSync(join(root, "file"), "");
      expect(() => makeFolder(join(root, "file/below"))).toThrow(/ENOTDIR/);
    } finally {
      rmSync(root, { recursive: true });
    }
  });

  it.skipIf(!existsSync("/proc/self"))(
    "ends where nothing can be made, which Node's recursive mkdir does not",
    async () => {
      expect(() => makeFolder("/proc/abut/store")).toThrow(/ENOENT/);
      await expect(openStore("/proc/abut")).rejects.toThrow(/^store \/proc\/abut: /);
      await expect(openStore("")).rejects.toThrow("store: the name of its folder is empty");
    },
  );
});
