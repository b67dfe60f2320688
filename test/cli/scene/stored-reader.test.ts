import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createInputReader } from "../../../src/cli/scene/input-reader.ts";
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
});
