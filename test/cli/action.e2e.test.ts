import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { bakePositions, createMesh } from "../../src/index.ts";
import { createBox } from "../../src/mesh/primitives/index.ts";
import { builtPath } from "../build-once.ts";
import { at } from "../clash/scenes.ts";
import { createFolder, writeObj } from "./terminal.ts";

const SCRIPT = resolve("scripts/action.mjs");
const MAIN = builtPath("cli/main.js");

function boxAt(x: number) {
  const box = createBox();
  return createMesh({ positions: bakePositions(box.positions, at(x)), indices: box.indices });
}

describe("the step of action.yml", () => {
  const folder = createFolder();
  const summary = join(folder, "summary.md");
  const outputs = join(folder, "outputs.txt");

  function step(inputs: Record<string, string>) {
    for (const file of [summary, outputs]) writeFileSync(file, "");
    const { status, stdout } = spawnSync(process.execPath, [SCRIPT], {
      cwd: folder,
      encoding: "utf8",
      env: {
        ...process.env,
        ABUT_COMMAND: `${process.execPath}\n${MAIN}`,
        GITHUB_STEP_SUMMARY: summary,
        GITHUB_OUTPUT: outputs,
        ...inputs,
      },
    });
    const lines = readFileSync(outputs, "utf8").trimEnd().split("\n");
    const found = Object.fromEntries(lines.map((line) => line.split("=")));
    return { status, stdout, found, summary: readFileSync(summary, "utf8") };
  }

  beforeAll(() => {
    mkdirSync(join(folder, "models"));
    writeObj(join(folder, "models/a.obj"), { frame: boxAt(0), pipe: boxAt(0.75), door: boxAt(3) });
  });

  it("has an input in the environment for every input of the action", () => {
    const yaml = readFileSync("action.yml", "utf8");
    const [inputs] = /inputs:\n([\s\S]*?)\noutputs:/.exec(yaml)!.slice(1);
    const names = [...inputs.matchAll(/^ {2}([a-z-]+):$/gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(4);
    for (const name of names)
      expect(yaml).toContain(`INPUT_${name.toUpperCase().replaceAll("-", "_")}: \${{ inputs.${name} }}`);
  });

  it("annotates, summarizes, counts, writes the reports, and fails as abut does", () => {
    const { status, stdout, found, summary } = step({ INPUT_FILES: "models/a.obj\n", INPUT_OUTPUT: "out" });
    expect(status).toBe(1);
    expect(stdout).toMatch(/^::error file=models\/a\.obj,title=/m);
    expect(found).toEqual({ "exit-code": "1", reports: "out", clashes: "1", new: "" });
    expect(summary).toContain("## 1 clash: 1 overlapping");
    expect(summary).not.toContain("![");
    expect(readdirSync(join(folder, "out")).sort()).toEqual(
      ["bcf", "html", "json", "md", "sarif", "xml"]
        .map((type) => `clashes.${type}`)
        .concat("clashes-pictures")
        .sort(),
    );
    const [picture] = readdirSync(join(folder, "out/clashes-pictures"));
    expect(readFileSync(join(folder, "out/clashes.md"), "utf8")).toContain(`(clashes-pictures/${picture})`);
  });

  it("compares with a baseline, and takes options line by line", () => {
    const inputs = { INPUT_FILES: "models/a.obj", INPUT_BASELINE: "out/clashes.json", INPUT_FAIL_ON: "new" };
    const { status, found } = step({ ...inputs, INPUT_OUTPUT: "again", INPUT_OPTIONS: "--unit=mm\n--quiet" });
    expect(status).toBe(0);
    expect(found).toMatchObject({ "exit-code": "0", clashes: "1", new: "0" });
  });

  const page = readFileSync("docs/ci.md", "utf8");

  it("takes the inputs that docs/ci.md shows, but for the names of its files", () => {
    const [, block] = /uses: \.\/ .*\n +with:\n([\s\S]*?)\n {6}- uses/.exec(page)!;
    const shown: Record<string, string> = {};
    for (const [, name, value] of block.matchAll(/^ {10}([a-z-]+): (\|(?:\n {12}.*)+|.*)$/gm))
      shown[`INPUT_${name.toUpperCase().replaceAll("-", "_")}`] = value
        .replace(/^\|\n/, "")
        .replace(/^ +/gm, "");
    expect(Object.keys(shown)).toEqual(["INPUT_FILES", "INPUT_OPTIONS", "INPUT_BASELINE", "INPUT_FAIL_ON"]);
    writeObj(join(folder, "models/b.obj"), { duct: boxAt(3.25) });
    const files = "models/a.obj\nmodels/b.obj";
    shown.INPUT_OPTIONS += "\n--unit=m"; // OBJ has no unit, IFC has one
    const kept = step({ INPUT_FILES: files, INPUT_OPTIONS: shown.INPUT_OPTIONS, INPUT_OUTPUT: "kept" });
    expect(kept.found).toMatchObject({ "exit-code": "1", clashes: "1" });
    writeFileSync(join(folder, "baseline.json"), readFileSync(join(folder, "kept/clashes.json")));
    const { status, found } = step({ ...shown, INPUT_FILES: files });
    expect(status).toBe(0);
    expect(found).toEqual({ "exit-code": "0", reports: "abut-reports", clashes: "1", new: "0" });
    for (const [, path] of page.matchAll(/(?:sarif_file|path): (abut-reports\/[\w.]*)/g))
      expect(existsSync(join(folder, path)), path).toBe(true);
  });

  it("the hook of pre-commit in docs/ci.md passes with its baseline, and fails for what is new", () => {
    const [, entry] = /entry: npx abut (clash .*)$/m.exec(page)!;
    const hook = () =>
      spawnSync(process.execPath, [MAIN, ...entry.split(" ")], { cwd: folder, encoding: "utf8" }).status;
    const all = ["clash", "models/", "--format", "json", "-o", "baseline.json", "--fail-on", "none"];
    expect(spawnSync(process.execPath, [MAIN, ...all], { cwd: folder }).status).toBe(0);
    expect(hook()).toBe(0);
    writeObj(join(folder, "models/c.obj"), { beam: boxAt(-0.75) });
    expect(hook()).toBe(1);
  });

  it("fails without files, and with files that cannot be read", () => {
    expect(step({ INPUT_FILES: " \n" }).status).toBe(2);
    const { status, found } = step({ INPUT_FILES: "models/none.obj", INPUT_OUTPUT: "none" });
    expect([status, found["exit-code"], found.clashes]).toEqual([2, "2", ""]);
    expect(existsSync(join(folder, "none/clashes.json"))).toBe(false);
  });
});
