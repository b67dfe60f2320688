import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { buildFcl, runFcl } from "../../bench/native/fcl.mjs";
import { createPlacements, relativePose } from "../../bench/placements.mjs";
import { buildAabbTree, collide, findPairs } from "../../src/index.ts";
import { createTorus } from "../../src/mesh/primitives/index.ts";

// FCL is asked what abut is asked. It decides in rounded f64, so only placements that are not close calls have to agree: of random
// ones, all have so far.

const folder = mkdtempSync(join(tmpdir(), "abut-native-"));
afterAll(() => rmSync(folder, { recursive: true }));
/** It stays there for the next run: compiling takes seven seconds. */
const cache = "node_modules/.cache/abut-fcl";
mkdirSync(cache, { recursive: true });
const fcl = buildFcl(resolve(cache));
if (fcl.error !== undefined) console.warn(`FCL is not asked: ${fcl.error}`);

describe.skipIf(fcl.error !== undefined)("FCL", () => {
  it("finds the hits and pairs that abut finds (tori, seed 4)", () => {
    const mesh = createTorus({ majorSegments: 20, minorSegments: 12 });
    const poses = createPlacements({ seed: 4, count: 60, side: 3 }).map(({ aToWorld, bToWorld }) =>
      relativePose(aToWorld, bToWorld),
    );
    const [a, b] = [buildAabbTree(mesh), buildAabbTree(mesh)];
    const hits = poses.filter((bToWorld) => collide(a, b, { bToWorld })).length;
    const pairs = poses.slice(0, 20).reduce((sum, bToWorld) => sum + findPairs(a, b, { bToWorld }).count, 0);
    expect(hits).toBeGreaterThan(10);
    const theirs = runFcl(fcl.program!, folder, mesh, poses, 20, 1);
    expect(theirs).toMatchObject({ hits, pairs });
    expect(theirs.first).toBeGreaterThan(0);
    expect(theirs.all).toBeGreaterThan(0);
  });
});

describe("FCL that is not installed", () => {
  it("is named in a notice, with what to install", () => {
    const { PATH } = process.env;
    process.env.PATH = "";
    try {
      expect(buildFcl(folder).error).toContain("libfcl-dev");
    } finally {
      process.env.PATH = PATH;
    }
  });
});
