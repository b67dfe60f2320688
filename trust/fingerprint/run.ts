import { parseArgs } from "node:util";
import type { ClashPart } from "../../src/clash/index.ts";
import { findClashesOnThreads } from "../../src/workers/index.ts";
import { takeFingerprint } from "./battery.ts";

// npm run fingerprint: one hash of the answers to every public query, on this machine and engine, with --threads N for clashes.

const USAGE = `Usage: npm run fingerprint -- [--threads N] [--rounds N] [--list] [--json]

Asks every public query about procedural models and prints one hash of all answers. The hash is the same with and without
WebAssembly, on any number of threads, in Node and in a browser.

  --threads N   find clashes on N threads (default 1)
  --rounds N    ask every query N times (default 2: kernels serve a tree from the second query on)
  --list        one hash for each group of queries as well
  --json        hash and groups as JSON
`;

const { values } = parseArgs({
  options: {
    threads: { type: "string", default: "1" },
    rounds: { type: "string", default: "2" },
    list: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});

if (values.help) process.stdout.write(USAGE);
else {
  const [threads, rounds] = (["threads", "rounds"] as const).map((name) => {
    const number = Number(values[name]);
    if (Number.isInteger(number) && number > 0) return number;
    throw new RangeError(`--${name} ${values[name]}: expected 1 or more`);
  });
  const finder = (parts: ClashPart[]) => findClashesOnThreads(parts, { threads });
  const { hash, groups } = await takeFingerprint(finder, rounds);
  if (values.json) console.log(JSON.stringify({ hash, groups }));
  else {
    if (values.list) for (const [name, digest] of Object.entries(groups)) console.log(`${digest}  ${name}`);
    console.log(hash);
  }
}
