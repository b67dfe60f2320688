import { determinantOf, movePoint } from "../../geometry/affine.ts";
import { faceNormal } from "../../geometry/convex/precise-normal.ts";
import type { Solid } from "../../mesh/solid.ts";
import { type TriangleMesh, vertexOf } from "../../mesh/triangle-mesh.ts";
import type { Motion } from "./solids-meet.ts";

/** The largest number of normals from which searches start. */
const MAX_NORMALS = 6;
/** Normals that round to equal multiples of 1 / STEPS are one direction. */
const STEPS = 64;

interface Push {
  readonly normal: Float64Array;
  uses: number;
}

/** The most frequent directions in which triangles that meet push b. */
export function pushDirections(motion: Motion, pairs: Uint32Array): Float64Array[] {
  const { a, b, solidA, solidB, aToWorld, bToWorld } = motion;
  const found = new Map<number, Push>();
  const sides = [
    { mesh: a.mesh, toWorld: aToWorld, push: outward(solidA, aToWorld), known: new Map<number, Push>() },
    { mesh: b.mesh, toWorld: bToWorld, push: -outward(solidB, bToWorld), known: new Map<number, Push>() },
  ];
  for (let i = 0; i < pairs.length; i++) {
    const { mesh, toWorld, push, known } = sides[i & 1];
    let of = known.get(pairs[i]);
    if (of === undefined) {
      const normal = normalOf(mesh, toWorld, pairs[i], push);
      let key = 0;
      for (const x of normal) key = 4 * STEPS * key + Math.round(STEPS * x) + STEPS;
      of = found.get(key) ?? { normal, uses: 0 };
      found.set(key, of);
      known.set(pairs[i], of);
    }
    of.uses++;
  }
  return [...found.values()]
    .filter(({ normal }) => normal.some((x) => x !== 0)) // not of a degenerate triangle
    .sort((p, q) => q.uses - p.uses)
    .slice(0, MAX_NORMALS)
    .map(({ normal }) => normal);
}

/** The sign that turns world normals of triangles outward. */
function outward({ winding }: Solid, m: Float64Array): number {
  return determinantOf(m) < 0 ? -winding : winding;
}

const corners = new Float64Array(16);

function normalOf(mesh: TriangleMesh, toWorld: Float64Array, triangle: number, push: number): Float64Array {
  const { positions } = mesh;
  for (let k = 0; k < 3; k++) {
    const v = 3 * vertexOf(mesh, triangle, k);
    movePoint(toWorld, positions[v], positions[v + 1], positions[v + 2], corners, 3 * k);
  }
  const normal = new Float64Array(3);
  faceNormal(corners, 0, 3, 6, normal);
  return normal.map((x) => push * x);
}
