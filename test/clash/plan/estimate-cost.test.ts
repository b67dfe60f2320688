import { describe, expect, it } from "vitest";
import { createAssembly } from "../../../bench/scenes/assembly.mjs";
import { sliceTask } from "../../../src/clash/plan/cut-tasks.ts";
import { estimateCost } from "../../../src/clash/plan/estimate-cost.ts";
import { planClashes } from "../../../src/clash/plan/plan-clashes.ts";
import { runClashTask } from "../../../src/clash/plan/run-clash-task.ts";
import { createIcosphere } from "../../../src/mesh/primitives/index.ts";
import { createMesh } from "../../../src/mesh/triangle-mesh.ts";
import { nodeDigest } from "../../../src/store/node-digest.ts";
import { at } from "../scenes.ts";

type Parts = Parameters<typeof planClashes>[0] & readonly { mesh: ReturnType<typeof createMesh> }[];

/** Spheres of 80 to 1,280 triangles in a grid of 5 × 5 × 5; some of them overlap. */
function createGrid(): Parts {
  return Array.from({ length: 125 }, (_, i) => ({
    key: `sphere ${i}`,
    mesh: createIcosphere({ subdivisions: 1 + (i % 3), radius: 0.46 + 0.06 * (((i * 7919) % 1000) / 1000) }),
    toWorld: at(i % 5, Math.floor(i / 5) % 5, Math.floor(i / 25)),
  }));
}

/** The correlation of ranks of estimated times and of the tests that each pair took: boxes and triangles. */
async function agreement(parts: Parts): Promise<number> {
  const plan = await planClashes(parts, { digest: nodeDigest });
  const meshes = new Map(plan.parts.map(({ mesh }, i) => [mesh, parts[i].mesh]));
  const [estimated, counted]: number[][] = [[], []];
  for (let pair = 0; pair < plan.pairs.length / 2; pair++) {
    const slice = sliceTask(plan, { pairs: Uint32Array.of(pair) });
    const { stats } = await runClashTask(slice, ({ mesh }) => meshes.get(mesh)!);
    const [a, b] = [plan.parts[plan.pairs[2 * pair]], plan.parts[plan.pairs[2 * pair + 1]]];
    estimated.push(estimateCost(a, b));
    counted.push(stats.boxTests + stats.triangleTests);
  }
  return correlation(ranks(estimated), ranks(counted));
}

function ranks(values: readonly number[]): number[] {
  const order = [...values.keys()].sort((p, q) => values[p] - values[q]);
  const places: number[] = new Array(values.length);
  // Equal values share the middle of their places.
  for (let from = 0, to = 0; from < order.length; from = to) {
    while (to < order.length && values[order[to]] === values[order[from]]) to++;
    for (let i = from; i < to; i++) places[order[i]] = (from + to - 1) / 2;
  }
  return places;
}

function correlation(p: readonly number[], q: readonly number[]): number {
  const mean = (p.length - 1) / 2;
  let [pq, pp, qq] = [0, 0, 0];
  for (let i = 0; i < p.length; i++) {
    const [dp, dq] = [p[i] - mean, q[i] - mean];
    pq += dp * dq;
    pp += dp * dp;
    qq += dq * dq;
  }
  return pq / Math.sqrt(pp * qq);
}

describe("estimated costs of pairs", () => {
  it("have the order of the tests that pairs take (machine of 150 parts, seed 4)", async () => {
    const { parts } = createAssembly(createMesh, { parts: 150, triangles: 45_000, seed: 4 });
    expect(await agreement(parts as Parts)).toBeGreaterThan(0.6);
  });

  it("have the order of the tests that pairs take (spheres of three sizes in a grid)", async () => {
    expect(await agreement(createGrid())).toBeGreaterThan(0.6);
  });
});
