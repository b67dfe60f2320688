import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ClashReport } from "../../../src/reports/clash-report.ts";
import { abut } from "../terminal.ts";
import { ask, createModelFolder, endAll, readJson, startWatch, writeBox } from "./watching.ts";

// The built command: events of the file system, signals and the server are real.

afterAll(endAll);

/** Three boxes in a row: the first two overlap. */
function createModel(): string {
  const folder = createModelFolder();
  for (const [name, x] of [
    ["a.glb", 0],
    ["b.glb", 0.5],
    ["c.glb", 5],
  ] as const)
    writeBox(folder, name, x);
  return folder;
}

describe("abut clash --watch", () => {
  it("follows changed, new and removed files, and writes outputs again", async () => {
    const folder = createModel();
    const output = join(folder, "out", "report.json");
    const watch = startWatch([folder, "-o", output]);
    expect(await watch.line(/clash/)).toMatch(/^\d\d:\d\d:\d\d 3 files: 1 clash \(\d+\.\d\d s\)$/);
    writeBox(folder, "c.glb", 1);
    expect(await watch.line(/clash/)).toMatch(/^\S+ c\.glb changed: 2 clashes, 1 new, 0 gone \(\S+ s\)$/);
    writeBox(folder, "d.glb", 1.5);
    // d meets b, whose side touches d's, and c: only c overlaps.
    expect(await watch.line(/clash/)).toMatch(/ d\.glb added: 3 clashes, 1 new, 0 gone /);
    rmSync(join(folder, "a.glb"));
    expect(await watch.line(/clash/)).toMatch(/ a\.glb removed: 2 clashes, 0 new, 1 gone /);
    watch.child.kill("SIGTERM");
    expect(await watch.ended).toBe(0);
    const report = readJson<ClashReport>(output);
    expect(report.inputs.map(({ file }) => file.slice(-5))).toEqual(["b.glb", "c.glb", "d.glb"]);
    expect(report.clashes).toHaveLength(2);
    for (const line of watch.err().split("\n")) expect(line.length).toBeLessThanOrEqual(80);
    // What a run without a watch writes about the files as they are now.
    await abut(["clash", folder, "-o", join(folder, "once.json")]);
    expect(readFileSync(output, "utf8")).toBe(readFileSync(join(folder, "once.json"), "utf8"));
  });

  it("ends at SIGTERM and Ctrl-C with code 0, closes its server and removes its store", async () => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      const folder = createModel();
      const temporary = createModelFolder();
      const watch = startWatch([folder], undefined, temporary);
      await watch.line(/1 clash /);
      expect(readdirSync(temporary)).toEqual([expect.stringMatching(/^abut-watch-/)]);
      const address = await watch.address();
      const events = ask(`${address}events`);
      expect((await ask(address)).status).toBe(200);
      watch.child.kill(signal);
      expect(await watch.ended).toBe(0);
      expect(watch.err()).toMatch(/abut: the watch has ended\n$/);
      expect((await events).body).toMatch(/"activity":"ended"/);
      await expect(ask(address)).rejects.toThrow(/ECONNREFUSED/);
      expect(readdirSync(temporary)).toEqual([]);
    }
  });

  it("keeps the last report while a file is half-written, and says so once", async () => {
    const folder = createModel();
    const watch = startWatch([folder]);
    await watch.line(/1 clash /);
    const address = await watch.address();
    const whole = readFileSync(join(folder, "c.glb"));
    writeFileSync(join(folder, "c.glb"), whole.subarray(0, 100));
    expect(await watch.line(/c\.glb/)).toMatch(/the file has 100; the last report is kept$/);
    await sleep(1200); // it is read again in the meantime, without a word
    expect(watch.err().match(/c\.glb/g)).toHaveLength(1);
    expect(await (await fetch(`${address}report`)).text()).toContain('{"run":1,');
    appendFileSync(join(folder, "c.glb"), whole.subarray(100));
    // A retry may come just before the change is noticed.
    await watch.line(/ (c\.glb changed|checked again): 1 clash, 0 new, 0 gone /);
    watch.child.kill("SIGTERM");
    expect(await watch.ended).toBe(0);
  });

  it("reports on the whole file after it has grown slowly", async () => {
    const folder = createModel();
    const watch = startWatch([folder]);
    await watch.line(/1 clash /);
    writeBox(folder, "moved.tmp", 0.2);
    const bytes = readFileSync(join(folder, "moved.tmp"));
    writeFileSync(join(folder, "c.glb"), "");
    for (let i = 0; i < bytes.length; i += bytes.length / 60) {
      appendFileSync(join(folder, "c.glb"), bytes.subarray(Math.round(i), Math.round(i + bytes.length / 60)));
      await sleep(20);
    }
    await watch.line(/: 3 clashes, 2 new, 0 gone /);
    watch.child.kill("SIGTERM");
    await watch.ended;
  });

  it("survives a folder without models, and waits for the first ones", async () => {
    const folder = createModelFolder();
    const watch = startWatch([folder]);
    await watch.line(/no models in this folder$/);
    writeBox(folder, "a.glb", 0);
    await watch.line(/nothing was checked: there is only one part/);
    writeBox(folder, "b.glb", 0.5);
    await watch.line(/ b\.glb added: 1 clash /);
    rmSync(join(folder, "a.glb"));
    rmSync(join(folder, "b.glb"));
    await watch.line(/no models in this folder; the last report is kept$/);
    watch.child.kill("SIGTERM");
    expect(await watch.ended).toBe(0);
  });

  it("follows the rules file and files that models name", async () => {
    const folder = createModelFolder();
    mkdirSync(join(folder, "model"));
    const stl = (x: number) => `solid s\n${[0, 1, 2, 3].map((i) => facet(x, i)).join("")}endsolid s\n`;
    const facet = (x: number, i: number) => {
      const corners = [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ].filter((_, k) => k !== i);
      return `facet normal 0 0 0\nouter loop\n${corners.map(([p, q, r]) => `vertex ${p + x} ${q} ${r}\n`).join("")}endloop\nendfacet\n`;
    };
    const gltf = (name: string, x: number) => {
      const positions = Float32Array.of(x, 0, 0, x + 1, 0, 0, x, 1, 0);
      writeFileSync(join(folder, "model", `${name}.bin`), new Uint8Array(positions.buffer));
    };
    gltf("sheet", 9);
    writeFileSync(
      join(folder, "model", "sheet.gltf"),
      JSON.stringify({
        asset: { version: "2.0" },
        scene: 0,
        scenes: [{ nodes: [0] }],
        nodes: [{ mesh: 0, name: "sheet" }],
        meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
        accessors: [
          {
            bufferView: 0,
            componentType: 5126,
            count: 3,
            type: "VEC3",
            min: [-99, -99, -99],
            max: [99, 99, 99],
          },
        ],
        bufferViews: [{ buffer: 0, byteLength: 36 }],
        buffers: [{ uri: "sheet.bin", byteLength: 36 }],
      }),
    );
    writeFileSync(join(folder, "model", "solid.stl"), stl(0.1));
    const watch = startWatch(["model", "--touching", "report"], folder);
    await watch.line(/ 2 files: 0 clashes /);
    gltf("sheet", 0);
    await watch.line(/ sheet\.bin changed: 1 clash, 1 new, 0 gone /);
    writeFileSync(join(folder, "abut.config.json"), '{ "ignore": ["sheet :: s"');
    await watch.line(/not JSON.*the rules before are kept$/);
    writeFileSync(join(folder, "abut.config.json"), '{ "ignore": ["sheet :: s"] }');
    await watch.line(/ 0 clashes, 0 new, 1 gone /);
    watch.child.kill("SIGTERM");
    await watch.ended;
  });

  it("saves decisions in the status file that the rules name now", async () => {
    const folder = createModel();
    const rules = (name: string) =>
      writeFileSync(join(folder, "abut.config.json"), JSON.stringify({ files: ["."], status: name }));
    rules("one.json");
    const watch = startWatch([], folder);
    await watch.line(/1 clash /);
    const address = await watch.address();
    rules("two.json");
    await watch.line(/abut\.config\.json changed/);
    const [{ id }] = readJson<{ clashes: { id: string }[] }>(join(folder, "one.json")).clashes;
    const { status } = await ask(`${address}decisions`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: new URL(address).origin },
      body: JSON.stringify([{ ids: [id], decision: { status: "approved" } }]),
    });
    expect(status).toBe(204);
    await watch.line(/two\.json changed/);
    for (const [name, expected] of [
      ["one.json", "new"],
      ["two.json", "approved"],
    ])
      expect(readJson(join(folder, name))).toMatchObject({ clashes: [{ id, status: expected }] });
    watch.child.kill("SIGTERM");
    await watch.ended;
  });

  it("reads what it knows from a store that stays", async () => {
    const folder = createModel();
    const store = join(folder, "store");
    const watch = startWatch([folder, "--store", store, "-q"]);
    await watch.address();
    watch.child.kill("SIGTERM");
    expect(await watch.ended).toBe(0);
    expect(watch.err()).toBe("");
    expect(existsSync(store)).toBe(true);
    expect((await abut(["clash", folder, "--store", store])).err).toBe("store: 1 of 1 pair were known\n");
  });

  it("refuses what cannot be watched, before it reads a file", async () => {
    const refused = async (...words: string[]) => {
      const { code, err } = await abut(["clash", ...words, "--watch"]);
      expect(code).toBe(2);
      return err;
    };
    expect(await refused("-")).toBe(
      "abut: --watch: the standard input (-) cannot be watched; name files or folders\n",
    );
    expect(await refused("a.glb", "--cluster", "redis://h", "--store", "s")).toBe(
      "abut: --watch: not with --cluster; a watch checks on this machine, from its store\n",
    );
    expect(await refused("a.glb", "--store-limit", "1GB")).toBe("abut: --store-limit: needs --store\n");
    expect(await refused("absent.glb", "--format", "json")).toBe(
      "abut: --watch: prints no report; -o names a file or folder for --format\n",
    );
    expect(await refused("models/", "-o", "models/clashes.glb")).toBe(
      "abut: -o models/clashes.glb: --watch would take it for one of the models in its folder\n",
    );
    expect(await refused("absent.glb")).toBe("abut: absent.glb: there is no such file or folder\n");
  });
});

describe("the server of a watch", () => {
  let watch: ReturnType<typeof startWatch>;
  let folder = "";
  let address = "";
  beforeAll(async () => {
    folder = createModel();
    watch = startWatch([folder]);
    await watch.line(/1 clash /);
    address = await watch.address();
  });
  afterAll(async () => {
    watch.child.kill("SIGTERM");
    await watch.ended;
  });

  it("listens on the loopback interface only, behind 192 random bits", () => {
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/$/);
  });

  it("refuses every request without the token", async () => {
    const { origin, pathname } = new URL(address);
    const token = pathname.slice(1, -1);
    const wrong = [...token].reverse().join("");
    for (const path of [
      "",
      `${wrong}/`,
      `${token.slice(1)}/`,
      `${token}x/report`,
      `x/${token}/`,
      `?${token}`,
      "%ff/",
    ])
      expect((await ask(`${origin}/${path}`)).status).toBe(403);
    expect((await ask(`${address}other`)).status).toBe(404);
    expect((await ask(`${address}report`, { method: "DELETE" })).status).toBe(404);
  });

  it("refuses names that lead here by a stranger's DNS", async () => {
    const { port } = new URL(address);
    for (const host of [`evil.example:${port}`, "127.0.0.1", `127.0.0.1:${Number(port) + 1}`])
      expect((await ask(address, { headers: { Host: host } })).status).toBe(403);
    expect((await ask(address, { headers: { Host: `localhost:${port}` } })).status).toBe(200);
  });

  it("lets no other page read, frame or keep what it sends", async () => {
    const { headers, body } = await ask(address, { headers: { Origin: "http://evil.example" } });
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "content-security-policy": "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    });
    expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    expect(body).toContain("default-src 'none'; connect-src 'self'; img-src data:; script-src 'sha256-");
  });

  it("saves decisions of its own page in the status file, and of no other page", async () => {
    const { origin } = new URL(address);
    const payload = await (await fetch(`${address}report`)).text();
    const [, id] = /"clashes":\[\{"id":"([0-9a-f]{16})"/.exec(payload)!;
    const decisions = [{ ids: [id], decision: { status: "approved", comment: "so planned" } }];
    const post = (headers: Record<string, string>, body = JSON.stringify(decisions)) =>
      ask(`${address}decisions`, { method: "POST", headers, body });
    const json = { "Content-Type": "application/json" };
    expect((await post(json)).status).toBe(403);
    expect((await post({ ...json, Origin: "http://evil.example" })).status).toBe(403);
    expect((await post({ "Content-Type": "text/plain", Origin: origin })).status).toBe(403);
    expect((await post({ ...json, Origin: origin }, "{")).status).toBe(400);
    expect((await post({ ...json, Origin: origin }, '[{"ids":["0"],"decision":{}}]')).body).toMatch(
      /id: "0"/,
    );
    expect(existsSync(`${folder}.abut-status.json`)).toBe(false);
    expect((await post({ ...json, Origin: origin })).status).toBe(204);
    await watch.line(/status\.json added: 1 clash, 0 new, 0 gone/);
    const [entry] = readJson<{ clashes: object[] }>(`${folder}.abut-status.json`).clashes;
    expect(entry).toMatchObject({ id, status: "approved", comments: [{ text: "so planned" }] });
    rmSync(`${folder}.abut-status.json`);
    await watch.line(/status\.json removed/);
  });
});
