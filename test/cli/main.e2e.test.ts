import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { writeModelGlb } from "../../src/formats/gltf/write-glb.ts";
import { createBox } from "../../src/mesh/primitives/box.ts";
import { createTorusKnot } from "../../src/mesh/primitives/torus-knot.ts";
import { JSON_ID } from "../../src/reports/packed-scene.ts";
import { readClashReport } from "../../src/reports/read-clash-report.ts";
import { builtPath } from "../build-once.ts";
import { createFolder, writeObj } from "./terminal.ts";

// The built command as a separate process: few tests, because each takes a quarter of a second to start.

const folder = createFolder();
const path = (name: string) => join(folder, name);
const MAIN = builtPath("cli/main.js");
const clashing = writeObj(path("clashing.obj"), {
  a: createBox(),
  b: createBox({ center: [0.5, 0, 0] }),
  c: createBox({ center: [9, 9, 9] }),
});
const empty = path("empty.obj");
writeFileSync(empty, "v 0 0 0\n");

/** Knots that all overlap, so that their 780 pairs take a while. */
const long = writeObj(
  path("long.obj"),
  Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [
      `knot ${i}`,
      createTorusKnot({ knotSegments: 30, tubeSegments: 4, q: 3 + 2 * (i % 4), tubeRadius: 0.1 + 0.005 * i }),
    ]),
  ),
);

const abut = (...words: string[]) => spawnSync(process.execPath, [MAIN, ...words], { encoding: "utf8" });

describe("the built command", () => {
  it("shows a robot at its first contact on the page that comes with the package", () => {
    const link = (name: string) =>
      `<link name="${name}"><collision><geometry><box size="1 1 1"/></geometry></collision></link>`;
    writeFileSync(
      path("slide.urdf"),
      `<robot name="r">${link("base")}${link("slide")}<joint name="j" type="prismatic"><parent link="base"/>
      <child link="slide"/><origin xyz="0 0 3"/><axis xyz="1 0 0"/><limit lower="0" upper="9"/></joint></robot>`,
    );
    writeFileSync(path("path.csv"), "j\n0\n8\n");
    writeObj(path("wall.obj"), { wall: createBox({ center: [5, 0, 3] }) });
    const words = ["robot", path("slide.urdf"), "--path", path("path.csv"), "--obstacles", path("wall.obj")];
    const { status, stdout, stderr } = abut(...words, "-o", path("contact.html"), "--unit", "m");
    expect(stderr).toBe(`wrote ${path("contact.html")}\n`);
    expect(status).toBe(1);
    expect(stdout).toMatch(/slide +wall\.obj +0\.\d+ +0\.5/); // faces meet after 4 of 8 m
    const [, data] = new RegExp(`id="${JSON_ID}">([^<]*)<`).exec(readFileSync(path("contact.html"), "utf8"))!;
    const { report } = JSON.parse(gunzipSync(Buffer.from(data, "base64")).toString());
    expect(report.clashes).toHaveLength(1);
    expect(report.parts.map((part: { name: string }) => part.name)).toEqual(["base", "slide", "wall"]);
  });

  it("reads the standard input of its process", () => {
    const input = readFileSync(clashing);
    const { status, stdout } = spawnSync(process.execPath, [MAIN, "clash", "-"], { input, encoding: "utf8" });
    expect([status, stdout]).toEqual([1, expect.stringMatching(/^overlapping +a +b/m)]);
  });

  it("exits with 0, 1, 2 and 3, and has a first line for shells", () => {
    expect(abut("clash", clashing, "--ignore", "b")).toMatchObject({ status: 0, stderr: "" });
    const found = abut("clash", clashing);
    expect(found).toMatchObject({ status: 1, stderr: "" });
    expect(found.stdout).toMatch(/^overlapping +a +b/m);
    expect(abut("clash", "absent.stl")).toMatchObject({ status: 2, stdout: "" });
    expect(abut("clash", clashing, "--between")).toMatchObject({ status: 3, stdout: "" });
    expect(readFileSync(MAIN, "utf8").split("\n")[0]).toBe("#!/usr/bin/env node");
  });

  it("writes the HTML report with the page that comes with the package", () => {
    const { status, stdout, stderr } = abut("clash", clashing, "-o", path("report.html"));
    expect(status).toBe(1);
    expect(stdout).toContain("1 clash: 1 overlapping.");
    expect(stderr).toBe(`wrote ${path("report.html")}\n`);
    expect(readFileSync(path("report.html"), "utf8")).toMatch(/<!doctype html>/i);
    expect(statSync(path("report.html")).size).toBeGreaterThan(100_000);
  });

  it("passes the file's up axis to the HTML report, whatever the file's name", () => {
    const parts = ["a", "b"].map((name) => ({ name, mesh: createBox(), toWorld: null }));
    writeFileSync(path("scene.bin"), writeModelGlb(parts, { upAxis: "y" }));
    expect(abut("clash", path("scene.bin"), "-o", path("up.html"))).toMatchObject({ status: 1 });
    const [, data] = new RegExp(`id="${JSON_ID}">([^<]*)<`).exec(readFileSync(path("up.html"), "utf8"))!;
    const page = JSON.parse(gunzipSync(Buffer.from(data, "base64")).toString());
    expect(page.up).toBe("y");
  });

  it("tolerates a reader that closes the pipe", async () => {
    const child = spawn(process.execPath, [MAIN, "clash", clashing, "--format", "jsonl"]);
    child.stdout.destroy();
    let err = "";
    child.stderr.on("data", (text) => {
      err += text;
    });
    expect((await once(child, "close"))[0]).toBe(1);
    expect(err).toBe("");
  });

  // Only Linux has a disk that is always full.
  it.skipIf(process.platform !== "linux")("reports in one line that its answer could not be written", () => {
    const full = openSync("/dev/full", "w");
    const words = [MAIN, "clash", clashing, "--ignore", "b", "--format", "json"];
    const found = spawnSync(process.execPath, words, { encoding: "utf8", stdio: ["ignore", full, "pipe"] });
    closeSync(full);
    expect(found.status).toBe(2);
    expect(found.stderr).toMatch(/^abut: cannot write to the standard output: ENOSPC.*\n$/);
  });

  it.each(["1", "2"])("stops at Ctrl-C with what it has found so far (threads: %s)", async (threads) => {
    const words = ["clash", long, empty, "--threads", threads, "--format", "json"];
    const child = spawn(process.execPath, [MAIN, ...words]);
    let [out, err] = ["", ""];
    child.stdout.on("data", (text) => {
      out += text;
    });
    child.stderr.on("data", (text) => {
      if (err === "") child.kill("SIGINT"); // the warning about the empty file: everything is read, and the search begins
      err += text;
    });
    expect((await once(child, "close"))[0]).toBe(130);
    expect(err).toBe(`warning: ${empty}: no triangles\nabut: partial: interrupted\n`);
    const { status, counts } = readClashReport(out, "report");
    expect(status).toBe("partial");
    expect(counts.checked).toBeLessThan(counts.candidates);
  });
});
