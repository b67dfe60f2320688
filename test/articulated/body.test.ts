import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CabRule,
  createArticulatedBody,
  type Joint,
  type Link,
  restValues,
  setLinkPoses,
  setPose,
  updateCab,
} from "../../src/articulated.ts";
import { bakePositions, createMesh, OptionError } from "../../src/index.ts";
import { createBox, createTorus } from "../../src/mesh/primitives/index.ts";
import { updateAabbFromCorners, updateAabbFromVertices, updateObb } from "../../src/papers.ts";
import type { ArticulatedBody } from "../../src/trees/articulated/articulated-body.ts";
import {
  fitPendingBounds,
  fitPendingBox,
  updateUpperBounds,
  updateUpperBoxes,
} from "../../src/trees/articulated/on-demand.ts";
import { OBB_AXES, OBB_HALF, OBB_STRIDE } from "../../src/trees/layout.ts";
import { random } from "../meshes.ts";
import { affinePose, rotation } from "../poses.ts";
import { randomCases } from "../random-cases.ts";

const limb = createBox({ size: [3, 1, 1] });
const ring = createTorus({ majorSegments: 12, minorSegments: 8 });

function moved(x: number, y = 0, z = 0): number[] {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
}

function chain(count: number, type: Joint["type"] = "hinge"): Link[] {
  return Array.from({ length: count }, (_, i) => ({
    name: `link ${i}`,
    mesh: i % 3 === 2 ? ring : limb,
    parent: i === 0 ? null : `link ${i - 1}`,
    joint: { type, origin: moved(i === 0 ? 0 : 3), axis: [0, 1, 1] },
  }));
}

/** A palm with five fingers of three links, some of them frames without a mesh. */
function hand(): Link[] {
  const links: Link[] = [{ name: "palm", mesh: createBox({ size: [4, 5, 1] }), joint: { type: "free" } }];
  for (let finger = 0; finger < 5; finger++)
    for (let k = 0; k < 4; k++)
      links.push({
        name: `${finger}.${k}`,
        parent: k === 0 ? "palm" : `${finger}.${k - 1}`,
        mesh: k === 1 ? null : limb,
        joint: { type: k === 0 ? "ball" : "hinge", origin: moved(k === 0 ? 2 : 3, k === 0 ? finger - 2 : 0) },
      });
  return links;
}

function randomValues(body: ArticulatedBody, seed: number): Float64Array {
  const next = random(seed);
  return restValues(body).map((value) => value + 3 * (next() - 0.5));
}

const UPDATES: [string, (body: ArticulatedBody) => void][] = [
  ["cab", (body) => updateCab(body)],
  ["cab by the sum", (body) => updateCab(body, { rule: "sum" })],
  ["cab by signed axes", (body) => updateCab(body, { rule: "signed" })],
  ["obb", updateObb],
  ["cab on demand", (body) => updateOnDemand(body, "longest")],
  ["obb on demand", (body) => updateOnDemand(body, "obb")],
];

/** The upper levels, and then every node, as if a query had come to all. */
function updateOnDemand(body: ArticulatedBody, by: CabRule | "obb"): void {
  updateUpperBoxes(body, by);
  for (let node = 0; node < body.hierarchy.nodeCount; node++) fitPendingBox(body, node);
}

/** Which leaves lie under each node. */
function leavesUnder({ hierarchy }: ArticulatedBody): number[][] {
  const { leafCount, nodeCount, children } = hierarchy;
  const under = Array.from({ length: leafCount }, (_, leaf) => [leaf]);
  for (let node = leafCount; node < nodeCount; node++)
    under.push([0, 1].flatMap((k) => under[children[2 * (node - leafCount) + k]]));
  return under;
}

/** How far, in half extents, the farthest world vertex under a node lies from the middle of its oriented box: at most 1. */
function farthestIn(body: ArticulatedBody): number {
  let farthest = 0;
  leavesUnder(body).forEach((leaves, node) => {
    const box = body.boxes.subarray(OBB_STRIDE * node, OBB_STRIDE * (node + 1));
    for (const leaf of leaves) {
      const link = body.hierarchy.links[leaf];
      const world = bakePositions(
        body.meshes[link]!.positions,
        body.linkToWorld.subarray(16 * link, 16 * link + 16),
      );
      for (let v = 0; v < world.length; v += 3)
        for (let axis = 0; axis < 3; axis++) {
          let along = 0;
          for (let k = 0; k < 3; k++) along += box[OBB_AXES + 3 * axis + k] * (world[v + k] - box[k]);
          farthest = Math.max(farthest, Math.abs(along) / box[OBB_HALF + axis]);
        }
    }
  });
  return farthest;
}

function expectBoundsEnclose(body: ArticulatedBody): void {
  leavesUnder(body).forEach((leaves, node) => {
    const bounds = body.bounds.subarray(6 * node, 6 * node + 6);
    for (const leaf of leaves) {
      const link = body.hierarchy.links[leaf];
      const world = bakePositions(
        body.meshes[link]!.positions,
        body.linkToWorld.subarray(16 * link, 16 * link + 16),
      );
      const isInside = world.every((x, i) => x >= bounds[i % 3] && x <= bounds[3 + (i % 3)]);
      expect(isInside).toBe(true);
    }
  });
}

describe("the hierarchy of an articulated body", () => {
  it("joins a chain of 16 links in four levels, neighbours first", () => {
    const { hierarchy } = createArticulatedBody(chain(16));
    expect(hierarchy).toMatchObject({ leafCount: 16, nodeCount: 31, depth: 5 });
    for (let i = 0; i < 8; i++) {
      const [a, b] = [hierarchy.children[2 * i], hierarchy.children[2 * i + 1]];
      expect(Math.abs(a - b)).toBe(1);
    }
  });

  it("has every leaf once under its root, and stays shallow for branches", () => {
    for (const links of [chain(1), chain(2), chain(7), hand()]) {
      const body = createArticulatedBody(links);
      const { leafCount, depth } = body.hierarchy;
      expect(
        leavesUnder(body)
          .at(-1)!
          .sort((a, b) => a - b),
      ).toEqual(Array.from({ length: leafCount }, (_, i) => i));
      expect(depth).toBeLessThanOrEqual(2 + 2 * Math.ceil(Math.log2(leafCount)));
    }
  });
});

describe("the boxes of an articulated body", () => {
  for (const [name, update] of UPDATES)
    it(`enclose all vertices below them, in random poses (${name})`, () => {
      for (const links of [chain(16), chain(9, "ball"), hand()]) {
        const body = createArticulatedBody(links);
        for (let seed = 0; seed < 30; seed++) {
          setPose(body, randomValues(body, seed), {
            rootToWorld: rotation([1, seed, 2, 3], [1e3 * seed, 5, 1]),
          });
          update(body);
          expect(farthestIn(body)).toBeLessThanOrEqual(1);
        }
      }
    });

  it("enclose all vertices when links are scaled and sheared", () => {
    const body = createArticulatedBody(chain(4));
    fc.assert(
      fc.property(fc.array(affinePose, { minLength: 4, maxLength: 4 }), (poses) => {
        setLinkPoses(body, poses.flat());
        for (const [, update] of UPDATES) {
          update(body);
          expect(farthestIn(body)).toBeLessThanOrEqual(1);
        }
        updateAabbFromCorners(body);
        expectBoundsEnclose(body);
      }),
      { numRuns: randomCases(15) },
    );
  });

  it("enclose all vertices along the axes, tightly from vertices, loosely from corners", () => {
    const body = createArticulatedBody(hand());
    for (let seed = 0; seed < 20; seed++) {
      setPose(body, randomValues(body, seed));
      updateAabbFromVertices(body);
      expectBoundsEnclose(body);
      const tight = body.bounds.slice();
      updateAabbFromCorners(body);
      expectBoundsEnclose(body);
      tight.forEach((x, i) => {
        if (i % 6 < 3) expect(body.bounds[i]).toBeLessThanOrEqual(x);
        else expect(body.bounds[i]).toBeGreaterThanOrEqual(x);
      });
    }
  });

  it("boxes along the axes do not depend on onDemand", () => {
    const body = createArticulatedBody(hand());
    setPose(body, randomValues(body, 3));
    updateAabbFromCorners(body);
    const whole = body.bounds.slice();
    body.bounds.fill(0);
    updateUpperBounds(body, "aabb*");
    for (let node = 0; node < body.hierarchy.nodeCount; node++) fitPendingBounds(body, node);
    expect(body.bounds).toEqual(whole);
  });

  it("are slightly larger with the rule of the CAB paper's footnote, as the paper found (16 balls, 200 poses, seed 4)", () => {
    const body = createArticulatedBody(
      Array.from({ length: 16 }, (_, i) => ({
        name: `${i}`,
        mesh: createBox({ size: [0.94, 0.16, 0.16], center: [0.5, 0, 0] }),
        parent: i === 0 ? null : `${i - 1}`,
        joint: { type: "ball", origin: moved(i === 0 ? 0 : 1) },
      })),
    );
    const next = random(4);
    const logs = { longest: 0, sum: 0 };
    for (let pose = 0; pose < 200; pose++) {
      setPose(
        body,
        Float64Array.from({ length: 64 }, () => next() + next() + next() - 1.5),
      );
      for (const rule of ["longest", "sum"] as const) {
        updateCab(body, { rule });
        for (let node = 16; node < 31; node++)
          for (let k = 0; k < 3; k++) logs[rule] += Math.log(body.boxes[OBB_STRIDE * node + OBB_HALF + k]);
      }
    }
    const ratio = Math.exp((logs.sum - logs.longest) / (200 * 15));
    expect(ratio).toBeGreaterThan(1.002);
    expect(ratio).toBeLessThan(1.03);
  });

  it("have the axes of the endpoint vector at a sharp bend and of a child in a straight chain (CAB)", () => {
    const body = createArticulatedBody(chain(2));
    updateCab(body);
    const root = body.boxes.subarray(2 * OBB_STRIDE);
    expect(root.slice(OBB_HALF, OBB_HALF + 1)[0]).toBeCloseTo(3, 11); // two limbs in a row, 6 long
    const bent: Link[] = [
      { name: "upper", mesh: limb },
      {
        name: "lower",
        mesh: limb,
        parent: "upper",
        joint: { type: "hinge", origin: moved(1.5, 1.5), axis: [0, 0, 1] },
      },
    ];
    const elbow = createArticulatedBody(bent);
    setPose(elbow, [Math.PI / 2]);
    updateCab(elbow);
    const axis = elbow.boxes.subarray(2 * OBB_STRIDE + OBB_AXES, 2 * OBB_STRIDE + OBB_AXES + 3);
    expect(Math.abs(axis[0])).toBeCloseTo(Math.SQRT1_2, 12);
    expect(Math.abs(axis[1])).toBeCloseTo(Math.SQRT1_2, 12);
  });
});

describe("nearly parallel limbs (CAB, section 3.2.1)", () => {
  // The upper limb is longer, the lower one wider, so each case has a main axis of its own.
  const UPPER = 3;
  const LOWER = 2.8;
  const elbow = createArticulatedBody([
    { name: "upper", mesh: createBox({ size: [UPPER, 0.2, 0.3] }) },
    {
      name: "lower",
      mesh: createBox({ size: [LOWER, 0.1, 0.9], center: [LOWER / 2, 0, 0] }),
      parent: "upper",
      joint: { type: "hinge", origin: moved(UPPER / 2), axis: [0, 0, 1] },
    },
  ]);
  const below = Math.acos(1 - 0.9e-5);
  const above = Math.acos(1 - 1.1e-5);
  const upper = () => [1, 0];
  const lower = (angle: number) => [Math.cos(angle), Math.sin(angle)];
  const ends = (angle: number) => {
    const [x, y] = [UPPER + LOWER * Math.cos(angle), LOWER * Math.sin(angle)];
    return [x / Math.hypot(x, y), y / Math.hypot(x, y)];
  };
  // Stretched at 0, folded at half a turn.
  const cases: [string, CabRule, number, (angle: number) => number[], boolean][] = [
    ["stretched, within the tolerance", "longest", below, lower, true],
    ["stretched, beyond it", "longest", above, ends, false],
    ["folded, within the tolerance", "longest", Math.PI - below, lower, true],
    ["folded, beyond it", "longest", Math.PI - above, upper, false],
    ["stretched, where signs count", "signed", below, ends, false],
    ["a line, where signs count", "signed", 0, lower, true],
    ["within 2^-20 of a line, where signs count", "signed", 2 ** -21, lower, true],
    ["beyond 2^-20 of a line, where signs count", "signed", 2 ** -19, ends, false],
    ["folded, where signs count", "signed", Math.PI - below, lower, true],
    ["folded, beyond the tolerance, where signs count", "signed", Math.PI - above, upper, false],
  ];

  it.each(cases)("%s (%s)", (_, rule, angle, mainAxis, isParallel) => {
    setPose(elbow, [angle]);
    updateCab(elbow, { rule });
    const axes = elbow.boxes.subarray(2 * OBB_STRIDE + OBB_AXES, 2 * OBB_STRIDE + OBB_AXES + 9);
    const main = [0, 1, 2].find((k) => Math.abs(axes[3 * k]) > 0.9)!;
    const [x, y] = mainAxis(angle);
    expect(Math.abs(axes[3 * main] * y - axes[3 * main + 1] * x)).toBeLessThan(1e-9);
    // In the parallel case all axes are those of the wider limb, whose main axis is its own first one.
    if (isParallel)
      expect([...axes]).toEqual([...elbow.boxes.subarray(OBB_STRIDE + OBB_AXES, OBB_STRIDE + OBB_AXES + 9)]);
    expect(farthestIn(elbow)).toBeLessThanOrEqual(1);
  });

  it("takes the axes of whichever limb is widest", () => {
    for (const [first, second, wider] of [
      [0.2, 0.9, 1],
      [0.9, 0.2, 0],
    ]) {
      const body = createArticulatedBody([
        { name: "upper", mesh: createBox({ size: [3, first, 0.1] }) },
        {
          name: "lower",
          mesh: createBox({ size: [3, second, 0.1], center: [1.5, 0, 0] }),
          parent: "upper",
          joint: { type: "hinge", origin: moved(1.5), axis: [0, 0, 1] },
        },
      ]);
      setPose(body, [0.004]);
      updateCab(body);
      const axesOf = (node: number) => [
        ...body.boxes.subarray(OBB_STRIDE * node + OBB_AXES, OBB_STRIDE * node + OBB_AXES + 9),
      ];
      expect(axesOf(2)).toEqual(axesOf(wider));
      expect(axesOf(2)).not.toEqual(axesOf(1 - wider));
    }
  });
});

describe("setPose", () => {
  it("turns hinges, moves sliders, and hangs links on each other", () => {
    const body = createArticulatedBody([
      { name: "base", mesh: limb },
      { name: "arm", parent: "base", joint: { type: "hinge", origin: moved(1), axis: [0, 0, 2] } },
      { name: "tip", parent: "arm", joint: { type: "slider", axis: [1, 0, 0] } },
      {
        name: "copy",
        parent: "base",
        joint: { type: "slider", axis: [0, 1, 0], mimic: { joint: "tip", multiplier: 2 } },
      },
    ]);
    setPose(body, [Math.PI / 2, 5]);
    const tip = body.linkToWorld.slice(32, 48);
    expect(tip[12]).toBeCloseTo(1, 14);
    expect(tip[13]).toBeCloseTo(5, 14);
    expect(body.linkToWorld[48 + 13]).toBe(10);
  });

  it("refuses bad values, with the name of the link or joint", () => {
    const two = (change: Partial<Link>): Link[] => [
      { name: "a", mesh: limb },
      { name: "b", parent: "a", mesh: limb, ...change },
    ];
    const refused: [Link[], string][] = [
      [[], "links: expected a list of at least one link"],
      [two({ parent: null }), 'links "a" and "b" both have no parent'],
      [two({ parent: "c" }), 'link "b": its parent "c" does not exist'],
      [two({ name: "a" }), 'links[1]: a second link "a"'],
      [
        [
          { name: "a", mesh: limb, parent: "b" },
          { name: "b", parent: "a" },
        ],
        'link "a": is its own ancestor, by way of "b"',
      ],
      [two({ joint: { type: "screw" as "ball" } }), 'joint "b" of link "b": unknown type screw'],
      [two({ joint: { type: "hinge", axis: [0, 0, 0] } }), "axis 0 0 0 has no direction"],
      [two({ joint: { type: "hinge", limits: [2, 1] } }), "limits 2 to 1 are reversed"],
      [two({ joint: { type: "hinge", mimic: { joint: "x" } } }), 'mimics "x", which does not exist'],
      [[{ name: "a" }], "links: none of them has a mesh"],
    ];
    for (const [links, message] of refused) {
      expect(() => createArticulatedBody(links)).toThrow(OptionError);
      expect(() => createArticulatedBody(links)).toThrow(message);
    }
    expect(() => createArticulatedBody(two({ mesh: {} as never }))).toThrow('link "b": ');
    const body = createArticulatedBody(chain(2));
    expect(() => setPose(body, [1])).toThrow("values: the joints take 2 numbers, got 1");
    expect(() => setPose(body, [1, NaN])).toThrow('values[1]: NaN is not a finite number (joint "link 1")');
    expect(() => setLinkPoses(body, [1])).toThrow("linkToWorld: expected 32 numbers");
    expect(() => setLinkPoses(body, new Array(32).fill(0))).toThrow('linkToWorld of link "link 0"');
  });
});

it("a link of one triangle has a box, too", () => {
  const mesh = createMesh({ positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0) });
  const body = createArticulatedBody([{ name: "flat", mesh }]);
  updateCab(body);
  expect(farthestIn(body)).toBeLessThanOrEqual(1);
});
