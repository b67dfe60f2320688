import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createInputReader } from "../../../src/cli/scene/input-reader.ts";
import { createPeerVersions } from "../../../src/cli/scene/peer-versions.ts";
import { openSceneCache } from "../../../src/cli/scene/scene-cache.ts";
import { createStoredReader } from "../../../src/cli/scene/stored-reader.ts";

const folder = mkdtempSync(join(tmpdir(), "abut-stored-"));
afterAll(() => rmSync(folder, { recursive: true }));

const solid = (height: number) =>
  `solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 ${height} 0\nendloop\nendfacet\nendsolid s\n`;

describe("files that the store knows", () => {
  it("are not parsed again while their bytes stay, but a robot is: a nearer mesh may have come", async () => {
    const cache = await openSceneCache(join(folder, "store"), undefined);
    const plain = createInputReader(null, async function* () {});
    let parsed = 0;
    const reader = createStoredReader(
      {
        read(file, options) {
          parsed++;
          return plain.read(file, options);
        },
        end: () => plain.end(),
      },
      cache,
    );
    const heightOf = async (file: string) => (await reader.read(file, {})).model.parts[0].mesh.positions[7];
    const model = join(folder, "a.stl");
    writeFileSync(model, solid(2));
    expect([await heightOf(model), await heightOf(model), parsed]).toEqual([2, 2, 1]);
    writeFileSync(model, solid(3));
    expect([await heightOf(model), await heightOf(model), parsed]).toEqual([3, 3, 2]);

    for (const path of ["w/p", "w/robots/p"]) mkdirSync(join(folder, path), { recursive: true });
    const robot = join(folder, "w/robots/r.urdf");
    const link = `<link name="l"><collision><geometry><mesh filename="package://p/x.stl"/></geometry></collision></link>`;
    writeFileSync(robot, `<robot name="r">${link}</robot>`);
    writeFileSync(join(folder, "w/p/x.stl"), solid(4));
    utimesSync(join(folder, "w/p/x.stl"), 1, 1); // what was written during the reading is never kept
    expect(await heightOf(robot)).toBe(4);
    writeFileSync(join(folder, "w/robots/p/x.stl"), solid(5));
    expect(await heightOf(robot)).toBe(5);
    await cache.store.close();
  });

  it("depend on the working directory, and on where links lead now", async () => {
    const cache = await openSceneCache(join(folder, "relative"), undefined);
    const reader = createStoredReader(
      createInputReader(null, async function* () {}),
      cache,
    );
    const home = process.cwd();
    const writeBuffer = (path: string, height: number) => {
      writeFileSync(path, new Uint8Array(Float32Array.of(0, 0, 0, 1, 0, 0, 0, height, 0).buffer));
      utimesSync(path, 1, 1); // what was written during the reading is never kept
    };
    const read = async () => {
      const { model, named } = await reader.read("m.gltf", {});
      return [model.parts[0].mesh.positions[7], named];
    };
    try {
      for (const [project, height] of [
        ["one", 2],
        ["two", 3],
      ] as const) {
        mkdirSync(join(folder, project));
        process.chdir(join(folder, project));
        writeFileSync("m.gltf", TRIANGLE);
        writeBuffer("m.bin", height);
        for (let round = 0; round < 2; round++) expect(await read()).toEqual([height, [resolve("m.bin")]]);
      }
      for (const height of [4, 5]) {
        writeBuffer(`${height}.bin`, height);
        rmSync("m.bin");
        symlinkSync(`${height}.bin`, "m.bin");
        for (let round = 0; round < 2; round++) expect(await read()).toEqual([height, [resolve("m.bin")]]);
      }
    } finally {
      process.chdir(home);
    }
    await cache.store.close();
  });

  it("are read again by another version of a package that may read what is in them", () => {
    const versionsOf = createPeerVersions();
    const packagesOf = (file: string) => versionsOf(file).map((version) => version.replace(/ .*/, ""));
    expect(packagesOf("a.stl")).toEqual([]);
    expect(packagesOf("a.ifc")).toEqual(["web-ifc"]);
    expect(packagesOf("a.STP")).toEqual(["occt-import-js"]);
    const all = ["web-ifc", "occt-import-js", "draco3dgltf", "meshoptimizer"];
    for (const file of ["a.zip", "a.ifczip", "folder.stl/a", "a.txt"]) expect(packagesOf(file)).toEqual(all);
  });
});

/** Three corners, in m.bin. */
const TRIANGLE = JSON.stringify({
  asset: { version: "2.0" },
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
  accessors: [
    { bufferView: 0, componentType: 5126, count: 3, type: "VEC3", min: [-99, -99, -99], max: [99, 99, 99] },
  ],
  bufferViews: [{ buffer: 0, byteLength: 36 }],
  buffers: [{ uri: "m.bin", byteLength: 36 }],
});
