import { dirname, resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { ENTRIES } from "./scripts/entries.mjs";
import { builtModule } from "./test/build-once.ts";
import { LongestFirst } from "./test/longest-first.ts";

const ROOT = import.meta.dirname;
/** Suites with a Chromium, a Redis, a server of their own, threads or other processes. */
const E2E = "test/**/*.e2e.test.ts";
const globalSetup = ["test/build-once.ts"];
const SOURCES = resolve(ROOT, "src/");
/** Examples import the package by its name, as users do. */
const PUBLISHED = new Map(
  Object.entries(ENTRIES).map(([path, [source]]) => [path.replace(".", "abut"), resolve(ROOT, source)]),
);
/**
 * V8's optimising compiler takes a third of the processor time, mostly for functions that are asked little more. So it starts later,
 * inlines less, and runs in the thread of the tests, which would run slow code meanwhile: cores have a worker each already.
 */
const COMPILE_LESS = [
  "--interrupt-budget=200000",
  "--max-inlined-bytecode-size=250",
  "--max-inlined-bytecode-size-cumulative=400",
  "--no-concurrent-recompilation",
];

export default defineConfig({
  plugins: [
    {
      name: "built-modules",
      enforce: "pre",
      resolveId(id, importer) {
        if (id.endsWith("?fresh")) return id.slice(0, -"?fresh".length);
        // A source that Vitest loads (fresh-modules.ts) imports sources that Vitest loads.
        if (importer?.startsWith(SOURCES)) return null;
        const relative = id.startsWith(".") && importer !== undefined ? resolve(dirname(importer), id) : id;
        return builtModule(PUBLISHED.get(id) ?? relative);
      },
    },
  ],
  test: {
    setupFiles: ["test/setup.ts"],
    // Of the projects alone: Vitest would run a global setup that stands above them once more.
    projects: [
      {
        extends: true,
        test: {
          name: "test",
          include: ["test/**/*.test.ts"],
          exclude: [E2E],
          globalSetup,
          execArgv: COMPILE_LESS,
        },
      },
      { extends: true, test: { name: "e2e", include: [E2E], globalSetup } },
    ],
    // Vitest ignores a wish for a random order where a sequencer is named.
    sequence: process.argv.includes("--sequence.shuffle.files") ? {} : { sequencer: LongestFirst },
    // Node loads the built sources itself. They are no part of Vitest's graph, so a change of any source repeats all tests.
    server: { deps: { external: [/\/\.test-modules[^/]*\//] } },
    forceRerunTriggers: ["src/**/*.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // By default one core is left idle, which on a machine with two doubles the time.
    maxWorkers: "100%",
    // Files of one worker share their modules: loading them anew for each would take a fifth of the time.
    isolate: false,
  },
});
