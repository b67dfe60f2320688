// npm run bench -- <name> [options]: finds the benchmark by its file name and runs it.
import { readdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { createProgress } from "./progress.mjs";
import { UsageError } from "./usage-error.mjs";

const FOLDERS = ["papers", "versus", "micro", "native"];
const USAGE = `usage: npm run bench -- <name> [options]

  --quick           a small sample, under a minute
  --seed N          another set of random placements (default 1)
  --placements N    how many placements
  --models a,b      only these models
  --parts a,b       only these parts, where a benchmark has several
  --record          papers only: write tables and charts to docs/papers`;

const benchmarks = await findBenchmarks();
const { name, options, help } = readArguments();
if (help || name === undefined) {
  printHelp();
} else if (!benchmarks.has(name)) {
  fail(`no benchmark "${name}"; there are ${[...benchmarks.keys()].join(", ")}`);
} else {
  try {
    await benchmarks.get(name).run({ ...options, progress: createProgress() });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    fail(error.message);
  }
}

/** Every file in the folders that says what it measures; files without a description are parts of others. */
async function findBenchmarks() {
  const found = new Map();
  for (const folder of FOLDERS)
    for (const file of readdirSync(new URL(`${folder}/`, import.meta.url)).sort()) {
      if (!file.endsWith(".mjs")) continue;
      const benchmark = await import(`./${folder}/${file}`);
      if (benchmark.description !== undefined) found.set(file.replace(/\.mjs$/, ""), benchmark);
    }
  return found;
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        help: { type: "boolean", short: "h", default: false },
        quick: { type: "boolean", default: false },
        seed: { type: "string", default: "1" },
        placements: { type: "string" },
        models: { type: "string" },
        parts: { type: "string" },
        record: { type: "boolean", default: false },
      },
    });
    if (positionals.length > 1) throw new UsageError(`one benchmark at a time, got ${positionals.join(" ")}`);
    return {
      name: positionals[0],
      help: values.help,
      options: {
        quick: values.quick,
        seed: readWhole("--seed", values.seed, 0),
        placements: values.placements && readWhole("--placements", values.placements, 100),
        models: readList(values.models),
        parts: readList(values.parts),
        record: values.record,
      },
    };
  } catch (error) {
    return fail(error.message);
  }
}

function readList(text) {
  return text?.split(",").map((name) => name.trim());
}

function readWhole(option, text, least) {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least)
    throw new UsageError(`${option}: expected a whole number of at least ${least}, got ${text}`);
  return value;
}

function printHelp() {
  console.log(`${USAGE}\n\nbenchmarks:`);
  const width = Math.max(...[...benchmarks.keys()].map((key) => key.length));
  for (const [key, { description }] of benchmarks) console.log(`  ${key.padEnd(width)}  ${description}`);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
