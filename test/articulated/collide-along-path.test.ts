import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ArticulatedBody,
  collideAlongPath,
  collideBodies,
  createAllowedPairs,
  createArticulatedBody,
  createObstacles,
  isPathFree,
  type Link,
  type PathContact,
  type PathOptions,
  type PathStats,
  restValues,
  setPose,
} from "../../src/articulated.ts";
import { readSrdf, readUrdf } from "../../src/formats/index.ts";
import { isWithin, MeshError, OptionError, PoseError, refit } from "../../src/index.ts";
import { createBox, createPlaneGrid } from "../../src/mesh/primitives/index.ts";
import { collideAlongPathBySampling } from "../../src/reference/index.ts";
import { random } from "../meshes.ts";
import { randomCases } from "../random-cases.ts";
import { truthRoot } from "../truth.ts";
import { chain, limb, moved, ring, tree } from "./bodies.ts";

// (1) no contact that sampling finds on a free path, nor before `lower` (2) a "contact" is one at `upper`; what is "near" is within the
// tolerance there (3) isPathFree is true if and only if there is no first contact (4) nothing is too thin (5) the body is where it was.

const seeds = fc.integer({ min: 0, max: 1e6 });

/** Between two waypoints, where the body is at a path time. */
function poseAt(body: ArticulatedBody, waypoints: readonly ArrayLike<number>[], time: number): void {
  const segment = Math.min(Math.floor(time), Math.max(0, waypoints.length - 2));
  const [start, end] = [Array.from(waypoints[segment]), waypoints[segment + 1] ?? waypoints[segment]];
  const share = time - segment;
  setPose(
    body,
    start.map((value, i) => (1 - share) * value + share * end[i]),
  );
}

/** Contracts (2) and (5): the answer holds where it says. */
function checkContact(
  found: PathContact | null,
  body: ArticulatedBody,
  waypoints: readonly ArrayLike<number>[],
  obstacles: ArticulatedBody | null,
  tolerance: number,
): void {
  if (found === null || found.kind === "unknown") return;
  const { kind, lower, upper, segment, linkA, linkB, isSelf } = found;
  expect(lower).toBeGreaterThanOrEqual(segment);
  expect(upper).toBeGreaterThanOrEqual(lower);
  expect(upper).toBeLessThanOrEqual(segment + 1);
  poseAt(body, waypoints, upper);
  const other = isSelf ? body : obstacles!;
  const poses = { aToWorld: body.linkPoses[linkA], bToWorld: other.linkPoses[linkB] };
  const reach = kind === "contact" ? 1e-12 : 1.001 * tolerance;
  expect(isWithin(body.trees[linkA]!, other.trees[linkB]!, reach, poses)).toBe(true);
}

function bodyAndPath(seed: number): { body: ArticulatedBody; waypoints: number[][] } {
  const next = random(seed);
  const arm: Link[] = [
    { name: "base", mesh: limb },
    {
      name: "slide",
      parent: "base",
      mesh: limb,
      joint: { type: "slider", origin: moved(0, 0, 2), axis: [1, 0.5, 0] },
    },
    {
      name: "turn",
      parent: "slide",
      mesh: limb,
      joint: { type: "hinge", origin: moved(2.5), axis: [0, 1, 0.3] },
    },
    { name: "hand", parent: "turn", mesh: ring, joint: { type: "hinge", origin: moved(3), axis: [0, 0, 1] } },
    {
      name: "finger",
      parent: "hand",
      mesh: limb,
      // a joint whose origin makes what hangs on it half as large
      joint: {
        type: "hinge",
        origin: [0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0.5, 0, 1.5, 0, 0, 1],
        mimic: { joint: "hand", multiplier: -1.5, offset: 0.2 },
      },
    },
  ];
  const body = createArticulatedBody([chain(4), tree(), arm][seed % 3]);
  const spread = seed % 3 === 2 ? 2 : 1.2;
  const waypoints = Array.from({ length: 2 + (seed % 2) }, () =>
    Array.from(restValues(body), (value) => value + spread * (next() - 0.5)),
  );
  return { body, waypoints };
}

function obstaclesAt(seed: number): ArticulatedBody {
  const next = random(seed + 5);
  const place = () => 14 * (next() - 0.4);
  return createObstacles([
    { name: "block", mesh: createBox({ size: [1, 2, 1] }), toWorld: moved(place(), place(), place()) },
    {
      name: "wall",
      mesh: createPlaneGrid({ width: 3, depth: 3, columns: 1, rows: 1 }),
      toWorld: moved(place(), place()),
    },
  ]);
}

describe("collideAlongPath", () => {
  it("(1) (2) (3) (5) agrees with dense sampling of random bodies on random paths (seed 401)", () => {
    const seen = { free: 0, contact: 0, near: 0, start: 0, unknown: 0 };
    fc.assert(
      fc.property(seeds, (seed) => {
        const { body, waypoints } = bodyAndPath(seed);
        const obstacles = obstaclesAt(seed);
        const before = body.linkToWorld.slice();
        const tolerance = 1e-3;
        const found = collideAlongPath(body, waypoints, obstacles, { tolerance });
        expect(isPathFree(body, waypoints, obstacles, { tolerance })).toBe(found === null);
        expect(body.linkToWorld).toEqual(before);
        const sampled = collideAlongPathBySampling(body, waypoints, obstacles, 23);
        if (found === null) expect(sampled).toBeNull();
        else if (sampled !== null) expect(sampled.time).toBeGreaterThanOrEqual(found.lower - 1e-12);
        checkContact(found, body, waypoints, obstacles, tolerance);
        seen[found === null ? "free" : found.upper === 0 ? "start" : found.kind]++;
      }),
      { numRuns: randomCases(30), seed: 401 },
    );
    expect(Math.min(seen.free, seen.contact, seen.start)).toBeGreaterThan(4);
    expect(seen.unknown).toBe(0);
  });

  const needle = createBox({ size: [4, 1e-6, 1e-6] });
  const paper = createPlaneGrid({ width: 1e-3, depth: 10, columns: 1, rows: 1 });
  const pointer = () =>
    createArticulatedBody([
      { name: "pole" },
      { name: "needle", parent: "pole", mesh: needle, joint: { type: "hinge", axis: [0, 0, 1] } },
    ]);

  it("(4) finds a needle that passes a sliver of paper between its waypoints, at the right time", () => {
    // Turning about z, the needle, 2 long on either side, meets the paper above x = 1 where sin = height / distance.
    const sliver = createObstacles([{ name: "paper", mesh: paper, toWorld: moved(1, 1, 0) }]);
    const found = collideAlongPath(pointer(), [[0], [3], [0.1]], sliver, { tolerance: 1e-7 });
    expect(found).toMatchObject({ kind: "contact", segment: 0, linkA: 1, linkB: 1, isSelf: false });
    const { lower, upper } = found!;
    const time = Math.atan2(1, 1 + 5e-4) / 3;
    expect(lower).toBeLessThanOrEqual(time);
    expect(upper).toBeGreaterThan(time - 1e-6);
    expect(upper - lower).toBeLessThan(1e-5);
  });

  it("takes a near miss for free at a fine tolerance, and for near at a coarse one", () => {
    // The needle's tip passes 0.001 below the edge of the block.
    const block = createObstacles([{ name: "block", mesh: createBox(), toWorld: moved(2.501, 0) }]);
    const path = [[-0.5], [0.5]];
    expect(collideAlongPath(pointer(), path, block, { tolerance: 1e-4 })).toBeNull();
    expect(isPathFree(pointer(), path, block, { tolerance: 1e-4 })).toBe(true);
    const found = collideAlongPath(pointer(), path, block, { tolerance: 0.01 });
    expect(found).toMatchObject({ kind: "near", segment: 0, linkA: 1 });
    expect(isPathFree(pointer(), path, block, { tolerance: 0.01 })).toBe(false);
  });

  it("finds contacts at the start, at a waypoint and at the end", () => {
    const slider = createArticulatedBody([
      { name: "rail" },
      { name: "cart", parent: "rail", mesh: createBox(), joint: { type: "slider", axis: [1, 0, 0] } },
    ]);
    const wall = createObstacles([{ name: "wall", mesh: createBox(), toWorld: moved(3) }]);
    expect(collideAlongPath(slider, [[2], [0]], wall)).toMatchObject({ kind: "contact", lower: 0, upper: 0 });
    expect(collideAlongPath(slider, [[2.5]], wall)).toMatchObject({ kind: "contact", segment: 0, upper: 0 });
    expect(collideAlongPath(slider, [[1]], wall)).toBeNull();
    expect(isPathFree(slider, [[1]], wall)).toBe(true);
    expect(isPathFree(slider, [[2]], wall)).toBe(false);
    const turnsBack = collideAlongPath(slider, [[0], [2], [0]], wall);
    expect(turnsBack).toMatchObject({ kind: "contact", segment: 0, upper: 1 });
    expect(turnsBack!.lower).toBeGreaterThan(0.999);
    expect(collideAlongPath(slider, [[0], [1], [2]], wall)).toMatchObject({ kind: "contact", upper: 2 });
    expect(collideAlongPath(slider, [[0], [1.999], [0]], wall)).toBeNull();
  });

  it("tests links with each other unless they are allowed to touch, and counts from rootToWorld", () => {
    const links: Link[] = [
      { name: "base", mesh: createBox({ size: [1, 1, 1] }) },
      {
        name: "arm",
        parent: "base",
        mesh: createBox({ size: [0.2, 0.2, 0.2] }),
        joint: { type: "hinge", origin: moved(2) },
      },
      {
        name: "hand",
        parent: "arm",
        mesh: createBox({ size: [1, 0.1, 0.1] }),
        joint: { type: "hinge", origin: moved(1) },
      },
    ];
    const body = createArticulatedBody(links);
    const fold = [
      [0, 0],
      [0, 3],
      [3, 3],
    ];
    const swing = [
      [0, 0],
      [3.1, 0],
    ];
    expect(collideAlongPath(body, fold, null)).toBeNull();
    expect(collideAlongPath(body, swing, null)).toMatchObject({
      kind: "contact",
      linkA: 0,
      linkB: 2,
      isSelf: true,
    });
    const allowed = createAllowedPairs(body, { pairs: [["base", "hand"]] });
    expect(collideAlongPath(body, swing, null, { allowed })).toBeNull();
    const block = createObstacles([{ name: "block", mesh: createBox(), toWorld: moved(2, 1.5) }]);
    expect(collideAlongPath(body, swing, block, { self: false })).toMatchObject({ isSelf: false, linkB: 1 });
    expect(collideAlongPath(body, swing, block, { self: false, rootToWorld: moved(20) })).toBeNull();
  });

  it("says unknown at the limit of poses, with what was ruled out", () => {
    const block = createObstacles([{ name: "block", mesh: createBox(), toWorld: moved(2.501, 0) }]);
    const stats = {} as PathStats;
    const options = { tolerance: 1e-6, maxPoses: 20, stats };
    const found = collideAlongPath(pointer(), [[-1.5], [1.5]], block, options);
    expect(found).toMatchObject({ kind: "unknown", segment: 0, upper: 1 });
    expect(found!.lower).toBeGreaterThan(0.1);
    expect(found!.lower).toBeLessThan(0.5);
    expect(stats.poses).toBe(20);
    expect(stats.linkBoxTests).toBeGreaterThan(10);
    expect(isPathFree(pointer(), [[-1.5], [1.5]], block, options)).toBe(false);
  });

  it("follows links that deform", () => {
    const mesh = createBox();
    const body = createArticulatedBody([
      { name: "rail" },
      { name: "cart", parent: "rail", mesh, joint: { type: "slider", axis: [1, 0, 0] } },
    ]);
    const wall = createObstacles([{ name: "wall", mesh: createBox(), toWorld: moved(3) }]);
    expect(isPathFree(body, [[0], [1]], wall)).toBe(true);
    mesh.positions.forEach((x, i) => {
      mesh.positions[i] = 4 * x;
    });
    expect(() => isPathFree(body, [[0], [1]], wall)).toThrow(MeshError);
    refit(body.trees[1]!);
    expect(isPathFree(body, [[0], [1]], wall)).toBe(false);
    expect(collideAlongPath(body, [[0], [1]], wall)).toMatchObject({ kind: "contact", linkA: 1, linkB: 1 });
  });
});

describe("bad input of collideAlongPath", () => {
  const body = createArticulatedBody(chain(2));
  const rest = restValues(body);
  const obstacles = obstaclesAt(1);
  const ask = (waypoints: unknown, others: unknown = obstacles, options: unknown = {}) =>
    collideAlongPath(body, waypoints as never, others as never, options as PathOptions);

  it("is refused by name, and the body stays where it is", () => {
    const before = body.linkToWorld.slice();
    for (const waypoints of [null, undefined, 3, {}, []]) expect(() => ask(waypoints)).toThrow("waypoints: ");
    expect(() => ask([rest, rest.subarray(1)])).toThrow("waypoints[1]: the joints take 11 numbers, got 10");
    expect(() => ask([rest, null])).toThrow("waypoints[1]: ");
    expect(() => ask([rest, rest.slice().fill(Number.NaN, 4, 5)])).toThrow("waypoints[1][4]: NaN");
    expect(() => ask([rest, rest.map((x) => -x)])).toThrow("has no direction"); // opposite quaternions
    expect(() => ask([rest], {})).toThrow("obstacles: expected a body");
    expect(() => ask([rest], body)).toThrow("obstacles: got the body itself");
    expect(() => collideAlongPath({} as never, [rest], null)).toThrow("body: expected a body");
    expect(() => ask([rest], obstacles, { tolerance: 0 })).toThrow("tolerance: 0");
    expect(() => ask([rest], obstacles, { maxPoses: 0.5 })).toThrow("maxPoses: 0.5");
    expect(() => ask([rest], obstacles, { self: 1 })).toThrow("self: ");
    expect(() => ask([rest], null, { self: false })).toThrow("nothing to test");
    expect(() =>
      ask([rest], obstacles, { allowed: createAllowedPairs(createArticulatedBody(chain(3))) }),
    ).toThrow("allowed: is for 3 links");
    expect(() => ask([rest], obstacles, { self: false, allowed: createAllowedPairs(body) })).toThrow(
      "allowed: ",
    );
    expect(() => ask([rest], obstacles, { rootToWorld: moved(Number.NaN) })).toThrow(PoseError);
    expect(() => ask([rest], obstacles, { step: 1 })).toThrow(OptionError);
    expect(() => ask([rest], obstacles, { stats: 3 })).toThrow("stats: ");
    expect(body.linkToWorld).toEqual(before);
  });
});

const panda = join(truthRoot() ?? "", "../models/B_articulated/panda");

describe.skipIf(truthRoot() === null || !existsSync(panda))("Panda with its SRDF and a table", () => {
  it("(1) (2) (3) agrees with dense sampling on paths between random poses (seed 402)", async () => {
    const robot = await readUrdf(readFileSync(join(panda, "panda.urdf")), "panda.urdf", {
      resolve: (uri) => readFileSync(join(panda, "meshes", uri.split("/").pop()!)),
    });
    const body = createArticulatedBody(robot.links);
    const srdf = await readSrdf(readFileSync(join(panda, "panda.srdf")), "panda.srdf", {
      links: robot.links,
    });
    const allowed = createAllowedPairs(body, { pairs: srdf.allowedPairs });
    const table = createObstacles([
      { name: "table", mesh: createBox({ size: [1.2, 1.2, 0.05] }), toWorld: moved(0.75, 0, 0.1) },
    ]);
    const next = random(402);
    const ranges = body.articulation.joints.filter(({ values }) => values === 1).map(({ limits }) => limits);
    const pose = () => ranges.map(([low, high]) => low + (high - low) * next());
    const meets = () => collideBodies(body, table) || collideBodies(body, body, { allowed });
    const seen = { free: 0, contact: 0, near: 0, unknown: 0 };
    for (let path = 0; path < 40; path++) {
      const waypoints = [pose(), pose()];
      const found = collideAlongPath(body, waypoints, table, { allowed });
      expect(isPathFree(body, waypoints, table, { allowed })).toBe(found === null);
      for (let time = 0; time < Math.min(1, found?.lower ?? 1); time += 1 / 64) {
        poseAt(body, waypoints, time);
        expect(meets()).toBe(false);
      }
      if (found?.kind === "contact") {
        poseAt(body, waypoints, found.upper);
        expect(meets()).toBe(true);
      }
      seen[found?.kind ?? "free"]++;
    }
    expect(Math.min(seen.free, seen.contact)).toBeGreaterThan(5);
    expect(seen.unknown).toBe(0);
  });
});
