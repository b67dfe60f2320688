import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { cachedApproaches } from "../../bench/approach-cache.mjs";
import { measureModel } from "../../bench/approaches.mjs";
import { buildAabbTree, collide, distance, type TriangleMesh } from "../../src/index.ts";
import { createBox } from "../../src/mesh/primitives/index.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "abut-approaches-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

let asked = 0;

function approaches(count: number, seed = 1, mesh: TriangleMesh = createBox()) {
  asked = 0;
  const tree = buildAabbTree(mesh);
  const measures = measureModel(mesh.positions);
  const options = {
    seed,
    count,
    a: measures,
    b: measures,
    distances: [0.2, 0],
    distance(bToWorld: Float64Array) {
      asked++;
      return distance(tree, tree, { bToWorld })!.distance;
    },
    collides: (bToWorld: Float64Array) => collide(tree, tree, { bToWorld }),
  };
  return cachedApproaches([model(mesh), model(mesh)], options, pathToFileURL(`${folder}/`));
}

function model(mesh: TriangleMesh) {
  return { name: "box", mesh };
}

it("approaches are kept, bit for bit, and a shorter list is the front of a longer one (seed 1)", () => {
  const found = approaches(3);
  expect(asked).toBeGreaterThan(0);
  expect(approaches(3)).toEqual(found);
  expect(approaches(2)).toEqual(found.slice(0, 2));
  expect(asked).toBe(0);
  expect(approaches(4).slice(0, 3)).toEqual(found);
  expect(asked).toBeGreaterThan(0);
});

it("a file for another seed, another mesh or cut short does not answer", () => {
  const found = approaches(2);
  expect(approaches(2, 2)).not.toEqual(found);
  expect(readdirSync(folder).sort()).toEqual(["box-box-seed-1.json", "box-box-seed-2.json"]);
  const flat = approaches(2, 1, createBox({ size: [1, 1, 0.25] }));
  expect(asked).toBeGreaterThan(0);
  expect(flat).not.toEqual(found);
  approaches(2);
  const file = join(folder, "box-box-seed-1.json");
  writeFileSync(file, readFileSync(file, "utf8").slice(0, -20));
  expect(approaches(2)).toEqual(found);
  expect(asked).toBeGreaterThan(0);
});
