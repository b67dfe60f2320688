import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  buildAabbTree,
  buildObbTree,
  classify,
  createMesh,
  OptionError,
  PoseError,
  type QueryStats,
  type TriangleMesh,
} from "../../../src/index.ts";
import { createBox, createIcosphere, createTorus } from "../../../src/mesh/primitives/index.ts";
import { classifyByBruteForce } from "../../../src/reference/index.ts";
import { random } from "../../meshes.ts";
import { block, type Cell, polycube, relationOfCells } from "../../polycubes.ts";
import { fromColumns, latticePose, rotation } from "../../poses.ts";

const OPPOSITE: Record<string, string> = { contains: "inside", inside: "contains" };

/** The relation, computed in both orders and with both kinds of tree. */
function relation(
  a: TriangleMesh,
  b: TriangleMesh,
  poses: { aToWorld?: number[]; bToWorld?: number[] } = {},
) {
  const answer = classify(buildAabbTree(a), buildAabbTree(b), poses);
  const swapped = classify(buildObbTree(b), buildObbTree(a), {
    aToWorld: poses.bToWorld,
    bToWorld: poses.aToWorld,
  });
  expect(swapped.relation).toBe(OPPOSITE[answer.relation] ?? answer.relation);
  expect(swapped.surfacesMeet).toBe(answer.surfacesMeet);
  expect(answer.exact).toBe(answer.method !== "winding-number");
  return answer;
}

function shift(x: number, y: number, z: number): number[] {
  return fromColumns([1, 0, 0], [0, 1, 0], [0, 0, 1], [x, y, z]);
}

describe("classify on solids of cells", () => {
  /** A random set of cells, then one related to it. */
  function randomCells(seed: number, choice: number): [Cell[], Cell[]] {
    const next = random(seed);
    const space = block([3, 3, 3]);
    const some = (share: number, from: Cell[]) => from.filter(() => next() < share);
    const a = some(0.5, space);
    const rest = space.filter((cell) => !a.includes(cell));
    const b = [
      () => some(0.5, space),
      () => rest,
      () => some(0.6, a),
      () => [...a, ...some(0.3, rest)],
      () => [...a],
      () => some(0.3, rest),
      () => a.map(([x, y, z]): Cell => [x + 1, y, z + 2]),
      () => some(0.7, block([2, 3, 2], [3, 0, 1])),
    ][choice]();
    return [a.length === 0 ? [[0, 0, 0]] : a, b.length === 0 ? [[4, 4, 4]] : b];
  }

  it("agrees with sets of cells, whatever the tessellation, the winding and the sharing of vertices (seed 5)", () => {
    const counts: Record<string, number> = {};
    fc.sample(latticePose, { numRuns: 24, seed: 5 }).forEach((pose, run) => {
      const [cellsA, cellsB] = randomCells(run, run % 8);
      const wanted = relationOfCells(cellsA, cellsB);
      counts[wanted] = (counts[wanted] ?? 0) + 1;
      const answer = relation(
        polycube(cellsA, { cuts: 1 + (run % 2), seed: run }),
        polycube(cellsB, { cuts: 1 + (run % 3 === 0 ? 1 : 0), seed: run + 1, soup: run % 5 === 0 }),
        { aToWorld: pose, bToWorld: pose },
      );
      expect(answer.relation, `run ${run}`).toBe(wanted);
      expect(answer.method).toBe("ray-parity");
    });
    for (const name of ["touching", "overlapping", "contains", "inside", "duplicate"])
      expect(counts[name], name).toBeGreaterThan(1);
  });

  const SHELL = block([5, 5, 5]).filter((cell) => cell.some((x) => x === 0 || x === 4));
  const L: Cell[] = [
    [0, 0, 0],
    [1, 0, 0],
    [2, 0, 0],
    [2, 1, 0],
    [2, 2, 0],
  ];
  const cases: [string, Cell[], Cell[], string, boolean][] = [
    [
      "L shapes that fit each other",
      L,
      [
        [0, 1, 0],
        [1, 1, 0],
        [0, 2, 0],
        [1, 2, 0],
      ],
      "touching",
      true,
    ],
    [
      "a peg that fills a hole",
      block([3, 3, 1]).filter(([x, y]) => x !== 1 || y !== 1),
      block([1, 1, 3], [1, 1, -1]),
      "touching",
      true,
    ],
    [
      "a peg that fills the hole and no more",
      block([3, 3, 1]).filter(([x, y]) => x !== 1 || y !== 1),
      [[1, 1, 0]],
      "touching",
      true,
    ],
    ["a core that fills a hollow", SHELL, block([3, 3, 3], [1, 1, 1]), "touching", true],
    ["a core in a hollow, touching nothing", SHELL, [[2, 2, 2]], "separate", false],
    ["a block around the hollow's block", SHELL, block([5, 5, 5]), "inside", true],
    ["nested, apart", block([3, 3, 3]), [[1, 1, 1]], "contains", false],
    ["nested, touching a face from the inside", block([3, 3, 3]), [[0, 1, 1]], "contains", true],
    ["nested in a corner", block([3, 3, 3]), [[0, 0, 0]], "contains", true],
    [
      "two parts, one of them inside",
      block([3, 3, 3]),
      [
        [1, 1, 1],
        [9, 0, 0],
      ],
      "overlapping",
      false,
    ],
    [
      "two parts, one of them touching",
      block([1, 1, 1]),
      [
        [1, 0, 0],
        [9, 0, 0],
      ],
      "touching",
      true,
    ],
    [
      "two parts inside",
      block([5, 3, 3]),
      [
        [1, 1, 1],
        [3, 1, 1],
      ],
      "contains",
      false,
    ],
    [
      "the same two parts",
      [
        [0, 0, 0],
        [2, 0, 0],
      ],
      [
        [2, 0, 0],
        [0, 0, 0],
      ],
      "duplicate",
      true,
    ],
    ["a bar through a block", block([3, 3, 3]), block([1, 1, 5], [1, 1, -1]), "overlapping", true],
    ["a bar flush with a block", block([3, 3, 3]), block([1, 1, 3], [1, 1, 0]), "contains", true],
    ["far apart", [[0, 0, 0]], [[5, 5, 5]], "separate", false],
  ];
  it.each(cases)("%s", (_, a, b, wanted, meet) => {
    expect(relationOfCells(a, b)).toBe(wanted);
    for (const [cutsA, cutsB] of [
      [1, 1],
      [1, 2],
      [3, 1],
    ] as const) {
      const answer = relation(polycube(a, { cuts: cutsA }), polycube(b, { cuts: cutsB, seed: 3 }));
      expect([answer.relation, answer.surfacesMeet]).toEqual([wanted, meet]);
    }
  });
});

describe("classify agrees with its slow twin", () => {
  /** A tetrahedron on a lattice of 4 points an axis, flat ones included. */
  function tetrahedron(next: () => number): TriangleMesh {
    const positions = Float64Array.from({ length: 12 }, () => Math.floor(4 * next()));
    return createMesh({ positions, indices: Uint16Array.of(0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0) });
  }

  it("on tetrahedra with corners on a lattice, which touch in every way (seed 11)", () => {
    const next = random(11);
    const counts: Record<string, number> = {};
    for (let run = 0; run < 50; run++) {
      const [a, b] = [tetrahedron(next), tetrahedron(next)];
      const wanted = classifyByBruteForce(a, b);
      counts[wanted] = (counts[wanted] ?? 0) + 1;
      const answer = classify(buildAabbTree(a), buildAabbTree(b));
      expect(answer.relation, `${a.positions} ${b.positions}`).toBe(wanted);
    }
    for (const name of ["separate", "touching", "overlapping"]) expect(counts[name]).toBeGreaterThan(3);
  });

  it("on tetrahedra that share corners, edges and faces (seed 12)", () => {
    const next = random(12);
    const counts: Record<string, number> = {};
    for (let run = 0; run < 36; run++) {
      const a = tetrahedron(next);
      const b = createMesh({ positions: a.positions.slice(), indices: a.indices });
      // Other corners, or the same ones halved towards a corner: then the second lies in the first.
      const moved = Math.floor(4 * next());
      for (let v = 0; v < moved; v++)
        for (let axis = 0; axis < 3; axis++)
          b.positions[3 * v + axis] =
            run % 3 === 0 ? (a.positions[3 * v + axis] + a.positions[9 + axis]) / 2 : Math.floor(4 * next());
      const wanted = classifyByBruteForce(a, b);
      counts[wanted] = (counts[wanted] ?? 0) + 1;
      expect(classify(buildAabbTree(a), buildAabbTree(b)).relation, `${a.positions} ${b.positions}`).toBe(
        wanted,
      );
    }
    for (const name of ["touching", "overlapping", "contains", "duplicate"])
      expect(counts[name], name).toBeGreaterThan(0);
  });

  it("on tetrahedra in one affine pose, off the lattice (seed 13)", () => {
    const next = random(13);
    for (let run = 0; run < 8; run++) {
      const [a, b] = [tetrahedron(next), tetrahedron(next)];
      const pose = rotation([1, next(), next(), next()], [next(), next(), next()], [1, 1 + next(), 0.5]);
      const poses = { aToWorld: pose, bToWorld: pose };
      expect(relation(a, b, poses).relation).toBe(classifyByBruteForce(a, b, poses));
    }
  });
});

describe("classify on cubes", () => {
  const cube = createBox();
  const fine = createBox({ segments: 3 });
  const turned = (angle: number, at: number[]) =>
    rotation([Math.cos(angle / 2), 0, 0, Math.sin(angle / 2)], at);
  // On its edge: turned about z by 45 degrees with exact coordinates, a square of diagonal 2.
  const diamond = createMesh({
    positions: Float64Array.from([-0.5, 0.5].flatMap((z) => [1, 0, z, 0, 1, z, -1, 0, z, 0, -1, z])),
    // biome-ignore format: a face a row
    indices: Uint16Array.of(
      0, 2, 1, 0, 3, 2,  4, 5, 6, 4, 6, 7,  0, 1, 5, 0, 5, 4,
      1, 2, 6, 1, 6, 5,  2, 3, 7, 2, 7, 6,  3, 0, 4, 3, 4, 7,
    ),
  });
  it.each([
    ["on a whole face", shift(1, 0, 0), "touching"],
    ["on part of a face", shift(1, 0.3, -0.2), "touching"],
    ["on an edge", shift(1, 1, 0), "touching"],
    ["on part of an edge", shift(1, -1, 0.4), "touching"],
    ["on a corner", shift(-1, 1, 1), "touching"],
    ["on a face, turned", turned(0.5, [0, 0, 1]), "touching"],
    ["on a face, turned and to the side", turned(1.1, [0.4, 0.3, -1]), "touching"],
    ["a hair deeper", shift(1 - 2 ** -53, 0, 0), "overlapping"],
    ["a hair deeper, turned", turned(0.5, [0, 0, 1 - 2 ** -53]), "overlapping"],
    ["a hair apart", shift(1 + 2 ** -52, 0, 0), "separate"],
    ["half way in, sides flush", shift(0.5, 0, 0), "overlapping"],
    ["the same", shift(0, 0, 0), "duplicate"],
    ["the same, turned over", rotation([0, 1, 0, 0]), "duplicate"],
    ["twice as large", fromColumns([2, 0, 0], [0, 2, 0], [0, 0, 2], [0, 0, 0]), "inside"],
    ["twice as large, in a corner", fromColumns([2, 0, 0], [0, 2, 0], [0, 0, 2], [0.5, 0.5, 0.5]), "inside"],
    ["half as large", fromColumns([0.5, 0, 0], [0, 0.5, 0], [0, 0, 0.5], [0.25, 0, 0]), "contains"],
  ])("%s", (_, bToWorld, wanted) => {
    for (const [a, b] of [
      [cube, cube],
      [fine, cube],
      [cube, fine],
    ] as const)
      expect(relation(a, b, { bToWorld }).relation).toBe(wanted);
  });

  it.each([
    ["an edge on a face", shift(1.5, 0, 0), "touching"],
    ["an edge on an edge", shift(1.5, 0.5, 0), "touching"],
    ["an edge across the face's edge", shift(1.5, 0.2, 0.7), "touching"],
    ["a corner on a face's border", shift(1.5, 0.5, 1), "touching"],
    ["in deeper", shift(1.25, 0, 0), "overlapping"],
    ["around, through the corners", shift(0, 0, 0), "inside"],
  ])("turned by 45 degrees: %s", (_, bToWorld, wanted) => {
    expect(relation(cube, diamond, { bToWorld }).relation).toBe(wanted);
    expect(relation(fine, diamond, { bToWorld }).relation).toBe(wanted);
  });

  it("a diamond around a cube that touches it with its four long edges", () => {
    const small = createBox({ size: [1, 1, 0.5] });
    const answer = relation(small, diamond);
    expect([answer.relation, answer.surfacesMeet]).toEqual(["inside", true]);
  });

  it("treats two cubes glued together as one body, whatever lies across the seam", () => {
    const glued = polycubeUnion();
    expect(relation(glued, createBox({ size: 0.5, center: [1, 0.5, 0.5] })).relation).toBe("contains");
    expect(relation(glued, createBox({ size: [2, 1, 1], center: [1, 0.5, 0.5] })).relation).toBe("duplicate");
    expect(relation(glued, createBox({ size: 0.5, center: [1, 0.5, 1.25] })).relation).toBe("touching");
  });

  /** Two cubes side by side, each with its own face at the seam. */
  function polycubeUnion(): TriangleMesh {
    const [p, q] = [polycube([[0, 0, 0]]), polycube([[1, 0, 0]], { seed: 4 })];
    return createMesh({
      positions: Float64Array.from([...p.positions, ...q.positions]),
      indices: Uint32Array.from([...p.indices!, ...[...q.indices!].map((v) => v + p.vertexCount)]),
    });
  }
});

describe("classify on round solids", () => {
  const ball = createIcosphere({ subdivisions: 2 });
  const ring = createTorus({ majorSegments: 20, minorSegments: 10 });

  it("tells crossing, nested and apart, by few tests", () => {
    const small = fromColumns([0.2, 0, 0], [0, 0.2, 0], [0, 0, 0.2], [1, 0, 0]);
    expect(relation(ring, ball, { bToWorld: small }).relation).toBe("contains");
    expect(relation(ring, ball, { bToWorld: shift(0.7, 0, 0) }).relation).toBe("overlapping");
    const inTheHole = fromColumns([0.2, 0, 0], [0, 0.2, 0], [0, 0, 0.2], [0, 0, 0]);
    const answer = relation(ring, ball, { bToWorld: inTheHole });
    expect(answer).toMatchObject({ relation: "separate", surfacesMeet: false, aClosed: true, bClosed: true });
  });

  it("is a duplicate of itself in any tilted pose, and of itself turned inside out", () => {
    const pose = rotation([1, 0.3, 0.2, 0.7], [0.1, 0.2, 0.3], [1, 2, 0.5]);
    const { positions, indices } = ball;
    const reversed = createMesh({ positions, indices: indices!.slice().reverse() });
    expect(relation(ball, reversed, { aToWorld: pose, bToWorld: pose }).relation).toBe("duplicate");
  });

  it("decides crossings near the first pair of triangles, without finding all", () => {
    const stats = {} as QueryStats;
    const fine = buildAabbTree(createIcosphere({ subdivisions: 4 }));
    classify(fine, fine, { bToWorld: shift(0.7, 0.1, 0.2), stats });
    expect(stats.triangleTests).toBeLessThan(300);
    expect(stats.boxTests).toBeGreaterThan(10);
  });
});

describe("classify on open meshes", () => {
  const cube = createBox({ size: 2 });
  const square = (size: number, z: number) =>
    createMesh({
      positions: Float64Array.of(-size, -size, z, size, -size, z, size, size, z, -size, size, z),
      indices: Uint16Array.of(0, 1, 2, 0, 2, 3),
    });

  it.each([
    ["a sheet inside a solid", square(0.5, 0), "contains", "ray-parity"],
    ["a sheet that just fits", square(1, 0.25), "contains", "ray-parity"],
    ["a sheet through it", square(2, 0.25), "overlapping", "ray-parity"],
    ["a sheet on a face", square(0.5, 1), "touching", "ray-parity"],
    ["a sheet on a face, and beyond", square(2, 1), "touching", "ray-parity"],
    ["a sheet beside it", square(2, 1.5), "separate", "winding-number"],
  ])("%s", (_, sheet, wanted, method) => {
    expect(relation(cube, sheet)).toMatchObject({ relation: wanted, method, aClosed: true, bClosed: false });
  });

  it("two sheets", () => {
    const upright = [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0.1, 0.2, 0.3, 1];
    expect(relation(square(1, 0), square(1, 0), { bToWorld: upright }).relation).toBe("overlapping");
    expect(relation(square(1, 0), square(1, 0), { bToWorld: shift(1, 0, 0) }).relation).toBe("touching");
    expect(relation(square(1, 0), square(1, 0))).toMatchObject({ relation: "duplicate", method: "surface" });
    expect(relation(square(1, 0), square(1, 0.5)).relation).toBe("separate");
  });

  describe("two sheets that meet along the y axis", () => {
    /** Pages of a book whose spine lies on the y axis, each as far as (x, z), between two heights. */
    const pages = (low: number, high: number, ...ends: [number, number][]) => {
      const corners = ends.flatMap(([x, z]) => {
        const [p, q, r, s] = [
          [0, low, 0],
          [x, low, z],
          [x, high, z],
          [0, high, 0],
        ];
        return [p, q, r, p, r, s] as number[][];
      });
      return createMesh({ positions: Float64Array.from(corners.flat()) });
    };
    const flat = pages(0, 2, [-3, 0], [3, 0]);
    const cases: [string, TriangleMesh, string][] = [
      ["cross", pages(0, 2, [0, -1], [0, 1]), "overlapping"],
      ["cross askew, each with a fold", pages(0, 2, [1, -2], [-2, 1]), "overlapping"],
      ["cross along a part of the edge", pages(-1, 1, [1, -2], [0, 1]), "overlapping"],
      ["cross along edges that are cut elsewhere", pages(0.5, 9, [2, -1], [0, 1]), "overlapping"],
      ["touch with a fold", pages(0, 2, [1, 2], [-2, 1]), "touching"],
      ["touch with an edge", pages(0, 2, [1, 2]), "touching"],
      ["touch with two edges and a half in common", pages(0, 2, [2, 0], [0, 1]), "touching"],
      ["touch in a point", pages(2, 3, [0, -1], [0, 1]), "touching"],
      ["touch edge to edge behind a page in common", pages(0, 2, [-3, 0], [1, 1]), "touching"],
    ];
    it.each(cases)("%s", (_, sheet, wanted) => {
      expect(relation(flat, sheet)).toMatchObject({ relation: wanted, method: "surface", exact: true });
      expect(relation(sheet, flat).relation).toBe(wanted);
      const pose = rotation([1, 0, 0, 0], [5, -3, 2], [2, 0.5, -4]);
      expect(relation(flat, sheet, { aToWorld: pose, bToWorld: pose }).relation).toBe(wanted);
    });

    it("cross where edges of one lie in triangles of the other", () => {
      const whole = createMesh({ positions: Float64Array.of(-5, -9, 0, 7, -9, 0, 0, 9, 0) });
      expect(relation(whole, pages(0, 2, [1, -2], [0, 1])).relation).toBe("overlapping");
      expect(relation(whole, pages(0, 2, [1, 2], [0, 1])).relation).toBe("touching");
    });

    it("cross where three pages of one surround a page of the other", () => {
      const three = pages(0, 2, [1, 0], [-1, 1], [-1, -1]);
      expect(relation(three, pages(0, 2, [0, 1], [0, -1])).relation).toBe("overlapping");
      expect(relation(three, pages(0, 2, [-1, 0])).relation).toBe("touching");
    });
  });

  it("a mesh in an open box is found by the winding number, and the result says so", () => {
    const { positions, indices } = createBox({ size: 2 });
    const open = createMesh({ positions, indices: indices!.slice(0, -6) });
    expect(relation(open, createBox({ size: 0.5 }))).toMatchObject({
      relation: "contains",
      method: "winding-number",
      exact: false,
    });
    expect(relation(open, square(0.5, 0)).relation).toBe("contains");
  });

  it("meshes of only points and segments have a location", () => {
    const needle = createMesh({ positions: Float64Array.of(0, 0, 0, 0.5, 0, 0, 0.5, 0, 0) });
    expect(relation(cube, needle).relation).toBe("contains");
    expect(relation(cube, needle, { bToWorld: shift(5, 0, 0) }).relation).toBe("separate");
  });
});

describe("classify", () => {
  it("rejects values that are not trees, poses or options", () => {
    const tree = buildAabbTree(createBox());
    expect(() => classify(tree, undefined as never)).toThrow(OptionError);
    expect(() => classify(tree, buildObbTree(createBox()))).toThrow(OptionError);
    expect(() => classify(tree, tree, { bToWorld: [1] })).toThrow(PoseError);
    expect(() => classify(tree, tree, { test: "all" as never })).toThrow(OptionError);
  });
});
