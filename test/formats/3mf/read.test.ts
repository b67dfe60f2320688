import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormatError } from "../../../src/errors.ts";
import { type Model, read3mf, readModel } from "../../../src/formats/index.ts";
import { bakePositions } from "../../../src/geometry/affine.ts";
import { createBox, createIcosphere } from "../../../src/mesh/primitives/index.ts";
import { randomCases } from "../../random-cases.ts";
import { modelsRoot } from "../models.ts";
import { cornersOf, utf8 } from "../write-models.ts";
import { TinyDomParser } from "./three-dom.ts";
import { meshObject, modelXml, pack3mf } from "./write-3mf.ts";

const box = createBox({ size: [1, 2, 3] });
const ROOT = "3D/3dmodel.model";

function worldCorners({ parts }: Model): number[] {
  return parts.flatMap(({ mesh, toWorld }) => {
    const corners = cornersOf(mesh);
    return toWorld === null ? corners : [...bakePositions(corners, toWorld)];
  });
}

/** What three's loader makes of the file: all corners, in world space. */
async function cornersByThree(bytes: Uint8Array): Promise<number[]> {
  // biome-ignore lint/suspicious/noExplicitAny: three has no types here
  const load = (module: string): Promise<any> => import(module);
  const { ThreeMFLoader } = await load("three/addons/loaders/3MFLoader.js");
  const { Vector3 } = await load("three");
  const scope = globalThis as { DOMParser?: unknown };
  const before = scope.DOMParser;
  scope.DOMParser = TinyDomParser;
  try {
    const group = new ThreeMFLoader().parse(bytes.slice().buffer);
    group.updateMatrixWorld(true);
    const corners: number[] = [];
    const point = new Vector3();
    // biome-ignore lint/suspicious/noExplicitAny: see above
    group.traverse((mesh: any) => {
      if (!mesh.isMesh) return;
      const { index, attributes } = mesh.geometry;
      for (let i = 0; i < (index?.count ?? attributes.position.count); i++) {
        mesh.getVertexPosition(index ? index.getX(i) : i, point).applyMatrix4(mesh.matrixWorld);
        corners.push(point.x, point.y, point.z);
      }
    });
    return corners;
  } finally {
    scope.DOMParser = before;
  }
}

/** Triangles in any order: three groups them by material. */
function sorted(corners: number[], digits: number): string[] {
  return Array.from({ length: corners.length / 9 }, (_, t) =>
    corners
      .slice(9 * t, 9 * t + 9)
      .map((value) => value.toFixed(digits).replace(/^-(0\.?0*)$/, "$1"))
      .join(),
  ).sort();
}

const TURNED = "0 1 0 -1 0 0 0 0 1 10 20 30";
const assembly = pack3mf({
  [ROOT]: modelXml(
    `<basematerials id="9"><base name="red" displaycolor="#FF0000"/><base name="x" displaycolor="#336699FF"/></basematerials>
     ${meshObject(1, box, 'name="bolt" pid="9" pindex="1"')}
     ${meshObject(2, createIcosphere({ radius: 2, subdivisions: 1 }), 'partnumber="K-7"')}
     <object id="3" name="frame"><components><component objectid="1"/><component objectid="1" transform="${TURNED}"/></components></object>
     <object id="4" name="machine"><components><component objectid="3" transform="2 0 0 0 1 0 0 0 1 0 0 0"/><component objectid="2"/></components></object>`,
    `<item objectid="4" transform="1 0 0 0 1 0 0 0 1 100 0 0"/><item objectid="1"/>`,
    'unit="inch"',
  ),
});

describe("read3mf", () => {
  it("keeps coordinates, names, colours, the tree, the unit, and shares the mesh of instances", async () => {
    const { parts, metresPerUnit, upAxis, warnings } = await read3mf(assembly, "a.3mf");
    expect(warnings).toEqual([]);
    expect([metresPerUnit, upAxis]).toEqual([0.0254, "z"]);
    expect(parts.map(({ name, path }) => [...(path ?? []), name].join("/"))).toEqual([
      "machine/frame/bolt",
      "machine/frame/bolt#2",
      "machine/K-7",
      "bolt#3",
    ]);
    expect(parts[0].mesh).toBe(parts[1].mesh);
    expect(parts[0].mesh).toBe(parts[3].mesh);
    expect(parts[0].color).toEqual([0.2, 0.4, 0.6]);
    expect(parts[2].color).toBeUndefined();
    expect([...parts[0].mesh.positions]).toEqual([...box.positions]);
    // machine · frame · turned: x of the bolt goes to y, then the frame doubles x.
    expect([...parts[1].toWorld!]).toEqual([0, 1, 0, 0, -2, 0, 0, 0, 0, 0, 1, 0, 120, 20, 30, 1]);
  });

  it("agrees with three's loader on nested components", async () => {
    expect(sorted(worldCorners(await read3mf(assembly, "a.3mf")), 3)).toEqual(
      sorted(await cornersByThree(assembly), 3),
    );
  });

  it("reads coordinates as correctly rounded f64 (fast-check, seed 3)", async () => {
    const triple = fc.tuple(...Array(9).fill(fc.double({ min: -1e6, max: 1e6, noNaN: true })));
    await fc.assert(
      fc.asyncProperty(triple, async (numbers) => {
        const vertices = [0, 3, 6].map(
          (i) => `<vertex x="${numbers[i]}" y=' ${numbers[i + 1]} ' z="${numbers[i + 2]}"></vertex>`,
        );
        const object = `<object id="1"><mesh><!-- <vertices> --><vertices>${vertices.join("<!-- a -->\n")}</vertices>
          <triangles><triangle v1="0" v2="1" v3="2" /></triangles></mesh></object>`;
        const { parts } = await read3mf(
          pack3mf({ [ROOT]: modelXml(object, '<item objectid="1"/>') }),
          "a.3mf",
        );
        expect([...parts[0].mesh.positions]).toEqual((numbers as number[]).map((value) => value + 0));
      }),
      { numRuns: randomCases(25), seed: 3 },
    );
  });

  it("reads objects of other documents, in their unit", async () => {
    const bytes = pack3mf({
      [ROOT]: modelXml(
        `<object id="1" name="plate"><components><component p:path="/3D/Objects/a.model" objectid="7" transform="1 0 0 0 1 0 0 0 1 5 0 0"/></components></object>`,
        '<item objectid="1"/>',
        'unit="millimeter" requiredextensions="p"',
      ),
      "3D/Objects/a.model": modelXml(meshObject(7, box, 'name="cube"'), "", 'unit="centimeter"'),
    });
    const { parts, metresPerUnit } = await read3mf(bytes, "a.3mf");
    expect(metresPerUnit).toBe(0.001);
    expect(parts).toHaveLength(1);
    expect([...parts[0].toWorld!]).toEqual([10, 0, 0, 0, 0, 10, 0, 0, 0, 0, 10, 0, 5, 0, 0, 1]);
  });

  it("leaves supports and unbuilt objects out, and says so", async () => {
    const support = meshObject(1, box).replace('type="model"', 'type="support"');
    const one = await read3mf(pack3mf({ [ROOT]: modelXml(support, '<item objectid="1"/>') }), "a.3mf");
    expect(one.parts).toEqual([]);
    expect(one.warnings[0]).toContain("1 objects that only support others");
    const none = await read3mf(pack3mf({ [ROOT]: modelXml(meshObject(1, box), "") }), "a.3mf");
    expect(none.warnings[0]).toContain("nothing is to be built");
  });

  it.each([
    [
      "a vertex without z",
      meshObject(1, box).replace(/z="[^"]*"/, ""),
      /line 8: a <vertex> needs x, y and z/,
    ],
    [
      "a word for a number",
      meshObject(1, box).replace(/x="[^"]*"/, 'x="1O"'),
      /line 8: x of <vertex> is "1O", not a number/,
    ],
    ["infinity", meshObject(1, box).replace(/x="[^"]*"/, 'x="1e999"'), /line 8: x of <vertex>/],
    [
      "an index beyond the vertices",
      meshObject(1, box).replace(/v2="\d+"/, 'v2="8"'),
      /line 18: vertex 8 does not exist, the mesh has 8/,
    ],
    [
      "a negative index",
      meshObject(1, box).replace(/v2="\d+"/, 'v2="-1"'),
      /line 18: v2 of <triangle> is "-1"/,
    ],
    ["text among numbers", meshObject(1, box).replace("<triangles>", "<triangles>x"), /text among numbers/],
    [
      "an object within itself",
      '<object id="1"><components><component objectid="1"/></components></object>',
      /object 1, component 1: object 1 contains itself/,
    ],
    [
      "an object that does not exist",
      '<object id="1"><components><component objectid="5"/></components></object>',
      /there is no object 5/,
    ],
    [
      "a flat transform",
      `${meshObject(2, box)}<object id="1"><components><component objectid="2" transform="1 0 0 0 1 0 0 0 0 0 0 0"/></components></object>`,
      /component 1: the transform 1 0 0 0 1 0 0 0 0 0 0 0 has no inverse/,
    ],
    ["two objects of one id", meshObject(1, box) + meshObject(1, box), /two objects with the id 1/],
  ])("refuses %s", async (_, resources, message) => {
    const reading = read3mf(pack3mf({ [ROOT]: modelXml(resources, '<item objectid="1"/>') }), "a.3mf");
    await expect(reading).rejects.toThrow(FormatError);
    await expect(reading).rejects.toThrow(message);
    await expect(reading).rejects.toThrow(/^a\.3mf, "3D\/3dmodel\.model"/);
  });

  it("refuses unknown units and extensions that the shape needs", async () => {
    const read = (attributes: string) =>
      read3mf(pack3mf({ [ROOT]: modelXml(meshObject(1, box), "", attributes) }), "a.3mf");
    await expect(read('unit="parsec"')).rejects.toThrow('unknown unit "parsec"');
    await expect(read('requiredextensions="b" xmlns:b="urn:beams"')).rejects.toThrow(
      "needs the extension urn:beams",
    );
  });

  it("spends instances of instances from the budget: 2^30 parts of 3 kB", async () => {
    const levels = Array.from({ length: 30 }, (_, i) => {
      const child = `<component objectid="${i + 1}"/>`;
      return `<object id="${i + 2}"><components>${child}${child}</components></object>`;
    });
    const bytes = pack3mf({
      [ROOT]: modelXml(meshObject(1, box) + levels.join(""), '<item objectid="31"/>'),
    });
    await expect(read3mf(bytes, "a.3mf")).rejects.toThrow(/parts are more than the limit/);
  });

  it("does not let packed blanks raise limits: 10 MB of blanks in 20 kB", async () => {
    const blanks = " ".repeat(10_000_000);
    const levels = Array.from({ length: 30 }, (_, i) => {
      const child = `<component objectid="${i + 1}"/>`;
      return `<object id="${i + 2}"><components>${child}${child}</components></object>`;
    });
    const text = modelXml(meshObject(1, box) + levels.join(""), '<item objectid="31"/>');
    const bytes = pack3mf({ [ROOT]: text.replace("<vertices>", `<vertices>${blanks}`) });
    expect(bytes.length).toBeLessThan(100_000);
    await expect(read3mf(bytes, "a.3mf")).rejects.toThrow(/parts are more than the limit of [0-9]{5,6};/);
  });

  it("reads or refuses damaged documents (fast-check, seed 5)", async () => {
    const text = utf8(
      modelXml(
        `<m:colorgroup id="5"><m:color color="#112233"/></m:colorgroup>${meshObject(1, box, 'pid="5" pindex="0"')}`,
        '<item objectid="1"/>',
      ),
    );
    const change = fc.record({
      where: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      byte: fc.oneof(fc.constantFrom(...utf8('<>/"=!-0 x').values()), fc.integer({ min: 0, max: 255 })),
      cut: fc.constantFrom(0, 0, 0, 1, 7, 40),
    });
    let read = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
        let bytes = [...text];
        for (const { where, byte, cut } of changes) {
          const at = Math.floor(where * bytes.length);
          bytes = [...bytes.slice(0, at), byte, ...bytes.slice(at + 1 + cut)];
        }
        const file = pack3mf({ [ROOT]: Buffer.from(bytes).toString("latin1") });
        try {
          await read3mf(file, "a.3mf");
          read++;
        } catch (error) {
          expect(error).toBeInstanceOf(FormatError);
          expect((error as Error).message.startsWith("a.3mf")).toBe(true);
        }
      }),
      { numRuns: 400, seed: 5 },
    );
    expect(read).toBeGreaterThan(3);
  });

  it.skipIf(modelsRoot() === null)(
    "reads the gears of the 3MF consortium as three's loader does",
    async () => {
      const bytes = new Uint8Array(readFileSync(join(modelsRoot()!, "A_rigid/3mf/cube_gears.3mf")));
      const model = await readModel(bytes, "cube_gears.3mf");
      expect(model.parts.length).toBe(17);
      expect(model.metresPerUnit).toBe(0.001);
      const actual = worldCorners(model);
      const expected = await cornersByThree(bytes);
      expect(actual.length).toBe(expected.length);
      const largest = actual.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      const worst = actual.reduce((most, value, i) => Math.max(most, Math.abs(value - expected[i])), 0);
      expect(worst).toBeLessThanOrEqual(4 * 2 ** -24 * largest);
    },
  );
});
