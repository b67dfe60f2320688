import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createBox } from "../../../src/mesh/primitives/box.ts";
import { readBcf } from "../../../src/reports/bcf/read-bcf.ts";
import { readStatus } from "../../../src/reports/clash-status.ts";
import { readClashReport } from "../../../src/reports/read-clash-report.ts";
import { abut, createFolder, writeObj } from "../terminal.ts";

const folder = createFolder();
const env = { SOURCE_DATE_EPOCH: "1700000000" };
const rod = createBox({ size: [12, 0.1, 0.1], center: [4, 0, 0] });

const plate = (x: number) => createBox({ size: [0.1, 1, 1], center: [x, 0, 0] });

/** A rod through four plates, and two boxes that overlap. */
function writeScene(name: string, isFixed = false): string {
  return writeObj(join(folder, name), {
    rod,
    p1: plate(0),
    p2: plate(1),
    p3: plate(2),
    p4: plate(3),
    left: createBox({ center: [0, 9, 0] }),
    right: createBox({ center: [isFixed ? 5 : 0.9, 9, 0] }),
  });
}

describe("abut clash --status", () => {
  it("writes the file beside the model, merges it in the next run, and lists both groups", async () => {
    const model = writeScene("one.obj");
    const file = `${model}.abut-status.json`;
    const first = await abut(["clash", model, "--status"], { env });
    expect(first.code).toBe(1);
    expect(first.out).toContain("5 clashes in 2 groups: 5 overlapping.");
    expect(first.out).toContain(`Status in ${file}: 5 new.`);
    expect(first.out).toMatch(/^rod: 4 clashes, overlapping [0-9a-f]{16}$/m);
    expect(first.out).toMatch(/^and 1 more$/m);
    const status = readStatus(readFileSync(file, "utf8"), file);
    expect(status.clashes.map(({ status: name, since }) => `${name} ${since}`)).toEqual(
      Array(5).fill("new 2023-11-14"),
    );
    const second = await abut(["clash", model, "--format", "json"], { env }); // found because it is there
    const report = readClashReport(second.out, "report");
    expect(report.review).toMatchObject({ file, counts: { new: 0, active: 5 } });

    writeScene("one.obj", true);
    const fixed = await abut(["clash", model], { env });
    expect(fixed.out).toContain("4 active, 1 resolved.");
    writeScene("one.obj");
    await abut(["clash", model], { env });
    const back = await abut(["status", model, "--json"]);
    expect(
      JSON.parse(back.out)
        .clashes.map(({ note }: { note?: string }) => note)
        .filter(Boolean),
    ).toEqual(["found again after it was resolved"]);
  });

  it("does not fail on approved clashes, which are still listed", async () => {
    const model = writeScene("two.obj");
    await abut(["clash", model, "--status"], { env });
    const report = readClashReport((await abut(["clash", model, "--format", "json"])).out, "report");
    expect(report.groups).toHaveLength(2);
    for (const [i, { id }] of report.groups.entries()) {
      const set = [
        "status",
        "set",
        model,
        id.slice(0, 8),
        "--status",
        "approved",
        "--comment",
        "planned",
        "--author",
        "Bo",
      ];
      expect(await abut(set, { env })).toMatchObject({ code: 0 });
      expect((await abut(["clash", model, "--quiet"])).code).toBe(i === 0 ? 1 : 0);
    }
    const csv = await abut(["clash", model, "--format", "csv"]);
    expect(csv.out.match(/,approved,/g)).toHaveLength(5);
    expect((await abut(["clash", model, "--no-status", "-q"])).code).toBe(1);
    const listed = await abut(["status", model, "--only", "approved"]);
    expect(listed.out).toContain("5 clashes: 5 approved.");
    expect((await abut(["status", model, "--only", "new"])).out).toContain("0 listed.");
  });

  it.each(["2.1", "3.0"])("takes comments to BCF %s and back, each one once", async (version) => {
    // Two plates: each clash has a picture in a BCF file.
    const model = writeObj(join(folder, `round-${version}.obj`), { rod, p1: plate(0), p2: plate(1) });
    const file = `${model}.abut-status.json`;
    const bcf = join(folder, `round-${version}.bcf`);
    const load = () => readStatus(readFileSync(file, "utf8"), file);
    await abut(["clash", model, "--status"], { env });
    const { id, group } = load().clashes.find(({ keyA, keyB }) => `${keyA} ${keyB}`.includes("p1"))!;
    await abut(["status", "set", model, id, "--comment", "sleeve is planned", "--author", "Ann"], { env });
    await abut(["status", "set", model, group!, "--comment", "who?"], { env });
    const write = ["clash", model, "--bcf-version", version, "--status", file, "-o", bcf];
    await abut(write, { env });
    const { topics } = await readBcf(readFileSync(bcf));
    const comments = topics.find((topic) => topic.group === group)!.comments;
    const facts = comments.map(({ author, date, text }) => [author, date, text]);
    expect(facts).toEqual([
      ["abut", "2023-11-14T00:00:00Z", "who?"],
      ["Ann", "2023-11-14T00:00:00Z", "sleeve is planned"],
    ]);
    const [before, bytes] = [readFileSync(file, "utf8"), readFileSync(bcf)];
    expect((await abut(["status", "import", model, bcf])).code).toBe(0);
    expect(readFileSync(file, "utf8")).toBe(before);
    await abut(write, { env });
    expect(readFileSync(bcf).equals(bytes)).toBe(true);
  });

  it("lists everything to the status, whatever the limit", async () => {
    const model = writeScene("three.obj");
    const { out } = await abut(["clash", model, "--status", "--limit", "1", "--format", "json"]);
    const report = readClashReport(out, "report");
    expect(report.clashes).toHaveLength(1);
    expect(report.review?.counts.new).toBe(5);
    expect(report.groups).toHaveLength(1);
  });

  it("writes nothing without --status if there is no file", async () => {
    const model = writeScene("four.obj");
    await abut(["clash", model]);
    expect(existsSync(`${model}.abut-status.json`)).toBe(false);
  });

  it("refuses a file that is not a status file before it searches", async () => {
    const model = writeScene("five.obj");
    const file = join(folder, "five.json");
    writeFileSync(file, '{"format":"abut-clash-status","version":1,"clashs":[],"groups":[]}');
    const { code, err } = await abut(["clash", model, "--status", file]);
    expect(code).toBe(2);
    expect(err).toContain("five.json: clashs: is not a known member; did you mean clashes?");
    expect((await abut(["clash", model, "--status", model])).err).toContain("not a .json file");
    expect((await abut(["clash", model, model, "--status", `${model}.json`])).code).toBe(1);
  });
});

describe("abut status set", () => {
  it("refuses what it does not know", async () => {
    const model = writeScene("six.obj");
    expect((await abut(["status", "set", model, "abcd", "--status", "active"])).err).toContain(
      "no status file yet",
    );
    await abut(["clash", model, "--status"]);
    expect(await abut(["status", "set", model, "0000", "--status", "active"])).toMatchObject({ code: 2 });
    expect((await abut(["status", "set", model, "xyz", "--status", "active"])).err).toContain(
      "at least 4 hex digits",
    );
    expect((await abut(["status", "set", model, "abcd"])).err).toContain("name what to set");
    expect((await abut(["status", "set", model, "abcd", "--status", "done"])).err).toContain(
      "Allowed choices",
    );
  });
});

describe("abut clash --group", () => {
  it("lists clash by clash with none, and groups by other things", async () => {
    const model = writeScene("seven.obj");
    const none = await abut(["clash", model, "--group", "none"]);
    expect(none.out).toContain("5 clashes: 5 overlapping.");
    expect(none.out).not.toContain("more");
    const byPart = readClashReport(
      (await abut(["clash", model, "--group", "part", "--format", "json"])).out,
      "r",
    );
    expect(byPart.groups.map(({ count }) => count).sort()).toEqual([1, 4]);
    const byFile = readClashReport(
      (await abut(["clash", model, "--group", "files", "--format", "json"])).out,
      "r",
    );
    expect(byFile.groups.map(({ name }) => name)).toEqual([model]);
    expect((await abut(["clash", model, "--group", "cuase"])).code).toBe(2);
  });
});
