import { percent, significant, times } from "../table.mjs";
import { PUBLISHED_REFIT_OPERATIONS } from "./bergen-published.mjs";
import { NONUNIFORM_SCALE } from "./paper-method.mjs";
import { REFIT_OPERATIONS, refitOperations } from "./refit-operations.mjs";

// The tables of what a refit and a scale cost.

export function printRefitOperations(record, results) {
  const { leaf, inner, f64, f32 } = REFIT_OPERATIONS;
  record.table(
    "refit",
    "Operations of a refit in plain TypeScript, one triangle a leaf; a triangle",
    [
      "<Model",
      "vertices",
      "boxes",
      "f64 vertices",
      "arithmetic",
      "1997",
      "with bit operations",
      "f32 vertices: arithmetic",
      "with bit operations",
    ],
    results.map(({ title, mesh }) => {
      const { triangleCount: n, vertexCount } = mesh;
      const cells = (kind) => {
        const [arithmetic, bits] = refitOperations(mesh, kind);
        return [arithmetic / n, (arithmetic + bits) / n];
      };
      const [arithmetic, all] = cells("f64");
      return [
        title,
        vertexCount / n,
        leaf[0] + (inner[0] * (n - 1)) / n,
        (3 * f64[0] * vertexCount) / n,
        arithmetic,
        String(PUBLISHED_REFIT_OPERATIONS),
        all,
        ...cells("f32"),
      ].map((value) => (typeof value === "number" ? significant(value) : value));
    }),
    [
      `Arithmetic: additions, subtractions, absolute values and comparisons, a minimum being one. A leaf: ${leaf[0]} comparisons; an inner node: 6, and ${inner[0] - 6} operations for its size, which the paper's tree does not keep. A coordinate: ${f64[0]} in f64, to check it, to choose an origin and to round it to f32 down and up; ${f32[0]} in f32.`,
      "Bit operations: a minimum without a branch takes four, and the bits of a bound three to be put in the order of integers.",
    ],
  );
}

export function printScale(record, results, { placements }) {
  record.table(
    "scale",
    `Nonuniform scale of b, ${NONUNIFORM_SCALE.join(" × ")}, against rigid poses: AABB tree, SAT lite; a query`,
    [
      "<Model",
      "<b",
      "hits",
      "Nb",
      "Np",
      "µs",
      "of rigid's",
      "Cb µs",
      "of rigid's",
      "pose µs",
      "of the query",
    ],
    results.flatMap(({ title, scale }) =>
      Object.entries(scale).map(([way, { hits, nb, np, time, cb, poseTime }], k) => [
        k === 0 ? title : "",
        way,
        percent(hits / placements),
        significant(nb / placements),
        significant(np / placements),
        significant((1000 * time) / placements),
        k === 0 ? "" : times(time / scale.rigid.time),
        significant(cb),
        k === 0 ? "" : times(cb / scale.rigid.cb),
        significant((1000 * poseTime) / placements),
        percent(poseTime / time),
      ]),
    ),
    [
      "The same placements, in turns. pose: the relative pose set up alone, with B, B⁻¹, both absolute values and the margins; a query sets it up once. Rigid poses take no other way.",
    ],
  );
}
