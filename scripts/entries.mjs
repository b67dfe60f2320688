// What the package publishes: the path under which it is imported, the source, and the file in dist/. package.json's exports name
// the same files; test/entries.test.ts compares them.

/** Subpath to [source, name in dist/]. */
export const ENTRIES = {
  ".": ["src/index.ts", "index"],
  "./articulated": ["src/articulated.ts", "articulated"],
  "./broadphase": ["src/broadphase/index.ts", "broadphase"],
  "./clash": ["src/clash/index.ts", "clash"],
  "./cluster": ["src/cluster/index.ts", "cluster/index"],
  "./formats": ["src/formats/index.ts", "formats"],
  "./formats/node": ["src/formats/node.ts", "formats-node"],
  "./papers": ["src/papers.ts", "papers"],
  "./primitives": ["src/mesh/primitives/index.ts", "primitives"],
  "./reference": ["src/reference/index.ts", "reference"],
  "./reports": ["src/reports/index.ts", "reports"],
  "./store": ["src/store/index.ts", "store/index"],
  "./three": ["src/three/index.ts", "three"],
  "./trees": ["src/trees.ts", "trees"],
  "./workers": ["src/workers/index.ts", "workers/index"],
  "./world": ["src/world/index.ts", "world"],
};

/** Files that are started, not imported by name: by Node, as a thread, or instead of an entry where there is no Node. */
export const PROGRAMS = {
  "cli/main": "src/cli/main.ts",
  "cli/read-thread": "src/cli/scene/read-thread.ts",
  "cluster/task-process": "src/cluster/task-process.ts",
  "store/fetch-thread": "src/store/fetch-thread.ts",
  "store/task-thread": "src/store/task-thread.ts",
  "workers/browser": "src/workers/browser.ts",
  "workers/clash-thread": "src/workers/clash-thread.ts",
  "workers/clash-web-worker": "src/workers/clash-web-worker.ts",
  "workers/tree-thread": "src/workers/tree-thread.ts",
  "workers/tree-web-worker": "src/workers/tree-web-worker.ts",
};
