import { describe, expect, it } from "vitest";
import { FormatError } from "../../src/errors.ts";
import type { ClashReport } from "../../src/reports/clash-report.ts";
import {
  createStatus,
  readStatus,
  type StatusFile,
  type StatusName,
  setStatus,
  writeStatus,
} from "../../src/reports/clash-status.ts";
import { createClashReport } from "../../src/reports/create-clash-report.ts";
import { mergeStatus } from "../../src/reports/merge-status.ts";
import { oneOfEachKind } from "./scenes.ts";
import { createValidator } from "./schema.ts";

const REPORT = createClashReport(oneOfEachKind());
const OPTIONS = { file: "rig.abut-status.json", date: "2026-11-17" };
const FIRST = REPORT.clashes[0];
const SECOND = REPORT.clashes[1];

const without = (report: ClashReport, id: string): ClashReport => ({
  ...report,
  clashes: report.clashes.filter((clash) => clash.id !== id),
});
const statusOf = (status: StatusFile, id: string) => status.clashes.find((entry) => entry.id === id)!;
const decided = (status: StatusFile, name: StatusName) => setStatus(status, [FIRST.id], { status: name });

describe("mergeStatus", () => {
  const { status: once, report: firstReport } = mergeStatus(createStatus(), REPORT, OPTIONS);

  it("calls everything new in the first run, and active in the second", () => {
    expect(once.clashes.map(({ status }) => status)).toEqual(REPORT.clashes.map(() => "new"));
    expect(firstReport.clashes.every(({ review }) => review?.status === "new")).toBe(true);
    expect(firstReport.review?.counts.new).toBe(REPORT.clashes.length);
    const { status: twice } = mergeStatus(once, REPORT, OPTIONS);
    expect(twice.clashes.map(({ status }) => status)).toEqual(REPORT.clashes.map(() => "active"));
    expect(mergeStatus(twice, REPORT, OPTIONS).status).toEqual(twice);
  });

  it("keeps decisions", () => {
    for (const name of ["active", "reviewed", "approved"] as const)
      expect(statusOf(mergeStatus(decided(once, name), REPORT, OPTIONS).status, FIRST.id).status).toBe(name);
  });

  it("resolves what is no longer found, and makes it active when it is found again", () => {
    const gone = mergeStatus(decided(once, "approved"), without(REPORT, FIRST.id), OPTIONS);
    expect(statusOf(gone.status, FIRST.id)).toMatchObject({ status: "resolved", note: "no longer found" });
    expect(gone.report.review?.counts.resolved).toBe(1);
    const back = mergeStatus(gone.status, REPORT, OPTIONS);
    expect(statusOf(back.status, FIRST.id)).toMatchObject({
      status: "active",
      note: "found again after it was resolved",
    });
  });

  it("makes an approved clash active when its kind gets worse, and not when it gets milder", () => {
    const mild = { ...once, clashes: once.clashes.map((entry) => ({ ...entry, kind: "touching" as const })) };
    const worse = mergeStatus(decided(mild, "approved"), REPORT, OPTIONS);
    expect(statusOf(worse.status, FIRST.id)).toMatchObject({
      status: "active",
      note: `approved as touching, now ${FIRST.kind}`,
    });
    const hard = {
      ...once,
      clashes: once.clashes.map((entry) => ({ ...entry, kind: "duplicate" as const })),
    };
    expect(statusOf(mergeStatus(decided(hard, "approved"), REPORT, OPTIONS).status, FIRST.id).status).toBe(
      "approved",
    );
  });

  it("resolves nothing that the run could not have found", () => {
    const less = without(REPORT, FIRST.id);
    const cases: ClashReport[] = [
      { ...less, status: "partial" },
      { ...less, truncated: { unlisted: 1, limit: 1 } },
      { ...less, settings: { ...less.settings, between: true } },
      { ...less, inputs: [{ ...less.inputs[0], file: "other.glb" }] },
    ];
    for (const report of cases)
      expect(statusOf(mergeStatus(once, report, OPTIONS).status, FIRST.id).status).toBe("new");
    const kinds = {
      self: { self: false },
      "too-close": { clearance: 0 },
      touching: { touching: "ignore" as const },
    };
    for (const [kind, settings] of Object.entries(kinds)) {
      const { id } = REPORT.clashes.find((clash) => clash.kind === kind)!;
      const report = { ...without(REPORT, id), settings: { ...REPORT.settings, ...settings } };
      expect(statusOf(mergeStatus(once, report, OPTIONS).status, id).status).toBe("new");
      expect(statusOf(mergeStatus(once, without(REPORT, id), OPTIONS).status, id).status).toBe("resolved");
    }
  });
});

describe("setStatus", () => {
  const { status: once } = mergeStatus(createStatus(), REPORT, OPTIONS);

  it("decides about a clash, and about all clashes of a group", () => {
    const after = setStatus(once, [FIRST.id, SECOND.group!], {
      status: "reviewed",
      assignee: "Ann",
      comment: "moved next week",
      author: "Bo",
      date: "2026-11-18",
    });
    expect(statusOf(after, FIRST.id)).toMatchObject({
      status: "reviewed",
      assignee: "Ann",
      since: "2026-11-18",
    });
    expect(statusOf(after, SECOND.id)).toMatchObject({ status: "reviewed", assignee: "Ann" });
    const comment = { text: "moved next week", author: "Bo", date: "2026-11-18" };
    expect(statusOf(after, FIRST.id).comments).toEqual([comment]);
    expect(after.groups).toEqual([{ id: SECOND.group, assignee: "Ann", comments: [comment] }]);
    const others = after.clashes.filter(({ status }) => status === "new");
    expect(others).toHaveLength(once.clashes.length - 2);
  });

  it("gives a clash that joins the group later the group's assignee, but not its status", () => {
    const before = { ...once, clashes: once.clashes.filter(({ id }) => id !== SECOND.id) };
    const known = { ...before, groups: [{ id: SECOND.group!, assignee: "Ann" }] };
    const { status } = mergeStatus(known, REPORT, OPTIONS);
    expect(statusOf(status, SECOND.id)).toMatchObject({ status: "new", assignee: "Ann" });
    expect(status.groups[0].name).toBe(REPORT.groups.find(({ id }) => id === SECOND.group)!.name);
  });

  it("refuses unknown ids and names", () => {
    expect(() => setStatus(once, ["0".repeat(16)], { status: "active" })).toThrow(
      /neither a clash nor a group/,
    );
    expect(() => setStatus(once, [], { status: "done" as never })).toThrow(
      /^status: done is not one of new, active/,
    );
    expect(() => setStatus(once, [], { asignee: "Ann" } as never)).toThrow(/did you mean assignee\?/);
  });
});

describe("the status file", () => {
  const { status: once } = mergeStatus(createStatus(), REPORT, OPTIONS);
  const status = setStatus(once, [FIRST.group!, SECOND.id], {
    status: "approved",
    assignee: "Ann",
    comment: "ok",
  });

  it("is read as it was written, and valid for its schema", () => {
    expect(readStatus(writeStatus(status), "a.json")).toEqual(status);
    const validate = createValidator("clash-status.schema.json");
    expect(validate(JSON.parse(writeStatus(status)))).toEqual([]);
    expect(validate(JSON.parse(writeStatus(createStatus())))).toEqual([]);
  });

  it("has a line for each clash", () => {
    expect(writeStatus(status).match(/^ {4}\{"id":/gm)).toHaveLength(
      status.clashes.length + status.groups.length,
    );
  });

  it("refuses what the schema forbids, with the place", () => {
    const broken = (change: (file: Record<string, never>) => void) => {
      const file = JSON.parse(writeStatus(status));
      change(file);
      return () => readStatus(JSON.stringify(file), "a.json");
    };
    expect(() => readStatus("{", "a.json")).toThrow(FormatError);
    expect(() => readStatus("{}", "a.json")).toThrow(/^a\.json: not a status file/);
    expect(broken((file) => Object.assign(file.clashes[1], { status: "done" }))).toThrow(
      /^a\.json: clashes\[1\]\.status: expected one of "new"/,
    );
    expect(broken((file) => Object.assign(file.clashes[0], { asignee: "x" }))).toThrow(
      /^a\.json: clashes\[0\]\.asignee: is not a known member; did you mean assignee\?/,
    );
    expect(broken((file) => (file.clashes as unknown[]).push(file.clashes[0]))).toThrow(/is there twice$/);
  });
});
