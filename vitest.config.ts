import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { ENTRIES } from "./scripts/entries.mjs";
import { inlineConstantsPlugin } from "./test/inline-constants.ts";

export default defineConfig({
  plugins: [inlineConstantsPlugin(fileURLToPath(new URL("src/", import.meta.url)))],
  // Examples import the package by its name, as users do; here it is the sources, which need no build.
  resolve: {
    alias: Object.entries(ENTRIES).map(([path, [source]]) => ({
      find: new RegExp(`^${path.replace(".", "abut")}$`),
      replacement: fileURLToPath(new URL(source, import.meta.url)),
    })),
  },
  test: {
    globalSetup: ["test/build-once.ts"],
    setupFiles: ["test/setup.ts"],
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // By default one core is left idle, which on a machine with two doubles the time.
    maxWorkers: "100%",
    // Files of one worker share their modules: loading them anew for each would take a fifth of the time.
    isolate: false,
  },
});
