import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createBox } from "../../../src/mesh/primitives/box.ts";
import { createMesh, type TriangleMesh } from "../../../src/mesh/triangle-mesh.ts";
import { distance } from "../../../src/queries/distance/distance.ts";
import { buildAabbTree } from "../../../src/trees/build-aabb.ts";
import { random } from "../../meshes.ts";
import { abut, createFolder, writeObj } from "../terminal.ts";

const folder = createFolder();
const path = (name: string) => join(folder, name);
const box = (x: number, size = 1) => createBox({ size, center: [x, 0, 0] });
const one = writeObj(path("one.obj"), { one: box(0) });
const near = writeObj(path("near.obj"), { near: box(1.25) });
const inner = writeObj(path("inner.obj"), { inner: box(0, 0.5) });
const many = writeObj(path("many.obj"), {
  far: box(10),
  close: box(1.5),
  meeting: box(0.75),
  nearer: box(-1.25),
});
const empty = path("empty.obj");
writeFileSync(empty, "v 0 0 0\n");

describe("abut collide", () => {
  it("exits with 0 for files that are apart", async () => {
    expect(await abut(["collide", one, near])).toMatchObject({
      code: 0,
      out: "They do not meet.\n",
      err: "",
    });
  });

  it("lists the parts that meet, and exits with 1", async () => {
    const { code, out } = await abut(["collide", one, many]);
    expect(code).toBe(1);
    expect(out).toMatch(/^overlapping +one\.obj +many\.obj\/meeting +\d+$/m);
    expect(out).toContain("They meet: 1 of 4 pairs of parts.");
  });

  it("counts a part inside another, whose surfaces do not meet", async () => {
    const { code, out } = await abut(["collide", one, inner, "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      format: "abut-collide",
      version: 1,
      tool: { name: "abut" },
      unit: { name: "unit", metres: null },
      inputs: [{ file: one, parts: 1, triangles: 12, warnings: [] }, { file: inner }],
      collides: true,
      pairs: [
        {
          a: "one.obj/one",
          b: "inner.obj/inner",
          relation: "contains",
          surfacesMeet: false,
          trianglePairs: 0,
          exact: true,
        },
      ],
      counts: { candidates: 1 },
    });
  });

  it("compares a file with itself", async () => {
    expect((await abut(["collide", one, one])).out).toMatch(/^duplicate +one\.obj +one\.obj#2/m);
  });

  it("exits with 3 for a file without triangles", async () => {
    const { code, err } = await abut(["collide", one, empty, "-q"]);
    expect(code).toBe(3);
    expect(err).toBe(`abut: nothing was checked: there are no triangles in ${empty}\n`);
  });
});

describe("abut distance", () => {
  it("measures, names the points, and exits with 0", async () => {
    const { code, out } = await abut(["distance", one, near, "--unit", "mm"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^ *0\.25 mm +one\.obj +near\.obj +0\.5 .* +0\.75 /m);
    expect(out).toContain("They are 0.25 mm apart.");
  });

  it("exits with 1 below the clearance, in any unit", async () => {
    const words = ["distance", one, near, "--unit", "cm"];
    expect((await abut([...words, "--clearance", "2.4mm"])).code).toBe(0);
    const { code, out } = await abut([...words, "--clearance", "2.6mm"]);
    expect(code).toBe(1);
    expect(out).toContain("Closer than 0.26 cm.");
  });

  it("lists the nearest pairs of parts, and how many are not listed", async () => {
    const { code, out } = await abut(["distance", one, many, "--limit", "2", "--json"]);
    expect(code).toBe(0);
    const answer = JSON.parse(out);
    expect(answer).toMatchObject({ format: "abut-distance", distance: 0, clearance: null, tooClose: null });
    expect(answer.pairs).toMatchObject([
      { a: "one.obj/one", b: "many.obj/meeting", distance: 0 },
      { a: "one.obj/one", b: "many.obj/nearer", distance: 0.25, pointA: [-0.5, -0.5, -0.5] },
    ]);
    expect(answer.unlisted).toBe(2);
    expect((await abut(["distance", one, many, "--limit", "2"])).out).toContain("The nearest 2 of 4 pairs");
  });

  it("finds the nearest pairs among many that it does not measure (seed 5)", async () => {
    const next = random(5);
    const boxes = () =>
      Array.from({ length: 9 }, () =>
        createBox({
          size: [0.2 + next(), 0.2 + next(), 0.2 + next()],
          center: [20 * next(), 20 * next(), 20 * next()],
        }),
      );
    const [left, right] = [boxes(), boxes()];
    const file = (name: string, meshes: TriangleMesh[]) =>
      writeObj(path(name), Object.fromEntries(meshes.map((mesh, i) => [`box ${i}`, mesh])));
    const words = ["distance", file("left.obj", left), file("right.obj", right), "--limit", "6", "--json"];
    const { pairs } = JSON.parse((await abut(words)).out);
    const all = left.flatMap((a, i) =>
      right.map((b, j) => ({
        a: `left.obj/box ${i}`,
        b: `right.obj/box ${j}`,
        distance: distance(buildAabbTree(a), buildAabbTree(b))!.distance,
      })),
    );
    all.sort((p, q) => p.distance - q.distance);
    expect(pairs).toHaveLength(6);
    expect(pairs).toMatchObject(all.slice(0, 6));
  });

  it("exits with 3 for a file without triangles", async () => {
    expect((await abut(["distance", empty, one, "-q"])).code).toBe(3);
  });
});

describe("abut self", () => {
  it("exits with 0 for a sound part, with 1 for one that meets itself", async () => {
    expect(await abut(["self", one])).toMatchObject({ code: 0, out: "None of 1 part meets itself.\n" });
    const crossed = createMesh({
      positions: Float64Array.of(0, 0, 0, 2, 0, 0, 0, 2, 0, 0.5, 0.5, -1, 0.5, 0.5, 1, 0.5, 0.6, 1),
      indices: Uint32Array.of(0, 1, 2, 3, 4, 5),
    });
    const file = writeObj(path("crossed.obj"), { sound: box(5), crossed });
    const { code, out } = await abut(["self", file]);
    expect(code).toBe(1);
    expect(out).toMatch(/^crossed +1 +2$/m);
    expect(out).toContain("1 of 2 parts meet themselves.");
    expect(JSON.parse((await abut(["self", file, "--json"])).out)).toMatchObject({
      format: "abut-self",
      version: 1,
      meetsItself: true,
      parts: [
        { part: "crossed.obj/sound", name: "sound", triangles: 12, trianglePairs: 0, degenerateTriangles: 0 },
        { part: "crossed.obj/crossed", trianglePairs: 1 },
      ],
    });
  });
});

describe("abut inspect", () => {
  it("describes a file in plain words", async () => {
    const { code, out } = await abut(["inspect", one, "--unit", "mm"]);
    expect(code).toBe(0);
    expect(out).toContain("one: 12 triangles, 8 vertices, f64, closed");
    expect(out).toContain("size 1 × 1 × 1 mm, from -0.5 -0.5 -0.5 to 0.5 0.5 0.5");
    expect(out).toMatch(/tree: depth \d+, \d+ leaves of at most 2/);
    expect(out).not.toContain("!");
  });

  it("finds suspicious properties, and fails on those that --fail-on names", async () => {
    const sheet = createMesh({
      positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 2, 2, 2, 0, 0, 0),
      indices: Uint32Array.of(0, 1, 2, 2, 1, 3, 0, 1, 2, 0, 0, 1),
    });
    const file = writeObj(path("sheet.obj"), { sheet });
    const { code, out } = await abut(["inspect", file]);
    expect(code).toBe(0);
    expect(out).toContain("1 triangle on top of an earlier one (e.g. 2)");
    expect(out).toContain("1 triangle without area (e.g. 3)");
    expect(out).toMatch(/open edges? \(e\.g\./);
    expect((await abut(["inspect", file, "--fail-on", "open"])).code).toBe(1);
    expect((await abut(["inspect", file, "--fail-on", "noise"])).code).toBe(0);
    expect((await abut(["inspect", one, "--fail-on", "any"])).code).toBe(0);
    expect((await abut(["inspect", one, "--fail-on", "holes"])).code).toBe(2);
    const answer = JSON.parse((await abut(["inspect", file, "--json"])).out);
    expect(answer).toMatchObject({ format: "abut-inspect", version: 1, parts: [{ closed: false }] });
    expect(answer.parts[0].findings).toContainEqual({ name: "duplicate", count: 1, examples: [2] });
  });

  it("shows the warnings of the reader, and exits with 3 if there are no triangles", async () => {
    const { code, out, err } = await abut(["inspect", empty]);
    expect(code).toBe(3);
    expect(out).toContain(`warning: ${empty}: no triangles`);
    expect(err).toContain("nothing to inspect");
  });
});

describe("abut", () => {
  it("prints its version and help, with exit code 0", async () => {
    expect((await abut(["--version"])).out).toMatch(/^\d+\.\d+\.\d+/);
    for (const command of [[], ["clash"], ["collide"], ["distance"], ["self"], ["inspect"]]) {
      const { code, out } = await abut([...command, "--help"]);
      expect(code).toBe(0);
      expect(out).toContain(["Usage: abut", ...command].join(" "));
      expect(out).toContain("Exit codes:");
      if (command.length > 0) expect(out).toContain("Examples:\n  abut");
    }
  });

  it("exits with 2 without a command, and for an unknown one", async () => {
    expect(await abut([])).toMatchObject({ code: 2, out: "", err: expect.stringContaining("Usage:") });
    expect(await abut(["clsh"])).toMatchObject({
      code: 2,
      err: "abut: unknown command 'clsh' (Did you mean clash?)\n",
    });
    expect(await abut(["collide", "a.stl"])).toMatchObject({ code: 2, err: expect.stringContaining("'b'") });
  });

  it("shows where an error comes from only with ABUT_DEBUG=1", async () => {
    const words = ["inspect", "absent.stl"];
    expect((await abut(words)).err).not.toContain("    at ");
    expect((await abut(words, { env: { ABUT_DEBUG: "1" } })).err).toContain("    at ");
  });
});
