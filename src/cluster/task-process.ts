import { openStore } from "../store/open-store.ts";
import { createTreeLoader } from "../store/tree-loader.ts";
import { runStoredTask } from "./run-stored-task.ts";
import type { FromTaskProcess, ToTaskProcess } from "./task-messages.ts";
import { STORE_VARIABLE } from "./task-variables.ts";
import { cacheTrees } from "./tree-cache.ts";

// The file of a process that checks pairs, for `startTaskProcesses`.

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
