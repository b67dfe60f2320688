import { type SandboxedJob, UnrecoverableError, WaitingError } from "bullmq";
import { ALGORITHM } from "../clash/plan/algorithm.ts";
import { openStore } from "../store/open-store.ts";
import { createTreeLoader } from "../store/tree-loader.ts";
import { OTHER_ALGORITHM } from "./failure-reasons.ts";
import { isOfThisAlgorithm, runStoredTask } from "./run-stored-task.ts";
import type { TaskDone, TaskJob } from "./task-queue.ts";
import { STORE_VARIABLE } from "./task-variables.ts";
import { cacheTrees } from "./tree-cache.ts";

// The file of a process that checks pairs. BullMQ starts it and hands it jobs. The process that talks to Redis stays free to renew
// locks however long a pair takes, and survives what a pair may do to this one.

/** Trees that stay in memory from task to task, in bytes. */
const CACHE_BYTES = 2 ** 28;

process.on("disconnect", () => process.exit()); // the worker is gone

const opened = open();

async function open() {
  const store = await openStore(process.env[STORE_VARIABLE] ?? "");
  return { store, loadMesh: cacheTrees(createTreeLoader(store), CACHE_BYTES) };
}

export default async function runJob(
  job: SandboxedJob<TaskJob, TaskDone>,
  token?: string,
  signal?: AbortSignal,
): Promise<TaskDone> {
  if (!isOfThisAlgorithm(job.data))
    throw new UnrecoverableError(
      `${OTHER_ALGORITHM}: the task was made by "${job.data.algorithm}", the worker is "${ALGORITHM}"`,
    );
  const { store, loadMesh } = await opened;
  const isCareful = job.attemptsMade > 0 || job.stalledCounter > 0;
  const done = await runStoredTask(store, loadMesh, job.data, {
    isCareful,
    isStopped: () => signal?.aborted === true,
  });
  if (done !== null) return done;
  await job.moveToWait(token); // other workers find what this one has checked in the store
  throw new WaitingError();
}
