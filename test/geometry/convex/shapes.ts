import fc from "fast-check";
import { createConvexPair, setConvexPair } from "../../../src/geometry/convex/convex-pair.ts";
import { type ConvexShape, createConvexShape } from "../../../src/geometry/convex/convex-shape.ts";
import { type ConvexDepth, createConvexDepth, epa } from "../../../src/geometry/convex/epa.ts";
import { type ConvexDistance, createConvexDistance, gjk } from "../../../src/geometry/convex/gjk.ts";
import { createSimplex } from "../../../src/geometry/convex/simplex.ts";
import { random } from "../../meshes.ts";

// Convex shapes for property tests, and the two queries in one call.

const SHAPES = ["random", "lattice", "box", "flat", "needle", "segment", "point", "thin", "round"] as const;
export type ShapeKind = (typeof SHAPES)[number];

export function makePoints(kind: ShapeKind, seed: number): Float64Array {
  const next = random(seed);
  const count = 4 + Math.floor(14 * next());
  const signed = () => 2 * next() - 1;
  const make: Record<ShapeKind, () => number[]> = {
    random: () => [signed(), signed(), signed()],
    lattice: () => [next(), next(), next()].map((x) => Math.floor(3 * x) - 1),
    box: () => [signed(), signed(), signed()].map(Math.sign),
    flat: () => [signed(), signed(), 0.25],
    needle: () => [signed(), 1e-9 * signed(), 1e-9 * signed()],
    segment: () =>
      [1, 2, -1].map(
        (
          (t) => (x: number) =>
            t * x
        )(signed()),
      ),
    point: () => [0.125, 0.25, 0.5],
    thin: () => [signed(), signed(), 1 + 2 ** -50 * Math.floor(4 * next())],
    round: () => {
      const v = [signed(), signed(), signed()];
      const length = Math.hypot(...v) || 1;
      return v.map((x) => x / length);
    },
  };
  const points =
    kind === "box" ? corners() : Array.from({ length: kind === "round" ? 90 : count }, make[kind]);
  return Float64Array.from(points.flat());
}

function corners(): number[][] {
  return Array.from({ length: 8 }, (_, i) => [i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1]);
}

export function makeShape(kind: ShapeKind, seed: number): ConvexShape {
  return createConvexShape(makePoints(kind, seed));
}

export const anySeed = fc.integer({ min: 0, max: 1e6 });
export const anyKind = fc.constantFrom(...SHAPES);

export interface Measured {
  distance: ConvexDistance;
  depth: ConvexDepth | null;
  scale: number;
}

export function measure(a: ConvexShape, aToWorld: number[], b: ConvexShape, bToWorld: number[]): Measured {
  const pair = createConvexPair();
  setConvexPair(pair, a, aToWorld, b, bToWorld);
  const simplex = createSimplex();
  const distance = createConvexDistance();
  gjk(pair, simplex, false, distance);
  if (!distance.overlap) return { distance, depth: null, scale: pair.scale };
  const depth = createConvexDepth();
  epa(pair, simplex, depth);
  return { distance, depth, scale: pair.scale };
}

/** How far the shape's corners extend along a direction, by the plain formula in world space. */
export function reachAlong(shape: ConvexShape, pose: number[], d: ArrayLike<number>): number {
  let most = -Infinity;
  for (let i = 0; i < shape.points.length; i += 3) {
    const [x, y, z] = [shape.points[i], shape.points[i + 1], shape.points[i + 2]];
    let height = 0;
    for (let row = 0; row < 3; row++)
      height += d[row] * (pose[row] * x + pose[4 + row] * y + pose[8 + row] * z + pose[12 + row]);
    most = Math.max(most, height);
  }
  return most;
}
