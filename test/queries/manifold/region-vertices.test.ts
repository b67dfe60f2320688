import { describe, expect, it } from "vitest";
import { createContactLines } from "../../../src/queries/manifold/contact-lines.ts";
import {
  createContactSurface,
  INSIDE,
  OUTSIDE,
  PLACED,
} from "../../../src/queries/manifold/contact-surface.ts";
import {
  createRegionVertices,
  linkRegions,
  listRegionVertices,
} from "../../../src/queries/manifold/region-vertices.ts";
import { random } from "../../meshes.ts";

// Contracts: (1) of a piece that few regions bound, a region has all vertices, in their order (2) of a wide piece it has those within
// the box of its curve, enlarged by a quarter, in their order, then its other vertices beside crossings in the order of the crossings.

/** Two pieces of inner vertices, the second one wide, with crossed edges at random vertices, and regions with random curves. */
function scene(seed: number) {
  const next = random(seed);
  const pick = (count: number) => Math.floor(count * next());
  const first = 1 + pick(40);
  const innerCount = first + 1 + pick(600);
  const regionCount = 6 + pick(20);
  const edgeCount = 8 * regionCount + pick(300);
  const surface = createContactSurface();
  surface.vertexStates = new Int32Array(innerCount + 1);
  for (let v = 0; v < innerCount; v++) surface.vertexStates[v] = surface.vertexBase + PLACED + v;
  surface.vertexStates[innerCount] = surface.vertexBase + OUTSIDE;
  surface.innerCount = innerCount;
  surface.places = Float64Array.from({ length: 3 * innerCount }, (_, i) => (1 + (i % 3)) * (next() - 0.5));
  surface.pieceOfInner = Uint32Array.from({ length: innerCount }, (_, v) => (v < first ? 0 : 1));
  surface.marks = new Int32Array(innerCount).fill(-1);
  surface.pieceCount = 2;
  surface.pieceStarts = Uint32Array.of(0, first, innerCount);
  surface.doSidesAgree = seed % 2 === 0;
  const lines = createContactLines();
  lines.regionCount = regionCount;
  lines.regionOfPair = Uint32Array.from({ length: edgeCount }, () => pick(regionCount));
  const { crossed } = surface;
  crossed.count = edgeCount;
  crossed.firstPairs = crossed.lastPairs = Uint32Array.from({ length: edgeCount }, (_, i) => i);
  crossed.ends = new Uint32Array(2 * edgeCount);
  crossed.lowSides = new Uint8Array(edgeCount);
  crossed.highSides = new Uint8Array(edgeCount);
  for (let i = 0; i < edgeCount; i++) {
    // Regions 0 to 3 bound the first piece, and all of them the second one.
    const vertex = lines.regionOfPair[i] < 4 && next() < 0.3 ? pick(first) : first + pick(innerCount - first);
    const isLow = next() < 0.5;
    crossed.ends[2 * i] = isLow ? vertex : innerCount;
    crossed.ends[2 * i + 1] = isLow ? innerCount : vertex;
    crossed.lowSides[i] = isLow ? INSIDE : OUTSIDE;
    crossed.highSides[i] = isLow ? OUTSIDE : INSIDE;
  }
  const pointsPerRegion = 3;
  lines.points = Float64Array.from(
    { length: 3 * pointsPerRegion * regionCount },
    (_, i) => (1 + (i % 3)) * (next() - 0.5),
  );
  lines.regionStarts = Uint32Array.from({ length: regionCount + 1 }, (_, r) => pointsPerRegion * r);
  lines.regionPoints = Uint32Array.from({ length: pointsPerRegion * regionCount }, (_, i) => i);
  return { surface, lines, first };
}

function slowList({ surface, lines, first }: ReturnType<typeof scene>, region: number): number[] {
  const { crossed, places, innerCount } = surface;
  const linked = [...crossed.firstPairs.keys()]
    .filter((i) => lines.regionOfPair[i] === region)
    .map((i) => Math.min(crossed.ends[2 * i], crossed.ends[2 * i + 1]));
  const points = lines.points.subarray(9 * region, 9 * region + 9);
  const axes = [0, 1, 2].map((k) => [points[k], points[k + 3], points[k + 6]]);
  const room = 0.25 * Math.max(...axes.map((x) => Math.max(...x) - Math.min(...x)));
  const isNear = (v: number) =>
    axes.every(
      (x, k) => places[3 * v + k] >= Math.min(...x) - room && places[3 * v + k] <= Math.max(...x) + room,
    );
  const vertices = [...Array(innerCount).keys()];
  const parts = new Set<number>();
  for (const v of linked) {
    const isSecond = v >= first;
    if (!parts.has(isSecond ? -2 : -1))
      for (const w of vertices) if (w >= first === isSecond && (!isSecond || isNear(w))) parts.add(w);
    parts.add(isSecond ? -2 : -1).add(v);
  }
  return [...parts].filter((v) => v >= 0);
}

describe("inner vertices of regions", () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])("(1, 2) are those of brute force (seed %i)", (seed) => {
    // One memory for several scenes: none sees what another left.
    const of = createRegionVertices();
    let withinBoxes = 0;
    for (let round = 0; round < 20; round++) {
      const made = scene(100 * seed + round);
      const { surface, lines } = made;
      const box = { region: -1, bounds: new Float64Array(6) };
      linkRegions(of, surface, lines);
      expect(of.regionsOfPiece[0]).toBeLessThanOrEqual(4);
      expect(of.regionsOfPiece[1]).toBeGreaterThan(4);
      for (let r = 0; r < lines.regionCount; r++) {
        listRegionVertices(of, surface, lines, r, box);
        const found = [...of.vertices.subarray(0, of.count)];
        expect(found).toEqual(slowList(made, r));
        withinBoxes += found.length;
      }
    }
    expect(withinBoxes).toBeGreaterThan(1000);
  });
});
