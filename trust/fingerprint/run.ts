import { parseArgs } from "node:util";
import { findClashesOnThreads } from "../../src/workers/index.ts";
import { takeFingerprint } from "./battery.ts";

// npm run fingerprint: one hash of the answers to every public query, on this machine, this engine and so many threads.

const USAGE = `Usage: npm run fingerprint -- [--threads N] [--list] [--json]

Asks every public query about procedural models and prints one hash of all answers. The hash is the same with and without
WebAssembly, on any number of threads, in Node and in a browser.

  --threads N   find clashes on N threads (default 1)
  --list        one hash for each group of queries as well
  --json        hash and groups as JSON
`;

const { values } = parseArgs({
  options: {
    threads: { type: "string", default: "1" },
    list: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});

if (values.help) process.stdout.write(USAGE);
else {
  const threads = Number(values.threads);
  if (!(Number.isInteger(threads) && threads > 0))
    throw new RangeError(`--threads ${values.threads}: expected 1 or more`);
  const { hash, groups } = await takeFingerprint((parts) => findClashesOnThreads(parts, { threads }));
  if (values.json) console.log(JSON.stringify({ hash, groups }));
  else {
    if (values.list) for (const [name, digest] of Object.entries(groups)) console.log(`${digest}  ${name}`);
    console.log(hash);
  }
}
