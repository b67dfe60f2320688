import { bakePositions } from "../geometry/affine.ts";
import { gridOf, integersOf, type RationalPoint } from "../geometry/contact/rational-point.ts";
import { type TriangleMesh, vertexOf } from "../mesh/triangle-mesh.ts";
import { cross, type IntegerVector, minus } from "../numerics/integer-vectors.ts";
import { checkOptionNames } from "../option-names.ts";
import { clipTriangles, normalOf } from "./rational-clip.ts";
import { locateExactly } from "./slow-locate-point.ts";
import { haveSameTrianglesByTexts } from "./slow-same-triangles.ts";
import type { ReferenceOptions } from "./triangle-pairs.ts";
import { REFERENCE_OPTIONS } from "./triangle-pairs.ts";

/**
 * The slow twin of `classify` for two closed meshes: locates points right beside every triangle, and beside every side of
 * every contact of two triangles, in both solids, by exact ratios and brute force.
 */
export function classifyByBruteForce(
  a: TriangleMesh,
  b: TriangleMesh,
  options: ReferenceOptions = {},
): "separate" | "touching" | "overlapping" | "contains" | "inside" | "duplicate" {
  checkOptionNames(options, REFERENCE_OPTIONS, "classifyByBruteForce");
  const worldA = bake(a, options.aToWorld);
  const worldB = bake(b, options.bToWorld);
  const grid = gridOf(worldA, worldB);
  const trianglesOf = (mesh: TriangleMesh, world: ArrayLike<number>) =>
    Array.from({ length: mesh.triangleCount }, (_, t) =>
      [0, 1, 2].map((corner) => integersOf(world, 3 * vertexOf(mesh, t, corner), grid)),
    );
  const ofA = trianglesOf(a, worldA);
  const ofB = trianglesOf(b, worldB);
  if (haveSameTrianglesByTexts(ofA, ofB)) return "duplicate";
  const bits = Math.max(...[...ofA, ...ofB].flat(2).map(bitsOf));
  let meet = false;
  const found = new Set<string>();
  const ask = (point: RationalPoint) => {
    found.add(`${locateExactly(ofA, point)} ${locateExactly(ofB, point)}`);
  };
  for (const t of [...ofA, ...ofB]) askBeside(t, centroidOf(t), minus(t[1], t[0]), bits, ask);
  // No further point can change the answer.
  const isOverlapping = () => OVERLAPPING.every((sides) => found.has(sides));
  for (const p of ofA)
    for (const q of ofB) {
      if (isOverlapping()) return "overlapping";
      const corners = clipTriangles(p, q);
      if (corners.length > 0) meet = true;
      if (corners.length < 2) continue;
      corners.forEach((from, k) => {
        const to = corners[(k + 1) % corners.length];
        const middle = middleOf(from, to);
        const along: IntegerVector = [0, 1, 2].map((i) => to[i] * from[3] - from[i] * to[3]) as never;
        for (const t of [p, q]) {
          const across = cross(normalOf(t), along);
          askBeside(t, middle, across, bits, ask);
          askBeside(t, middle, minus([0n, 0n, 0n], across), bits, ask);
        }
      });
    }
  const [onlyA, onlyB] = [found.has("inside outside"), found.has("outside inside")];
  if (!found.has("inside inside")) return meet ? "touching" : "separate";
  return onlyA ? (onlyB ? "overlapping" : "contains") : onlyB ? "inside" : "duplicate";
}

/** The sides of points in a and b that exist if the two overlap. */
const OVERLAPPING = ["inside inside", "inside outside", "outside inside"];

/**
 * Takes a step into the triangle's plane, then a much smaller one to either side of it, both so short that they cross no
 * triangle's plane, for coordinates of `bits` bits.
 *
 * A plane's normal n has entries below 2^(2·bits + 3). The distance of x from a plane that does not contain it is at least
 * 1 / w, times |n|, and the first step changes that by less than |n · into| < 2^(2·bits + 5) · max |into|, times its
 * factor. A plane that the first step leaves is left by at least its factor; the second step changes that by less than |n ·
 * normal| < 2^(4·bits + 8).
 */
function askBeside(
  t: readonly IntegerVector[],
  x: RationalPoint,
  into: IntegerVector,
  bits: number,
  ask: (point: RationalPoint) => void,
): void {
  const normal = normalOf(t);
  const ratio = 1n << BigInt(4 * bits + 10);
  const scale = ratio << BigInt(2 * bits + 8 + bitsOf(x[3]) + Math.max(...into.map(bitsOf)));
  for (const sign of [1n, -1n]) {
    const step = (i: number) => into[i] * ratio + sign * normal[i];
    const at = (i: number) => x[i] * scale + x[3] * step(i);
    ask([at(0), at(1), at(2), x[3] * scale]);
  }
}

/** An upper bound of the number of bits of an integer. */
function bitsOf(x: bigint): number {
  return 4 * x.toString(16).length;
}

function bake(mesh: TriangleMesh, pose: ReferenceOptions["aToWorld"]): ArrayLike<number> {
  return pose === null || pose === undefined ? mesh.positions : bakePositions(mesh.positions, pose);
}

function centroidOf([p, q, r]: readonly IntegerVector[]): RationalPoint {
  return [p[0] + q[0] + r[0], p[1] + q[1] + r[1], p[2] + q[2] + r[2], 3n];
}

function middleOf(p: RationalPoint, q: RationalPoint): RationalPoint {
  const at = (i: number) => p[i] * q[3] + q[i] * p[3];
  return [at(0), at(1), at(2), 2n * p[3] * q[3]];
}
