import fc from "fast-check";
import { createPlaneGrid } from "../src/mesh/primitives/index.ts";
import { latticeSoup, random, randomSoup, smallTorus } from "./meshes.ts";

/** Meshes that rounding, touching and ties make hard. */
export const anyPositions = fc
  .tuple(
    fc.constantFrom("random", "lattice", "perturbed", "sheet", "torus"),
    fc.integer({ min: 0, max: 1e6 }),
    fc.integer({ min: 1, max: 60 }),
    fc.constantFrom(0.05, 0.3, 0.8),
  )
  .map(([kind, seed, count, size]) => {
    if (kind === "torus") return smallTorus(3 + (seed % 20), 3 + (count % 9), Float64Array);
    if (kind === "sheet") return createPlaneGrid({ columns: 1 + (seed % 9), rows: 1 + (count % 9) });
    const soup = kind === "random" ? randomSoup(seed, count, size) : latticeSoup(seed, count);
    const next = random(seed);
    if (kind === "perturbed")
      for (let i = 0; i < soup.positions.length; i++)
        soup.positions[i] += (Math.floor(5 * next()) - 2) * 2 ** -22;
    return soup;
  });

/** The scale of a query, an offset of the meshes in units of it, and whether they are f32. */
export const anyUnits = fc.tuple(
  fc.constantFrom(1, 1, 1, 2 ** -12, 2 ** 12, 2 ** -27, 2 ** 27, 2 ** 40),
  fc.constantFrom(0, 0, 1000, 2 ** 20),
  fc.boolean(),
);
