import { ENTRIES, PROGRAMS } from "./scripts/entries.mjs";

// npm run knip: files, exports and dependencies that nothing uses.
export default {
  workspaces: {
    ".": {
      entry: [
        ...Object.values(ENTRIES).map(([source]) => source),
        ...Object.values(PROGRAMS),
        "src/kernels/assembly/*.ts", // read by asc, which build-kernels.mjs starts
        "scripts/*.mjs",
        "examples/**/*.mjs",
        "trust/*/run.ts",
        "test/**/*.test.ts",
      ],
      project: ["{src,test,trust}/**/*.ts", "{scripts,examples}/**/*.mjs"],
      ignoreDependencies: ["draco3dgltf"], // imported by a name that bundlers cannot see
    },
    bench: {
      entry: ["internals.ts", "*.worker.mjs", "{papers,versus,micro,native}/*.mjs", "versus/clash/child.mjs"],
      project: ["**/*.{mjs,ts}"],
    },
    site: {
      entry: ["demos/*/main.ts", "demos/*/model.ts", "demos/clash/{worker,check-files}.ts"],
      project: ["**/*.{mjs,ts}"],
    },
    viewer: { entry: ["build.mjs", "src/main.ts"], project: ["**/*.{mjs,ts}"] },
  },
  exclude: ["duplicates"], // memory maps give one address the names of its uses
  ignoreBinaries: ["mkfifo", "pkg-config", "g\\+\\+", "redis-server", "openssl"],
};
