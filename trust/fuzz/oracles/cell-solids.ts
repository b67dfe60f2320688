// Solids made of unit cells. What two of them are to each other is seen from the cells, without any geometry.

export type Cell = readonly [number, number, number];
export type RelationOfCells = "separate" | "touching" | "overlapping" | "contains" | "inside" | "duplicate";

export function relationOfCells(a: readonly Cell[], b: readonly Cell[]): RelationOfCells {
  if (isFarApart(a, b)) return "separate";
  const [inA, inB] = [new Set(a.map(String)), new Set(b.map(String))];
  const isCommon = a.some((cell) => inB.has(String(cell)));
  const hasOwnA = a.some((cell) => !inB.has(String(cell)));
  const hasOwnB = b.some((cell) => !inA.has(String(cell)));
  if (!isCommon) return a.some((p) => b.some((q) => areNeighbours(p, q))) ? "touching" : "separate";
  if (!hasOwnA && !hasOwnB) return "duplicate";
  if (!hasOwnB) return "contains";
  return hasOwnA ? "overlapping" : "inside";
}

/** On one axis all cells of a are more than one step away from those of b. */
function isFarApart(a: readonly Cell[], b: readonly Cell[]): boolean {
  for (let k = 0; k < 3; k++) {
    let [lowA, highA, lowB, highB] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const cell of a) [lowA, highA] = [Math.min(lowA, cell[k]), Math.max(highA, cell[k])];
    for (const cell of b) [lowB, highB] = [Math.min(lowB, cell[k]), Math.max(highB, cell[k])];
    if (lowA > highB + 1 || lowB > highA + 1) return true;
  }
  return false;
}

/** Closed cells share a point if no coordinate differs by more than one. */
function areNeighbours(p: Cell, q: Cell): boolean {
  return [0, 1, 2].every((k) => Math.abs(p[k] - q[k]) <= 1);
}
