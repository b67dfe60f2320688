import { expect, it } from "vitest";
import { checkJob } from "../../src/clash/check-job.ts";
import type { ClashBody } from "../../src/clash/clash-body.ts";
import { collectClash, createClashCollector, finishClashes } from "../../src/clash/collect-clashes.ts";
import { prepareClashes } from "../../src/clash/prepare-clashes.ts";
import { createBox } from "../../src/mesh/primitives/index.ts";
import { createMesh } from "../../src/mesh/triangle-mesh.ts";
import { createStats } from "../../src/queries/stats.ts";
import { buildAabbTree } from "../../src/trees/build-aabb.ts";

// When a query rejects one pair, that pair stays unchecked and the run goes on.

const mesh = createBox();
const tree = buildAabbTree(mesh);
const poseAt = (x: number) => Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1);

function bodyAt(part: number, toWorld: Float64Array | null): ClashBody {
  return { part, key: `part ${part}`, tree, toWorld, box: [-1, -1, -1, 1, 1, 1] };
}

it("a pair that a query rejects is listed as unchecked, and the result is partial", () => {
  const parts = [0, 0.5, 1.25].map((x, i) => ({ key: `part ${i}`, mesh, toWorld: poseAt(x) }));
  const prepared = prepareClashes(parts);
  const { settings } = prepared;
  const collector = createClashCollector(prepared);
  const sum = createStats();
  const singular = new Float64Array(16).fill(0, 0, 15).fill(1, 15);
  collectClash(collector, checkJob(bodyAt(1, null), bodyAt(2, poseAt(0.75)), settings, sum));
  collectClash(collector, checkJob(bodyAt(0, null), bodyAt(1, singular), settings, sum));
  const { status, clashes, unchecked, counts } = finishClashes(collector);
  expect(status).toBe("partial");
  expect(unchecked).toHaveLength(1);
  expect(unchecked[0]).toMatchObject({ kind: "unchecked", a: 0, b: 1 });
  expect(unchecked[0].reason).toMatch(/^bToWorld: /);
  expect(clashes.map(({ a, b }) => [a, b])).toEqual([[1, 2]]);
  expect(counts).toMatchObject({ candidates: 2, checked: 1 });
});

it("an untyped error ends the run", () => {
  const { settings } = prepareClashes([]);
  const broken = { ...bodyAt(1, null), tree: { ...tree, nodes: null! } };
  expect(() => checkJob(bodyAt(0, null), broken, settings, createStats())).toThrow(TypeError);
});

it("a clash whose depth cannot be measured is reported with depth null", () => {
  // Two open wedges. Then a vertex that no triangle uses becomes NaN, which only the hull builder rejects.
  const wedge = (x: number) =>
    createMesh({
      positions: Float64Array.of(x, -x, x, x + 2, -x, x, x, 2 - x, x, x, -x, x + 2, 9, 9, 9),
      indices: Uint16Array.of(0, 2, 1, 0, 1, 3),
    });
  const check = (bad: number) => {
    const [a, b] = [0, 0.2].map((x, part) => ({ ...bodyAt(part, null), tree: buildAabbTree(wedge(x)) }));
    b.tree.mesh.positions[12] = bad;
    return checkJob(a, b, prepareClashes([]).settings, createStats());
  };
  expect(check(9)).toMatchObject({ kind: "overlapping", depth: { kind: "upper-bound" } });
  expect(check(Number.NaN)).toMatchObject({ kind: "overlapping", depth: null });
});
