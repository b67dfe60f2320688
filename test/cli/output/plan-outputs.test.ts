import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { planOutputs } from "../../../src/cli/output/plan-outputs.ts";
import { OptionError } from "../../../src/errors.ts";
import { createFolder } from "../terminal.ts";

describe("planOutputs", () => {
  it("prints the table, or the only format", () => {
    expect(planOutputs([], null, true)).toEqual({ printed: "table", files: [] });
    expect(planOutputs(["json"], null, true)).toEqual({ printed: "json", files: [] });
    expect(planOutputs(["json"], "-", true)).toEqual({ printed: "json", files: [] });
    expect(planOutputs([], "-", true)).toEqual({ printed: "table", files: [] });
  });

  it("infers the format from the file name, and prints the table as well", () => {
    expect(planOutputs([], "out/report.GLB", true)).toEqual({
      printed: "table",
      files: [{ format: "glb", path: "out/report.GLB" }],
    });
    expect(planOutputs([], "report.txt", true)).toEqual({
      printed: null,
      files: [{ format: "table", path: "report.txt" }],
    });
    expect(() => planOutputs([], "report.doc", true)).toThrow("--format");
  });

  it("writes a single format to the named file", () => {
    const plan = { printed: null, files: [{ format: "json", path: "report.txt" }] };
    expect(planOutputs(["json"], "report.txt", true)).toEqual(plan);
  });

  it("writes several formats to files of one name, and prints the table among them", () => {
    expect(planOutputs(["json", "table", "glb"], "out/report.json", true)).toEqual({
      printed: "table",
      files: [
        { format: "json", path: "out/report.json" },
        { format: "glb", path: "out/report.glb" },
      ],
    });
    expect(planOutputs(["json", "glb"], "v1.2", false).files.map(({ path }) => path)).toEqual([
      "v1.2.json",
      "v1.2.glb",
    ]);
  });

  it("writes into a folder that exists or is created", () => {
    const folder = createFolder();
    const path = join(folder, "clashes.json");
    expect(planOutputs(["json"], folder, true).files).toEqual([{ format: "json", path }]);
    expect(planOutputs(["json"], "reports/", true).files).toEqual([
      { format: "json", path: join("reports", "clashes.json") },
    ]);
  });

  it("rejects several formats on one stream, and bytes on a terminal", () => {
    expect(() => planOutputs(["json", "glb"], null, false)).toThrow(OptionError);
    expect(() => planOutputs(["glb"], null, true)).toThrow(/not for a terminal/);
    expect(planOutputs(["glb"], "-", false)).toEqual({ printed: "glb", files: [] });
  });
});
