import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { parentPort, workerData } from "node:worker_threads";
import type { CheckedJob } from "../clash/check-job.ts";
import type { ClashTaskSlice } from "../clash/plan/clash-plan.ts";
import { type LoadMesh, runClashTask } from "../clash/plan/run-clash-task.ts";
import { MissingMesh } from "./missing-mesh.ts";
import { openStore } from "./open-store.ts";
import type { FromTaskThread, TaskThreadData, ToTaskThread } from "./task-protocol.ts";
import { createTreeLoader } from "./tree-loader.ts";

// The file of a thread that runs tasks. It reads meshes from the store; the caller's thread writes outcomes to it.

/** The time between two messages in milliseconds. A killed run loses no more than this. */
const MESSAGE_MS = 100;

const port = parentPort;
if (port === null) throw new Error("task-thread: must be started as a worker thread");
const { folder, stop, isThrifty } = workerData as TaskThreadData;
const post = (message: FromTaskThread) => port.postMessage(message);
const collectGarbage = isThrifty ? garbageCollector() : () => {};

openStore(folder).then((store) => {
  const loadMesh = createTreeLoader(store);
  const runSafely = async (slice: ClashTaskSlice) => {
    try {
      await run(slice, loadMesh);
      collectGarbage();
      post({ kind: "idle" });
    } catch (error) {
      if (!(error instanceof MissingMesh)) throw error;
      post({ kind: "missing", place: store.place, mesh: error.mesh });
    }
  };
  let running = Promise.resolve();
  port.on("message", async (message: ToTaskThread) => {
    if (message.kind === "run") {
      running = runSafely(message.slice);
      return;
    }
    await running;
    await store.close();
    port.close();
  });
  post({ kind: "idle" });
});

async function run(slice: ClashTaskSlice, loadMesh: LoadMesh): Promise<void> {
  let pairs: number[] = [];
  let outcomes: CheckedJob[] = [];
  let posted = performance.now();
  const report = () => {
    if (pairs.length > 0) post({ kind: "outcomes", pairs: Uint32Array.from(pairs), outcomes });
    [pairs, outcomes, posted] = [[], [], performance.now()];
  };
  await runClashTask(slice, loadMesh, {
    isStopped: () => Atomics.load(stop, 0) !== 0,
    onPair(pair, outcome) {
      pairs.push(pair);
      outcomes.push(outcome);
      if (performance.now() - posted >= MESSAGE_MS) report();
    },
  });
  report();
}

/** Typed arrays are outside of V8's heap, and V8 frees them late. */
function garbageCollector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc");
}
