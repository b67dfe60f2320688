import { collide } from "abut";
import { collideRecursively } from "abut/papers";

// Queries over a list of placements, and the paper's cost function.

export const AXES = 15;
/** Where the exit axes count the tests that found an overlap. */
export const OVERLAP = 15;

/** Hits, box tests, triangle tests and exit axes of all placements. */
export function countQueries(tree, query, placements) {
  const result = { hits: 0, nb: 0, np: 0, exits: new Float64Array(AXES + 1) };
  const stats = {};
  const { ask = collide } = query;
  const options = optionsOf(query);
  options.stats = stats;
  for (const { aToWorld, bToWorld } of placements) {
    options.aToWorld = aToWorld;
    options.bToWorld = bToWorld;
    if (ask(tree, tree, options)) result.hits++;
    result.nb += stats.boxTests;
    result.np += stats.triangleTests;
    for (let axis = 0; axis <= AXES; axis++) result.exits[axis] += stats.exitAxes[axis];
  }
  return result;
}

export function countHits(tree, query, placements) {
  const { ask = collide } = query;
  const options = optionsOf(query);
  let hits = 0;
  for (const { aToWorld, bToWorld } of placements) {
    options.aToWorld = aToWorld;
    options.bToWorld = bToWorld;
    if (ask(tree, tree, options)) hits++;
  }
  return hits;
}

/** The same properties in the same order for every query of a kind, so that reading them costs all of them the same. */
function optionsOf({ ask, test = "sat-lite", descend = "both", order = "best-first" }) {
  if (ask === collideRecursively) return { aToWorld: undefined, bToWorld: undefined, test, stats: undefined };
  return { aToWorld: undefined, bToWorld: undefined, test, descend, order, stats: undefined };
}

/** Completes T = Nb·Cb + Np·Cp: milliseconds for all placements, microseconds a test. */
export function addCosts(result, cp) {
  result.cp = cp;
  result.tp = (result.np * cp) / 1000;
  result.tb = result.time - result.tp;
  result.cb = (1000 * result.tb) / result.nb;
}
