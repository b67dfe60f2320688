import { printTable, significant, times } from "../../table.mjs";
import { closestPointRows } from "./closest-point.mjs";
import { distanceRows } from "./distance.mjs";
import { shellRows } from "./shells.mjs";

/**
 * What each query brings: a function of the run's options that returns rows { query, model, abut, theirs, required, note },
 * times in µs a query, `theirs` null where the peer offers nothing or is not measured, `required` the least ratio.
 */
const QUERIES = [distanceRows, shellRows, closestPointRows];

/** Prints its table; part of `npm run bench -- proximity`. */
export function run(options) {
  const rows = QUERIES.flatMap((rowsOf) => rowsOf(options));
  options.progress.clear();
  printTable(
    "Distance and closest point, µs a query",
    ["<query", "<model", "abut", "three-mesh-bvh", "ratio", "required", "<"],
    rows.map(({ query, model, abut, theirs, required, note }) => [
      query,
      model,
      significant(abut),
      theirs === null ? "–" : significant(theirs),
      theirs === null ? "–" : times(theirs / abut),
      required === undefined ? "" : `${required}×`,
      note ?? "",
    ]),
    [
      "Both answer the same queries; where a distance differs by more than 1e-5 of itself, or a yes or no, the row says so.",
      "Shells by the clock on the wall, the rest in processor time.",
      "PQP: what the C++ library took on another machine; the goal is 1.5 times that. Not measured here.",
    ],
  );
}
