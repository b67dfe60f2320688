import { describeEnvironment } from "../environment.mjs";
import { printTable, significant, times } from "../table.mjs";
import { closestPointRows } from "./proximity/closest-point.mjs";
import { distanceRows } from "./proximity/distance.mjs";
import { shellRows } from "./proximity/shells.mjs";

export const description = "how near, against three-mesh-bvh: distance, closest point, concentric shells";

/**
 * What each query brings: a function of the run's options that returns rows { query, model, abut, theirs, required, note },
 * times in µs a query, `theirs` null where the peer offers nothing or is not measured, `required` the least ratio.
 */
const QUERIES = [distanceRows, shellRows, closestPointRows];

export async function run(options) {
  console.log(
    `abut against three-mesh-bvh, one process, interleaved rounds, medians\n${describeEnvironment(options.seed)}`,
  );
  const rows = QUERIES.flatMap((rowsOf) => rowsOf(options));
  options.progress.clear();
  printTable(
    "Proximity, µs a query",
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
      "Both answer the same queries; where a distance differs by more than 1e-5 of itself, the row says so.",
      "PQP: what the C++ library took on another machine (DESIGN §6); the goal is 1.5 times that. Not measured here.",
    ],
  );
}
