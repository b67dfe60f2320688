import type { QueryStats } from "../../../src/index.ts";
import { cornersOf, type FuzzQuery, WrongAnswer } from "../fuzz-case.ts";
import { neighbourMesh, smallMeshes, stackedNeighbours } from "../generators/meshes.ts";
import { degenerateTriangles, selfPairsOfMesh } from "../oracles/mesh-pairs.ts";
import { worldTriangles, worldVertices } from "../oracles/world-vertices.ts";
import { differenceOfPairs } from "./compare.ts";
import { posesFor } from "./pairs.ts";

/** Larger meshes are asked the first question only. */
const FEW = 100;
const EXCLUDED = { none: 4, "shared-edge": 2, "shared-vertex": 1 } as const;

export const self: FuzzQuery = {
  name: "self",
  unit: "neighbours",
  goal: 1e7,
  checks: "findSelfPairs and collidesItself: neighbours, exclusions, topologies, degenerate triangles",
  generate(random) {
    if (random.chance(0.1)) {
      const { kind, meshes } = stackedNeighbours(random, random.pick([50, 500, 3000]));
      return { kind, meshes, poses: [null], numbers: {} };
    }
    // Dense groups have the most neighbours for the time they take.
    if (random.chance(0.15)) {
      const made = neighbourMesh(random, random.pick([100, 300]), random.pick([9, 14]));
      return { kind: made.kind, meshes: made.meshes, poses: posesFor(made, random), numbers: {} };
    }
    const groups = random.pick([1, 1, 2, 2, 4, 8, 200]);
    const made = random.chance(0.8) ? neighbourMesh(random, groups) : smallMeshes(random, 1, 8);
    return { kind: made.kind, meshes: made.meshes, poses: posesFor(made, random), numbers: {} };
  },
  check(fuzzCase, session) {
    const mesh = fuzzCase.meshes[0];
    const toWorld = fuzzCase.poses[0]!;
    const triangles = worldTriangles(mesh, toWorld);
    const isLarge = triangles.length > 9 * FEW;
    const names = { index: cornersOf(mesh), position: isLarge ? null : cornersByPosition() };
    const questions = (["none", "shared-edge", "shared-vertex"] as const)
      .flatMap((exclude) =>
        (["index", "position"] as const).map((topology) => {
          const corners = names[topology];
          if (corners === null || (isLarge && exclude !== "none")) return null;
          const found = selfPairsOfMesh(triangles, corners, { fewestExcluded: EXCLUDED[exclude] });
          session.counts.pairs += found.tested;
          session.counts.neighbours += found.neighbours;
          return { exclude, topology, expected: found.pairs };
        }),
      )
      .filter((question) => question !== null);
    const degenerate = degenerateTriangles(triangles);
    session.eachVariant(["aabb"], () => {
      const tree = session.buildAabb("tree", mesh);
      for (const { exclude, topology, expected } of questions) {
        const options = { exclude, topology, toWorld, stats: {} as QueryStats };
        const got = session.ask("findSelfPairs", tree, options);
        session.count(options.stats);
        const focus = differenceOfPairs(got.pairs, expected);
        if (focus !== null)
          throw new WrongAnswer("findSelfPairs differs", got.pairs, expected, [focus.flat()]);
        if (String(got.degenerateTriangles) !== String(degenerate))
          throw new WrongAnswer("degenerateTriangles differ", got.degenerateTriangles, degenerate);
        if (session.ask("collidesItself", tree, options) !== expected.length > 0)
          throw new WrongAnswer("collidesItself differs", expected.length === 0, expected.length > 0);
      }
      const { exclude, topology, expected } = questions[0];
      for (const ways of [{ by: "layers" }, { by: "every-layer", sort: "axes" }] as const) {
        const byLayers = session.ask("findSelfPairs", tree, { exclude, topology, toWorld, ...ways });
        const focus = differenceOfPairs(byLayers.pairs, expected);
        if (focus !== null)
          throw new WrongAnswer(`findSelfPairs by ${ways.by} differs`, byLayers.pairs, expected, [
            focus.flat(),
          ]);
      }
    });

    /** Corners at the same place have the same name; −0 is 0. */
    function cornersByPosition(): Uint32Array {
      const vertices = worldVertices(mesh.positions, toWorld);
      const known = new Map<string, number>();
      return cornersOf(mesh).map((v) => {
        const key = Array.from(vertices.subarray(3 * v, 3 * v + 3), (x) => x + 0).join();
        if (!known.has(key)) known.set(key, v);
        return known.get(key)!;
      });
    }
  },
};
