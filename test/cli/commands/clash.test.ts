import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeModelGlb } from "../../../src/formats/gltf/write-glb.ts";
import { createBox } from "../../../src/mesh/primitives/box.ts";
import { readClashReport } from "../../../src/reports/read-clash-report.ts";
import { abut, createFolder, writeObj } from "../terminal.ts";

const folder = createFolder();
const path = (name: string) => join(folder, name);
const box = (x: number, y = 0, size = 1) => createBox({ size, center: [x, y, 0] });
// a and b overlap by 0.2, c touches b, d is 0.05 from c, e is inside a, f duplicates a, g is far away.
const scene = writeObj(path("scene.obj"), {
  a: box(0),
  b: box(0.8),
  c: box(1.8),
  d: box(2.85),
  e: box(0, 0, 0.25),
  f: box(0),
  g: box(100),
});
const apart = writeObj(path("apart.obj"), { left: box(0), right: box(5) });

const reportOf = (json: string) => readClashReport(json, "report");
const pairsOf = (json: string) =>
  reportOf(json).clashes.map(({ kind, keyA, keyB }) =>
    [kind, ...[keyA, keyB].map((key) => key.replace("scene.obj/", ""))].join(" "),
  );

describe("abut clash", () => {
  it("lists overlaps, containment and duplicates, the worst first, and exits with 1", async () => {
    const { code, out, err } = await abut(["clash", scene, "--format", "json"]);
    expect(code).toBe(1);
    expect(err).toBe("");
    expect(pairsOf(out)).toEqual([
      "duplicate a f",
      "contains a e",
      "inside e f",
      "overlapping b f",
      "overlapping a b",
    ]);
    const { clashes, inputs, settings, counts, status } = reportOf(out);
    expect(clashes[3].depth).toMatchObject({ kind: "exact" });
    expect(clashes[3].depth!.depth).toBeCloseTo(0.2, 12);
    expect(inputs).toMatchObject([{ file: scene, parts: 7, triangles: 84 }]);
    expect(inputs[0].sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(inputs[0].bytes).toBe(readFileSync(scene).length);
    expect(settings.limit).toBeNull();
    expect(counts.touchingIgnored).toBe(1);
    expect(status).toBe("complete");
  });

  it.skipIf(process.platform === "win32")("reads a named pipe, once", async () => {
    const pipe = path("pipe.obj");
    execFileSync("mkfifo", [pipe]);
    const writing = writeFile(pipe, readFileSync(scene));
    const { code, out } = await abut(["clash", pipe, "--format", "json"]);
    await writing;
    expect(code).toBe(1);
    const bytes = readFileSync(scene);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    expect(reportOf(out).inputs).toMatchObject([{ file: pipe, bytes: bytes.length, sha256, parts: 7 }]);
  });

  it("prints a table with a summary, whole names in a pipe and no colours", async () => {
    const { code, out } = await abut(["clash", scene]);
    expect(code).toBe(1);
    const lines = out.split("\n");
    expect(lines[0]).toMatch(/^kind +a +b +depth +triangles +id$/);
    expect(lines[3]).toMatch(/^duplicate +a +f +\d+ +[0-9a-f]{16}$/);
    expect(out).toMatch(/^overlapping +b +f +[=] 0\.2 /m);
    expect(out).toContain("5 clashes in 2 groups: 1 duplicate, 1 contains, 1 inside, 2 overlapping.");
    expect(out).toContain("7 parts of 84 triangles in 1 file;");
    expect(out).toContain("1 only touching.");
    expect(out).not.toContain("\u001b");
  });

  it("colours the table on a terminal and keeps to its width; NO_COLOR and --no-color are respected", async () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are made of them
    const uncoloured = (text: string) => text.replace(/\u001b\[\d+m/g, "");
    const { out } = await abut(["clash", scene, apart, "-q"], { columns: 60 });
    expect(out).toContain("\u001b[31mduplicate\u001b[0m");
    const table = uncoloured(out).split("\n\n")[0].split("\n");
    expect(Math.max(...table.map((line) => line.length))).toBeLessThanOrEqual(60);
    expect(uncoloured(out)).toContain("…");
    const plain = await abut(["clash", scene], { columns: 72, env: { NO_COLOR: "1" } });
    expect(plain.out).not.toContain("\u001b");
    expect((await abut(["clash", scene, "--no-color"], { columns: 72 })).out).not.toContain("\u001b");
  });

  it("reports touching parts, and parts that come too close, on request", async () => {
    const words = ["clash", scene, "--format", "json", "--touching", "report", "--clearance", "0.1"];
    const { out } = await abut(words);
    expect(pairsOf(out).slice(5)).toEqual(["too-close c d", "touching b c"]);
    const { clashes } = reportOf(out);
    expect(clashes.find(({ kind }) => kind === "too-close")!.distance!.distance).toBeCloseTo(0.05, 12);
    const table = await abut(["clash", scene, "--clearance", "0.1"]);
    expect(table.out).toMatch(/gap/);
    expect(table.out).toMatch(/too-close +c +d +0\.05 /);
  });

  it("permits overlaps up to the tolerance", async () => {
    const { out } = await abut(["clash", scene, "--format", "json", "--tolerance", "0.3"]);
    expect(pairsOf(out).filter((pair) => pair.startsWith("overlapping"))).toEqual([]);
    expect(reportOf(out).counts.tolerated).toBe(2);
  });

  it("exits with 0 when nothing clashes", async () => {
    const { code, out } = await abut(["clash", apart]);
    expect(code).toBe(0);
    expect(out).toBe("No clashes.\n2 parts of 24 triangles in 1 file; 0 of 0 candidate pairs checked.\n");
  });

  it("exits with 3 and says why when nothing can be checked", async () => {
    const one = writeObj(path("one.obj"), { only: box(0) });
    expect(await abut(["clash", one])).toMatchObject({
      code: 3,
      out: "",
      err: expect.stringContaining('only one part, "one.obj/only"; --self'),
    });
    expect((await abut(["clash", one, "--self"])).code).toBe(0);
    const between = await abut(["clash", apart, "--between"]);
    expect(between).toMatchObject({ code: 3, err: expect.stringContaining("are in one file") });
    const ignored = await abut(["clash", apart, "--ignore", "*"]);
    expect(ignored).toMatchObject({ code: 3, err: expect.stringContaining("leave out every part") });
    const left = await abut(["clash", apart, "--ignore", "left"]);
    expect(left).toMatchObject({
      code: 3,
      err: expect.stringContaining("only one part that the patterns leave"),
    });
    writeFileSync(path("empty.obj"), "v 0 0 0\n");
    const empty = await abut(["clash", path("empty.obj")]);
    expect(empty).toMatchObject({ code: 3, err: expect.stringContaining("no triangles in the file") });
  });

  it("checks only parts of different files with --between", async () => {
    const { out } = await abut(["clash", scene, apart, "--between", "--format", "json"]);
    const pairs = reportOf(out).clashes.map(({ keyA, keyB }) => [keyA, keyB].map((key) => key.split("/")[0]));
    expect(pairs.length).toBeGreaterThan(0);
    for (const files of pairs) expect(files).toEqual(["apart.obj", "scene.obj"]);
  });

  it("finds parts that meet themselves with --self", async () => {
    const two = createBox({ segments: 2 });
    const positions = Float64Array.from(two.positions);
    for (let i = 0; i < 3; i++) positions[i] *= -3; // one corner pulled through the opposite one
    const bent = writeObj(path("bent.obj"), { bent: { ...two, positions } });
    const { code, out } = await abut(["clash", bent, "--self"]);
    expect(code).toBe(1);
    expect(out).toMatch(/self +bent +itself/);
    expect(out).toContain("(self included)");
  });

  it("applies patterns and an allow file, warns of unused ones, and records them in the report", async () => {
    writeFileSync(path("allow.txt"), "e :: *   # it belongs there\nnut   # long gone\n");
    const words = ["clash", scene, "--ignore", "f", "--allow", path("allow.txt"), "--format", "json"];
    const { code, out, err } = await abut(words);
    expect(code).toBe(1);
    expect(pairsOf(out)).toEqual(["overlapping a b"]);
    expect(err).toBe(`warning: ${path("allow.txt")}: "nut" matches no part\n`);
    expect(reportOf(out).settings.ignore).toEqual(["f", "e :: *", "nut"]);
    expect((await abut([...words, "--quiet"])).err).toBe("");
  });

  it("allows a clash by the id that the table shows", async () => {
    const { out } = await abut(["clash", scene, "--ignore", "e", "--ignore", "f"]);
    const id = /overlapping.* ([0-9a-f]{16})$/m.exec(out)![1];
    expect((await abut(["clash", scene, "--ignore", "e", "--ignore", "f", "--ignore", id])).code).toBe(0);
  });

  it("exits by --fail-on", async () => {
    const codeOf = async (what: string) => (await abut(["clash", scene, "--fail-on", what])).code;
    expect(await codeOf("none")).toBe(0);
    expect(await codeOf("duplicate")).toBe(1);
    expect(await codeOf("self,touching,too-close")).toBe(0);
    expect(await codeOf("touching,inside")).toBe(1);
  });

  it("counts what --limit does not list, fails on it, and says that it is truncated", async () => {
    const words = ["clash", scene, "--limit", "1", "--fail-on", "overlapping"];
    const { code, out } = await abut(words);
    expect(code).toBe(1);
    expect(out).toContain("Truncated: the worst 1 of 5 are listed (--limit).");
    const json = await abut([...words, "--format", "json"]);
    expect(reportOf(json.out).truncated).toEqual({ unlisted: 4, limit: 1 });
    expect(pairsOf(json.out)).toEqual(["duplicate a f"]);
  });

  it("compares with a baseline, and can fail on new clashes only", async () => {
    const before = path("before.json");
    await abut(["clash", scene, "--ignore", "f", "-o", before, "-q"]);
    const same = ["clash", scene, "--ignore", "f", "--baseline", before];
    const again = await abut([...same, "--fail-on", "new"]);
    expect(again).toMatchObject({ code: 0, err: "" });
    expect(again.out).toContain(`Since ${before}: 0 new, 2 unchanged, 0 resolved.`);
    expect((await abut(same)).code).toBe(1);

    const more = await abut(["clash", scene, "--baseline", before, "--fail-on", "new"]);
    expect(more.code).toBe(1);
    expect(more.out).toContain("3 new, 2 unchanged, 0 resolved.");
    expect(more.out).toMatch(/^duplicate +new +a +f/m);
    expect(more.err).toMatch(/^warning: baseline .*before.json: ignore patterns: 0 added and 1 removed/);

    const fewer = await abut(["clash", scene, "--ignore", "f", "--ignore", "e", "--baseline", before]);
    expect(fewer.out).toContain("0 new, 1 unchanged, 1 resolved.");
    expect(fewer.out).toContain(`Resolved since ${before}:\n  contains scene.obj/a, scene.obj/e`);
  });

  it("counts new clashes beyond the limit, too", async () => {
    const before = path("nothing.json");
    await abut(["clash", apart, "-o", before, "-q"]);
    const words = ["clash", scene, "--baseline", before, "--fail-on", "new,overlapping", "--limit", "1"];
    const { code, out } = await abut([...words, "--format", "json"]);
    expect(code).toBe(1);
    expect(reportOf(out)).toMatchObject({ truncated: { unlisted: 4, limit: 1 }, baseline: { new: 5 } });
  });

  it("stops at the timeout or at Ctrl-C, with a partial report and exit code 3", async () => {
    const late = await abut(["clash", scene, "--timeout", "0", "--format", "json"]);
    expect(late).toMatchObject({ code: 3, err: "abut: partial: timed out after 0 s\n" });
    expect(reportOf(late.out).status).toBe("partial");
    const interrupted = await abut(["clash", scene], { isInterrupted: true });
    expect(interrupted).toMatchObject({ code: 130, err: "abut: partial: interrupted\n" });
    expect(interrupted.out).toContain("Partial: not all pairs were checked.");
  });

  it("writes several formats to files of one name, and lists them", async () => {
    const { code, out, err } = await abut([
      ...["clash", scene, "--format", "table,json", "--format", "glb"],
      ...["-o", path("new/folder/out")],
    ]);
    expect(code).toBe(1);
    expect(out).toMatch(/^kind/);
    expect(err).toBe(`wrote ${path("new/folder/out.json")}\nwrote ${path("new/folder/out.glb")}\n`);
    expect(reportOf(readFileSync(path("new/folder/out.json"), "utf8")).clashes).toHaveLength(5);
    expect(readFileSync(path("new/folder/out.glb")).subarray(0, 4).toString()).toBe("glTF");
  });

  it("writes every format by its extension", async () => {
    const starts = {
      json: '{\n  "format": "abut-clash-report"',
      jsonl: '{"record":"header"',
      csv: "",
      xml: '<?xml version="1.0"',
      sarif: "{",
      bcf: "PK",
      glb: "glTF",
      txt: "kind",
    };
    const env = { SOURCE_DATE_EPOCH: "1700000000" };
    // One clash: BCF files have a picture of each.
    const two = writeObj(path("two.obj"), { left: box(0), right: box(0.8) });
    for (const [extension, start] of Object.entries(starts)) {
      const file = path(`every.${extension}`);
      expect((await abut(["clash", two, "-o", file], { env })).code).toBe(1);
      const bytes = readFileSync(file);
      expect(bytes.length).toBeGreaterThan(100);
      expect(bytes.subarray(0, start.length).toString()).toBe(start);
    }
    const printed = await abut(["clash", two, "--format", "bcf"], { env });
    expect(printed.bytes.subarray(0, 2).toString()).toBe("PK"); // status.test.ts: two runs write equal bytes
    const dated = await abut(["clash", two, "--format", "bcf", "--bcf-date", "2026-11-16"]);
    expect(dated).toMatchObject({ code: 2, err: expect.stringContaining("date") });
  });

  it("reports only those clashes as JUnit failures that --fail-on names", async () => {
    const words = ["clash", scene, "--format", "junit", "--fail-on", "duplicate"];
    const { out } = await abut(words);
    expect(out.match(/<failure/g)).toHaveLength(1);
    expect(out.match(/<skipped/g)).toHaveLength(4);
  });

  it("prints a summary on stderr if all output goes to files, unless --quiet", async () => {
    const words = ["clash", scene, "--format", "json", "-o", path("quiet.json")];
    const { out, err } = await abut(words);
    expect(out).toBe("");
    expect(err).toMatch(/^5 clashes in 2 groups: .*\nwrote .*quiet\.json\n$/);
    expect(await abut([...words, "-q"])).toMatchObject({ out: "", err: "" });
  });

  it("reads the models in a folder", async () => {
    mkdirSync(path("models"), { recursive: true });
    writeObj(path("models/b.obj"), { one: box(0) });
    writeObj(path("models/a.obj"), { two: box(0.5) });
    writeFileSync(path("models/notes.txt"), "nothing");
    const { out } = await abut(["clash", path("models"), "--format", "json"]);
    expect(reportOf(out).inputs.map(({ file }) => file)).toEqual([
      path("models/a.obj"),
      path("models/b.obj"),
    ]);
    expect(pairsOf(out)).toEqual(["overlapping a.obj/two b.obj/one"]);
    expect((await abut(["clash", path("models")])).out).toMatch(/^overlapping +a\.obj +b\.obj/m);
  });

  it("reads lengths in the unit of the command line, and measures in it", async () => {
    const inMillimetres = ["clash", scene, "--unit", "mm", "--clearance", "0.01cm", "--format", "json"];
    const report = reportOf((await abut(inMillimetres)).out);
    expect(report.unit).toEqual({ name: "mm", metres: 0.001, perSceneUnit: 1 });
    expect(report.settings.clearance).toBeCloseTo(0.1, 12);
    expect(report.counts.byKind["too-close"]).toBe(1);
    const unknown = await abut(["clash", scene, "--clearance", "10mm"]);
    expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining("name the unit with --unit") });
  });

  it("combines files of different units", async () => {
    const metres = path("metres.glb");
    const toWorld = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.8, 0, 0, 1);
    writeFileSync(metres, writeModelGlb([{ name: "metre", mesh: box(0), toWorld }]));
    const millimetres = writeObj(path("millimetres.obj"), { thousand: box(0, 0, 1000) });
    const words = ["clash", metres, millimetres, "--format", "json"];
    const { out, err } = await abut([...words, "--unit", "mm"]);
    expect(err).toBe("");
    const { clashes, unit } = reportOf(out);
    expect(unit).toEqual({ name: "mm", metres: 0.001, perSceneUnit: 1000 });
    expect(clashes).toMatchObject([{ kind: "overlapping", keyA: "metres.glb/metre" }]);
    expect(clashes[0].depth!.depth).toBeCloseTo(200, 6);
    const unsaid = await abut(words);
    expect(unsaid.err).toMatch(/^warning: millimetres\.obj does not say its unit: metres are assumed/);
    expect(reportOf(unsaid.out).clashes).toMatchObject([{ kind: "inside" }]);
  });

  it("poses a robot by --joints; neighbours may meet, and so may pairs in the .srdf file", async () => {
    const link = (name: string) =>
      `<link name="${name}"><collision><geometry><box size="1.2 0.2 0.2"/></geometry></collision></link>`;
    const joint = (name: string, parent: string, child: string) =>
      `<joint name="${name}" type="revolute"><parent link="${parent}"/><child link="${child}"/>` +
      `<origin xyz="1.1 0 0"/><axis xyz="0 0 1"/><limit lower="-4" upper="4" effort="1" velocity="1"/></joint>`;
    const robot = path("robot.urdf");
    const joints = joint("shoulder", "base", "arm") + joint("elbow", "arm", "hand");
    writeFileSync(robot, `<robot name="r">${["base", "arm", "hand"].map(link).join("")}${joints}</robot>`);
    expect((await abut(["clash", robot])).code).toBe(0);
    const folded = ["clash", robot, "--joints", "shoulder=3.14159,elbow=0"];
    const { code, out } = await abut([...folded, "--format", "json", "--unit", "mm"]);
    expect(code).toBe(1);
    expect(pairsOf(out)).toEqual(["overlapping robot.urdf/base robot.urdf/hand"]);
    expect(reportOf(out)).toMatchObject({ unit: { name: "mm" }, counts: { ignored: 2 } });
    const srdf = path("robot.srdf");
    writeFileSync(
      srdf,
      '<robot name="r"><disable_collisions link1="base" link2="hand" reason="Never"/></robot>',
    );
    expect((await abut([...folded, "--srdf", srdf])).code).toBe(0);
    expect(await abut(["clash", robot, "--joints", "knee=1"])).toMatchObject({
      code: 2,
      err: expect.stringContaining('"knee"'),
    });
    const idle = await abut(["clash", apart, "--joints", "knee=1"]);
    expect(idle.err).toBe(
      "warning: --joints, --srdf and --package are for robots, and no input is a robot\n",
    );
  });

  it("never writes over a model", async () => {
    const before = readFileSync(scene);
    const { code, err } = await abut(["clash", scene, "--format", "json", "-o", scene]);
    expect(code).toBe(2);
    expect(err).toContain("which is not overwritten");
    expect(readFileSync(scene)).toEqual(before);
  });

  it.each([
    [["--fail-on", "new"], /--baseline/],
    [["--format", "json,glb"], /only one can be printed/],
    [["--allow", "absent.txt"], /--allow absent\.txt: cannot read/],
    [["--baseline", "absent.json"], /--baseline absent\.json: cannot read/],
    [["--limit", "few"], /--limit.*whole number/],
    [["--tolerence", "1"], /unknown option '--tolerence' \(Did you mean --tolerance\?\)/],
    [["--touching", "maybe"], /--touching.*ignore, report/],
    [["--ignore", "a :: b :: c"], /"a :: b :: c" is not a part/],
    [["--format", "glb"], /not for a terminal/],
    [["-o", "report.doc"], /does not name a format/],
  ])("rejects %j in one line, with exit code 2", async (words, message) => {
    const { code, out, err } = await abut(["clash", scene, ...words], { columns: 100 });
    expect(code).toBe(2);
    expect(out).toBe("");
    expect(err).toMatch(message);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
  });

  it("names a file that cannot be read or written", async () => {
    expect(await abut(["clash", path("absent.stl")])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/absent\.stl: cannot read the file/),
    });
    const blocked = await abut(["clash", scene, "-o", join(scene, "report.json")]);
    expect(blocked).toMatchObject({ code: 2, err: expect.stringMatching(/cannot write the file/) });
    expect(existsSync(join(scene, "report.json"))).toBe(false);
    writeFileSync(path("wrong.json"), "{}");
    const wrong = await abut(["clash", scene, "--baseline", path("wrong.json")]);
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining("wrong.json") });
  });
});
