import { describe, expect, it } from "vitest";
import {
  createListIndex,
  createQuery,
  type ListQuery,
  orderClashes,
} from "../../viewer/src/list/list-order.ts";
import { randomReport } from "../reports/reports.ts";

const report = randomReport(11, { parts: 40, clashes: 300 });
const index = createListIndex(report);
const all = createQuery();
const order = (query: Partial<ListQuery>) => orderClashes(index, { ...all, ...query });

describe("orderClashes (seed 11)", () => {
  it("shows each clash once, whatever the order", () => {
    for (const sort of ["kind", "depth", "distance", "name"] as const)
      for (const descending of [false, true])
        expect(order({ sort, descending }).sort((i, j) => i - j)).toEqual(report.clashes.map((_, i) => i));
  });

  it("sorts by depth, and has those without one last in both directions", () => {
    for (const descending of [false, true]) {
      const depths = order({ sort: "depth", descending }).map((i) => report.clashes[i].depth?.depth ?? null);
      const known = depths.filter((depth) => depth !== null);
      expect(depths.slice(0, known.length)).toEqual(known);
      expect(known).toEqual([...known].sort((x, y) => (descending ? y - x : x - y)));
    }
  });

  it("keeps the report's order among equals", () => {
    const overlapping = order({}).filter((i) => report.clashes[i].kind === "overlapping");
    expect(overlapping.length).toBeGreaterThan(10);
    expect(overlapping).toEqual([...overlapping].sort((i, j) => i - j));
  });

  it("sorts names as people count: part 2 before part 10", () => {
    const names = ["part 10", "part 2"].map((name) => ({ ...report.parts[0], name }));
    const clashes = [0, 1].map((a) => ({ ...report.clashes[0], a, b: a }));
    const two = createListIndex({ ...report, parts: names, clashes });
    expect(orderClashes(two, { ...all, sort: "name" })).toEqual([1, 0]);
  });

  it("finds every word anywhere in keys, kind, guid and class, in any case", () => {
    const { keyA, kind } = report.clashes[5];
    expect(order({ text: `  ${kind.toUpperCase()} ${keyA.slice(-3)} ` })).toContain(5);
    expect(order({ text: keyA.slice(-3) })).toContain(5);
    expect(order({ text: "ifcwall 2o2fr$t4x7zf8noew3fnr2" }).length).toBeGreaterThan(10);
    expect(order({ text: `${kind} nowhere` })).toEqual([]);
  });

  it("finds an id by its beginning, and by nothing else of it", () => {
    const { id } = report.clashes[5];
    expect(order({ text: id.toUpperCase() })).toEqual([5]);
    expect(order({ text: ` ${id.slice(0, 9)} ` })).toEqual([5]);
    expect(order({ text: id.slice(3) })).toEqual([]);
  });

  it("shows one part, one kind, one status, or only what is new", () => {
    const part = report.clashes[7].b;
    const own = order({ part });
    expect(own).toContain(7);
    expect(own.every((i) => report.clashes[i].a === part || report.clashes[i].b === part)).toBe(true);
    const { kind } = report.clashes[7];
    const ofKind = order({ kind });
    expect(ofKind.every((i) => report.clashes[i].kind === kind)).toBe(true);
    expect(ofKind).toHaveLength(report.clashes.filter((clash) => clash.kind === kind).length);
    expect(order({ onlyNew: true })).toEqual([]);
    const decided = createListIndex(report, (clash) => (clash % 2 === 0 ? "approved" : "active"));
    const approved = orderClashes(decided, { ...all, status: "approved" });
    expect(approved.sort((i, j) => i - j)).toEqual(
      report.clashes.map((_, i) => i).filter((i) => i % 2 === 0),
    );
  });
});
