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
    const words = ["--between", "--touching", "report", "--format", "json", "--quiet"];
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

describe.skipIf(models === null || truthRoot() === null)("abut clash --between on an IFC building", () => {
  it("ifc_building: the same pairs of elements", async () => {
    const { bodies, expected } = truthManifest().multiBodyCases.find(({ id }) => id === "ifc_building")!;
    const guidOf = (body: number) => bodies[body].name.split("|")[0];
    const pairs = expected.intersectingBodyPairs.map(([i, j]) => [guidOf(i), guidOf(j)].sort().join(" "));
    const files = ["Architecture", "Hvac", "Structural"].map((name) =>
      path(`D_industry/pcert-ifc4/Building-${name}.ifc`),
    );
    const words = ["clash", ...files, "--between", "--touching", "report", "--format", "json", "--quiet"];
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
