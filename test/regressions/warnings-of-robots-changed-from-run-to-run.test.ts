import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createMeshFinder } from "../../src/formats/find-mesh.ts";

// Meshes of a robot are searched at once. The warning named the one whose search ended first, so two runs over one robot gave
// two different reports.
describe("warnings of a robot's packages", () => {
  const folder = mkdtempSync(join(tmpdir(), "abut-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "meshes"));
  for (const name of ["a", "b", "c"]) writeFileSync(join(folder, "meshes", `${name}.stl`), "");
  const uris = ["a", "b", "c"].flatMap((name) =>
    ["one", "two"].map((pack) => `package://abut-test-${pack}/meshes/${name}.stl`),
  );

  it.each([
    ["in order", uris],
    ["backwards", [...uris].reverse()],
    ["from the middle", [...uris.slice(3), ...uris.slice(0, 3)]],
  ])("are the same for meshes found %s", async (_, order) => {
    const finder = createMeshFinder(join(folder, "robot.urdf"), {});
    for (const uri of order) await finder.find(uri);
    const warnings = finder.warnings();
    expect(warnings.map((text) => /"(.*?)"/.exec(text)?.[1])).toEqual(["abut-test-one", "abut-test-two"]);
    for (const text of warnings) expect(text).toMatch(/a\.stl$/);
  });
});
