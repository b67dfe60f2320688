import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createBox } from "../../src/mesh/primitives/box.ts";
import { readStatus } from "../../src/reports/clash-status.ts";
import { readClashReport } from "../../src/reports/read-clash-report.ts";
import { modelsRoot } from "../formats/models.ts";
import { abut, createFolder, writeObj } from "./terminal.ts";

// What docs/config.md, docs/ci.md and docs/command.md show, on a scene of boxes and on the sample building.

const folder = createFolder();
const env = { SOURCE_DATE_EPOCH: "1700000000" };
const page = (name: string) => readFileSync(join(import.meta.dirname, "../../docs", name), "utf8");

function writeScene(name: string): string {
  return writeObj(join(folder, name), {
    left: createBox(),
    right: createBox({ center: [0.9, 0, 0] }),
    other: createBox({ center: [9, 0, 0] }),
  });
}

describe("formats for CI", () => {
  it("docs/ci.md: github annotates on the terminal, markdown has a picture of each group", async () => {
    const model = writeScene("ci.obj");
    const reports = join(folder, "reports/");
    const { code } = await abut(["clash", model, "--format", "github,markdown", "-o", reports], { env });
    expect(code).toBe(1);
    const summary = readFileSync(join(reports, "clashes.md"), "utf8");
    expect(summary).toContain("left");
    const [, picture] = /!\[[^\]]*\]\(([^)]+\.png)\)/.exec(summary)!;
    expect([...readFileSync(join(reports, picture)).subarray(1, 4)]).toEqual([80, 78, 71]);
    const { out } = await abut(["clash", model, "--format", "github"], { env });
    expect(out).toMatch(/^::(?:error|warning|notice)/m);
  });

  it("docs/ci.md: the commands of its GitLab job and of its baseline run", async () => {
    const model = writeScene("gitlab.obj");
    const words = (command: string) =>
      command
        .replace("models/", model)
        .replace(",html", "") // the page needs a build; test/viewer opens it
        .replace(/(?<=\s)(?:baseline\.json|reports\/)/g, (name) => join(folder, "gitlab", name))
        .split(/\s+/)
        .slice(1);
    mkdirSync(join(folder, "gitlab"));
    const [baseline] = /^abut clash .*baseline\.json --fail-on none/m.exec(page("ci.md"))!;
    expect(await abut(words(baseline), { env })).toMatchObject({ code: 0 });
    const [, job] = /- npx (abut clash .*)$/m.exec(page("ci.md"))!;
    expect(await abut(words(job), { env })).toMatchObject({ code: 0 }); // nothing is new
    for (const name of ["clashes.xml", "clashes.md"])
      expect(existsSync(join(folder, "gitlab/reports", name))).toBe(true);
  });
});

describe("docs/config.md", () => {
  it("has an example that runs: press fits pass, a shaft that touches the housing does not", async () => {
    const place = join(folder, "gearbox");
    mkdirSync(place);
    const [, text] = /```json\n([\s\S]*?)```/.exec(page("config.md"))!;
    writeObj(join(place, "gearbox.obj"), {
      "shaft 1": createBox({ size: [10, 10, 100] }),
      "bearing 1": createBox({ size: [10, 10, 10], center: [9.97, 0, 0] }),
    });
    writeObj(join(place, "housing.obj"), { cover: createBox({ size: [10, 10, 10], center: [-11, 0, 0] }) });
    const path = join(place, "abut.config.json");
    writeFileSync(path, text.replaceAll(".glb", ".obj").replace('"html", ', ""));
    const { code, err } = await abut(["clash", "--config", path], { env });
    expect(code, err).toBe(1);
    const report = readClashReport(readFileSync(join(place, "reports/clashes.json"), "utf8"), "report");
    expect(report.clashes.map(({ keyA, keyB }) => [keyA, keyB].sort().join(" :: "))).toEqual([
      "gearbox.obj/shaft 1 :: housing.obj/cover",
    ]);
  });
});

describe("abut status import", () => {
  it.each(["2.1", "3.0"])("takes over decisions of BCF %s", async (version) => {
    const model = writeScene(`bcf-${version}.obj`);
    const bcf = join(folder, `clashes-${version}.bcf`);
    await abut(["clash", model, "--status"], { env });
    const file = `${model}.abut-status.json`;
    const [{ id }] = readStatus(readFileSync(file, "utf8"), file).clashes;
    await abut(["status", "set", model, id, "--status", "approved", "--assignee", "ada@example.org"], {
      env,
    });
    await abut(["clash", model, "--format", "bcf", "--bcf-version", version, "-o", bcf], { env });
    // The decision is lost here, and comes back from the file.
    writeFileSync(
      file,
      readFileSync(file, "utf8").replaceAll("approved", "active").replaceAll("ada@", "bob@"),
    );
    const { code, err, out } = await abut(["status", "import", model, bcf], { env });
    expect(code, err + out).toBe(0);
    const [entry] = readStatus(readFileSync(file, "utf8"), file).clashes;
    expect(entry).toMatchObject({ id, status: "approved", assignee: "ada@example.org" });
  });

  it("refuses a file that is not BCF", async () => {
    const model = writeScene("no-bcf.obj");
    await abut(["clash", model, "--status"], { env });
    const { code, err } = await abut(["status", "import", model, model], { env });
    expect(code).toBe(2);
    expect(err).toContain("no-bcf.obj");
  });
});

const models = modelsRoot();

describe.skipIf(models === null)("the sample building (needs ../shared/data)", { timeout: 120_000 }, () => {
  const files = ["Architecture", "Hvac", "Structural"].map((name) =>
    join(models ?? "", `D_industry/pcert-ifc4/Building-${name}.ifc`),
  );

  it("has its clash in the summary, with a picture, and as an annotation", async () => {
    const reports = join(folder, "building/");
    await abut(["clash", "--between", ...files, "--format", "github,markdown", "-o", reports], { env });
    const summary = readFileSync(join(reports, "clashes.md"), "utf8");
    expect(summary).toContain("fireplace cap");
    expect(summary).toMatch(/!\[[^\]]*\]\([^)]+\.png\)/);
  });

  it("gets rules by abut init that find its clash", async () => {
    const path = join(folder, "building.json");
    expect(await abut(["init", ...files, "-o", path])).toMatchObject({ code: 0 });
    const { out, code } = await abut(["clash", "--config", path, "--format", "json"], { env });
    expect(code).toBe(1);
    const { clashes } = readClashReport(out, "report");
    expect(clashes.some(({ keyA, keyB }) => `${keyA} ${keyB}`.includes("fireplace cap"))).toBe(true);
  });
});
