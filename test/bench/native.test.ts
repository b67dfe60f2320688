import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { buildAvx, runAvx } from "../../bench/native/avx.mjs";
import { buildFcl, runFcl } from "../../bench/native/fcl.mjs";
import { createPlacements, relativePose } from "../../bench/placements.mjs";
import { buildAabbTree, collide, createMesh, findPairs } from "../../src/index.ts";
import { createTorus } from "../../src/mesh/primitives/index.ts";

// C++ is asked what abut is asked. FCL decides in rounded f64 and the AVX reference in f32, so only placements that are not close calls
// have to agree: of random ones, all have so far.

const folder = mkdtempSync(join(tmpdir(), "abut-native-"));
afterAll(() => rmSync(folder, { recursive: true }));
/** It stays there for the next run: compiling FCL takes seven seconds. */
const cache = "node_modules/.cache/abut-native";
mkdirSync(cache, { recursive: true });
const fcl = buildFcl(resolve(cache));
if (fcl.error !== undefined) console.warn(`FCL is not asked: ${fcl.error}`);
const avx = buildAvx(resolve(cache));
if (avx.error !== undefined) console.warn(`AVX is not asked: ${avx.error}`);

const { positions, indices } = createTorus({ majorSegments: 20, minorSegments: 12 });
const mesh = createMesh({ positions: Float32Array.from(positions), indices: Uint32Array.from(indices!) });
const poses = createPlacements({ seed: 4, count: 60, side: 3 }).map(({ aToWorld, bToWorld }) =>
  relativePose(aToWorld, bToWorld),
);
const tree = buildAabbTree(mesh);
const hits = poses.filter((bToWorld) => collide(tree, tree, { bToWorld })).length;
const pairs = poses
  .slice(0, 20)
  .reduce((sum, bToWorld) => sum + findPairs(tree, tree, { bToWorld }).count, 0);

it("asks about placements that meet and others (tori, seed 4)", () => {
  expect(hits).toBeGreaterThan(10);
  expect(hits).toBeLessThan(poses.length);
});

describe.skipIf(fcl.error !== undefined)("FCL", () => {
  it("finds the hits and pairs that abut finds (tori, seed 4)", () => {
    expectSame(runFcl(fcl.program!, folder, mesh, poses, 20, 1));
  });
});

describe.skipIf(avx.error !== undefined)("the AVX reference", () => {
  it("finds the hits and pairs that abut finds (tori, seed 4)", () => {
    expectSame(runAvx(avx.program!, folder, tree, poses, 20, 1));
  });
});

function expectSame(theirs: ReturnType<typeof runAvx>): void {
  expect(theirs).toMatchObject({ hits, pairs });
  expect(theirs.first).toBeGreaterThan(0);
  expect(theirs.all).toBeGreaterThan(0);
}

describe("what is not installed", () => {
  it("is named in a notice, FCL with what to install", () => {
    const { PATH } = process.env;
    process.env.PATH = "";
    try {
      expect(buildFcl(folder).error).toContain("libfcl-dev");
      expect(buildAvx(folder).error).toContain("g++");
    } finally {
      process.env.PATH = PATH;
    }
  });
});
