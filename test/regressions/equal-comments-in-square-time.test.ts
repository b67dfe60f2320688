import { expect, it } from "vitest";
import { guidOf } from "../../src/reports/bcf/guid.ts";
import { importBcfStatus } from "../../src/reports/bcf/import-status.ts";
import type { BcfCommentRecord, BcfTopicRecord } from "../../src/reports/bcf/read-bcf.ts";
import { createStatus } from "../../src/reports/clash-status.ts";

const ID = "0123456789abcdef";

// Each comment was compared with all before it, and each time all of them got their guids: 8,000 equal comments, 23 KB of BCF, took 24 s, and
// the longest markup that is read has fifteen times as many.
it("importBcfStatus takes over 20,000 equal comments of a topic, and their changes, at once", () => {
  const status = {
    ...createStatus(),
    clashes: [{ id: ID, status: "active", kind: "overlapping", keyA: "a", keyB: "b" } as const],
  };
  const said = Array.from({ length: 20_000 }, (_, i) => comment(i, "as agreed", null));
  const { status: first } = importBcfStatus(status, { version: "2.1", topics: [topic(said)] });
  expect(first.clashes[0].comments!.length).toBe(20_000);
  const changed = said.map((_, i) => comment(i, "as agreed, and done", "2026-11-18T09:00:00Z"));
  const { status: second } = importBcfStatus(first, { version: "2.1", topics: [topic(changed)] });
  expect(new Set(second.clashes[0].comments!.map(({ text }) => text))).toEqual(
    new Set(["as agreed, and done"]),
  );
  expect(new Set(second.clashes[0].comments!.map(({ guid }) => guid)).size).toBe(20_000);
});

function comment(i: number, text: string, modifiedDate: string | null): BcfCommentRecord {
  const guid = `aaaaaaaa-bbbb-4ccc-8ddd-${i.toString(16).padStart(12, "0")}`;
  const date = "2026-11-17T09:00:00Z";
  return { guid, date, author: "Ada", text, modifiedDate, modifiedAuthor: null, viewpoint: null };
}

function topic(comments: BcfCommentRecord[]): BcfTopicRecord {
  return {
    guid: guidOf("topic", ID),
    title: "a and b",
    type: null,
    status: null,
    priority: null,
    labels: [],
    assignedTo: null,
    description: null,
    creationDate: null,
    creationAuthor: null,
    modifiedDate: null,
    modifiedAuthor: null,
    dueDate: null,
    comments,
    viewpoints: [],
    group: null,
    clash: ID,
    clashes: [ID],
  };
}
