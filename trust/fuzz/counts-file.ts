import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { countOf, type FuzzReport } from "./fuzz.ts";
import type { FuzzQuery } from "./fuzz-case.ts";
import { type Counts, createCounts } from "./session.ts";

// What a run counted, one line of JSON for each query: several runs are added up by reading all lines.

interface CountsLine extends Counts {
  query: string;
  seed: string;
  /** Answers, pairs, neighbours or steps, as the query says. */
  compared: number;
  wrong: number;
  seconds: number;
}

export function appendCounts(path: string, query: FuzzQuery, seed: string, report: FuzzReport): void {
  const { counts, failures, seconds } = report;
  const line: CountsLine = {
    query: query.name,
    seed,
    compared: countOf(query, counts),
    wrong: failures.length,
    seconds: Math.round(seconds * 10) / 10,
    ...counts,
  };
  mkdirSync(dirname(path), { recursive: true });
  appendFileSync(path, `${JSON.stringify(line)}\n`);
}

export interface CountsSum extends CountsLine {
  /** How many lines were added up. */
  runs: number;
}

/** The sums of all lines of some files, by query. A file that is not there has no lines. */
export function readCounts(paths: readonly string[]): Map<string, CountsSum> {
  const sums = new Map<string, CountsSum>();
  for (const path of paths)
    for (const text of existsSync(path) ? readFileSync(path, "utf8").split("\n") : []) {
      if (text.trim() === "") continue;
      const line = JSON.parse(text) as CountsLine;
      const sum = sums.get(line.query) ?? {
        ...{ query: line.query, seed: "", compared: 0, wrong: 0, seconds: 0, runs: 0 },
        ...createCounts(),
      };
      sums.set(line.query, addUp(sum, line));
    }
  return sums;
}

/** What some files have in sum, one row of text for each query. */
export function sumCounts(paths: readonly string[], queries: readonly FuzzQuery[]): string[] {
  return [...readCounts(paths).values()].map(({ query, compared, wrong, seconds, cases }) => {
    const unit = queries.find(({ name }) => name === query)?.unit ?? "answers";
    return `${query.padEnd(18)}${compared.toLocaleString("en").padStart(14)} ${unit} of ${cases.toLocaleString("en")} cases, ${wrong} wrong, ${seconds.toFixed(0)} s`;
  });
}

function addUp(sum: CountsSum, line: CountsLine): CountsSum {
  const added: Record<string, unknown> = { ...sum, runs: sum.runs + 1 };
  for (const [key, value] of Object.entries(line))
    if (typeof value === "number")
      added[key] = ((sum as unknown as Record<string, number>)[key] ?? 0) + value;
  return added as unknown as CountsSum;
}
