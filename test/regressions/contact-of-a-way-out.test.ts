import { expect, it } from "vitest";
import { buildAabbTree, penetration } from "../../src/index.ts";
import { type Cell, polycube } from "../polycubes.ts";

// The points of `penetration` were those of triangles that had met well before the end of the way.

// biome-ignore format: one solid a line
const A: Cell[] = [[0, 0, 0], [-1, 0, 0], [-2, 0, 0], [0, 0, -1], [-1, 0, -1], [-1, -1, -1], [-1, -2, -1]];
// biome-ignore format: one solid a line
const B: Cell[] = [[0, 0, 0], [-1, 0, 0], [-1, 0, -1], [0, 1, 0], [0, -1, 0], [-1, -1, -1], [-2, 0, 0], [-2, 0, -1], [-2, 0, -2], [-1, -1, 0], [-1, 1, 0], [0, 1, 1]];

it("the way out leads from pointB to pointA", () => {
  const [a, b] = [A, B].map((cells) => buildAabbTree(polycube(cells)));
  const bToWorld = [
    1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1.5210060430690646, 0.6619150014594197, -0.09996841754764318, 1,
  ];
  const { depth, direction, pointA, pointB } = penetration(a, b, { bToWorld })!;
  for (let k = 0; k < 3; k++)
    expect(Math.abs(pointA[k] - pointB[k] - depth * direction[k])).toBeLessThan(1e-11);
});
