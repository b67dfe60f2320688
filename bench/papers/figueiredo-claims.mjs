import { significant, times, whole } from "../table.mjs";
import { LEAST_STEPS_A_SECOND, OBB_STORAGE, OBB_TEST, TABLE_1, TABLE_2 } from "./figueiredo-published.mjs";

// The paper's claims beside what was measured, and the tables behind those that its own tables do not show.

/** Table 1 of the paper ends here. */
export const TABLE_1_END = 0.2;
const [V1, V2] = Object.keys(TABLE_1);

export function meanOf(steps, method, key) {
  return steps.reduce((sum, { results }) => sum + results[method][key], 0) / steps.length;
}

export function printTurns(record, { turns: { random, turned } }) {
  const mean = random.reduce((sum, tests) => sum + tests, 0) / random.length;
  const [least, most] = [random[0], random.at(-1)];
  const paper = TABLE_2[0][V2].triangleTests;
  const oneIn = ({ triangleTests }) => (triangleTests - mean) / (paper - mean);
  record.table(
    "turns",
    "Triangle tests of version 2 at 0.00, by how b is turned",
    ["<turn", "triangle tests"],
    [
      ["at random, mean", significant(mean)],
      ["at random, least and most", `${whole(least)}, ${whole(most)}`],
      ...turned.map(({ name, triangleTests }) => [name, whole(triangleTests)]),
      null,
      ["paper, mean", whole(paper)],
    ],
    [
      "Without a random turn b comes along the x axis, to the last place before the models meet.",
      `One pose in ${whole(oneIn(turned[0]))} with such parallel edges, or one in ${whole(oneIn(turned[1]))} with such parallel faces, would raise our mean to the paper's.`,
    ],
  );
}

/** Figure 4 descends A once for each triangle of B that is left. */
export function printVisits(record, { visits }) {
  record.table(
    "visits",
    "Node visits of version 2",
    [
      "<distance",
      "descents of A",
      "visits of A's nodes",
      "different nodes of A",
      "visits a node",
      "most",
      "of B",
    ],
    visits.map(({ title, descents, visitsA, nodesA, most, visitsB, nodesB }) => [
      title,
      whole(descents),
      whole(visitsA),
      significant(nodesA),
      nodesA === 0 ? "–" : significant(visitsA / nodesA),
      whole(most),
      significant(visitsB / nodesB),
    ]),
    [
      "Means of the poses; most: the visits of the node that is visited most at any pose. A visit is a test of a node's box, against one box or two. Of B: visits a node of B.",
    ],
  );
}

export function printBoxes(record, { tests, storage, updates }) {
  const { nanoseconds: test, shares } = tests;
  const { nanoseconds: update, looseness } = updates;
  const ratioOf = (values, name, first) => [significant(values[name]), times(values[name] / values[first])];
  const overlap = Object.values(shares).map((share) => Math.round(100 * share));
  record.table(
    "boxes",
    "Boxes: tests, memory, updates",
    ["<", "", "relative"],
    [
      ["test of two AABBs in one space, ns", ...ratioOf(test, "aabb", "aabb")],
      ["of two AABBs in two spaces by six axes, ns", ...ratioOf(test, "faces", "aabb")],
      ["of two OBBs by 15 axes, ns", ...ratioOf(test, "obb", "aabb")],
      null,
      ["scalars of an AABB", String(storage.aabb.scalars), times(1)],
      ["scalars of an OBB", String(storage.obb.scalars), times(storage.obb.scalars / storage.aabb.scalars)],
      ["AABB tree, bytes a node", whole(storage.aabb.node), times(1)],
      ["OBB tree, bytes a node", whole(storage.obb.node), times(storage.obb.node / storage.aabb.node)],
      ["AABB tree, bytes a triangle", significant(storage.aabb.triangle), times(1)],
      [
        "OBB tree, bytes a triangle",
        significant(storage.obb.triangle),
        times(storage.obb.triangle / storage.aabb.triangle),
      ],
      null,
      ["optimal box of a triangle, ns", ...ratioOf(update, "optimal", "optimal")],
      ["its cover box, from eight corners as in the paper, ns", ...ratioOf(update, "corners", "optimal")],
      ["its cover box, from centre and half extents as in abut, ns", ...ratioOf(update, "centre", "optimal")],
      ["surface area of all cover boxes", "", times(looseness.corners)],
    ],
    [
      `Tests: random boxes of which ${Math.min(...overlap)} to ${Math.max(...overlap)} % overlap. AABBs are f32 in abut, OBBs f64. Updates: the grid's triangles at the first pose of 0.00, areas at all of its poses, relative to those of the optimal boxes.`,
    ],
  );
}

export function printClaims(record, apart, { visits, tests, storage, updates }) {
  const rows = [...claimsOfTables(apart), ...claimsOfText(visits[0], tests, storage, updates)];
  record.table(
    "claims",
    "The paper's claims",
    ["<", "here", "paper", "<"],
    rows.map(([what, here, paper, holds]) => [what, here, paper, verdict(holds)]),
  );
}

/** A text, such as why nothing was measured, stands for itself. */
function verdict(holds) {
  return typeof holds === "string" ? holds : holds ? "holds" : "does not hold";
}

function claimsOfTables(apart) {
  const at = (relative) => apart.find((step) => step.relative === relative).results;
  const table1 = apart.filter(({ relative }) => relative <= TABLE_1_END);
  const ratio = (results, key) => results[V1][key] / results[V2][key];
  const boxes = meanOf(table1, V1, "boxTests") / meanOf(table1, V2, "boxTests");
  const triangles = 1 / ratio(at(0), "triangleTests");
  const sameTests = apart.every(({ results }) => results[V1].triangleTests === results[V2].triangleTests);
  const farthest = at(0.1)[V2].triangleTests;
  const speed = ratio(at(0), "ms");
  const rate = 1000 / at(0)[V2].ms;
  const falls = apart.every(
    ({ results }, k) => k === 0 || results[V2].boxTests <= apart[k - 1].results[V2].boxTests,
  );
  const last = apart.filter(({ results }) => ratio(results, "boxTests") > 1).at(-1);
  return [
    [
      "version 1 / version 2, box tests, Table 1",
      times(boxes),
      times(ratio(TABLE_1, "boxTests")),
      boxes >= 100,
    ],
    [
      "the same at 0.00, Table 2",
      times(ratio(at(0), "boxTests")),
      times(ratio(TABLE_2[0], "boxTests")),
      ratio(at(0), "boxTests") >= 100,
    ],
    [
      "version 2 / version 1, triangle tests at 0.00",
      times(triangles),
      times(1 / ratio(TABLE_2[0], "triangleTests")),
      triangles > 0.5 && triangles < 2,
    ],
    ["the same at every distance", sameTests ? "1.00×" : "differs", "", ""],
    ["triangle tests at 0.10", significant(farthest), "0", farthest === 0],
    ["version 2 needs fewer box tests up to", last.title, "0.20 at least", last.relative >= TABLE_1_END],
    ["box tests of version 2 fall with the distance", falls ? "yes" : "no", "yes", falls],
    [
      "version 2 / its merged form, box tests at 0.00",
      times(at(0)[V2].boxTests / at(0)["version 2, merged"].boxTests),
      "",
      "",
    ],
    ["version 1 / version 2, time at 0.00", times(speed), "“an order of magnitude”", speed >= 10],
    [
      "version 2 at 0.00, steps a second",
      whole(rate),
      `> ${LEAST_STEPS_A_SECOND}`,
      rate > LEAST_STEPS_A_SECOND,
    ],
  ];
}

function claimsOfText({ visitsA, nodesA, most, visitsB, nodesB }, tests, storage, updates) {
  const { aabb, obb } = tests.nanoseconds;
  const scalars = storage.obb.scalars / storage.aabb.scalars;
  const { optimal, corners, centre } = updates.nanoseconds;
  const { corners: looseness } = updates.looseness;
  return [
    [
      "visits of a node of A by version 2 at 0.00, mean (most)",
      `${significant(visitsA / nodesA)} (${whole(most)})`,
      "1",
      most <= 1,
    ],
    ["visits of a node of B by version 2 at 0.00", significant(visitsB / nodesB), "", ""],
    ["OBB test / AABB test, time", times(obb / aabb), `${OBB_TEST}×`, obb / aabb >= OBB_TEST / 2],
    ["18-DOP test / AABB test, time", "–", "6×", "abut has no 18-DOPs"],
    ["OBB / AABB, scalars a box", times(scalars), `${OBB_STORAGE}×`, scalars === OBB_STORAGE],
    ["18-DOP / AABB, scalars a box", "–", "3×", "abut has no 18-DOPs"],
    ["cover by eight corners / optimal box, time", times(corners / optimal), "> 1×", corners > optimal],
    ["abut's cover / optimal box, time", times(centre / optimal), "> 1×", centre > optimal],
    ["cover / optimal box, surface area", times(looseness), "> 1×", looseness > 1],
  ];
}
