import { bakePositions } from "../../geometry/affine.ts";
import { faceNormal } from "../../geometry/convex/precise-normal.ts";
import type { Solid } from "../../mesh/solid.ts";
import { type TriangleMesh, vertexOf } from "../../mesh/triangle-mesh.ts";
import { findPairs } from "../pairs/find-pairs.ts";
import { addStats } from "../stats.ts";
import type { Motion } from "./solids-meet.ts";

/** So many are worth a search. */
const MAX_NORMALS = 6;

/** The most frequent directions in which triangles that meet, where the solids stand, push b. */
export function pushDirections(motion: Motion): Float64Array[] {
  const { a, b, solidA, solidB, aToWorld, bToWorld, query, sum } = motion;
  const pairs = findPairs(a, b, { test: query.test, descend: query.descend, aToWorld, bToWorld });
  addStats(sum, pairs.stats);
  const found = new Map<string, { normal: Float64Array; uses: number }>();
  const sides = [
    { mesh: a.mesh, world: bakePositions(a.mesh.positions, aToWorld), push: outward(solidA, aToWorld) },
    { mesh: b.mesh, world: bakePositions(b.mesh.positions, bToWorld), push: -outward(solidB, bToWorld) },
  ];
  for (let i = 0; i < pairs.pairs.length; i++) {
    const { mesh, world, push } = sides[i & 1]!;
    const normal = normalOf(mesh, world, pairs.pairs[i]!).map((x) => push * x);
    const key = [...normal].map((x) => Math.round(64 * x)).join(" ");
    const known = found.get(key);
    if (known === undefined) found.set(key, { normal, uses: 1 });
    else known.uses++;
  }
  return [...found.values()]
    .sort((p, q) => q.uses - p.uses)
    .slice(0, MAX_NORMALS)
    .map(({ normal }) => normal);
}

/** The sign that turns world normals of triangles outward. */
function outward({ winding }: Solid, m: Float64Array): number {
  const determinant =
    m[0]! * (m[5]! * m[10]! - m[6]! * m[9]!) -
    m[4]! * (m[1]! * m[10]! - m[2]! * m[9]!) +
    m[8]! * (m[1]! * m[6]! - m[2]! * m[5]!);
  return determinant < 0 ? -winding : winding;
}

function normalOf(mesh: TriangleMesh, world: Float64Array, triangle: number): Float64Array {
  const normal = new Float64Array(3);
  const [a, b, c] = [0, 1, 2].map((k) => 3 * vertexOf(mesh, triangle, k)) as [number, number, number];
  faceNormal(world, a, b, c, normal);
  return normal;
}
