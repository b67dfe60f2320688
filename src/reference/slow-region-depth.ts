import { bakePositions } from "../geometry/affine.ts";
import { type TriangleMesh, vertexOf } from "../mesh/triangle-mesh.ts";
import { checkOptionNames } from "../option-names.ts";
import { REFERENCE_OPTIONS, type ReferenceOptions } from "./triangle-pairs.ts";

// The depth of two closed meshes along a direction, by lines: the most by which a piece of a's surface inside b lies above a
// piece of b's surface inside a, on one line along the direction. Slow twin of the depths of `findManifold`, in f64. Where the
// meshes meet in one region, this is the region's depth.

/** Lines pass a vertex, or a crossing of edges, at this distance, relative to the meshes: through it they would hit several triangles. */
const ASIDE = 1e-7;

/** Looks at lines beside every vertex, and beside every place where an edge of a and one of b cross as seen along the direction. */
export function depthByAllLines(
  a: TriangleMesh,
  b: TriangleMesh,
  direction: ArrayLike<number>,
  options: ReferenceOptions = {},
): number {
  checkOptionNames(options, REFERENCE_OPTIONS, "depthByAllLines");
  const { aToWorld = null, bToWorld = null } = options;
  const n = unitOf(Array.from(direction));
  const u = unitOf(cross(n, Math.abs(n[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0]));
  const frame = [u, cross(n, u), n];
  const seenA = seeTriangles(
    a,
    aToWorld === null ? a.positions : bakePositions(a.positions, aToWorld),
    frame,
  );
  const seenB = seeTriangles(
    b,
    bToWorld === null ? b.positions : bakePositions(b.positions, bToWorld),
    frame,
  );
  const size = Math.max(...seenA.flat().flat().map(Math.abs), ...seenB.flat().flat().map(Math.abs));
  let deepest = 0;
  for (const [x, y] of [...seenA.flat(), ...seenB.flat(), ...crossingsOf(seenA, seenB)])
    for (const [dx, dy] of [
      [0.6, 0.8],
      [-0.8, 0.6],
      [-0.6, -0.8],
      [0.8, -0.6],
    ])
      deepest = Math.max(deepest, depthOnLine(seenA, seenB, x + ASIDE * size * dx, y + ASIDE * size * dy));
  return deepest;
}

type Seen = number[][];

/** Each triangle's corners: two coordinates across the direction, and the height. */
function seeTriangles(mesh: TriangleMesh, positions: ArrayLike<number>, frame: number[][]): Seen[] {
  return Array.from({ length: mesh.triangleCount }, (_, t) =>
    [0, 1, 2].map((corner) => {
      const v = 3 * vertexOf(mesh, t, corner);
      return frame.map(
        (axis) => axis[0] * positions[v] + axis[1] * positions[v + 1] + axis[2] * positions[v + 2],
      );
    }),
  );
}

function crossingsOf(a: Seen[], b: Seen[]): number[][] {
  const found: number[][] = [];
  for (const s of a)
    for (const t of b)
      for (let i = 0; i < 3; i++)
        for (let j = 0; j < 3; j++) {
          const [p, q] = [s[i], s[(i + 1) % 3]];
          const [r, o] = [t[j], t[(j + 1) % 3]];
          const [ux, uy, vx, vy] = [q[0] - p[0], q[1] - p[1], o[0] - r[0], o[1] - r[1]];
          const area = ux * vy - uy * vx;
          const share = ((r[0] - p[0]) * vy - (r[1] - p[1]) * vx) / area;
          const other = ((r[0] - p[0]) * uy - (r[1] - p[1]) * ux) / area;
          if (share >= 0 && share <= 1 && other >= 0 && other <= 1)
            found.push([p[0] + share * ux, p[1] + share * uy]);
        }
  return found;
}

/** A hit is inside the other solid if an odd number of the other's hits lie above it. */
function depthOnLine(a: Seen[], b: Seen[], x: number, y: number): number {
  const hitsA = hitsOf(a, x, y);
  const hitsB = hitsOf(b, x, y);
  const isInside = (height: number, hits: number[]) =>
    hits.filter((other) => other > height).length % 2 === 1;
  const top = Math.max(...hitsA.filter((height) => isInside(height, hitsB)));
  const bottom = Math.min(...hitsB.filter((height) => isInside(height, hitsA)));
  return top - bottom;
}

function hitsOf(triangles: Seen[], x: number, y: number): number[] {
  const heights: number[] = [];
  for (const [p, q, r] of triangles) {
    const shareP = turnOf(q, r, x, y);
    const shareQ = turnOf(r, p, x, y);
    if (!(shareP > 0 ? shareQ > 0 : shareP < 0 && shareQ < 0)) continue;
    const shareR = turnOf(p, q, x, y);
    if (!(shareP > 0 ? shareR > 0 : shareR < 0)) continue;
    heights.push((shareP * p[2] + shareQ * q[2] + shareR * r[2]) / (shareP + shareQ + shareR));
  }
  return heights;
}

function turnOf(p: number[], q: number[], x: number, y: number): number {
  return (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);
}

function cross(u: number[], v: number[]): number[] {
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

function unitOf(v: number[]): number[] {
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  return v.map((x) => x / length);
}
