import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { writeBarChart, writeLineChart } from "../chart.mjs";
import { describeMachine } from "../environment.mjs";
import { markdownTable, printTable } from "../table.mjs";

// What a benchmark of a paper leaves behind. With --record the tables of one run go to docs/papers/results/<name>.json and into the pages,
// between the lines <!-- name key --> and <!-- /name key -->, and the charts to docs/papers/images/. `test/bench/paper-pages.test.ts`
// compares the pages and the charts with the records, and counts the records' samples again.

const PAGES = new URL("../../docs/papers/", import.meta.url);
const IMAGES = new URL("images/", PAGES);
const RESULTS = new URL("results/", PAGES);

/** `options`: those of the benchmark's `run`. `amounts`: how much was measured, in words. */
export function createRecord(name, options, amounts) {
  const { record: keeps = false, seed } = options;
  const blocks = {};
  const charts = [];
  const command = commandOf(name, options);
  const today = new Date().toISOString().slice(0, 10);
  const machine = describeMachine();
  blocks.run = `Measured on ${today} by \`${command}\`: ${machine}, shared with other work; seed ${seed}; ${amounts}.`;
  const folder = keeps ? IMAGES : undefined;
  return {
    sample: {},
    /** Prints a table, and keeps it for the page. */
    table(key, title, columns, rows, notes = []) {
      printTable(title, columns, rows, notes);
      blocks[key] = [
        `**${title}**`,
        "",
        markdownTable(columns, rows),
        ...notes.flatMap((note) => ["", escaped(note)]),
      ]
        .join("\n")
        .trimEnd();
    },
    bars(fileName, chart) {
      charts.push(writeBarChart(fileName, { ...chart, folder }));
    },
    lines(fileName, chart) {
      charts.push(writeLineChart(fileName, { ...chart, folder }));
    },
    finish() {
      for (const chart of charts) console.log(`chart: ${chart}`);
      if (!keeps) return;
      mkdirSync(RESULTS, { recursive: true });
      const drawn = Object.fromEntries(charts.map((path) => [basename(path), hashOf(basename(path))]));
      const entry = {
        name,
        command,
        date: today,
        machine,
        seed,
        amounts,
        sample: this.sample,
        charts: drawn,
        blocks,
      };
      writeFileSync(new URL(`${name}.json`, RESULTS), `${JSON.stringify(entry, null, 2)}\n`);
      for (const line of insertRecord(entry)) console.log(line);
    },
  };
}

/** A note that begins with a star is no item of a list. */
function escaped(note) {
  return note.replace(/^\* /, "\\* ");
}

/** Writes the blocks of all records into the pages; returns a line for each. */
export function insertRecords() {
  return readdirSync(RESULTS)
    .filter((file) => file.endsWith(".json"))
    .flatMap((file) => insertRecord(JSON.parse(readFileSync(new URL(file, RESULTS), "utf8"))));
}

function insertRecord({ name, blocks }) {
  return Object.entries(blocks).map(([key, block]) => {
    const pages = insertBlock(name, key, block);
    return pages.length === 0 ? `no page shows ${name} ${key}` : `${pages.join(", ")}: ${name} ${key}`;
  });
}

function hashOf(chart) {
  return createHash("sha256")
    .update(readFileSync(new URL(chart, IMAGES)))
    .digest("hex");
}

function commandOf(name, { quick, seed, placements, models, parts }) {
  const words = ["npm run bench --", name];
  if (quick) words.push("--quick");
  if (seed !== 1) words.push(`--seed ${seed}`);
  if (placements) words.push(`--placements ${placements}`);
  if (models) words.push(`--models ${models.join(",")}`);
  if (parts) words.push(`--parts ${parts.join(",")}`);
  return [...words, "--record"].join(" ");
}

/** Writes a block between its marks, wherever a page has them; returns the pages. */
function insertBlock(name, key, block) {
  const written = [];
  for (const file of readdirSync(PAGES)) {
    if (!file.endsWith(".md")) continue;
    const url = new URL(file, PAGES);
    const page = readFileSync(url, "utf8");
    const [begin, end] = [`<!-- ${name} ${key} -->\n`, `\n<!-- /${name} ${key} -->`];
    const from = page.indexOf(begin);
    const to = page.indexOf(end, from);
    if (from < 0 || to < 0) continue;
    const text = `${page.slice(0, from + begin.length)}${block}${page.slice(to)}`;
    writeFileSync(url, text);
    written.push(file);
  }
  return written;
}
