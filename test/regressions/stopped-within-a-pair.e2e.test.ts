import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBox } from "../../src/mesh/primitives/index.ts";
import { readClashReport } from "../../src/reports/read-clash-report.ts";
import { builtPath } from "../build-once.ts";
import { createFolder, writeObj } from "../cli/terminal.ts";

// --timeout and Ctrl-C had no effect while one pair was checked, a tree was built or a file was read: they were looked after
// between pairs only. The command is run as a process of its own.

const MAIN = builtPath("cli/main.js");
const folder = createFolder();
const path = (name: string) => join(folder, name);

/** A sphere with bumps. Two of them in nearly one place take half a second to check, six of them (15 pairs) far longer than any timeout here. */
function writeBumpy(name: string, phase: number, shift: number, n: number): void {
  const points: number[] = [];
  for (let j = 0; j <= n; j++)
    for (let i = 0; i < 2 * n; i++) {
      const [a, b] = [(Math.PI * j) / n, (Math.PI * i) / n];
      const r = 1 + 0.02 * Math.sin(40 * a + phase) * Math.sin(40 * b + phase);
      points.push(r * Math.sin(a) * Math.cos(b) + shift, r * Math.sin(a) * Math.sin(b), r * Math.cos(a));
    }
  const stl = Buffer.alloc(84 + 50 * 4 * n * n);
  stl.writeUInt32LE(4 * n * n, 80);
  let at = 84;
  for (let j = 0; j < n; j++)
    for (let i = 0; i < 2 * n; i++) {
      const [a, b] = [j * 2 * n + i, j * 2 * n + ((i + 1) % (2 * n))];
      for (const triangle of [
        [a, a + 2 * n, b],
        [b, a + 2 * n, b + 2 * n],
      ]) {
        triangle.forEach((vertex, corner) => {
          for (let k = 0; k < 3; k++) stl.writeFloatLE(points[3 * vertex + k], at + 12 + 12 * corner + 4 * k);
        });
        at += 50;
      }
    }
  writeFileSync(path(name), stl);
}

/** Combs whose teeth are cut off one by one: long to read. */
function writeCombs(name: string): void {
  const teeth = 250;
  let text = "";
  for (let i = 0; i < teeth; i++) text += `v ${i} 0 0\nv ${i + 0.5} ${10 + (i % 7)} 0\n`;
  text += `v ${teeth} 0 0\nv ${teeth} -5 0\nv 0 -5 0\n`;
  const corners = Array.from({ length: 2 * teeth + 3 }, (_, i) => i + 1).reverse();
  writeFileSync(path(name), `${text}${`f ${corners.join(" ")}\n`.repeat(8000)}`);
}

interface Ended {
  code: number | null;
  err: string;
}

async function run(words: string[], onStderr: (kill: () => void) => void = () => {}): Promise<Ended> {
  const child = spawn(process.execPath, [MAIN, "clash", ...words], { stdio: ["ignore", "ignore", "pipe"] });
  let err = "";
  child.stderr.on("data", (text) => {
    if (err === "") onStderr(() => child.kill("SIGINT"));
    err += text;
  });
  const [code] = await once(child, "close");
  return { code, err };
}

beforeAll(() => {
  for (let i = 0; i < 6; i++) writeBumpy(`bump${i}.stl`, 1.3 * i, 0.001 * i, 110);
  writeObj(path("boxes.obj"), { a: createBox(), b: createBox({ size: [0.5, 3, 0.5] }) });
  writeFileSync(path("empty.obj"), "# nothing\n");
  writeCombs("combs.obj");
});
afterAll(() => rmSync(folder, { recursive: true }));

const scene = [0, 1, 2, 3, 4, 5]
  .map((i) => path(`bump${i}.stl`))
  .concat(path("boxes.obj"), path("empty.obj"));

describe("within a pair", () => {
  function expectPartial(name: string): void {
    const report = readClashReport(readFileSync(path(name), "utf8"), name);
    expect(report.status).toBe("partial");
    expect(report.counts.checked).toBeLessThan(report.counts.candidates);
    expect(readFileSync(path(name.replace(".json", ".html")), "utf8")).toMatch(/<\/html>\s*$/);
    expect(readdirSync(folder).filter((file) => file.endsWith(".tmp"))).toEqual([]);
  }

  it.each(["1", "2"])("--timeout ends the run, with a whole report (threads: %s)", async (threads) => {
    const output = ["-f", "json,html", "-o", path(`late${threads}`)];
    const { code, err } = await run([...scene, "--timeout", "1", "--threads", threads, "-q", ...output]);
    expect(err).toMatch(
      /abut: (?:partial: timed out after 1 s|nothing was checked: .* while files were read)\n$/,
    );
    expect(code).toBe(3);
    if (!err.includes("while files")) expectPartial(`late${threads}.json`);
  });

  it.each(["1", "2"])("Ctrl-C ends the run, with a whole report (threads: %s)", async (threads) => {
    const words = [...scene, "--threads", threads, "-f", "json,html", "-o", path(`broken${threads}`)];
    // The warning about the empty file: all is read, the search begins.
    const { code, err } = await run(words, (kill) => setTimeout(kill, 300));
    expect(err).toMatch(/abut: partial: interrupted\n$/);
    expect(code).toBe(130);
    expectPartial(`broken${threads}.json`);
  });
});

it("--timeout ends the reading of files", async () => {
  const { code, err } = await run([path("combs.obj"), "--timeout", "1", "-o", path("none.json")]);
  expect(err).toBe("abut: nothing was checked: timed out after 1 s while files were read\n");
  expect(code).toBe(3);
  expect(readdirSync(folder)).not.toContain("none.json");
});
