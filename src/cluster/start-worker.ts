import type { Job, Worker } from "bullmq";
import { ALGORITHM } from "../clash/plan/algorithm.ts";
import { ClusterError, OptionError, show } from "../errors.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import { openStore } from "../store/open-store.ts";
import { checkRedis, connectionOf, importBullmq } from "./connect.ts";
import { endClients, isWithin, makeEndable } from "./end-clients.ts";
import { OTHER_ALGORITHM } from "./failure-reasons.ts";
import {
  describeRedis,
  type RedisAddress,
  type RedisTarget,
  readRedisAddress,
  withoutSecrets,
} from "./redis-address.ts";
import { startTaskProcesses } from "./task-processes.ts";
import { KEY_PREFIX, TASK_QUEUE, type TaskDone, type TaskJob, TRIES } from "./task-queue.ts";
import { REDIS_VARIABLE, STORE_VARIABLE } from "./task-variables.ts";

export interface ClusterWorkerOptions {
  redis: RedisAddress | string;
  /** The place of the planner's store, as `openStore` takes it. */
  store: string;
  /** How many tasks run at a time, each in a process. Default 1. */
  concurrency?: number | undefined;
  /** After how many seconds without a sign of life other workers take over a worker's tasks. Default 15. */
  takeover?: number | undefined;
  /** Called with what the people who run the worker should know. */
  onNotice?: ((text: string) => void) | undefined;
}

export interface ClusterWorker {
  /** Takes no further task, and resolves once tasks are finished, or after `grace` seconds given back. */
  stop(grace?: number): Promise<void>;
}

const WORKER_OPTIONS: OptionNames<ClusterWorkerOptions> = {
  redis: true,
  store: true,
  concurrency: true,
  takeover: true,
  onNotice: true,
};

const DEFAULT_TAKEOVER = 15;
/** Seconds after which a stopped worker gives its tasks back. */
const DEFAULT_GRACE = 5;
/** How long a process may take to give its task back, or a connection to close, in milliseconds. */
const CLOSE_MS = 3_000;

/** Serves clusters: takes tasks, checks their pairs, puts outcomes into the store. Throws `ClusterError`, `StoreError`. */
export async function startClusterWorker(options: ClusterWorkerOptions): Promise<ClusterWorker> {
  checkOptionNames(options, WORKER_OPTIONS, "startClusterWorker");
  const { store, concurrency = 1, takeover = DEFAULT_TAKEOVER, onNotice = () => {} } = options;
  if (!Number.isInteger(concurrency) || concurrency < 1)
    throw new OptionError(`concurrency: ${show(concurrency)} is not a whole number above 0`);
  if (!(takeover > 0)) throw new OptionError(`takeover: ${show(takeover)} is not a number above 0`);
  const target = readRedisAddress(options.redis);
  await checkRedis(target);
  await (await openStore(store)).close(); // fails now rather than later in the processes
  const bullmq = await importBullmq();
  const processes = await startTaskProcesses(concurrency, environmentOf(store));
  const run = async (job: Job<TaskJob, TaskDone>, token?: string, signal?: AbortSignal) => {
    const { task, algorithm } = job.data;
    if (algorithm !== ALGORITHM)
      throw new bullmq.UnrecoverableError(
        `${OTHER_ALGORITHM}: the task was made by "${algorithm}", the worker is "${ALGORITHM}"`,
      );
    const isCareful = job.attemptsMade > 0 || job.stalledCounter > 0;
    const done = await processes.run(task, isCareful, signal);
    if (done !== null) return done;
    await job.moveToWait(token); // other workers find what this one has checked in the store
    throw new bullmq.WaitingError();
  };
  const worker = new bullmq.Worker<TaskJob, TaskDone>(TASK_QUEUE, run, {
    connection: connectionOf(target),
    prefix: KEY_PREFIX,
    concurrency,
    lockDuration: 1000 * takeover,
    stalledInterval: 500 * takeover,
    maxStalledCount: TRIES - 1,
    runRetryDelay: 500,
  });
  // Another worker has taken the task over and finds its outcomes.
  worker.on("lockRenewalFailed", (jobs) => {
    for (const job of jobs) worker.cancelJob(job);
  });
  tellOf(worker, target, onNotice);
  await worker.waitUntilReady();
  return {
    async stop(grace = DEFAULT_GRACE) {
      try {
        await stop(worker, 1000 * grace);
      } finally {
        await processes.close();
      }
    },
  };
}

/** The environment of a process that runs tasks: it names the store, but not the address of Redis. */
function environmentOf(store: string): NodeJS.ProcessEnv {
  const { [REDIS_VARIABLE]: _, ...rest } = process.env;
  return { ...rest, [STORE_VARIABLE]: store };
}

function tellOf(
  worker: Worker<TaskJob, TaskDone>,
  target: RedisTarget,
  onNotice: (text: string) => void,
): void {
  let isAway = false;
  worker.on("error", (error) => {
    if (isAway) return;
    isAway = true;
    onNotice(`${describeRedis(target)}: ${withoutSecrets(error.message, target)}; trying again`);
  });
  worker.on("ready", () => {
    if (isAway) onNotice(`${describeRedis(target)}: connected again`);
    isAway = false;
  });
  worker.on("failed", (job, error) => {
    const task = job === undefined ? "a task" : `task ${job.data.task}`;
    onNotice(`${task}: ${withoutSecrets(error.message, target)}`);
    if (error.message.startsWith(OTHER_ALGORITHM)) onNotice("this worker cannot serve that planner");
  });
}

async function stop(worker: Worker<TaskJob, TaskDone>, grace: number): Promise<void> {
  const blocking = await worker.backend.blockingClient; // resolved since `waitUntilReady`
  if (blocking !== undefined) makeEndable(blocking); // closing ends it first, and waits for that
  const closed = worker.close();
  closed.catch(() => {}); // the race below reports it
  if (await isWithin(closed, grace)) return;
  worker.cancelAllJobs();
  if (await isWithin(closed, CLOSE_MS)) return;
  endClients([worker]); // a pair takes longer, or Redis is away: others take over
  if (!(await isWithin(closed, CLOSE_MS)))
    throw new ClusterError("the worker's tasks could not be given back; other workers take them over");
}
