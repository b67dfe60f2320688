// Operations of a refit in plain TypeScript, one triangle a leaf: [arithmetic, bit operations]. Arithmetic: additions, subtractions,
// absolute values and comparisons. Bit operations: what it takes to choose the lesser of two numbers without a branch, and to put the bits of
// an f32 in order. `test/bench/refit-operations.test.ts` counts them in the sources.

export const REFIT_OPERATIONS = {
  /** The box around three corners: the least and the greatest, 12 comparisons. */
  leaf: [12, 66],
  /** The box around two boxes, 6 comparisons, and its size, for descents. */
  inner: [11, 78],
  /** A coordinate of a vertex: checked, moved to the tree's origin, rounded to f32 down and up. */
  f64: [13, 3],
  f32: [3, 5],
};

/** [arithmetic, bit operations] of a whole refit; `kind` of the vertices: "f64" or "f32". */
export function refitOperations({ triangleCount, vertexCount }, kind) {
  const { leaf, inner } = REFIT_OPERATIONS;
  const coordinate = REFIT_OPERATIONS[kind];
  return [0, 1].map(
    (k) => triangleCount * leaf[k] + (triangleCount - 1) * inner[k] + 3 * vertexCount * coordinate[k],
  );
}
