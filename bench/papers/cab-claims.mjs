import { significant, times, whole } from "../table.mjs";
import { PUBLISHED } from "./cab-published.mjs";

// What the paper says of its own tables, beside ours. A claim about a ratio holds if ours lies on the same side of the line that the claim
// draws; "level" is within LEVEL of it.

const LEVEL = 0.05;
const COLL = 0;
const FALSE_ALARMS = 1;
const QUERY = 2;
const UPDATE = 3;
const TEST = 4;
const TOTAL = 5;
const FIELDS = ["coll", "falseAlarms", "query", "update", "test", "total"];
const NUMBERS = [1, 2, 3, 4, 5];
/** "A speedup by a factor 2 on average": a factor from here on counts as that. */
const ABOUT_TWO = 1.5;
const FRAME_TIME = 1 / 30;

/** Rows of { claim, ours, published, holds }. `patches`: Table 3 with depths by patches; `braided`: rows of two braided chains of 16 links. */
export function checkClaims(tables, patches, braided) {
  const [, convex, dented] = tables;
  const paper = (number, method, field) => PUBLISHED[number][method][field];
  const ours = ({ results }, method, field) => results[method][FIELDS[field]];
  const ratio = (of, table, field, one, other) => of(table, one, field) / of(table, other, field);
  const ratios = (field, one, other) => ({
    ours: tables.map((table) => ratio(ours, table, field, one, other)),
    published: NUMBERS.map((number) => ratio(paper, number, field, one, other)),
  });
  const mean = (values) => values.reduce((sum, value) => sum + value / values.length, 0);
  const perTable = (claim, pair, test) => ({
    claim,
    ours: range(pair.ours),
    published: range(pair.published),
    holds: verdict(pair.ours.every(test)),
  });
  const onAverage = (claim, pair) => ({
    claim,
    ours: times(mean(pair.ours)),
    published: times(mean(pair.published)),
    holds: verdict(mean(pair.ours) >= ABOUT_TWO),
  });
  const change = (claim, from, to, theirs, test, format = significant) => ({
    claim,
    ours: arrow(from, to, format),
    published: theirs,
    holds: verdict(test(from, to)),
  });
  const grows = (from, to) => to > from;
  const gap = (table) => ratio(ours, table, TOTAL, "aabb*", "cab");
  const gapPublished = arrow(ratio(paper, 2, TOTAL, "aabb*", "cab"), ratio(paper, 3, TOTAL, "aabb*", "cab"));
  const overObb = ({ results }) => results.obb.total / results.cab.total;
  const length = (method) => convex.results[method].coll / tables[0].results[method].coll;
  const lengthPublished = (method) => paper(2, method, COLL) / paper(1, method, COLL);
  const braidedTables = tables[3];
  const slightly = ratio(ours, braidedTables, TOTAL, "aabb*", "obb");
  const frames = tables.map(({ results, frames: count }) => results.cab.total / count);
  const update = (onDemand) => {
    const row = braided.find((one) => one.method === "aabb*" && one.onDemand === onDemand);
    return row.update + row.test;
  };
  return [
    perTable(
      "faster update than a hierarchy of AABBs: t[upd], CAB / AABB*",
      ratios(UPDATE, "cab", "aabb*"),
      below1,
    ),
    perTable("faster update than by covariance: t[upd], CAB / OBB", ratios(UPDATE, "cab", "obb"), below1),
    onAverage("a speedup of 2 on average, from 1.5 on: t[total], OBB / CAB", ratios(TOTAL, "obb", "cab")),
    onAverage("the same against AABB*: t[total], AABB* / CAB", ratios(TOTAL, "aabb*", "cab")),
    perTable(
      "AABB+ runs highly inefficient: t[total], AABB+ / brute",
      ratios(TOTAL, "aabb+", "brute"),
      above1,
    ),
    perTable(
      "AABB*: a tremendous advantage in update speed: t[upd], AABB+ / AABB*",
      ratios(UPDATE, "aabb+", "aabb*"),
      above1,
    ),
    perTable("OBB filters better: #false, AABB* / OBB", ratios(FALSE_ALARMS, "aabb*", "obb"), above1),
    perTable(
      "and its tables test them in less time: t[test], AABB* / CAB",
      ratios(TEST, "aabb*", "cab"),
      above1,
    ),
    {
      claim: "OBB fits better than CAB: mean volume of inner boxes, CAB / OBB",
      ours: range(tables.map(({ boxes }) => 1 / boxes.volumes.obb)),
      published: "–",
      holds: verdict(tables.every(({ boxes }) => boxes.volumes.obb < 1)),
    },
    {
      claim: "OBB depends less on length to thickness: #coll, Table 2 / Table 1, AABB* and OBB",
      ours: `${times(length("aabb*"))} and ${times(length("obb"))}`,
      published: `${times(lengthPublished("aabb*"))} and ${times(lengthPublished("obb"))}`,
      holds: verdict(Math.abs(Math.log(length("obb"))) < Math.abs(Math.log(length("aabb*")))),
    },
    change(
      "AABBs of Table 3 are almost as large as those of Table 2: #coll of AABB*",
      convex.results["aabb*"].coll,
      dented.results["aabb*"].coll,
      arrow(paper(2, "aabb*", COLL), paper(3, "aabb*", COLL), whole),
      (from, to) => Math.abs(to / from - 1) < LEVEL,
      whole,
    ),
    ...[
      ["queries of non-convex links are dearer: t[query] of brute force, Table 2 → 3", dented],
      ["the same, depth by patches", patches],
    ].map(([claim, table]) =>
      change(
        claim,
        ours(convex, "brute", QUERY),
        ours(table, "brute", QUERY),
        arrow(paper(2, "brute", QUERY), paper(3, "brute", QUERY)),
        grows,
      ),
    ),
    change(
      "filtering matters more for non-convex links: AABB* / CAB, Table 2 → 3",
      gap(convex),
      gap(dented),
      gapPublished,
      grows,
    ),
    change("the same, depth by patches", gap(convex), gap(patches), gapPublished, grows),
    change(
      "CAB's advantage is less noticeable in Table 4: OBB / CAB, Table 2 → 4",
      overObb(convex),
      overObb(braidedTables),
      arrow(ratio(paper, 2, TOTAL, "obb", "cab"), ratio(paper, 4, TOTAL, "obb", "cab")),
      (from, to) => to < from,
    ),
    {
      claim: "Table 4: AABB* is slightly faster than OBB: t[total], AABB* / OBB",
      ours: times(slightly),
      published: times(ratio(paper, 4, TOTAL, "aabb*", "obb")),
      holds: Math.abs(slightly - 1) < LEVEL ? "level" : verdict(slightly < 1),
    },
    {
      claim: "boxes of braided chains on demand bring nothing to AABB*: update and test, on demand / at once",
      ours: times(update(true) / update(false)),
      published: "–",
      holds: verdict(update(true) > (1 - LEVEL) * update(false)),
    },
    {
      claim: "3 to 4 % of 1/30 s: t[total] of CAB, ms a frame",
      ours: `${significant(1000 * Math.min(...frames), 2)} to ${significant(1000 * Math.max(...frames), 2)}`,
      published: "0.9 to 1.3",
      holds: Math.max(...frames) < 0.04 * FRAME_TIME ? "less" : "does not hold",
    },
  ];
}

const below1 = (value) => value < 1;
const above1 = (value) => value > 1;

function verdict(holds) {
  return holds ? "holds" : "does not hold";
}

function range(values) {
  return `${significant(Math.min(...values))} to ${times(Math.max(...values))}`;
}

function arrow(from, to, format = significant) {
  return `${format(from)} → ${format(to)}`;
}
