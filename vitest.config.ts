import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  // Examples import the package by its name, as users do; here it is the sources, which need no build.
  resolve: {
    alias: [
      { find: /^abut$/, replacement: fileURLToPath(new URL("src/index.ts", import.meta.url)) },
      {
        find: /^abut\/primitives$/,
        replacement: fileURLToPath(new URL("src/mesh/primitives/index.ts", import.meta.url)),
      },
    ],
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
