import { describe, expect, it } from "vitest";
import {
  type ArticulatedBody,
  type BodyCache,
  type BodyOptions,
  type BodyStats,
  type BoxMethod,
  collideBodies,
  createArticulatedBody,
  createObstacles,
  findLinkDistances,
  findLinkPairs,
  findLinkTriangles,
  nearestLinks,
  restValues,
  setLinkPoses,
  setPose,
} from "../../src/articulated.ts";
import { distance, OptionError, PoseError } from "../../src/index.ts";
import { createBox, createIcosphere } from "../../src/mesh/primitives/index.ts";
import { findLinkTrianglesByBruteForce } from "../../src/reference/index.ts";
import { random } from "../meshes.ts";
import { rotation } from "../poses.ts";
import { chain, limb, moved, poseAtRandom, ring, soup, tree } from "./bodies.ts";

const METHODS: BoxMethod[] = ["cab", "obb", "aabb+", "aabb*", "brute"];
const VARIANTS: BodyOptions[] = [
  ...METHODS.map((method) => ({ method })),
  ...METHODS.map((method) => ({ method, onDemand: true })),
  { method: "cab", rule: "sum" },
  { method: "cab", rule: "signed" },
  { method: "cab", cache: {} as BodyCache },
];

function listed({ pairs }: { pairs: Int32Array }): string[] {
  return Array.from({ length: pairs.length / 2 }, (_, i) => `${pairs[2 * i]} ${pairs[2 * i + 1]}`);
}

function scene(): ArticulatedBody {
  return createObstacles([
    { name: "table", mesh: createBox({ size: [8, 8, 0.5] }), toWorld: moved(0, 0, -1.5) },
    { name: "ball", mesh: createIcosphere({ subdivisions: 0 }), toWorld: moved(2, 1, 0.5) },
    { name: "ring", mesh: ring, toWorld: rotation([1, 2, 3, 4], [-1, 1, 1], [2, 1, 1]) },
    { name: "soup", mesh: soup, toWorld: moved(1, -2, -1) },
  ]);
}

describe("queries between bodies agree with brute force over all triangles", () => {
  const cases: [string, () => [ArticulatedBody, ArticulatedBody], number][] = [
    [
      "two chains",
      () => [createArticulatedBody(chain(7)), createArticulatedBody(chain(5, [limb, ring, soup]))],
      6,
    ],
    ["a branching body and obstacles", () => [createArticulatedBody(tree()), scene()], 5],
    [
      "a chain with itself",
      () => {
        const body = createArticulatedBody(chain(8, [limb, soup], 2));
        return [body, body];
      },
      6,
    ],
    [
      "branches with themselves",
      () => {
        const body = createArticulatedBody(tree());
        return [body, body];
      },
      6,
    ],
  ];
  it.each(cases)("%s (seeds 0 …)", (_, create, seeds) => {
    const [a, b] = create();
    let hits = 0;
    for (let seed = 0; seed < seeds; seed++) {
      poseAtRandom(a, seed);
      if (b !== a && b.articulation.valueCount > 0) poseAtRandom(b, 100 + seed);
      const slow = findLinkTrianglesByBruteForce(a, b);
      const expected = slow.map(({ linkA, linkB }) => `${linkA} ${linkB}`);
      hits += expected.length;
      for (const options of VARIANTS) {
        expect(listed(findLinkPairs(a, b, options))).toEqual(expected);
        expect(collideBodies(a, b, options)).toBe(expected.length > 0);
      }
      const fast = findLinkTriangles(a, b).map(({ linkA, linkB, triangles }) => ({
        linkA,
        linkB,
        pairs: triangles.pairs.slice(),
      }));
      expect(fast).toEqual(slow);
    }
    expect(hits).toBeGreaterThan(2);
  });
});

describe("boxes follow the pose", () => {
  it("without a call to update them, for every method, after setPose and setLinkPoses", () => {
    const a = createArticulatedBody(chain(4));
    const b = createArticulatedBody(chain(4));
    const far = restValues(a);
    far[0] = 100;
    const poses = b.linkToWorld.slice();
    for (const options of VARIANTS) {
      setPose(a, restValues(a));
      expect(collideBodies(a, b, options)).toBe(true);
      setPose(a, far);
      expect(collideBodies(a, b, options)).toBe(false);
      setLinkPoses(a, poses);
      expect(collideBodies(a, b, options)).toBe(true);
    }
  });

  it("boxes are not updated again for a pose that was not set anew", () => {
    const body = createArticulatedBody(chain(4));
    collideBodies(body, body);
    body.boxes.fill(7);
    collideBodies(body, body);
    expect(body.boxes.every((x) => x === 7)).toBe(true);
    collideBodies(body, body, { method: "obb" });
    expect(body.boxes.every((x) => x === 7)).toBe(false);
  });

  it("with onDemand, only boxes that a query reaches are updated; a later full update is not skipped", () => {
    const a = createArticulatedBody(chain(16));
    const b = createArticulatedBody(chain(16));
    const away = restValues(b);
    away[1] = 50;
    setPose(b, away);
    collideBodies(a, b, { onDemand: true });
    const pending = a.boxesState.pending!.reduce((sum, x) => sum + x, 0);
    expect(pending).toBe(8);
    collideBodies(a, b);
    expect(a.boxesState.pending).toBeNull();
    setPose(b, restValues(b));
    collideBodies(a, b, { onDemand: true });
    expect(b.boxesState.pending!.reduce((sum, x) => sum + x, 0)).toBeLessThan(8);
  });
});

describe("counters of queries between bodies", () => {
  it("count candidates, false alarms and tests; boxes save most tests", () => {
    const a = createArticulatedBody(chain(16));
    const b = createArticulatedBody(chain(16));
    poseAtRandom(a, 1);
    poseAtRandom(b, 2);
    const brute = findLinkPairs(a, b, { method: "brute" });
    const cab = findLinkPairs(a, b);
    expect(brute.stats).toMatchObject({ candidates: 256, linkBoxTests: 0, falseAlarms: 256 - brute.count });
    expect(cab.stats.candidates - cab.stats.falseAlarms).toBe(cab.count);
    expect(cab.stats.candidates).toBeLessThan(64);
    expect(cab.stats.linkBoxTests).toBeGreaterThan(0);
    const stats = {} as BodyStats;
    findLinkPairs(a, b, { stats });
    expect(stats).toEqual(cab.stats);
  });
});

describe("queries between solid bodies", () => {
  it("count a link inside another, which surfaces do not", () => {
    const outer = createObstacles([{ name: "hall", mesh: createBox({ size: 30 }) }]);
    const inner = createArticulatedBody(chain(3));
    for (const method of METHODS) {
      expect(collideBodies(inner, outer, { method })).toBe(false);
      expect(listed(findLinkPairs(inner, outer, { method, solids: true }))).toEqual(["0 1", "1 1", "2 1"]);
    }
  });
});

describe("distances between links", () => {
  const a = createArticulatedBody(chain(4, [limb, ring]));
  const b = createArticulatedBody(tree());
  it("are those of the links' meshes, whatever the method (seeds 0 … 5)", () => {
    for (let seed = 0; seed < 6; seed++) {
      poseAtRandom(a, seed);
      poseAtRandom(b, 50 + seed, 12);
      const expected: (readonly [number, number, number])[] = [];
      for (let i = 0; i < 4; i++)
        for (let j = 0; j < b.meshes.length; j++)
          if (b.trees[j] !== null)
            expected.push([
              i,
              j,
              distance(a.trees[i]!, b.trees[j]!, {
                aToWorld: a.linkPoses[i],
                bToWorld: b.linkPoses[j],
              })!.distance,
            ]);
      const least = expected.reduce((p, q) => (q[2] < p[2] ? q : p));
      for (const method of METHODS) {
        const all = findLinkDistances(a, b, { method });
        expect(all.map((d) => [d.linkA, d.linkB, d.distance])).toEqual(expected);
        const near = findLinkDistances(a, b, { method, maxDistance: 2 });
        expect(near.map((d) => d.distance)).toEqual(expected.map((d) => d[2]).filter((d) => d <= 2));
        expect(nearestLinks(a, b, { method })).toMatchObject({
          linkA: least[0],
          linkB: least[1],
          distance: least[2],
        });
      }
    }
  });

  it("within one body leave out what a joint connects, and pass over far links", () => {
    const body = createArticulatedBody(chain(12));
    const pairs = findLinkDistances(body, body);
    expect(pairs).toHaveLength(66 - 11);
    expect(nearestLinks(body, body)!.distance).toBeCloseTo(3, 12);
    expect(nearestLinks(body, body, { maxDistance: 2 })).toBeNull();
    const stats = {} as BodyStats;
    findLinkDistances(body, body, { maxDistance: 3.5, stats });
    expect(stats.candidates).toBe(10);
  });
});

describe("obstacles of a body", () => {
  it("are joined by place: among hundreds, a body in a corner takes few box tests", () => {
    const next = random(5);
    const many = createObstacles(
      Array.from({ length: 300 }, (_, i) => ({
        name: `${i}`,
        mesh: limb,
        toWorld: moved(60 * next(), 60 * next(), 60 * next()),
      })),
    );
    expect(many.hierarchy.depth).toBeLessThanOrEqual(10);
    const body = createArticulatedBody(chain(4));
    const { stats } = findLinkPairs(body, many);
    expect(stats.linkBoxTests).toBeLessThan(200);
    expect(listed(findLinkPairs(body, many, { method: "brute" }))).toEqual(listed(findLinkPairs(body, many)));
  });
});

describe("bad input of queries between bodies", () => {
  const body = createArticulatedBody(chain(2));
  const wrong: [string, () => unknown, string][] = [
    ["a missing body", () => collideBodies(body, {} as never), "b: expected a body"],
    ["a tree", () => collideBodies(body.trees[0] as never, body), "a: expected a body"],
    [
      "a method",
      () => collideBodies(body, body, { method: "sphere" as never }),
      "method: sphere is not one of",
    ],
    [
      "a rule",
      () => collideBodies(body, body, { rule: "mean" as never }),
      'rule: mean is not "longest", "signed" or "sum"',
    ],
    [
      "onDemand",
      () => collideBodies(body, body, { onDemand: 1 as never }),
      "onDemand: expected true or false",
    ],
    ["solids", () => collideBodies(body, body, { solids: "yes" as never }), "solids: expected true or false"],
    ["maxDistance", () => findLinkDistances(body, body, { maxDistance: -1 }), "maxDistance"],
    ["an empty list of obstacles", () => createObstacles([]), "obstacles: expected a list of at least one"],
    [
      "an obstacle without a mesh",
      () => createObstacles([{ name: "x", mesh: null as never }]),
      'obstacles[0] "x": has no mesh',
    ],
  ];
  it.each(wrong)("%s is refused with its name and value", (_, call, message) => {
    expect(call).toThrow(OptionError);
    expect(call).toThrow(message);
  });

  it("a pose that overflows or has no rotation is refused by link or joint, and nothing is changed", () => {
    const before = body.linkToWorld.slice();
    const values = restValues(body);
    values[0] = 3;
    values[7] = 0; // the ball's quaternion
    expect(() => setPose(body, values)).toThrow('joint "link 1": quaternion 0 0 0 0 has no direction');
    const huge = createArticulatedBody([
      { name: "rail", mesh: limb },
      { name: "cart", mesh: limb, parent: "rail", joint: { type: "slider" } },
    ]);
    expect(() => setPose(huge, [1e308])).toThrow(PoseError);
    expect(() => setPose(huge, [1e308])).toThrow('link "cart": its pose has 1e+308 at index 14');
    expect(huge.linkToWorld[16 + 14]).toBe(0);
    expect(body.linkToWorld).toEqual(before);
  });

  it("a singular pose is refused by link or joint", () => {
    const flat = rotation([1, 0, 0, 0], [0, 0, 0], [1, 1, 0]);
    const poses = [...moved(0), ...flat];
    expect(() => setLinkPoses(body, poses)).toThrow('linkToWorld of link "link 1": singular');
    expect(() => setPose(body, restValues(body), { rootToWorld: flat })).toThrow("rootToWorld: singular");
    const bad = { name: "b", mesh: limb, parent: "a", joint: { type: "fixed", origin: flat } } as const;
    expect(() => createArticulatedBody([{ name: "a", mesh: limb }, bad])).toThrow(
      'joint "b" of link "b": origin: singular',
    );
  });
});
