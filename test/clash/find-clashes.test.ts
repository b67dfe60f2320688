import { describe, expect, it } from "vitest";
import { type ClashOptions, findClashes } from "../../src/clash/index.ts";
import type { QueryStats } from "../../src/index.ts";
import { createMesh, MeshError, OptionError, PoseError } from "../../src/index.ts";
import { createBox, createIcosphere, createPlaneGrid, createTorus } from "../../src/mesh/primitives/index.ts";
import { at, join, kindsOf, partOf, unweld } from "./scenes.ts";

const box = createBox();
const inner = createBox({ size: 0.25 });
const torus = createTorus();
const sheet = createPlaneGrid();

describe("findClashes", () => {
  it("names each kind as seen from the part with the lesser key", () => {
    const parts = [
      partOf("around", box),
      partOf("zero", inner),
      partOf("copy 2", box, at(5)),
      partOf("copy 1", box, at(5)),
      partOf("deep", box, at(9.5, 0.25)),
      partOf("deeper", box, at(9)),
      partOf("near", box, at(12)),
      partOf("nearer", box, at(13.0625)),
      partOf("touch 1", box, at(20)),
      partOf("touch 2", box, at(21)),
      partOf("inner", inner, at(30)),
      partOf("outer", box, at(30)),
      partOf("far", box, at(40)),
    ];
    const stats: Partial<QueryStats> = {};
    const result = findClashes(parts, { clearance: 0.125, touching: "report", stats });
    expect(kindsOf(parts, result)).toEqual([
      "around zero: contains",
      "copy 1 copy 2: duplicate",
      "deep deeper: overlapping",
      "inner outer: inside",
      "near nearer: too-close",
      "touch 1 touch 2: touching",
    ]);
    expect(result.clashes.map(({ kind }) => kind)).toEqual([
      "duplicate",
      "contains",
      "inside",
      "overlapping",
      "too-close",
      "touching",
    ]);
    expect(result.status).toBe("complete");
    expect(result.unlisted).toBe(0);
    expect(result.counts).toMatchObject({
      parts: 13,
      meshes: 2,
      triangles: 156,
      candidates: 6,
      checked: 6,
      ignored: 0,
    });
    expect(stats.boxTests).toBeGreaterThan(0);
    expect(result.clashes.every(({ exact }) => exact)).toBe(true);
  });

  it("gives depth, place and contact curve of two overlapping boxes", () => {
    const parts = [partOf("a", box), partOf("b", box, at(0.75, 0.5, 0.5))];
    const [clash] = findClashes(parts).clashes;
    expect(clash).toMatchObject({ kind: "overlapping", a: 0, b: 1, distance: null, curvesTruncated: false });
    expect(clash.depth).toMatchObject({ depth: 0.25, kind: "exact", direction: [1, 0, 0] });
    expect(clash.box).toEqual([0.25, 0, 0, 0.5, 0.5, 0.5]);
    expect(clash.curves).toHaveLength(1);
    expect(clash.curves[0].closed).toBe(true);
    const onBoth = [clash.point, ...inThrees(clash.curves[0].points)].every(
      ([x, y, z]) => isOnBox(x, y, z) && isOnBox(x - 0.75, y - 0.5, z - 0.5),
    );
    expect(onBoth).toBe(true);
  });

  it("gives the distance of parts that are too close; a gap equal to the clearance is not a clash", () => {
    const parts = [partOf("a", box), partOf("b", box, at(1.25, 3)), partOf("c", box, at(1.25))];
    expect(findClashes(parts, { clearance: 0.25 }).clashes).toEqual([]);
    const { clashes } = findClashes(parts, { clearance: 0.25 + 2 ** -50 });
    expect(clashes).toHaveLength(1);
    const [{ a, b, distance, point, box: around, depth }] = clashes as [(typeof clashes)[0]];
    expect([a, b, distance!.distance, point[0], depth]).toEqual([0, 2, 0.25, 0.625, null]);
    expect([around[0], around[3]]).toEqual([0.5, 0.75]);
  });

  it("tolerates only depths that are proven", () => {
    const boxes = [partOf("a", box), partOf("b", box, at(0.75))];
    const counts = (tolerance: number) => findClashes(boxes, { tolerance }).counts;
    expect(counts(0.2499)).toMatchObject({ tolerated: 0, byKind: { overlapping: 1 } });
    expect(counts(0.25)).toMatchObject({ tolerated: 1, byKind: { overlapping: 0 } });
    // Two crossing sheets have no volume, so their depth is unknown.
    const turned = Float64Array.of(1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0.01, 0.02, 0.03, 1);
    const sheets = [partOf("a", sheet), partOf("b", sheet, turned)];
    const { clashes } = findClashes(sheets, { tolerance: 1000 });
    expect(clashes).toMatchObject([{ kind: "overlapping", depth: null }]);
  });

  it("measures the depth of an open mesh in a solid, and bounds that of two open meshes by their hulls", () => {
    const open = createMesh({ positions: box.positions, indices: box.indices!.subarray(3) });
    const parts = [partOf("a", open), partOf("b", box, at(0.75))];
    expect(findClashes(parts).clashes[0].depth).toMatchObject({ depth: 0.25, kind: "exact" });
    parts[1] = partOf("b", open, at(0.75, 0.5, 0.5));
    expect(findClashes(parts).clashes[0].depth).toMatchObject({
      depth: 0.25,
      kind: "upper-bound",
      lowerBound: 0,
    });
    expect(findClashes(parts, { tolerance: 0.25 }).counts.tolerated).toBe(1);
  });

  it("leaves touching parts out and counts them, with a clearance as well", () => {
    const parts = [partOf("a", box), partOf("b", box, at(1)), partOf("c", box, at(2))];
    const { clashes, counts } = findClashes(parts, { clearance: 0.5 });
    expect(clashes).toEqual([]);
    expect(counts).toMatchObject({ candidates: 2, checked: 2, touchingIgnored: 2 });
  });

  it("finds and places a piece inside a part whose surface it does not touch", () => {
    const two = join(box, at(0), inner, at(5));
    const big = createBox({ size: 2 });
    const parts = [partOf("a", two), partOf("b", big, at(5))];
    const [clash] = findClashes(parts).clashes;
    expect(clash).toMatchObject({ kind: "overlapping", trianglePairs: 0, curves: [] });
    expect(clash.point.map((x, axis) => Math.abs(x - [5, 0, 0][axis]))).toEqual([0.125, 0.125, 0.125]);
    expect(clash.box).toEqual([4, -0.5, -0.5, 5.125, 0.5, 0.5]);
  });

  it("checks only parts of different groups with between: true", () => {
    const parts = [partOf("a", box, at(0), 1), partOf("b", box, at(0.5), 1), partOf("c", box, at(0.25), 2)];
    expect(kindsOf(parts, findClashes(parts, { between: true }))).toEqual([
      "a c: overlapping",
      "b c: overlapping",
    ]);
    expect(findClashes(parts).clashes).toHaveLength(3);
  });

  it("calls ignore once for each near pair, with the lesser key first", () => {
    const parts = [
      partOf("c", box),
      partOf("b", box, at(0.5)),
      partOf("a", box, at(1.25)),
      partOf("far", box, at(9)),
    ];
    const asked: string[] = [];
    const ignore: ClashOptions["ignore"] = (p, q) => {
      asked.push(`${p.key} ${q.key}`);
      return q.key === "c";
    };
    const result = findClashes(parts, { ignore, self: true });
    expect(asked.sort()).toEqual(["a a", "a b", "b b", "b c", "c c", "far far"]);
    expect(kindsOf(parts, result)).toEqual(["a b: overlapping"]);
    expect(result.counts).toMatchObject({ candidates: 6, ignored: 2, checked: 4 });
  });

  it("finds parts whose surface meets itself, welded or not", () => {
    const crossed = join(box, at(0), box, at(0.5, 0.5, 0.5));
    const soup = unweld(torus);
    const parts = [
      partOf("crossed", crossed, at(3)),
      partOf("soup", soup, at(20)),
      partOf("box", box, at(40)),
    ];
    const { clashes } = findClashes(parts, { self: true });
    expect(kindsOf(parts, findClashes(parts, { self: true }))).toEqual(["crossed crossed: self"]);
    expect(clashes[0].trianglePairs).toBeGreaterThan(0);
    expect(clashes[0].box).toEqual([3, 0, 0, 3.5, 0.5, 0.5]);
    expect(findClashes(parts).clashes).toEqual([]);
  });

  it("lists the worst clashes up to limit and counts all", () => {
    const parts = Array.from({ length: 30 }, (_, i) =>
      partOf(`p${i}`, box, at(10 * (i >> 1) + (i & 1) * (1 - i / 64))),
    );
    const all = findClashes(parts);
    expect(all.clashes).toHaveLength(15);
    const few = findClashes(parts, { limit: 4 });
    expect(few.clashes).toEqual(all.clashes.slice(0, 4));
    expect(few.unlisted).toBe(11);
    expect(few.counts.byKind.overlapping).toBe(15);
    expect(findClashes(parts, { limit: 0 })).toMatchObject({ clashes: [], unlisted: 15 });
    const depths = all.clashes.map(({ depth }) => depth!.depth);
    expect(depths).toEqual([...depths].sort((p, q) => q - p));
  });

  it("returns a partial result when stopped, and reports its progress", () => {
    const parts = Array.from({ length: 5 }, (_, i) => partOf(`p${i}`, box, at(i / 8)));
    const progress: string[] = [];
    const onProgress = (done: number, total: number) => progress.push(`${done}/${total}`);
    const stopped = findClashes(parts, { onProgress, isStopped: () => progress.length === 3 });
    expect(progress).toEqual(["1/10", "2/10", "3/10"]);
    expect(stopped).toMatchObject({ status: "partial", counts: { candidates: 10, checked: 3 } });
    expect(findClashes(parts, { isStopped: () => false }).status).toBe("complete");
  });

  it("gives at most curvePoints points of curves, and sets curvesTruncated", () => {
    const parts = [partOf("a", torus), partOf("b", torus, at(0.5, 0.25))];
    const [full] = findClashes(parts).clashes;
    const sizes = full.curves.map(({ points }) => points.length / 3);
    expect(sizes.length).toBeGreaterThan(1);
    expect(full.curvesTruncated).toBe(false);
    const most = sizes.reduce((sum, n) => sum + n, 0) - 1;
    const [cut] = findClashes(parts, { curvePoints: most }).clashes;
    expect(cut.curvesTruncated).toBe(true);
    expect(cut.curves.length).toBe(sizes.length - 1);
    expect(cut.trianglePairs).toBe(full.trianglePairs);
    const [none] = findClashes(parts, { curves: false }).clashes;
    expect(none).toMatchObject({ curves: [], curvesTruncated: false, point: full.point, box: full.box });
  });

  it("gives a duplicate a point and a box but no curves", () => {
    const ball = createIcosphere();
    const parts = [partOf("a", ball, at(2)), partOf("b", ball, at(2))];
    const [clash] = findClashes(parts).clashes;
    expect(clash).toMatchObject({ kind: "duplicate", curves: [], curvesTruncated: false });
    expect(clash.trianglePairs).toBeGreaterThanOrEqual(ball.triangleCount);
    expect(Math.hypot(clash.point[0] - 2, clash.point[1], clash.point[2])).toBeCloseTo(1, 12);
    expect(clash.box[3] - clash.box[0]).toBeCloseTo(2, 1);
  });

  it("finds no clash among zero parts or one part", () => {
    expect(findClashes([])).toMatchObject({
      status: "complete",
      clashes: [],
      counts: { parts: 0, candidates: 0 },
    });
    expect(findClashes([partOf("a", box)])).toMatchObject({ clashes: [], counts: { candidates: 0 } });
  });

  it("ignores vertices that no triangle uses", () => {
    const stray = createMesh({
      positions: Float32Array.of(...box.positions, 100, 100, 100),
      indices: box.indices,
    });
    const { counts } = findClashes([partOf("a", stray), partOf("b", box, at(50, 50, 50))]);
    expect(counts.candidates).toBe(0);
  });
});

describe("findClashes rejects", () => {
  const parts = [partOf("a", box), partOf("b", box, at(0.5))];
  const refusals: [string, Record<string, unknown>, RegExp][] = [
    [
      "an unknown name",
      { clearence: 1 },
      /^clearence: not an option of findClashes; did you mean clearance\? \(tolerance, clearance,/,
    ],
    ["a negative tolerance", { tolerance: -1 }, /^tolerance: -1 is not a finite number of at least 0/],
    ["an endless clearance", { clearance: Infinity }, /^clearance: Infinity/],
    ["a clearance that is not a number", { clearance: "1" }, /^clearance: 1 is not/],
    ["NaN", { tolerance: Number.NaN }, /^tolerance: NaN/],
    ["half a clash", { limit: 0.5 }, /^limit: 0.5 is not a whole number/],
    ["a negative number of points", { curvePoints: -1 }, /^curvePoints: -1/],
    ["an unknown word", { touching: "maybe" }, /^touching: maybe is not "ignore" or "report"/],
    ["a number instead of a boolean", { between: 1 }, /^between: 1 is not true or false/],
    ["a pattern instead of a function", { ignore: "a*" }, /^ignore: a\* is not a function/],
  ];
  for (const [what, options, message] of refusals)
    it(what, () => {
      expect(() => findClashes(parts, options)).toThrow(OptionError);
      expect(() => findClashes(parts, options)).toThrow(message);
    });

  it("faulty parts with an error that names the part", () => {
    expect(() => findClashes(undefined as never)).toThrow(OptionError);
    expect(() => findClashes([null as never])).toThrow(/^parts\[0\]: expected a part, got null/);
    expect(() => findClashes([...parts, partOf("a", inner)])).toThrow(
      /^parts\[2\].key: "a" is also the key of parts\[0\]/,
    );
    expect(() => findClashes([partOf("", box)])).toThrow(/^parts\[0\].key: "" is not/);
    expect(() => findClashes([{ ...parts[0], group: Number.NaN }])).toThrow(/^parts\[0\].group: NaN/);
    expect(() => findClashes([partOf("x", {} as never)])).toThrow(MeshError);
    expect(() => findClashes([partOf("x", {} as never)])).toThrow(/^parts\[0\] \(x\): expected a mesh/);
    const positions = box.positions.slice();
    const moved = createMesh({ positions, indices: box.indices });
    positions[4] = Number.NaN;
    expect(() => findClashes([partOf("x", moved)])).toThrow(/^parts\[0\] \(x\): positions\[4\]/);
    const flat = at(0);
    flat[10] = 0;
    for (const pose of [flat, at(Number.NaN), at(1).subarray(1), 5 as never])
      expect(() => findClashes([parts[0], partOf("x", box, pose)])).toThrow(PoseError);
    expect(() => findClashes([partOf("x", box, flat)])).toThrow(/^parts\[0\] \(x\): toWorld/);
  });
});

function isOnBox(x: number, y: number, z: number): boolean {
  return Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) === 0.5;
}

function inThrees(numbers: Float64Array): number[][] {
  return Array.from({ length: numbers.length / 3 }, (_, i) => [...numbers.subarray(3 * i, 3 * i + 3)]);
}
