import { readFileSync } from "node:fs";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { FormatError, OptionError } from "../../../src/errors.ts";
import { importBcfStatus } from "../../../src/reports/bcf/import-status.ts";
import { type BcfTopicRecord, readBcf } from "../../../src/reports/bcf/read-bcf.ts";
import { writeBcf } from "../../../src/reports/bcf/write-bcf.ts";
import { createStatus, type StatusFile, setStatus } from "../../../src/reports/clash-status.ts";
import { createClashReport } from "../../../src/reports/create-clash-report.ts";
import { mergeStatus } from "../../../src/reports/merge-status.ts";
import { modelsRoot, modelsUnder } from "../../formats/models.ts";
import { randomBoxes } from "../scenes.ts";

const VERSION = strToU8('<Version VersionId="2.1"/>');

function zipOf(files: Record<string, string | Uint8Array>): Uint8Array {
  const entries = Object.entries(files).map(([name, content]) => [
    name,
    typeof content === "string" ? strToU8(content) : content,
  ]);
  return zipSync({ "bcf.version": VERSION, ...Object.fromEntries(entries) });
}

describe("readBcf", () => {
  it.each(["2.1", "3.0"] as const)("reads what writeBcf %s wrote, by group and clash", async (version) => {
    const source = randomBoxes(5);
    const report = createClashReport(source);
    const bytes = writeBcf(report, source.parts, { version, maxPictures: 0, date: "2026-11-16T09:30:00Z" });
    const { version: found, topics } = await readBcf(bytes);
    expect(found).toBe(version);
    const groups = new Map(topics.map((topic) => [topic.group, topic]));
    expect([...groups.keys()].sort()).toEqual(report.groups.map(({ id }) => id).sort());
    for (const { id, clashes } of report.groups) {
      const topic = groups.get(id)!;
      expect(topic.status).toBe("Open");
      expect(topic.creationDate).toBe("2026-11-16T09:30:00Z");
      expect(topic.clashes).toEqual(clashes.map((index) => report.clashes[index].id));
      for (const { camera, selection } of topic.viewpoints) {
        expect(camera?.kind).toBe("perspective");
        expect(selection.length).toBeGreaterThan(0);
      }
    }
  });

  it.each([
    ["no zip", strToU8("PK nonsense"), "not a zip file"],
    ["no version", zipSync({ "a.txt": strToU8("a") }), "no bcf.version"],
    [
      "an entity",
      zipOf({
        "t/markup.bcf":
          '<!DOCTYPE a [<!ENTITY b "c">]><Markup><Topic Guid="x"><Title>&b;</Title></Topic></Markup>',
      }),
      "t/markup.bcf",
    ],
    ["no topic", zipOf({ "t/markup.bcf": "<Markup/>" }), "expected <Markup> with a <Topic>"],
    ["broken XML", zipOf({ "t/markup.bcf": "<Markup><Topic>" }), "t/markup.bcf, line"],
    ["deep XML", zipOf({ "t/markup.bcf": "<a>".repeat(5000) + "</a>".repeat(5000) }), "t/markup.bcf"],
    ["a bomb", zipOf({ "t/markup.bcf": new Uint8Array(2 ** 24 + 1) }), "bytes of XML, more than"],
  ])("refuses %s with the name of the file inside", async (_, bytes, message) => {
    await expect(readBcf(bytes)).rejects.toThrow(FormatError);
    await expect(readBcf(bytes)).rejects.toThrow(message);
  });

  it("keeps to its limits, and refuses what is not bytes", async () => {
    await expect(readBcf(zipOf({ "t/markup.bcf": "<Markup/>" }), { limits: { bytes: 50 } })).rejects.toThrow(
      FormatError,
    );
    await expect(readBcf("text" as never)).rejects.toThrow(OptionError);
    await expect(readBcf(VERSION, { limit: {} } as never)).rejects.toThrow("limit");
  });

  it("survives damaged files (every 7th byte changed)", async () => {
    const bytes = zipOf({ "t/markup.bcf": '<Markup><Topic Guid="x"><Title>t</Title></Topic></Markup>' });
    for (let at = 0; at < bytes.length; at += 7) {
      const damaged = bytes.slice();
      damaged[at] ^= 0x55;
      const outcome = await readBcf(damaged).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(FormatError);
    }
  });
});

describe("BCF files of other programs", () => {
  const samples = modelsUnder("D_industry/bcf", /\.bcf$/);

  it.skipIf(samples.length === 0)("are read: titles, comments, viewpoints; no topic is ours", async () => {
    let comments = 0;
    for (const path of samples) {
      const { version, topics } = await readBcf(readFileSync(join(modelsRoot()!, path)), { source: path });
      expect(version, path).toMatch(/^2\.[01]/);
      expect(topics.length, path).toBeGreaterThan(0);
      for (const topic of topics) {
        expect(topic.title, path).not.toBe("");
        expect(topic.group ?? topic.clash).toBe(null);
        comments += topic.comments.length;
      }
    }
    expect(comments).toBeGreaterThan(0);
    const assigned = samples.find((path) => path.includes("user_assignment"))!;
    const { topics } = await readBcf(readFileSync(join(modelsRoot()!, assigned)));
    expect(topics.some(({ assignedTo }) => assignedTo !== null)).toBe(true);
  });
});

describe("importBcfStatus", () => {
  it("takes over status, assignee and comments once, and lists topics it does not know", async () => {
    const source = randomBoxes(6);
    const merged = mergeStatus(createStatus(), createClashReport(source), { file: "s.json" });
    const { report, status } = merged;
    const bcf = await readBcf(writeBcf(report, source.parts, { maxPictures: 0 }));
    expect(bcf.topics.map((topic) => topic.status)).toContain("New");
    const topic = bcf.topics.find(({ group }) => group === report.groups[0].id)!;
    const date = "2026-11-16T09:30:00Z";
    const comment = {
      guid: "c",
      date,
      author: "Ann",
      text: "move it",
      modifiedDate: null,
      modifiedAuthor: null,
      viewpoint: null,
    };
    const decided = {
      ...topic,
      status: "Closed",
      assignedTo: "Bob",
      modifiedDate: date,
      comments: [comment],
    };
    const stranger = { ...topic, group: null, clash: "0123456789abcdef" };
    const first = importBcfStatus(status, { version: "2.1", topics: [decided, stranger] });
    expect([first.matched, first.unknown]).toEqual([1, [stranger]]);
    const members = first.status.clashes.filter(({ group }) => group === topic.group);
    expect(members.length).toBe(report.groups[0].count);
    for (const entry of members)
      expect(entry).toMatchObject({ status: "resolved", assignee: "Bob", since: "2026-11-16" });
    const said = [{ text: "move it", author: "Ann", date }];
    expect(first.status.groups.find(({ id }) => id === topic.group)?.comments).toEqual(said);
    const second = importBcfStatus(first.status, { version: "2.1", topics: [decided] });
    expect(second.status).toEqual(first.status);
    const open = importBcfStatus(status, { version: "2.1", topics: [{ ...topic, status: "Open" }] });
    expect(open.status).toEqual(status);
  });

  it("takes nothing back where a group's topic is as it was written: approved clashes among active ones", async () => {
    const source = randomBoxes(6);
    const once = mergeStatus(createStatus(), createClashReport(source), { file: "s.json" });
    const active = mergeStatus(once.status, once.report, { file: "s.json" });
    const { id, clashes } = active.report.groups.find((group) => group.clashes.length > 1)!;
    const approved = setStatus(active.status, [active.report.clashes[clashes[0]].id], { status: "approved" });
    const { status, report } = mergeStatus(approved, active.report, { file: "s.json" });
    const record = await readBcf(writeBcf(report, source.parts, { maxPictures: 0, status }));
    const topic = record.topics.find(({ group }) => group === id)!;
    expect(topic.status).toBe("Active");
    expect(importBcfStatus(status, record).status).toEqual(status);
    const topics = [{ ...topic, status: "In Review" }];
    const { status: reviewed } = importBcfStatus(status, { ...record, topics });
    const names = reviewed.clashes.filter(({ group }) => group === id).map((entry) => entry.status);
    expect(new Set(names)).toEqual(new Set(["reviewed"]));
  });

  it("takes 20,000 topics about as many clashes, each a decision of its own", () => {
    const id = (n: number) => n.toString(16).padStart(16, "0");
    const entry = (n: number) => ({
      id: id(n),
      status: "new",
      kind: "overlapping",
      keyA: "a",
      keyB: `b${n}`,
    });
    const status = {
      ...createStatus(),
      clashes: Array.from({ length: 20_000 }, (_, n) => entry(n)),
    } as StatusFile;
    const topics = status.clashes.map(({ id: clash }, n) => ({
      ...({ guid: clash, title: "", group: null, clash, modifiedDate: null } as unknown as BcfTopicRecord),
      status: n % 2 === 0 ? "Closed" : "Open",
      assignedTo: n % 3 === 0 ? "Ann" : null,
      comments: [],
    }));
    const { status: after, matched } = importBcfStatus(status, { version: "2.1", topics });
    expect(matched).toBe(20_000);
    const [even, odd, both] = [after.clashes[2], after.clashes[3], after.clashes[7]];
    expect([even.status, even.assignee]).toEqual(["resolved", undefined]);
    expect([odd.status, odd.assignee]).toEqual(["new", "Ann"]);
    expect(both).toEqual(status.clashes[7]);
  });
});
