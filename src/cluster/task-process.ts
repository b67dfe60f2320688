import { residentBytes } from "../clash/plan/cut-tasks.ts";
import type { LoadMesh } from "../clash/plan/run-clash-task.ts";
import { openStore } from "../store/open-store.ts";
import { createTreeLoader } from "../store/tree-loader.ts";
import { runStoredTask } from "./run-stored-task.ts";
import type { FromTaskProcess, ToTaskProcess } from "./task-messages.ts";
import { STORE_VARIABLE } from "./task-variables.ts";

// The file of a process that checks pairs, for `startTaskProcesses`.

type Loaded = Awaited<ReturnType<LoadMesh>>;

/** Trees that stay in memory from task to task, in bytes. */
const CACHE_BYTES = 2 ** 28;

process.on("disconnect", () => process.exit()); // the worker is gone
// A terminal and a service manager signal every process of a group: the worker decides what becomes of the task.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});

const tell = (message: FromTaskProcess) => process.send!(message);

openStore(process.env[STORE_VARIABLE] ?? "").then((store) => {
  const loadMesh = cacheTrees(createTreeLoader(store), CACHE_BYTES);
  let isStopped = false;
  process.on("message", async (message: ToTaskProcess) => {
    if (message.kind === "stop") {
      isStopped = true;
      return;
    }
    isStopped = false;
    const { task, isCareful } = message;
    try {
      const done = await runStoredTask(store, loadMesh, task, { isCareful, isStopped: () => isStopped });
      tell({ kind: "done", done });
    } catch (error) {
      tell({ kind: "failed", reason: (error as Error).message });
    }
  });
  tell({ kind: "ready" });
});

/** A loader that keeps what it loaded last, up to about `limit` bytes: consecutive tasks have many meshes in common. */
function cacheTrees(loadMesh: LoadMesh, limit: number): LoadMesh {
  // A Map keeps the order of insertion: the first entry is the one that was used longest ago.
  const cache = new Map<string, { loaded: Loaded; bytes: number }>();
  let cached = 0;
  return async (part) => {
    let entry = cache.get(part.mesh);
    if (entry === undefined) {
      entry = { loaded: await loadMesh(part), bytes: residentBytes(part) };
      cached += entry.bytes;
    } else cache.delete(part.mesh);
    cache.set(part.mesh, entry);
    for (const [mesh, { bytes }] of cache) {
      if (cached <= limit || mesh === part.mesh) break;
      cache.delete(mesh);
      cached -= bytes;
    }
    return entry.loaded;
  };
}
