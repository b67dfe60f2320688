import { describe, expect, it } from "vitest";
import { createBox, createTorus } from "../src/mesh/primitives/index.ts";
import * as abut from "../trust/library.ts";

// `stats` takes a plain object that the query fills, `into` the last result,
// `cache` a plain object that is kept from frame to frame. Each query below is called with one option object that a test puts together.

const mesh = createBox({ size: [1, 1, 1] });
const tree = abut.buildAabbTree(mesh);
// Hulls settle convex meshes without any test of boxes or triangles.
const concave = abut.buildAabbTree(createTorus({ majorSegments: 8, minorSegments: 6 }));
const POSE = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.25, 0, 0, 1];
const moved = { bToWorld: POSE };
const body = () => abut.createObstacles([{ name: "a", mesh }]);
const wrong = (value: unknown): never => value as never;

type Ask = (options: object) => unknown;

const WITH_STATS: Record<string, Ask> = {
  collide: (options) => abut.collide(tree, tree, { ...moved, ...options }),
  collideRecursively: (options) => abut.collideRecursively(tree, tree, { ...moved, ...options }),
  collideMany: (options) => abut.collideMany(tree, tree, POSE, options),
  findPairs: (options) => abut.findPairs(tree, tree, { ...moved, ...options }),
  findPairsByLayers: (options) => abut.findPairsByLayers(tree, tree, { ...moved, ...options }),
  findSelfPairs: (options) => abut.findSelfPairs(tree, options),
  collidesItself: (options) => abut.collidesItself(tree, options),
  findContacts: (options) => abut.findContacts(tree, tree, { ...moved, ...options }),
  findManifold: (options) => abut.findManifold(tree, tree, { ...moved, ...options }),
  distance: (options) => abut.distance(tree, tree, { ...moved, ...options }),
  isWithin: (options) => abut.isWithin(tree, tree, 1, { ...moved, ...options }),
  closestPoint: (options) => abut.closestPoint(tree, [2, 0, 0], options),
  penetration: (options) => abut.penetration(concave, concave, { ...moved, ...options }),
  penetrationByPatches: (options) => abut.penetrationByPatches(concave, concave, { ...moved, ...options }),
  overlapDepth: (options) => abut.overlapDepth(tree, tree, { ...moved, ...options }),
  classify: (options) => abut.classify(tree, tree, { ...moved, ...options }),
  locatePoint: (options) => abut.locatePoint(tree, [0, 0, 0], options),
  windingNumber: (options) => abut.windingNumber(tree, [0, 0, 0], options),
  castRay: (options) => abut.castRay(tree, [-2, 0, 0], [1, 0, 0], options),
  castRayAll: (options) => abut.castRayAll(tree, [-2, 0, 0], [1, 0, 0], options),
  overlapBox: (options) => abut.overlapBox(tree, [0, 0, 0, 1, 1, 1], options),
  overlapSphere: (options) => abut.overlapSphere(tree, [0, 0, 0], 1, options),
  meetsBox: (options) => abut.meetsBox(tree, [0, 0, 0, 1, 1, 1], options),
  meetsLeafBox: (options) => abut.meetsLeafBox(tree, [0, 0, 0, 1, 1, 1], options),
  meetsSphere: (options) => abut.meetsSphere(tree, [0, 0, 0], 1, options),
  sweepBox: (options) => abut.sweepBox(tree, [2, 0, 0, 3, 1, 1], [-3, 0, 0], options),
  sweepBoxDepthFirst: (options) => abut.sweepBoxDepthFirst(tree, [2, 0, 0, 3, 1, 1], [-3, 0, 0], options),
  sweepSphere: (options) => abut.sweepSphere(tree, [2, 0, 0], 0.5, [-3, 0, 0], options),
  cullFrustum: (options) => abut.cullFrustum(tree, [1, 0, 0, 1], options),
};

const WITH_OTHER_STATS: Record<string, Ask> = {
  findNearPairs: (options) => abut.findNearPairs(tree, tree, 0.1, { ...moved, ...options }),
  findSelfNearPairs: (options) => abut.findSelfNearPairs(tree, 1, options),
  timeOfImpact: (options) => abut.timeOfImpact(tree, tree, null, { from: null, to: POSE }, options),
  selfTimeOfImpact: (options) => abut.selfTimeOfImpact(tree, mesh.positions, options),
  findImpacts: (options) => abut.findImpacts(tree, tree, null, { from: null, to: POSE }, options),
  findSelfImpacts: (options) => abut.findSelfImpacts(tree, mesh.positions, options),
  collideAlongPath: (options) => abut.collideAlongPath(body(), [[]], body(), options),
  isPathFree: (options) => abut.isPathFree(body(), [[]], body(), options),
  collideBodies: (options) => abut.collideBodies(body(), body(), options),
  findLinkPairs: (options) => abut.findLinkPairs(body(), body(), options),
  findLinkContacts: (options) => abut.findLinkContacts(body(), body(), options),
  findLinkDistances: (options) => abut.findLinkDistances(body(), body(), options),
};

describe("the option stats", () => {
  it.each(Object.entries(WITH_STATS))("%s fills {} with all counters, in one order", (_, ask) => {
    const stats: Partial<abut.QueryStats> = {};
    ask({ stats });
    expect(Object.keys(stats)).toEqual(["boxTests", "triangleTests", "exactTests", "exitAxes"]);
    expect(stats.exitAxes).toHaveLength(16);
    expect(stats.boxTests! + stats.triangleTests!).toBeGreaterThan(0);
  });

  it.each(Object.entries(WITH_STATS))("%s overwrites what is there, and keeps the array", (_, ask) => {
    const stats: Partial<abut.QueryStats> = {};
    ask({ stats });
    const first = structuredClone(stats);
    const { exitAxes } = stats;
    stats.boxTests = 1e6;
    exitAxes!.fill(7);
    ask({ stats });
    expect(stats).toEqual(first);
    expect(stats.exitAxes).toBe(exitAxes);
  });

  const all = Object.entries({ ...WITH_STATS, ...WITH_OTHER_STATS });
  it.each(all)("%s fills in what is missing, and allows other counters", (_, ask) => {
    const whole = {};
    ask({ stats: whole });
    const part = { triangleTests: 3, featureTests: 1, hullsApart: 2 };
    ask({ stats: part });
    expect(part).toMatchObject(whole);
  });

  it.each(all)("%s refuses anything else, by the option's name", (_, ask) => {
    const buffer = new Uint32Array(16);
    structuredClone(buffer.buffer, { transfer: [buffer.buffer] });
    const junk = [null, 3, "abc", [], new Map(), new Float64Array(4), buffer, () => 1, Object.freeze({})];
    for (const stats of junk.map(wrong)) {
      expect(() => ask({ stats })).toThrow(abut.OptionError);
      expect(() => ask({ stats })).toThrow("stats: expected an object to be filled, such as {}");
    }
    for (const stats of [{ boxTests: "1" }, { kind: "aabb" }, { boxtests: 1 }].map(wrong))
      expect(() => ask({ stats })).toThrow(/stats.*/);
  });

  it.each(Object.entries(WITH_STATS))("%s refuses exit axes that cannot hold 16 counters", (_, ask) => {
    const detached = new Uint32Array(16);
    structuredClone(detached.buffer, { transfer: [detached.buffer] });
    for (const exitAxes of [detached, new Uint32Array(15), new Float64Array(16), [], null])
      expect(() => ask({ stats: { exitAxes } })).toThrow("stats.exitAxes: expected a Uint32Array of 16");
  });
});

const boxes = Float64Array.of(0, 0, 0, 1, 1, 1, 0, 0, 0, 2, 2, 2);

const WITH_INTO: Record<string, Ask> = {
  collideMany: WITH_STATS.collideMany,
  findPairs: WITH_STATS.findPairs,
  findPairsByLayers: WITH_STATS.findPairsByLayers,
  findSelfPairs: WITH_STATS.findSelfPairs,
  findImpacts: WITH_OTHER_STATS.findImpacts,
  findSelfImpacts: WITH_OTHER_STATS.findSelfImpacts,
  findNearPairs: WITH_OTHER_STATS.findNearPairs,
  findSelfNearPairs: WITH_OTHER_STATS.findSelfNearPairs,
  closestPoint: WITH_STATS.closestPoint,
  overlapBox: WITH_STATS.overlapBox,
  overlapSphere: WITH_STATS.overlapSphere,
  cullFrustum: WITH_STATS.cullFrustum,
  findBoxPairs: (options) => abut.findBoxPairs(boxes, options),
  findBoxPairsBetween: (options) => abut.findBoxPairsBetween(boxes, boxes, options),
  cullBoxes: (options) => abut.cullBoxes(boxes, [1, 0, 0, 1], options),
  "cull of a dynamic tree": ({ into }: { into?: never }) => abut.createDynamicTree().cull([1, 0, 0, 1], into),
  "cull of a segment sort": ({ into }: { into?: never }) => abut.createSegmentSort().cull([1, 0, 0, 1], into),
};

describe("the option into", () => {
  it.each(Object.entries(WITH_INTO))("%s takes nothing the first time, then the last result", (_, ask) => {
    const first = ask({ into: undefined });
    const copy = structuredClone(first);
    expect(ask({ into: null })).toEqual(first);
    expect(ask({ into: first })).toBe(first);
    expect(first).toEqual(copy);
    expect(ask({ into: copy })).toBe(copy); // one that came from a worker
  });

  it.each(Object.entries(WITH_INTO))("%s refuses anything else, by the option's name", (_, ask) => {
    const result = ask({}) as { storage: Uint32Array; stats: object };
    const halves = [{ storage: result.storage }, { stats: result.stats }, { count: 0 }, { storage: [] }];
    for (const into of [3, "abc", true, {}, [], new Map(), new Uint32Array(4), ...halves]) {
      expect(() => ask({ into })).toThrow(abut.OptionError);
      expect(() => ask({ into })).toThrow("into: expected the last result, or undefined the first time");
    }
    expect(() => ask({ into: Object.freeze({ ...result }) })).toThrow(
      "into: expected an object to be filled",
    );
  });
});

const WITH_CACHE: Record<string, Ask> = {
  collide: WITH_STATS.collide,
  distance: WITH_STATS.distance,
  findPairsByLayers: WITH_STATS.findPairsByLayers,
  "findSelfPairs by layers": (options) => abut.findSelfPairs(tree, { by: "layers", ...options }),
  "findSelfPairs by every layer": (options) => abut.findSelfPairs(tree, { by: "every-layer", ...options }),
  findSelfPairs: WITH_STATS.findSelfPairs,
  collideBodies: WITH_OTHER_STATS.collideBodies,
  findLinkPairs: WITH_OTHER_STATS.findLinkPairs,
  findLinkContacts: WITH_OTHER_STATS.findLinkContacts,
};

describe("the option cache", () => {
  it.each(Object.entries(WITH_CACHE))("%s fills {} once, and gives the same answer again", (_, ask) => {
    const cache = {};
    // The counters depend on what the cache knows.
    const answer = (options: object) =>
      JSON.stringify(ask(options), (key, value) => (key === "stats" ? 0 : value));
    const without = answer({});
    expect(answer({ cache })).toBe(without);
    const names = Object.keys(cache);
    expect(names.length).toBeGreaterThan(0);
    expect(answer({ cache })).toBe(without);
    expect(Object.keys(cache)).toEqual(names);
  });

  it.each(Object.entries(WITH_CACHE))("%s refuses anything else, by the option's name", (_, ask) => {
    const junk = [null, 3, "abc", [], new Map(), new Float64Array(4), () => 1, Object.freeze({})];
    for (const cache of junk.map(wrong)) {
      expect(() => ask({ cache })).toThrow(abut.OptionError);
      expect(() => ask({ cache })).toThrow("cache: expected an object to be filled, such as {}");
    }
    const halves = [
      { kind: "aabb" },
      { slotA: 0.5 },
      { layers: 3 },
      { batch: new Int32Array(3) },
      { contacts: 1 },
    ];
    for (const cache of halves.map(wrong)) {
      expect(() => ask({ cache })).toThrow(abut.OptionError);
      expect(() => ask({ cache })).toThrow(/cache/);
    }
  });
});
