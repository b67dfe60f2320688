import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createBox } from "../../../src/mesh/primitives/box.ts";
import { readClashReport } from "../../../src/reports/read-clash-report.ts";
import { createValidator } from "../../reports/schema.ts";
import { abut, createFolder, writeObj } from "../terminal.ts";

const folder = createFolder();
const env = { SOURCE_DATE_EPOCH: "1700000000" }; // 2023-11-14
// shaft and bearing overlap by 0.1, plate and shaft by 0.1, plate and cover are 0.05 apart.
const machine = writeObj(join(folder, "machine.obj"), {
  shaft: createBox(),
  bearing: createBox({ center: [0.9, 0, 0] }),
  plate: createBox({ center: [-0.9, 0, 0] }),
  cover: createBox({ center: [-1.95, 0, 0] }),
});
const SETS = { shafts: { name: "shaft" }, bearings: { name: "bear*" } };

function writeConfig(config: object, name = "rules.json"): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(config));
  return path;
}

async function pairsWith(config: object, ...words: string[]) {
  const path = writeConfig(config);
  const { code, out, err } = await abut(["clash", "--config", path, "--format", "json", ...words], { env });
  const pairs =
    out === ""
      ? []
      : readClashReport(out, "report").clashes.map(
          ({ kind, keyA, keyB }) => `${keyA.slice(12)} ${keyB.slice(12)}: ${kind}`,
        );
  return { code, err, pairs, out };
}

const FIT = ["bearing shaft: overlapping", "plate shaft: overlapping"];

describe("abut clash --config", () => {
  it("takes files and settings from the rules file, says so, and lets flags override", async () => {
    const plain = await pairsWith({ files: ["machine.obj"] });
    expect([...plain.pairs].sort()).toEqual(FIT);
    expect(plain.err).toBe(`rules: ${join(folder, "rules.json")}\n`);
    expect(plain.code).toBe(1);
    expect((await pairsWith({ files: ["machine.obj"], tolerance: 0.2 })).pairs).toEqual([]);
    const overridden = await pairsWith({ files: ["machine.obj"], tolerance: 0.2 }, "--tolerance", "0");
    expect([...overridden.pairs].sort()).toEqual(FIT);
    const none = await pairsWith({ files: ["machine.obj"], failOn: "none", group: "none" });
    expect(none.code).toBe(0);
    expect(readClashReport(none.out, "r").settings.group).toBe("none");
    const both = await pairsWith({ files: ["machine.obj"], ignore: ["bearing"] }, "--ignore", "plate");
    expect(both.pairs).toEqual([]);
  });

  it("checks sets against sets, with a tolerance for press fits and a clearance by pair", async () => {
    const fit = { a: "shafts", b: "bearings", tolerance: 0.15 };
    const config = { files: ["machine.obj"], sets: SETS };
    expect((await pairsWith({ ...config, checks: [fit, { a: "*", b: "*" }] })).pairs).toEqual([
      "plate shaft: overlapping",
    ]);
    expect((await pairsWith({ ...config, checks: [{ a: "bearings", b: "shafts" }] })).pairs).toEqual([
      "bearing shaft: overlapping",
    ]);
    const near = { a: { name: "cover" }, b: { name: "plate" }, clearance: 0.1 };
    const { pairs, out } = await pairsWith({ ...config, checks: [fit, near, { a: "*", b: "*" }] });
    expect(pairs).toEqual(["plate shaft: overlapping", "cover plate: too-close"]);
    const { counts, settings } = readClashReport(out, "r");
    expect(counts).toMatchObject({ checked: 3, candidates: 3, ignored: 0, tolerated: 1 });
    expect(settings).toMatchObject({ tolerance: 0, clearance: 0.1 });
  });

  it("allows pairs until a day, and reports those that ended", async () => {
    const allow = (until: string) => [{ a: "shafts", b: "bearings", reason: "press fit", until }];
    const config = { files: ["machine.obj"], sets: SETS };
    const current = await pairsWith({ ...config, allow: allow("2023-11-14") });
    expect(current.pairs).toEqual(["plate shaft: overlapping"]);
    expect(readClashReport(current.out, "r").settings.ignore).toEqual(["shafts :: bearings"]);
    const ended = await pairsWith({ ...config, allow: allow("2023-11-13") });
    expect([...ended.pairs].sort()).toEqual(FIT);
    expect(ended.err).toContain("allow[0] (shafts :: bearings) ended on 2023-11-13: press fit");
    const { id } = readClashReport(ended.out, "r").clashes[0];
    expect((await pairsWith({ ...config, allow: [{ id, reason: "known" }] })).pairs).toHaveLength(1);
  });

  it("matches sets by file, and warns of sets without parts", async () => {
    const sets = { here: { file: "mach*" }, gone: { file: "other*" } };
    const { err, pairs } = await pairsWith({
      files: ["machine.obj"],
      sets,
      checks: [{ a: "here", b: "here" }],
    });
    expect([...pairs].sort()).toEqual(FIT);
    expect(err).toContain("sets.gone matches no part");
  });

  it("does not call a model sound of which no check has parts", async () => {
    const sets = { here: { file: "mach*" }, gone: { file: "other*" } };
    const path = writeConfig({ files: ["machine.obj"], sets, checks: [{ a: "here", b: "gone" }] });
    const { code, out, err } = await abut(["clash", "--config", path]);
    expect(code).toBe(3);
    expect(out).toBe("");
    expect(err).toContain(
      "abut: nothing was checked: no check of the rules file has parts in both of its sets",
    );
    expect((await abut(["clash", "--config", path, "--self"])).code).not.toBe(3);
  });

  it("writes formats and outputs beside the rules file, unless a flag names others", async () => {
    const path = writeConfig({ files: ["machine.obj"], formats: ["json", "csv"], output: "out/" });
    expect((await abut(["clash", "--config", path])).code).toBe(1);
    expect(existsSync(join(folder, "out/clashes.csv"))).toBe(true);
    const { out } = await abut(["clash", "--config", path, "--format", "csv"]);
    expect(out).toMatch(/^id,kind/);
  });

  it("finds abut.config.json in the working directory, and --no-config leaves it", async () => {
    const inner = join(folder, "inner");
    mkdirSync(inner);
    writeFileSync(
      join(inner, "abut.config.json"),
      JSON.stringify({ files: ["../machine.obj"], tolerance: 1 }),
    );
    const { code, err } = await abut(["clash"], { folder: inner });
    expect(code).toBe(0);
    expect(err).toContain(`rules: ${join(inner, "abut.config.json")}`);
    expect((await abut(["clash", machine, "--no-config"], { folder: inner })).code).toBe(1);
    expect((await abut(["clash"], { folder })).err).toContain(
      "there is no abut.config.json that lists files",
    );
    expect((await abut(["clash", "--config", join(folder, "absent.json")])).code).toBe(2);
  });
});

describe("abut init", () => {
  it("writes a valid rules file that abut clash uses, and does not replace a file", async () => {
    const one = writeObj(join(folder, "bolts.obj"), {
      "bolt.001": createBox(),
      "bolt.002": createBox({ center: [0.9, 0, 0] }),
      base: createBox({ center: [9, 0, 0] }),
    });
    const path = join(folder, "made.json");
    expect(await abut(["init", one, machine, "-o", path])).toMatchObject({ code: 0 });
    const config = JSON.parse(readFileSync(path, "utf8"));
    expect(createValidator("config.schema.json")(config)).toEqual([]);
    expect(config.files).toEqual(["bolts.obj", "machine.obj"]);
    expect(config.sets).toMatchObject({
      bolts: { file: "bolts.obj" },
      machine: { file: "machine.obj" },
      bolt: { name: "bolt*" },
    });
    expect(config.checks).toMatchObject([{ a: "bolts", b: "machine" }]);
    const { out, code } = await abut(["clash", "--config", path, "--format", "json"]);
    expect(code).toBe(1);
    const { clashes } = readClashReport(out, "r");
    expect(clashes.every(({ keyA, keyB }) => keyA.split("/")[0] !== keyB.split("/")[0])).toBe(true);
    expect((await abut(["init", one, "-o", path])).err).toContain("--force replaces it");
    expect((await abut(["init", one, "-o", path, "--force"])).code).toBe(0);
    expect(JSON.parse(readFileSync(path, "utf8")).checks).toMatchObject([{ a: "*", b: "*" }]);
  });
});
