import fc from "fast-check";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { createBox } from "../../../src/mesh/primitives/box.ts";
import { guidOf } from "../../../src/reports/bcf/guid.ts";
import { importBcfStatus } from "../../../src/reports/bcf/import-status.ts";
import type { BcfOptions } from "../../../src/reports/bcf/options.ts";
import { type BcfCommentRecord, type BcfRecord, readBcf } from "../../../src/reports/bcf/read-bcf.ts";
import { writeBcf } from "../../../src/reports/bcf/write-bcf.ts";
import {
  createStatus,
  readStatus,
  type StatusComment,
  type StatusFile,
  setStatus,
  writeStatus,
} from "../../../src/reports/clash-status.ts";
import { createClashReport } from "../../../src/reports/create-clash-report.ts";
import { mergeStatus } from "../../../src/reports/merge-status.ts";
import { at } from "../../clash/scenes.ts";
import { randomCases } from "../../random-cases.ts";
import { NAMES } from "../reports.ts";
import { sourceOf } from "../scenes.ts";
import { createValidator } from "../schema.ts";
import { BCF_21, BCF_30, breaches } from "./grammar.ts";
import { SCHEMAS, schemaErrors } from "./schemas.ts";

const VERSIONS = ["2.1", "3.0"] as const;
const GRAMMARS = { "2.1": BCF_21, "3.0": BCF_30 };
const DATE = "2026-11-17T12:00:00Z";

/** A rod through four plates, and two boxes that overlap. */
const rod = { name: "rod", mesh: createBox({ size: [12, 0.1, 0.1] }), toWorld: at(1.5) };
const plate = createBox({ size: [0.1, 1, 1] });
const plates = [0, 1, 2, 3].map((x) => ({ name: `plate ${x}`, mesh: plate, toWorld: at(x) }));
const boxes = [0, 0.9].map((x) => ({ name: `box ${x}`, mesh: createBox(), toWorld: at(x, 9) }));
const source = sourceOf([{ label: "rig.glb", parts: [rod, ...plates, ...boxes] }]);
const merged = mergeStatus(createStatus(), createClashReport(source), { file: "s.json" });
const { report } = merged;
const group = report.groups.find(({ clashes }) => clashes.length > 2)!;
const [first, second, third] = group.clashes.map((index) => report.clashes[index]);
/** No longer found, and once of the group. */
const GONE = "00000000000000aa";
const EMPTY: StatusFile = {
  ...merged.status,
  clashes: [
    { id: GONE, status: "resolved", kind: "overlapping", keyA: "a", keyB: "b", group: group.id },
    ...merged.status.clashes,
  ],
};

/** The status with these comments, by id of a clash or group. */
function withComments(comments: Record<string, StatusComment[]>): StatusFile {
  const groups = report.groups.filter(({ id }) => comments[id] !== undefined).map(({ id }) => ({ id }));
  const commented = <T extends { id: string }>(entry: T) =>
    comments[entry.id] === undefined ? entry : { ...entry, comments: comments[entry.id] };
  return { ...EMPTY, clashes: EMPTY.clashes.map(commented), groups: groups.map(commented) };
}

function commentsIn({ clashes, groups }: StatusFile): Record<string, StatusComment[]> {
  const commented = [...clashes, ...groups].filter(({ comments = [] }) => comments.length > 0);
  return Object.fromEntries(commented.map(({ id, comments }) => [id, comments!]));
}

const write = (status: StatusFile, options: BcfOptions = {}) =>
  writeBcf(report, source.parts, { maxPictures: 0, date: DATE, status, ...options });

function textsIn(bytes: Uint8Array): string[] {
  const files = Object.entries(unzipSync(bytes)).filter(([name]) => /markup\.bcf$|\.xml$/.test(name));
  return files.map(([, content]) => strFromU8(content));
}

const topicIn = ({ topics }: BcfRecord, id: string) => topics.find((topic) => topic.group === id)!;

/** By guid. A comment about a clash that is gone comes back as one about the group, so with another viewpoint. */
function said({ topics }: BcfRecord): [string, Partial<BcfCommentRecord>[]][] {
  return topics.map(({ guid, comments }) => [
    guid,
    comments
      .map(({ viewpoint: _, ...rest }) => rest)
      .sort((p, q) => (p.guid < q.guid ? -1 : p.guid > q.guid ? 1 : 0)),
  ]);
}

describe.each(VERSIONS)("comments in BCF %s", (version) => {
  it("are those about the group and its clashes, in the order of time, at the viewpoints that show them", async () => {
    const status = withComments({
      [group.id]: [{ text: "who does this?", author: "Ann", date: "2026-11-14" }, { text: "no date" }],
      [second.id]: [{ text: "me", author: "Bo", date: "2026-11-14T10:30:00+02:00" }],
      [first.id]: [
        { text: "sleeve <planned> & drawn\nin two lines", author: " ", date: "2026-11-13" },
        { text: " ", author: "nobody" },
      ],
      [GONE]: [{ text: "gone", author: "Cy", date: "2026-11-14T08:29:59Z" }],
    });
    const { comments } = topicIn(await readBcf(write(status, { version, author: "team" })), group.id);
    const facts = comments.map(({ date, author, text, viewpoint }) => [date, author, text, viewpoint]);
    const overview = guidOf("overview", group.id);
    expect(facts).toEqual([
      [
        "2026-11-13T00:00:00Z",
        "team",
        "sleeve <planned> & drawn\nin two lines",
        guidOf("viewpoint", first.id),
      ],
      ["2026-11-14T00:00:00Z", "Ann", "who does this?", overview],
      ["2026-11-14T08:29:59Z", "Cy", "gone", null],
      ["2026-11-14T10:30:00+02:00", "Bo", "me", guidOf("viewpoint", second.id)],
      [DATE, "team", "no date", overview],
    ]);
    if (version === "3.0") {
      const extensions = textsIn(write(status, { version, author: "team" }))[0];
      for (const user of ["team", "Ann", "Bo", "Cy"]) expect(extensions).toContain(`<User>${user}</User>`);
    }
  });

  it("are in the topics of clashes where there are no groups, and in closed topics", async () => {
    const single = { ...report, groups: [], clashes: report.clashes.map(({ group: _, ...clash }) => clash) };
    const resolved = [{ id: GONE, kind: "overlapping" as const, keyA: "a", keyB: "b" }];
    single.baseline = { file: "a.json", sha256: "", new: 0, unchanged: 0, resolved, warnings: [] };
    const status = withComments({ [first.id]: [{ text: "why" }], [GONE]: [{ text: "moved" }] });
    const bytes = writeBcf(single, source.parts, { maxPictures: 0, version, status });
    const { topics } = await readBcf(bytes);
    const texts = Object.fromEntries(
      topics.map(({ clash, comments }) => [clash, comments.map(({ text }) => text)]),
    );
    expect(texts[first.id]).toEqual(["why"]);
    expect(texts[GONE]).toEqual(["moved"]);
    expect(Object.values(texts).flat()).toHaveLength(2);
  });

  it("have guids that never change, also of equal comments, when others are added", async () => {
    const guidsOf = async (comments: StatusComment[]) => {
      const record = await readBcf(write(withComments({ [first.id]: comments }), { version }));
      return topicIn(record, group.id).comments.map(({ guid }) => guid);
    };
    const ok = { text: "ok", author: "Ann", date: "2026-11-14" };
    const [one, two] = await guidsOf([ok, ok]);
    expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]00-616275740005$/);
    expect(two).not.toBe(one);
    const before = { text: "before", date: "2026-11-13" };
    expect((await guidsOf([before, ok, ok, ok])).slice(1, 3)).toEqual([one, two]);
    // A comment that took the first guid along: the second keeps its own.
    const edited = { ...ok, text: "not ok", guid: one };
    expect(await guidsOf([edited, { ...ok, guid: two }, ok])).toHaveLength(3);
    expect(await guidsOf([edited, ok])).toEqual([one, two]);
    expect(await guidsOf([edited, { ...edited, text: "the guid again" }])).toEqual([one]);
  });

  it("of another program keep guid, time and modification, and are about the clash whose viewpoint they show", async () => {
    const empty = await readBcf(write(EMPTY, { version }));
    const comment: BcfCommentRecord = {
      guid:
        version === "2.1" ? "0123ABCD-4567-49EF-8ABC-0123456789AB" : "0123abcd-4567-49ef-8abc-0123456789ab",
      date: "2026-11-16T09:30:00.25+01:00",
      author: "ann@example.org",
      text: "move it",
      modifiedDate: "2026-11-16T10:00:00Z",
      modifiedAuthor: "bo@example.org",
      viewpoint: guidOf("viewpoint", first.id),
    };
    const other = { ...comment, guid: comment.guid.replace("0", "1"), viewpoint: null };
    const { viewpoint: _, ...stored } = comment;
    const topic = { ...topicIn(empty, group.id), comments: [comment, other], status: null };
    const { status } = importBcfStatus(EMPTY, { version, topics: [topic] });
    expect(commentsIn(status)).toEqual({
      [first.id]: [stored],
      [group.id]: [{ ...stored, guid: other.guid }],
    });
    expect(readStatus(writeStatus(status), "s.json")).toEqual(status);
    expect(createValidator("clash-status.schema.json")(JSON.parse(writeStatus(status)))).toEqual([]);
    const again = topicIn(await readBcf(write(status, { version })), group.id).comments;
    expect(again).toContainEqual(comment);
    expect(again).toContainEqual({ ...other, viewpoint: guidOf("overview", group.id) });
    expect(again).toHaveLength(2);
  });

  it("that another program changed are changed once, and not back by an older file", async () => {
    const ok = { text: "ok", author: "Ann", date: "2026-11-14" };
    const status = withComments({ [first.id]: [ok, ok] });
    const old = await readBcf(write(status, { version }));
    const change = (text: string, modifiedDate: string | null): BcfRecord => {
      const record = structuredClone(old);
      Object.assign(topicIn(record, group.id).comments[0], { text, modifiedDate, modifiedAuthor: "Bo" });
      return record;
    };
    expect(commentsIn(importBcfStatus(status, change("OK", null)).status)).toEqual(commentsIn(status));
    const changed = importBcfStatus(status, change("not ok", "2026-11-15T09:00:00Z")).status;
    const [one, two] = topicIn(old, group.id).comments.map(({ guid }) => guid);
    const edited = { ...ok, text: "not ok", guid: one };
    expect(commentsIn(changed)).toEqual({
      [first.id]: [{ ...edited, modifiedDate: "2026-11-15T09:00:00Z", modifiedAuthor: "Bo" }, ok],
    });
    for (const record of [
      change("not ok", "2026-11-15T09:00:00Z"),
      change("ok?", "2026-11-14T09:00:00Z"),
      old,
    ])
      expect(commentsIn(importBcfStatus(changed, record).status)).toEqual(commentsIn(changed));
    const again = topicIn(await readBcf(write(changed, { version })), group.id).comments;
    expect(again.map(({ guid, text }) => [guid, text])).toEqual([
      [one, "not ok"],
      [two, "ok"],
    ]);
  });

  it("that were imported without guids take them over, each one once", async () => {
    const ok = { text: "ok", author: "Ann", date: "2026-11-14" };
    const status = withComments({ [group.id]: [ok], [third.id]: [{ text: "ok" }] });
    const record = structuredClone(await readBcf(write(EMPTY, { version })));
    const guids = ["11111111", "22222222"].map((digits) => `${digits}-1111-4111-8111-111111111111`);
    const rest = { modifiedDate: null, modifiedAuthor: null, viewpoint: null };
    topicIn(record, group.id).comments = guids.map((guid) => ({
      ...rest,
      ...ok,
      guid,
      date: "2026-11-14T09:30:00Z",
    }));
    const { status: after } = importBcfStatus(status, record);
    const time = { ...ok, date: "2026-11-14T09:30:00Z" };
    expect(commentsIn(after)[group.id]).toEqual([
      { ...ok, guid: guids[0] },
      { ...time, guid: guids[1] },
    ]);
    expect(commentsIn(after)[third.id]).toEqual([{ text: "ok" }]);
    expect(commentsIn(importBcfStatus(after, record).status)).toEqual(commentsIn(after));
  });

  it("do not come from a status file that is none", () => {
    expect(() => write({ format: "x" } as never, { version })).toThrow("status: not a status file of abut");
    expect(textsIn(write(null as never, { version })).join("")).not.toContain("<Comment");
    expect(
      textsIn(write(setStatus(EMPTY, [first.id], { assignee: "Ann" }), { version })).join(""),
    ).not.toContain("<Comment");
  });
});

const text = fc.oneof(
  fc.constantFrom("ok", "ok", " ok\r\n", "", "\t", "\u00a0", "]]>", "a\u202eb\u0000\ud800", ...NAMES),
  fc.string({ unit: "binary", maxLength: 8 }),
);
const digits = fc.integer({ min: 0, max: 99 }).map((n) => String(n).padStart(2, "0"));
const date = fc.oneof(
  fc.constantFrom(
    "",
    "yesterday",
    "2026-02-29",
    "0000-01-01",
    "2026-11-16T24:00:00Z",
    "2026-11-16T24:00:00.5Z",
  ),
  fc.constantFrom("2026-11-16", "2026-11-16T09:30:00", "2026-11-16T23:30:00.123456-05:00", "0099-12-31"),
  fc
    .tuple(digits, digits, digits, fc.constantFrom("", "Z", "+14:00", "-14:01", "z"))
    .map(([day, hour, second, zone]) => `2026-11-${day}T${hour}:00:${second}${zone}`),
);
const guid = fc.uuid().chain((lower) => fc.constantFrom(lower, lower.toUpperCase()));
const comment = fc.record(
  { text, author: text, date, guid, modifiedDate: date, modifiedAuthor: text },
  { requiredKeys: ["text"] },
);
const ids = [GONE, group.id, first.id, second.id, report.groups.at(-1)!.id, report.clashes.at(-1)!.id];
const statuses = fc
  .array(fc.array(comment, { maxLength: 4 }), { minLength: ids.length, maxLength: ids.length })
  .map((lists) => withComments(Object.fromEntries(lists.map((list, i) => [ids[i], list]))));

describe.each(VERSIONS)("random status files as BCF %s", (version) => {
  it("come back without a change, and lose nothing on the way to another status file (seed 1978)", async () => {
    const written: string[] = [];
    /** Texts that obey the grammar. Most are viewpoints, which no comment changes. */
    const right = new Set<string>();
    let comments = 0;
    await fc.assert(
      fc.asyncProperty(statuses, async (status) => {
        const bytes = write(status, { version });
        const texts = textsIn(bytes);
        written.push(...texts.filter((xml) => /<Comment|<Users/.test(xml)));
        for (const xml of texts) {
          if (right.has(xml)) continue;
          expect(breaches(xml, GRAMMARS[version]), xml).toEqual([]);
          right.add(xml);
        }
        const record = await readBcf(bytes);
        const filled = Object.values(commentsIn(status))
          .flat()
          .filter((one) => one.text.trim() !== "");
        comments += filled.length;
        expect(record.topics.flatMap((topic) => topic.comments)).toHaveLength(filled.length);
        for (const topic of record.topics) {
          const times = topic.comments.map((one) => Date.parse(one.date!.replace(/(T[^Z+-]*)$/, "$1Z")));
          expect(times).toEqual([...times].sort((p, q) => p - q));
        }
        // (1) Import adds nothing, so the next export is the same.
        const back = importBcfStatus(status, record).status;
        expect(commentsIn(back)).toEqual(commentsIn(status));
        expect(Buffer.compare(write(back, { version }), bytes)).toBe(0);
        // (2) A status file without the comments takes all, once, and says the same.
        const other = importBcfStatus(EMPTY, record).status;
        expect(commentsIn(importBcfStatus(other, record).status)).toEqual(commentsIn(other));
        expect(readStatus(writeStatus(other), "s.json")).toEqual(other);
        const again = await readBcf(write(other, { version }));
        expect(said(again)).toEqual(said(record));
        expect(commentsIn(importBcfStatus(status, again).status)).toEqual(commentsIn(status));
      }),
      { numRuns: randomCases(23), seed: 1978 },
    );
    expect(comments).toBeGreaterThan(randomCases(150));
    if (SCHEMAS !== null)
      for (let i = 0; i < written.length; i += 500) {
        const some = written.slice(i, i + 500);
        expect(await schemaErrors(some, version)).toEqual(some.map(() => []));
      }
  });
});
