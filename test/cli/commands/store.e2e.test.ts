import { type ChildProcess, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeModelGlb } from "../../../src/formats/index.ts";
import { createBox, createIcosphere } from "../../../src/mesh/primitives/index.ts";
import { openStore } from "../../../src/store/open-store.ts";
import { builtPath } from "../../build-once.ts";
import { at } from "../../clash/scenes.ts";
import { writtenOutcomes } from "../../cluster/command.ts";

// abut clash --store as a process: threads, death and company are real.

let folder = "";
/** Of a run without a store. */
let plain: { report: string };
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "abut-store-cli-"));
  mkdirSync(join(folder, "model"));
  for (let file = 0; file < 4; file++) writePart(file, 1);
  plain = await clash("plain.json");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PER_FILE = 10;

/** A file of spheres in a row above the other files' rows; the first sphere of the file has another size. */
function writePart(file: number, size: number): void {
  const parts = Array.from({ length: PER_FILE }, (_, i) => ({
    name: `sphere ${i}`,
    mesh:
      i === 0
        ? createBox({ size })
        : createIcosphere({ subdivisions: i === 1 ? 3 : 2, radius: 0.5 + (i + file) / 500 }),
    toWorld: at(i * 0.9, file * 0.9),
  }));
  writeFileSync(join(folder, "model", `${file}.glb`), writeModelGlb(parts));
}

function start(...words: string[]): {
  child: ChildProcess;
  done: Promise<{ code: number | null; err: string }>;
} {
  const child = spawn(process.execPath, [builtPath("cli/main.js"), ...words], { cwd: folder });
  let err = "";
  child.stderr!.on("data", (piece) => {
    err += piece;
  });
  child.stdout!.resume();
  const done = new Promise<{ code: number | null; err: string }>((resolve) =>
    child.on("close", (code) => resolve({ code, err })),
  );
  return { child, done };
}

/** On one thread unless `words` say otherwise: the others would take half a second to start. */
async function clash(report: string, ...words: string[]): Promise<{ report: string; err: string }> {
  const options = ["-f", "json", "-o", report, "--threads", "1", ...words];
  const { code, err } = await start("clash", "model", ...options).done;
  expect(code, err).toBe(1);
  return { report: readFileSync(join(folder, report), "utf8"), err };
}

/** How many outcomes of pairs the store has, while another process may be writing. */
async function storedPairs(place: string): Promise<number> {
  const [, prefix, path] = /^(files:)?(.*)$/.exec(place)!;
  if (!existsSync(join(folder, path, "v1"))) return 0;
  const store = await openStore(`${prefix ?? ""}${join(folder, path)}`);
  try {
    let count = 0;
    for await (const { kind } of store.list()) if (kind === "pair") count++;
    return count;
  } finally {
    await store.close();
  }
}

const knownOf = (err: string) =>
  /store: ([\d,]+) of ([\d,]+) pairs/
    .exec(err)!
    .slice(1)
    .map((n) => Number(n.replaceAll(",", "")));

describe("abut clash --store", () => {
  it("checks each pair once, and only pairs of changed parts again", async () => {
    const first = await clash("first.json", "--store", "store");
    const second = await clash("second.json", "--store", "store", "--threads", "2");
    expect(first.report).toBe(plain.report);
    expect(second.report).toBe(plain.report);
    const [knownFirst, pairs] = knownOf(first.err);
    expect(knownFirst).toBe(0);
    expect(knownOf(second.err)).toEqual([pairs, pairs]);
    const model = JSON.parse(plain.report);
    expect(model.counts.checked).toBe(pairs);

    writePart(2, 1.01); // one part of forty
    const changed = await clash("changed.json", "--store", "store");
    const alone = await clash("alone.json");
    writePart(2, 1);
    expect(changed.report).toBe(alone.report);
    const [known, all] = knownOf(changed.err);
    // Pairs of the changed part: its neighbours in its row and in the rows beside it.
    expect(all - known).toBeGreaterThan(0);
    expect(all - known).toBeLessThanOrEqual(8);
  });

  it("goes on where a killed run stopped, and checks no pair twice", async () => {
    // A lattice of spheres: 54 pairs that take long enough to be killed among them.
    const spheres = Array.from({ length: 27 }, (_, i) => ({
      name: `sphere ${i}`,
      mesh: createIcosphere({ subdivisions: 3, radius: 0.5 + i / 5000 }),
      toWorld: at((i % 3) * 0.9, (Math.floor(i / 3) % 3) * 0.9, Math.floor(i / 9) * 0.9),
    }));
    writeFileSync(join(folder, "lattice.glb"), writeModelGlb(spheres));
    const words = ["clash", "lattice.glb", "--threads", "1", "-f", "json"];
    expect((await start(...words, "-o", "lattice.json").done).code).toBe(1);
    // LMDB, and plain files, which show how often an outcome was written.
    for (const store of ["killed", "files:killed-files"]) {
      const { child, done } = start(...words, "-o", "killed.json", "--store", store);
      while (child.exitCode === null && (await storedPairs(store)) < 3)
        await new Promise((resolve) => setTimeout(resolve, 20));
      child.kill("SIGKILL");
      await done;
      expect(existsSync(join(folder, "killed.json"))).toBe(false);
      const before = await storedPairs(store);
      const { code, err } = await start(...words, "-o", "resumed.json", "--store", store).done;
      expect(code).toBe(1);
      const [known, pairs] = knownOf(err);
      expect(known).toBe(before);
      expect(known).toBeGreaterThanOrEqual(3);
      expect(known).toBeLessThan(pairs);
      expect(readFileSync(join(folder, "resumed.json"), "utf8")).toBe(
        readFileSync(join(folder, "lattice.json"), "utf8"),
      );
      expect(await storedPairs(store)).toBe(pairs);
    }
    const written = writtenOutcomes(join(folder, "killed-files"));
    expect(new Set(written).size).toBe(written.length);
  }, 120_000);

  it("serves two processes at a time", async () => {
    const both = await Promise.all(
      ["left.json", "right.json"].map((report) => clash(report, "--store", "shared")),
    );
    for (const { report } of both) expect(report).toBe(plain.report);
    const { code, err } = await start("store", "verify", "shared").done;
    expect(code, err).toBe(0);
  });

  it("reads damaged meshes again from their files, and names damaged entries", async () => {
    await clash("whole.json", "--store", "damaged");
    const blobs = join(folder, "damaged/v1/blobs");
    const meshes = readdirSync(blobs, { recursive: true, withFileTypes: true }).filter(({ name }) =>
      name.startsWith("mesh"),
    );
    expect(meshes.length).toBeGreaterThan(3);
    for (const { parentPath, name } of meshes) {
      const path = join(parentPath, name);
      const bytes = readFileSync(path);
      bytes[bytes.length - 1] ^= 1;
      writeFileSync(path, bytes);
    }
    const verified = await start("store", "verify", "damaged").done;
    expect(verified.code).toBe(1);
    // Another clearance: outcomes are not known, so every mesh is needed.
    const repaired = await clash("repaired.json", "--store", "damaged", "--clearance", "0.01");
    expect(repaired.report).toBe((await clash("alone.json", "--clearance", "0.01")).report);
    expect((await start("store", "verify", "damaged").done).code).toBe(0);
    expect((await clash("again.json", "--store", "damaged")).report).toBe(plain.report);
  });

  it("holds a memory limit with the report of a run without one, and says when it is too small", async () => {
    const limited = await clash("limited.json", "--store", "limited", "--memory", "600MB");
    expect(limited.report).toBe(plain.report);
    const { code, err } = await start("clash", "model", "--store", "tiny", "--memory", "10MB").done;
    expect(code).toBe(2);
    expect(err).toMatch(/memory: 10 MiB are too little; this model needs \d+ MiB/);
    // Where all pairs are known, nothing has to fit.
    const known = await clash("known.json", "--store", "limited", "--memory", "10MB");
    expect(known.report).toBe(plain.report);
  });

  it("says what is wrong with a store", async () => {
    const wrong = async (...words: string[]) => {
      const { code, err } = await start(...words).done;
      expect(code).toBe(2);
      return err;
    };
    writeFileSync(join(folder, "file"), "");
    expect(await wrong("clash", "model", "--store", "file")).toContain(
      "store file: it is a file, expected a folder",
    );
    expect(await wrong("clash", "model", "--memory", "1GB")).toContain("--memory: needs --store");
    expect(await wrong("store", "stats", "absent")).toContain("store absent: there is no such folder");
    expect(await wrong("clash", "model", "--store", "s", "--memory", "much")).toContain("such as 1GB");
  });
});
