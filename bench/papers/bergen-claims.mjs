import { percent, times } from "../table.mjs";
import { PUBLISHED, PUBLISHED_OPERATIONS } from "./bergen-published.mjs";

// What the paper says of its own figures, each with the band in which we call it true. "About" is a third or so
// either way; the paper's own figures do not always lie in the band.

const KINDS = { aabb: "AABB", obb: "OBB" };
const FIRST_EDGE_AXIS = 6;
const OVERLAP = 15;

/** Rows of { claim, model, published, ours, band, holds }. `refits`: milliseconds to rebuild and refit larger models. */
export function checkClaims(results, refits) {
  const perModel = (claim, band, published, ours, format = times) =>
    results.map((result, i) =>
      row(i === 0 ? claim : "", result.title, published(result.name), ours(result), band, format),
    );
  return [
    ...perModel(
      "Nb of the AABB tree is about twice that of the OBB tree (SAT)",
      [1.4, 2.6],
      (name) => PUBLISHED.sat.aabb[name].nb / PUBLISHED.sat.obb[name].nb,
      ({ tests }) => tests["aabb sat"].nb / tests["obb sat"].nb,
    ),
    ...Object.entries(KINDS).flatMap(([kind, title]) =>
      perModel(
        `${title}: about 15 % of separating tests end on an edge axis`,
        [0.1, 0.2],
        () => 0.15,
        ({ tests }) => edgeShare(tests[`${kind} sat`]),
        percent,
      ),
    ),
    ...Object.entries(KINDS).flatMap(([kind, title]) =>
      perModel(
        `${title}: about 60 % of box tests find an overlap (SAT)`,
        [0.5, 0.7],
        () => 0.6,
        ({ tests }) => tests[`${kind} sat`].exits[OVERLAP] / tests[`${kind} sat`].nb,
        percent,
      ),
    ),
    ...perModel(
      "AABB: SAT lite needs more box tests than SAT",
      [1, Infinity],
      (name) => PUBLISHED["sat-lite"].aabb[name].nb / PUBLISHED.sat.aabb[name].nb,
      ({ tests }) => tests["aabb sat-lite"].nb / tests["aabb sat"].nb,
    ),
    ...perModel(
      "AABB: and yet takes less time",
      [0, 1],
      (name) => PUBLISHED["sat-lite"].aabb[name].total / PUBLISHED.sat.aabb[name].total,
      ({ tests }) => tests["aabb sat-lite"].time / tests["aabb sat"].time,
    ),
    ...perModel(
      "OBB: SAT lite hardly changes the time",
      [0.85, 1.15],
      (name) => PUBLISHED["sat-lite"].obb[name].total / PUBLISHED.sat.obb[name].total,
      ({ tests }) => tests["obb sat-lite"].time / tests["obb sat"].time,
    ),
    ...perModel(
      "a test takes about 50 % longer with AABB trees (SAT)",
      [1.25, 1.75],
      (name) => PUBLISHED.sat.aabb[name].total / PUBLISHED.sat.obb[name].total,
      ({ tests }) => tests["aabb sat"].time / tests["obb sat"].time,
    ),
    ...perModel(
      "Np of the OBB tree is a fraction of the AABB tree's (SAT)",
      [0, 0.5],
      (name) => PUBLISHED.sat.obb[name].np / PUBLISHED.sat.aabb[name].np,
      ({ tests }) => tests["obb sat"].np / tests["aabb sat"].np,
    ),
    ...perModel(
      "building an AABB tree takes about a third of the time of an OBB tree",
      [0, 0.45],
      (name) => PUBLISHED_OPERATIONS.buildAabb[name] / PUBLISHED_OPERATIONS.buildObb[name],
      ({ operations }) => operations.buildAabb / operations.buildObb,
    ),
    ...perModel(
      "refitting an AABB tree takes less than 5 % of building an OBB tree",
      [0, 0.05],
      (name) => PUBLISHED_OPERATIONS.refitAabb[name] / PUBLISHED_OPERATIONS.buildObb[name],
      ({ operations }) => operations.refitAabb / operations.buildObb,
      percent,
    ),
    ...refits.map(({ name, title, triangles, buildAabb, refitAabb }, i) =>
      row(
        i === 0 ? "above 6,000 triangles, refitting is about ten times as fast as rebuilding" : "",
        `${title} ${triangles.toLocaleString("en-US")}`,
        PUBLISHED_OPERATIONS.buildAabb[name] / PUBLISHED_OPERATIONS.refitAabb[name] || null,
        buildAabb / refitAabb,
        [10, Infinity],
        times,
      ),
    ),
  ];
}

function edgeShare({ exits, nb }) {
  let onEdges = 0;
  for (let axis = FIRST_EDGE_AXIS; axis < OVERLAP; axis++) onEdges += exits[axis];
  return onEdges / (nb - exits[OVERLAP]);
}

function row(claim, model, published, ours, [low, high], format) {
  return {
    claim,
    model,
    published: published === null ? "" : format(published),
    ours: format(ours),
    band: describeBand(low, high, format),
    holds: ours >= low && ours <= high,
  };
}

function describeBand(low, high, format) {
  const bound = (value) => (format === percent ? percent(value, 0) : `${value}×`);
  if (low === 0) return `up to ${bound(high)}`;
  if (high === Infinity) return `at least ${bound(low)}`;
  return `${bound(low)} to ${bound(high)}`;
}
