import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { writeModelGlb } from "../../../src/formats/index.ts";
import { createBox } from "../../../src/mesh/primitives/index.ts";
import { ENTRY_KINDS, type EntryKind } from "../../../src/store/clash-store.ts";
import { openStore } from "../../../src/store/open-store.ts";
import { at } from "../../clash/scenes.ts";
import { abut, createFolder } from "../terminal.ts";

const folder = createFolder();
afterAll(() => rmSync(folder, { recursive: true }));
const model = join(folder, "model.glb");
const store = join(folder, "store");

/** Boxes in a row, each 0.9 after the one before it; the first one has this size. */
function writeRow(count: number, size = 1): void {
  const parts = Array.from({ length: count }, (_, i) => ({
    name: `box ${i}`,
    mesh: createBox({ size: i === 0 ? size : 1 }),
    toWorld: at(0.9 * i),
  }));
  writeFileSync(model, writeModelGlb(parts));
}

async function clash(...words: string[]) {
  const { code, out, err } = await abut(["clash", model, "--threads", "1", ...words], { folder });
  return {
    code,
    out,
    err: err.replace(/store: .*\n/, ""),
    known: /store: (\d+) of (\d+)/.exec(err)?.slice(1),
  };
}

async function addressesOf(kind: EntryKind): Promise<string[]> {
  const opened = await openStore(store);
  const addresses: string[] = [];
  for await (const entry of opened.list()) if (entry.kind === kind) addresses.push(entry.address);
  await opened.close();
  return addresses;
}

describe("a report that the store knows", () => {
  it("is not made again: no other entry is read", async () => {
    writeRow(100);
    const plain = await clash("-f", "json");
    const first = await clash("-f", "json", "--store", store);
    const opened = await openStore(store);
    for (const kind of ENTRY_KINDS) if (kind !== "report") await opened.delete(kind, await addressesOf(kind));
    await opened.close();
    const second = await clash("-f", "json", "--store", store);
    expect([first.out, first.code, first.err]).toEqual([plain.out, plain.code, plain.err]);
    expect([second.out, second.code, second.err]).toEqual([plain.out, plain.code, plain.err]);
    expect(first.known).toEqual(["0", "99"]);
    expect(second.known).toEqual(["99", "99"]);
    expect(await addressesOf("pair")).toEqual([]);
  });

  it("is made again by checking the pairs of the changed part alone, 1 of 100", async () => {
    writeRow(100, 1.01);
    rmSync(store, { recursive: true });
    await clash("--store", store);
    writeRow(100);
    const changed = await clash("-f", "json", "--store", store);
    expect(changed.known).toEqual(["98", "99"]); // the first box has one neighbour
    expect(changed.out).toBe((await clash("-f", "json")).out);
  });

  it("is that of its options, rules and files: every run equals the run without a store, twice", async () => {
    writeRow(10);
    rmSync(store, { recursive: true });
    const allow = join(folder, "allow.txt");
    const baseline = join(folder, "baseline.json");
    writeFileSync(allow, "box 3\n");
    writeFileSync(baseline, (await clash("-f", "json", "--tolerance", "0.05")).out);
    const runs = [
      ["-f", "json"],
      ["-f", "csv"],
      [],
      ["-f", "json", "--tolerance", "0.05"],
      ["-f", "json", "--unit", "mm"],
      ["-f", "json", "--touching", "report"],
      ["-f", "json", "--limit", "3"],
      ["-f", "json", "--limit", "3", "--group", "none"],
      ["-f", "json", "--limit", "3", "--group", "none", "--baseline", baseline],
      ["-f", "json", "--ignore", "box 1 :: box 2", "--ignore", "absent"],
      ["-f", "json", "--allow", allow],
      ["-f", "json", "--fail-on", "none"],
      ["-f", "html"],
    ];
    for (let round = 0; round < 2; round++) {
      for (const words of runs) {
        const { known: _, ...plain } = await clash(...words);
        const { known, ...stored } = await clash(...words, "--store", store);
        expect(stored, words.join(" ")).toEqual(plain);
        if (round === 1) expect(known?.[0], words.join(" ")).toBe(known?.[1]);
      }
    }
    writeFileSync(allow, "box 4\n");
    const words = ["-f", "json", "--allow", allow];
    expect((await clash(...words, "--store", store)).out).toBe((await clash(...words)).out);
  });

  it("is made again where a rule of the rules file has ended", async () => {
    writeRow(10);
    const rules = { allow: [{ a: "*", b: "*", reason: "for now", until: "2026-01-01" }] };
    writeFileSync(join(folder, "abut.config.json"), JSON.stringify(rules));
    const on = (day: string, ...words: string[]) =>
      abut(
        [
          "clash",
          model,
          "-f",
          "json",
          "--threads",
          "1",
          "--config",
          join(folder, "abut.config.json"),
          ...words,
        ],
        {
          folder,
          env: { SOURCE_DATE_EPOCH: String(Date.parse(day) / 1000) },
        },
      );
    for (const day of ["2026-01-01", "2026-01-02", "2026-01-01"])
      expect((await on(day, "--store", store)).out, day).toBe((await on(day)).out);
    rmSync(join(folder, "abut.config.json"));
  });

  it("is that of the folders that tell files of one name apart", async () => {
    writeRow(2);
    const home = process.cwd();
    try {
      for (const project of ["one", "two"]) {
        mkdirSync(join(folder, project, "sub"), { recursive: true });
        process.chdir(join(folder, project));
        for (const file of ["x.glb", "sub/x.glb"]) copyFileSync(model, file);
        const words = ["clash", "x.glb", "sub/x.glb", "-f", "json", "--threads", "1"];
        const { out } = await abut([...words, "--store", store]);
        expect(out).toContain(`"${project}/x.glb/box 0"`);
        expect(out).toBe((await abut(words)).out);
      }
    } finally {
      process.chdir(home);
    }
  });

  it("names the rules file of the run in its warnings", async () => {
    writeRow(2);
    for (const name of ["one.json", "two.json"]) {
      const rules = join(folder, name);
      writeFileSync(rules, '{ "sets": { "pipes": { "name": "pipe*" } } }');
      const { err } = await clash("--config", rules, "--store", store);
      expect(err).toContain(`warning: ${rules}: sets.pipes matches no part\n`);
    }
  });

  it("is not written over an input, nor is another output before it", async () => {
    writeRow(2);
    await clash("--store", store);
    symlinkSync(model, join(folder, "out.csv"));
    const refused = await clash("-f", "json,csv", "-o", join(folder, "out"), "--store", store);
    expect([refused.code, refused.out]).toEqual([2, ""]);
    expect(refused.err).toMatch(
      /^abut: -o .*out\.csv: this is the input .*model\.glb, which is not overwritten\n$/,
    );
    expect(existsSync(join(folder, "out.json"))).toBe(false);
  });

  it("is not kept for files that name other files", async () => {
    rmSync(store, { recursive: true });
    writeRow(3);
    // A GLB is a header of 12 bytes, then its JSON and its buffer, each after its length and its kind.
    const glb = readFileSync(model);
    const jsonEnd = 20 + glb.readUInt32LE(12);
    const json = JSON.parse(glb.toString("utf8", 20, jsonEnd));
    json.buffers[0].uri = "named.bin";
    writeFileSync(join(folder, "named.bin"), glb.subarray(jsonEnd + 8));
    const gltf = join(folder, "named.gltf");
    writeFileSync(gltf, JSON.stringify(json));
    const { code } = await abut(["clash", gltf, "-f", "json", "--threads", "1", "--store", store], {
      folder,
    });
    expect(code).toBe(1);
    expect(await addressesOf("report")).toEqual([]);
  });
});
