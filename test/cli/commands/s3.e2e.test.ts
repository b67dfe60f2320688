import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeModelGlb } from "../../../src/formats/index.ts";
import { createIcosphere } from "../../../src/mesh/primitives/index.ts";
import { builtPath } from "../../build-once.ts";
import { at } from "../../clash/scenes.ts";
import { CREDENTIALS, type S3Server, startS3Server } from "../../store/s3-server.ts";

// abut clash --store s3://… as a process: its threads and its bucket are real, the server is ours.

let server: S3Server;
let folder = "";
beforeAll(async () => {
  server = await startS3Server(10);
  folder = mkdtempSync(join(tmpdir(), "abut-s3-cli-"));
  mkdirSync(join(folder, "model"));
  for (let file = 0; file < 3; file++) {
    // The first part of each file has a mesh above 256 KiB, which is an object of its own.
    const parts = Array.from({ length: 4 }, (_, i) => ({
      name: `sphere ${i}`,
      mesh: createIcosphere({ subdivisions: i === 0 ? 5 : 2, radius: 0.5 + (i + file) / 500 }),
      toWorld: at(i * 0.9, file * 0.9),
    }));
    writeFileSync(join(folder, "model", `${file}.glb`), writeModelGlb(parts));
  }
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function abut(machine: string, ...words: string[]) {
  const env = { ...process.env, ...server.env, ABUT_CACHE: join(folder, machine), NODE_NO_WARNINGS: "1" };
  const child = spawn(process.execPath, [builtPath("cli/main.js"), ...words], { cwd: folder, env });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (piece) => {
      text += piece;
    });
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  expect(text).not.toContain(CREDENTIALS.secret);
  return { code, text };
}

const storeOf = () => `s3://${server.bucket}/nightly`;

describe("abut clash --store s3://bucket/prefix", () => {
  it("writes the report of a run without a store, on another machine of known pairs, with a page that shows meshes", async () => {
    const clash = async (machine: string, report: string, ...words: string[]) => {
      const { code, text } = await abut(machine, "clash", "model", "-o", report, ...words);
      expect(code, text).toBe(1);
      return { text, report: readFileSync(join(folder, report), "utf8") };
    };
    const plain = await clash("none", "plain.json", "--threads", "1");
    const first = await clash("one", "first.json", "--store", storeOf(), "--threads", "2");
    expect(first.report).toBe(plain.report);
    expect(first.text).toMatch(/store: 0 of \d+ pairs/);
    const second = await clash("two", "second.json", "--store", storeOf());
    expect(second.report).toBe(plain.report);
    const [, known, pairs] = /store: (\d+) of (\d+) pairs/.exec(second.text)!;
    expect(known).toBe(pairs);
    const page = await clash("three", "page.html", "--store", storeOf());
    expect(page.text).toContain(`store: ${pairs} of ${pairs} pairs`);
    expect(page.report).toBe((await clash("none", "plain.html")).report);
  });

  it("is described, verified and pruned", async () => {
    const stats = await abut("one", "store", "stats", storeOf(), "--json");
    expect(stats.code).toBe(0);
    expect(JSON.parse(stats.text).kinds.mesh.entries).toBe(8); // spheres of one size share a mesh
    expect((await abut("four", "store", "verify", storeOf())).code).toBe(0);
    const damaged = [...server.objects].find(([key]) => key.includes("/blobs/"))!;
    damaged[1].bytes[1000] ^= 1;
    const verified = await abut("four", "store", "verify", storeOf());
    expect(verified.code).toBe(1);
    expect(verified.text).toContain("1 damaged");
    const pruned = await abut("four", "store", "prune", storeOf());
    expect(pruned.text).toContain("store: removed 1 entry");
    expect(server.objects.has(damaged[0])).toBe(false);
    const emptied = await abut("four", "store", "prune", storeOf(), "--limit", "1");
    expect(emptied.text).toContain("kept 0");
    expect(server.objects.size).toBe(0);
  });

  it("says which bucket does not exist", async () => {
    const { code, text } = await abut("five", "clash", "model", "--store", "s3://absent-bucket/x");
    expect(code).toBe(2);
    expect(text).toContain("store s3://absent-bucket/x: there is no such bucket");
  });
});
