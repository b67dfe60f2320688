import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readModelFile } from "../../src/formats/read-model-file.ts";
import { collide } from "../../src/queries/pairs/collide.ts";
import { readClashReport } from "../../src/reports/read-clash-report.ts";
import { buildAabbTree } from "../../src/trees/build-aabb.ts";
import { modelsRoot, modelsUnder } from "../formats/models.ts";
import { truthManifest, truthRoot } from "../truth.ts";
import { abut } from "./terminal.ts";

const models = modelsRoot();
const path = (name: string) => join(models ?? "", name);

/** The exact answers know neither a tolerance nor what is built; they contain no spaces and openings. */
const EVERYTHING = [
  "--tolerance",
  "0",
  "--all-elements",
  "--ignore",
  "IfcSpace",
  "--ignore",
  "IfcOpeningElement",
];

/** Names of the parts that share a point according to the report, sorted; a part entirely inside another shares none. */
async function meeting(words: string[]): Promise<string[]> {
  const all = ["clash", ...words, "--touching", "report", "--format", "json", "--quiet"];
  const { out, err } = await abut(all);
  expect(err).toBe("");
  const { clashes, parts, inputs } = readClashReport(out, "report");
  const nameOf = (part: number) => (inputs.length === 1 ? parts[part].name : parts[part].key.split("/")[0]);
  return clashes
    .filter(({ trianglePairs }) => trianglePairs !== 0)
    .map(({ a, b, trianglePairs }) => [...[nameOf(a), nameOf(b)].sort(), trianglePairs].join(" "))
    .sort();
}

describe.skipIf(models === null || truthRoot() === null)("abut clash against exact answers", () => {
  it.each([
    ["wall_fragments", "A_rigid/rigid-ipc/fracture-wall"],
    ["lewis", "A_rigid/rigid-ipc/493-Lewis"],
    ["milktruck", "A_rigid/gltf/CesiumMilkTruck.glb"],
  ])("%s: the same pairs of parts, with as many pairs of triangles", async (id, file) => {
    const { bodies, expected } = truthManifest().multiBodyCases.find((truth) => truth.id === id)!;
    const nameOf = (body: number) => bodies[body].name.replace(/^\d+:/, "");
    const pairs = expected.intersectingBodyPairs.map(([i, j, count]) =>
      [...[nameOf(i), nameOf(j)].sort(), count].join(" "),
    );
    expect(await meeting([path(file)])).toEqual(pairs.sort());
  });

  it("ifc_building: the same pairs of elements of different files, with as many pairs of triangles", async () => {
    const truth = truthManifest().multiBodyCases.find(({ id }) => id === "ifc_building")!;
    const files = ["Architecture", "Hvac", "Structural"].map((name) =>
      path(`${truth.source[0]}/Building-${name}.ifc`),
    );
    const words = ["--between", "--touching", "report", "--format", "json", "--quiet", ...EVERYTHING];
    const { out, err } = await abut(["clash", ...files, ...words]);
    expect(err).toBe("");
    const { clashes, parts } = readClashReport(out, "report");
    const guidOf = (part: number) => `${parts[part].input} ${parts[part].guid}`;
    const guidOfBody = (body: number) => {
      const { group, name } = truth.bodies[body];
      return `${group} ${name.split("|")[0]}`;
    };
    const found = clashes
      .filter(({ trianglePairs }) => trianglePairs !== 0)
      .map(({ a, b, trianglePairs }) => [...[guidOf(a), guidOf(b)].sort(), trianglePairs].join(" "));
    const pairs = truth.expected.intersectingBodyPairs.map(([i, j, count]) =>
      [...[guidOfBody(i), guidOfBody(j)].sort(), count].join(" "),
    );
    expect(found.sort()).toEqual(pairs.sort());
    expect(found).toHaveLength(35);
  });
});

describe.skipIf(models === null)("abut clash on the files of a building", () => {
  const files = ["Architecture", "Hvac", "Structural"].map((name) =>
    path(`D_industry/pcert-ifc4/Building-${name}.ifc`),
  );

  it("finds its one clash, says what was left out, and that the tolerance is 1 mm", async () => {
    const { code, out } = await abut(["clash", "--between", ...files, "--no-color"], { columns: 80 });
    const lines = out.split("\n");
    expect(lines[1]).toMatch(/^overlapping .*fireplace cap .*chimney/);
    expect(out).toContain("1 clash: 1 overlapping.");
    expect(out).toContain(
      "Left out: 9 elements that are not built: 2 IfcSpace, 1 IfcSpatialZone, 6 IfcBuildingElementProxy identical in several files; --all-elements checks them.",
    );
    expect(out).toContain("Tolerance: 0.001 m, the default for IFC; --tolerance sets another.");
    expect(code).toBe(1);
  });

  it("has no gap of a rounding error among those below the clearance", async () => {
    const words = ["--between", ...files, "--clearance", "10mm", "--format", "json", "--quiet"];
    const { out } = await abut(["clash", ...words]);
    const { clashes, leftOut, settings, counts } = readClashReport(out, "report");
    expect(clashes.map(({ kind }) => kind)).toEqual(["overlapping"]);
    expect(counts.touchingIgnored + counts.tolerated).toBeGreaterThan(16);
    expect(settings.tolerance).toBe(0.001);
    expect(leftOut).toEqual([
      { type: "IfcSpace", count: 2, reason: "not-built" },
      { type: "IfcSpatialZone", count: 1, reason: "not-built" },
      { type: "IfcBuildingElementProxy", count: 6, reason: "in-several-files" },
    ]);
  });

  it("checks everything on request; --ignore omits a class, whether it was left out before or not", async () => {
    const kindsOf = async (...words: string[]) => {
      const { out, err } = await abut(["clash", "--between", ...files, "--format", "json", ...words]);
      const { counts, parts } = readClashReport(out, "report");
      expect(err).not.toContain("matches no part");
      return { ...counts.byKind, zones: parts.filter(({ type }) => type === "IfcSpatialZone").length };
    };
    expect(await kindsOf("--all-elements")).toMatchObject({ duplicate: 6, contains: 11, zones: 1 });
    expect(await kindsOf("--ignore", "IfcSpatialZone")).toMatchObject({ contains: 0, zones: 0 });
    expect(await kindsOf("--all-elements", "--ignore", "IfcSpatialZone")).toMatchObject({
      duplicate: 6,
      contains: 0,
      overlapping: 1,
    });
  });

  it("does not meet itself by its markers in abut collide", async () => {
    const [architecture, hvac] = files;
    const { out, err } = await abut(["collide", architecture, hvac, "--json"]);
    const { pairs } = JSON.parse(out);
    expect(pairs.filter(({ relation }: { relation: string }) => relation === "duplicate")).toEqual([]);
    expect(err).toContain(
      "Left out: 7 elements that are not built: 2 IfcSpace, 1 IfcSpatialZone, 4 IfcBuildingElementProxy",
    );
  });
});

describe.skipIf(models === null)("abut clash on one part twice", () => {
  it.each(["teapot.obj", "suzanne.obj"])("%s is a duplicate of itself, however open", async (file) => {
    const twice = [path(`A_rigid/${file}`), path(`A_rigid/${file}`)];
    for (const depth of ["exact", "none"]) {
      const { out } = await abut(["clash", "--between", ...twice, "--format", "json", "--depth", depth]);
      const kinds = readClashReport(out, "report").clashes.map(({ kind }) => kind);
      expect(kinds).toContain("duplicate");
    }
  });
});

describe.skipIf(models === null || truthRoot() === null)("abut clash --between on an IFC building", () => {
  it("ifc_building: the same pairs of elements", async () => {
    const { bodies, expected } = truthManifest().multiBodyCases.find(({ id }) => id === "ifc_building")!;
    const guidOf = (body: number) => bodies[body].name.split("|")[0];
    const pairs = expected.intersectingBodyPairs.map(([i, j]) => [guidOf(i), guidOf(j)].sort().join(" "));
    const files = ["Architecture", "Hvac", "Structural"].map((name) =>
      path(`D_industry/pcert-ifc4/Building-${name}.ifc`),
    );
    const words = ["clash", ...files, "--between", "--touching", "report", "--format", "json", "--quiet"];
    words.push(...EVERYTHING);
    const { clashes, parts } = readClashReport((await abut(words)).out, "report");
    const found = clashes
      .filter(({ trianglePairs }) => trianglePairs !== 0)
      .map(({ a, b }) => [parts[a].guid, parts[b].guid].sort().join(" "));
    expect(found.sort()).toEqual(pairs.sort());
  });
});

describe.skipIf(models === null)("abut on real files", () => {
  it.each([
    ["A_rigid/rigid-ipc/092-piston", /\.stl$/],
    ["A_rigid/rigid-ipc/gears", /\.obj$/],
  ])("%s: the pairs that collide, queried one by one", async (folder, name) => {
    const files = modelsUnder(folder, name);
    const trees = await Promise.all(
      files.map(async (file) => {
        const { parts } = await readModelFile(path(file));
        expect(parts).toHaveLength(1);
        return buildAabbTree(parts[0].mesh);
      }),
    );
    const pairs = files.flatMap((a, i) =>
      files.flatMap((b, j) =>
        i < j && collide(trees[i], trees[j]) ? [[a, b].map((file) => file.split("/").at(-1)).join(" ")] : [],
      ),
    );
    const found = (await meeting([path(folder)])).map((line) => line.split(" ").slice(0, 2).join(" "));
    expect(found).toEqual(pairs.sort());
  });

  const bad = modelsUnder("E_bad", /\.(?:off|gltf|glb|obj|stl|ply)$/i).filter((_, i) => i % 40 === 7);
  it.each(bad)("%s ends in an answer or an error of one line", async (file) => {
    const { code, err } = await abut(["inspect", path(file)]);
    if (code !== 0) expect(err.trimEnd().split("\n")).toHaveLength(1);
    if (code === 2) expect(err).toContain(path(file));
    else expect(err).toMatch(/^(?:abut: nothing to inspect: .*\n)?$/);
  });
});
