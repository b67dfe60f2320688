import { spawnSync } from "node:child_process";
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, expect, it } from "vitest";
import { replaceFile } from "../../src/cli/output/replace-file.ts";
import { FormatError } from "../../src/errors.ts";
import { createBox } from "../../src/mesh/primitives/index.ts";
import { abut, createFolder, writeObj } from "../cli/terminal.ts";

// -o through a link overwrote a model, over the allow file the allow file, and a write that failed left half a file.

const folder = createFolder();
const path = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

let model = "";
beforeEach(() => {
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  model = writeObj(path("m.obj"), { a: createBox(), b: createBox({ size: [0.5, 3, 0.5] }) });
  writeFileSync(path("allow.txt"), "x :: y  # agreed\n");
});

it.each([
  ["itself", "m.obj", () => {}],
  ["a symbolic link to it", "out.glb", () => symlinkSync(model, path("out.glb"))],
  [
    "a link to a link",
    "l.glb",
    () => {
      symlinkSync(model, path("l"));
      symlinkSync(path("l"), path("l.glb"));
    },
  ],
  ["a hard link to it", "hard.glb", () => linkSync(model, path("hard.glb"))],
  ["a folder that is linked", "f/m.obj", () => symlinkSync(folder, path("f"))],
])("a model is not overwritten by %s", async (_, output, prepare) => {
  prepare();
  const before = readFileSync(model);
  const { code, err } = await abut(["clash", model, "-f", "glb", "-o", path(output)]);
  expect(code).toBe(2);
  expect(err).toMatch(/^abut: -o .*: this is the input .*m\.obj, which is not overwritten\n$/);
  expect(readFileSync(model).equals(before)).toBe(true);
});

it("the allow file, the baseline and files that a model names are not overwritten", async () => {
  const refused = async (words: string[], file: string) => {
    const before = readFileSync(path(file));
    expect((await abut(["clash", ...words, "-o", path(file)])).code).toBe(2);
    expect(readFileSync(path(file)).equals(before)).toBe(true);
  };
  await refused([model, "--allow", path("allow.txt"), "-f", "csv"], "allow.txt");
  expect((await abut(["clash", model, "-o", path("old.json")])).code).toBe(1);
  await refused([model, "--baseline", path("old.json")], "old.json");
  const positions = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]);
  writeFileSync(path("t.bin"), new Uint8Array(positions.buffer));
  const gltf = {
    asset: { version: "2.0" },
    buffers: [{ uri: "t.bin", byteLength: 36 }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: "VEC3" }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    nodes: [{ mesh: 0 }, { mesh: 0 }],
  };
  writeFileSync(path("t.gltf"), JSON.stringify(gltf));
  await refused([path("t.gltf"), "-f", "json"], "t.bin");
});

it("a link to another file stays a link, and the file keeps its mode", async () => {
  writeFileSync(path("report.json"), "old");
  chmodSync(path("report.json"), 0o640);
  symlinkSync(path("report.json"), path("latest.json"));
  expect((await abut(["clash", model, "-o", path("latest.json")])).code).toBe(1);
  expect(lstatSync(path("latest.json")).isSymbolicLink()).toBe(true);
  expect(JSON.parse(readFileSync(path("report.json"), "utf8")).format).toMatch(/clash/);
  expect(statSync(path("report.json")).mode & 0o777).toBe(0o640);
});

it("a file that cannot be written as a whole is left as it was, and nothing beside it", async () => {
  writeFileSync(path("r.txt"), "old");
  function* failing(): Generator<string> {
    yield "half of it";
    throw new Error("the rest is lost");
  }
  await expect(replaceFile(path("r.txt"), failing(), [])).rejects.toThrow(FormatError);
  expect(readFileSync(path("r.txt"), "utf8")).toBe("old");
  expect(readdirSync(folder).sort()).toEqual(["allow.txt", "m.obj", "r.txt"]);
});

it.skipIf(process.platform === "win32")("pipes and devices are written to, not replaced", async () => {
  await replaceFile("/dev/null", "anything", []);
  expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
  spawnSync("mkfifo", [path("pipe")]);
  const reading = spawnSync("sh", ["-c", `cat ${path("pipe")} & printf x > ${path("pipe")}; wait`]);
  expect(reading.stdout.toString()).toBe("x");
});

it("a circle of links and a name that is too long are errors of the option", async () => {
  symlinkSync(path("one"), path("two"));
  symlinkSync(path("two"), path("one"));
  for (const output of [path("one"), path("n".repeat(300))]) {
    const { code, err } = await abut(["clash", model, "--format", "json", "-o", output]);
    expect(code).toBe(2);
    expect(err).toContain(`-o ${output}: `);
    expect(err).not.toContain("internal error");
  }
});
