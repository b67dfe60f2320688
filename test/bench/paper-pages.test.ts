import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SAMPLES, type Sample } from "../../bench/papers/samples.mjs";

// The pages of docs/papers show what `npm run bench -- <name> --record` measured: (1) each block between marks is its record's, and each
// mark has a record (2) the record says when, where and by which command (3) the counts of a small sample are still those of the code
// (4) each image that a page shows is one that a record's run drew (5) each block is on a page, or named here. Times are not asserted.

const PAGES = new URL("../../docs/papers/", import.meta.url);
const RESULTS = new URL("results/", PAGES);

interface PaperRecord {
  name: string;
  command: string;
  date: string;
  machine: string;
  sample: Sample;
  /** The hash of each chart. */
  charts: Record<string, string>;
  blocks: Record<string, string>;
}

/** Blocks that pages show as charts. */
const DRAWN = ["bergen figure-2", "figueiredo box-tests"];

const records = readdirSync(RESULTS).map(
  (file) => JSON.parse(readFileSync(new URL(file, RESULTS), "utf8")) as PaperRecord,
);
const pages = readdirSync(PAGES)
  .filter((file) => file.endsWith(".md"))
  .map((file) => [file, readFileSync(new URL(file, PAGES), "utf8")] as const);

describe.each(pages)("the page %s", (_, page) => {
  it("(1) shows the blocks of the records, unchanged", () => {
    const marks = [...page.matchAll(/<!-- ([\w-]+) ([\w-]+) -->\n([\s\S]*?)\n<!-- \/\1 \2 -->/g)];
    expect(marks.length).toBe([...page.matchAll(/<!-- [\w-]+ [\w-]+ -->/g)].length);
    expect(marks.length).toBeGreaterThan(1);
    for (const [, name, key, shown] of marks)
      expect(shown, `${name} ${key}`).toBe(records.find((record) => record.name === name)?.blocks[key]);
  });

  it("(4) shows images as the records' runs drew them", () => {
    const charts = Object.assign({}, ...records.map((record) => record.charts)) as Record<string, string>;
    for (const [, file] of page.matchAll(/\]\(images\/([^)]+)\)/g)) {
      const image = readFileSync(new URL(`images/${file}`, PAGES));
      expect(createHash("sha256").update(image).digest("hex"), file).toBe(charts[file]);
    }
  });
});

describe.each(records.map((record) => [record.name, record] as const))("the record %s", (name, record) => {
  it("(2) names its command, date and machine, and no path", () => {
    expect(record.command).toContain(`npm run bench -- ${name}`);
    expect(record.date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(record.machine).toMatch(/Node v\d+.*cores/);
    for (const part of [record.command, record.date, record.machine])
      expect(record.blocks.run).toContain(part);
    expect(JSON.stringify(record)).not.toMatch(/\/(work|tmp|home)\//);
  });

  it("(5) is on the pages as a whole", () => {
    for (const key of Object.keys(record.blocks)) {
      const mark = `${name} ${key}`;
      const isShown = pages.some(([, page]) => page.includes(`<!-- ${mark} -->`));
      expect(isShown, mark).toBe(!DRAWN.includes(mark));
    }
  });

  it("(3) has the counts of today's code on its sample", () => {
    expect(SAMPLES[name]()).toEqual(record.sample);
  });
});
