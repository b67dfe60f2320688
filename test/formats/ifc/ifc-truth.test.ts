import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type Model, type ModelPart, readIfc } from "../../../src/formats/index.ts";
import { readModelFile } from "../../../src/formats/read-model-file.ts";
import { bakePositions } from "../../../src/geometry/affine.ts";
import { buildAabbTree, collide, findPairs } from "../../../src/index.ts";
import { vertexOf } from "../../../src/mesh/triangle-mesh.ts";
import { readF64, readU32, type TruthMultiBodyCase, truthManifest, truthRoot } from "../../truth.ts";
import { modelsRoot, modelsUnder } from "../models.ts";

// Three files of one building in, triangles and clashing elements out, against the exact answers.

const FILES = ["Building-Architecture.ifc", "Building-Hvac.ifc", "Building-Structural.ifc"];

describe.skipIf(truthRoot() === null)("the building of the exact answers", () => {
  let entry: TruthMultiBodyCase;
  /** The part of each body, by file and GlobalId. */
  let parts: ModelPart[];

  beforeAll(async () => {
    entry = truthManifest().multiBodyCases.find(({ id }) => id === "ifc_building")!;
    const models: Model[] = [];
    // The exact answers contain a spatial zone, which is not read by default.
    const excludeTypes = ["IfcSpace", "IfcFeatureElementSubtraction"];
    for (const file of FILES)
      models.push(await readModelFile(join(modelsRoot()!, entry.source[0], file), { excludeTypes }));
    parts = entry.bodies.map(({ name, group }) => {
      const [guid, type] = name.split("|");
      return models[group].parts.find((part) => part.guid === guid && part.type === type)!;
    });
    expect(models.flatMap((model) => model.warnings)).toEqual([]);
    expect(models.reduce((count, model) => count + model.parts.length, 0)).toBe(entry.bodies.length);
  }, 60_000);

  it("has identical triangles, to the last bit, with z up", () => {
    const given = readF64(entry.verts);
    const corners = readU32(entry.tris);
    entry.bodies.forEach(({ vertexOffset, triangleOffset, triangleCount }, body) => {
      const { mesh, toWorld } = parts[body];
      expect(mesh.triangleCount).toBe(triangleCount);
      const ours = toWorld === null ? mesh.positions : bakePositions(mesh.positions, toWorld);
      for (let t = 0; t < triangleCount; t++)
        for (let corner = 0; corner < 3; corner++) {
          const mine = 3 * vertexOf(mesh, t, corner);
          const theirs = 3 * (vertexOffset + corners[3 * (triangleOffset + t) + corner]);
          if (
            ours[mine] !== given[theirs] ||
            ours[mine + 1] !== -given[theirs + 2] ||
            ours[mine + 2] !== given[theirs + 1]
          )
            expect.fail(`triangle ${t} of ${entry.bodies[body].name} differs`);
        }
    });
  });

  it("has the same clashes between files, and as many triangle pairs in each", () => {
    const trees = parts.map(({ mesh }) => buildAabbTree(mesh));
    const found: number[][] = [];
    for (let i = 0; i < parts.length; i++)
      for (let j = i + 1; j < parts.length; j++) {
        if (entry.bodies[i].group === entry.bodies[j].group) continue;
        const poses = { aToWorld: parts[i].toWorld ?? undefined, bToWorld: parts[j].toWorld ?? undefined };
        if (!collide(trees[i], trees[j], poses)) continue;
        found.push([i, j, findPairs(trees[i], trees[j], poses).count]);
      }
    expect(found).toEqual(entry.expected.intersectingBodyPairs.map(([i, j, count]) => [i, j, count]));
    expect(found.length).toBe(35);
  });
});

describe.skipIf(modelsRoot() === null)("the IFC files of D_industry", () => {
  const files = modelsUnder("D_industry", /\.ifc$/i);

  it.each(files)("%s is read without a warning", async (file) => {
    const path = join(modelsRoot()!, file);
    const { parts, warnings } = await readModelFile(path);
    expect(warnings).toEqual([]);
    expect(parts.length).toBeGreaterThan(0);
    for (const { guid, type } of parts) {
      expect(guid).toMatch(/^[\w$]{22}$/);
      expect(type).toMatch(/^Ifc[A-Z]/);
    }
    expect(readFileSync(path, "latin1")).toContain(parts[0].guid!);
  });

  it("gives up where web-ifc would loop for ever, and reads the next file", async () => {
    const path = join(modelsRoot()!, "D_industry/iso-spec-ifc4/wall-with-opening-and-window.ifc");
    const text = readFileSync(path, "latin1");
    // A unit among the wall's representations, and a relation with the number of the window's shape.
    const broken = text.replace("(#66, #70)", "(#66, #10)").replace("#101 = IFCREL", "#106 = IFCREL");
    await expect(readIfc(Buffer.from(broken), "loop.ifc")).rejects.toThrow(
      /^loop\.ifc, #\d+ Ifc\w+ ".* for Test Example": web-ifc broke down: unexpected/,
    );
    expect((await readIfc(Buffer.from(text), "next.ifc")).parts.length).toBe(2);
  });

  it("rails share meshes: 73 elements of 6", async () => {
    const { parts } = await readModelFile(join(modelsRoot()!, "D_industry/pcert-ifc4/Infra-Rail.ifc"));
    expect([parts.length, new Set(parts.map(({ mesh }) => mesh)).size]).toEqual([73, 6]);
  });
});
