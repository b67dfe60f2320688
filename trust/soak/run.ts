import { parseArgs } from "node:util";
import { createScene } from "./frames.ts";
import { createTreeMaker } from "./trees.ts";
import { wasmBytes, watchWasmMemory } from "./wasm-memory.ts";

// npm run soak: a long life of a mixed scene, and many trees made and dropped. Memory is recorded after a warm-up and at the end,
// after a collection each time, and must not have grown by more than a bound.

const USAGE = `Usage: npm run soak -- [--frames N] [--trees N] [--json]

Does N frames of a mixed scene (default 1000000), then makes and drops N trees (default 100000). Prints memory on the way and
fails when it grew after the first tenth.

  --frames N   frames of the scene
  --trees N    trees made and dropped
  --json       samples as JSON lines
`;

/** Growth that is allowed after the first tenth, in bytes: heaps breathe by as much. A leak of 100 bytes a frame exceeds it. */
const MOST_GROWTH = 48 * 2 ** 20;
const SAMPLES = 10;

const { values } = parseArgs({
  options: {
    frames: { type: "string", default: "1000000" },
    trees: { type: "string", default: "100000" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});

if (values.help) process.stdout.write(USAGE);
else {
  if (globalThis.gc === undefined) throw new Error("soak needs node --expose-gc");
  watchWasmMemory();
  await soak("frames", count(values.frames, "--frames"), createScene());
  await soak("trees", count(values.trees, "--trees"), createTreeMaker());
}

function count(text: string, name: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= SAMPLES) return number;
  throw new RangeError(`${name} ${text}: expected a whole number of at least ${SAMPLES}`);
}

async function soak(name: string, total: number, doOne: (i: number) => number): Promise<void> {
  const samples: { rss: number; heap: number; wasm: number }[] = [];
  let met = 0;
  for (let sample = 1; sample <= SAMPLES; sample++) {
    const end = Math.floor((total * sample) / SAMPLES);
    for (let i = Math.floor((total * (sample - 1)) / SAMPLES); i < end; i++) {
      met += doOne(i);
      // Finalizers run between turns of the event loop only.
      if (i % 1000 === 999) await new Promise((resolve) => setImmediate(resolve));
    }
    const memory = await settledMemory();
    samples.push(memory);
    if (values.json) console.log(JSON.stringify({ name, done: end, ...memory }));
    else
      console.log(
        `${name} ${end}: rss ${megabytes(memory.rss)} MB, heap ${megabytes(memory.heap)} MB, WebAssembly ${megabytes(memory.wasm)} MB`,
      );
  }
  const [first, last] = [samples[0], samples.at(-1)!];
  for (const kind of ["rss", "heap", "wasm"] as const)
    if (last[kind] > first[kind] + MOST_GROWTH) {
      console.error(`${name}: ${kind} grew from ${megabytes(first[kind])} to ${megabytes(last[kind])} MB`);
      process.exitCode = 1;
    }
  if (met === 0) throw new Error(`${name}: nothing ever met`);
}

/** Twice, as finalizers of the first collection may let more go. */
async function settledMemory(): Promise<{ rss: number; heap: number; wasm: number }> {
  for (let round = 0; round < 2; round++) {
    globalThis.gc!();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
  return { rss, heap: heapUsed + arrayBuffers, wasm: wasmBytes() };
}

function megabytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1);
}
