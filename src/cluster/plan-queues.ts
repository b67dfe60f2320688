import type { EventEmitter } from "node:events";
import type { FlowProducer, Job, Queue, Worker } from "bullmq";
import { ALGORITHM } from "../clash/plan/algorithm.ts";
import { connectionOf, importBullmq } from "./connect.ts";
import type { Wave } from "./cut-waves.ts";
import { endClients, isWithin } from "./end-clients.ts";
import type { RedisTarget } from "./redis-address.ts";
import {
  jobIdOf,
  KEY_PREFIX,
  TASK_QUEUE,
  type TaskJob,
  TRIES,
  taskOfJobKey,
  waveQueueOf,
} from "./task-queue.ts";

/** What a planner asks of Redis. */
export interface PlanQueues {
  /** Adds a wave as one flow, all or nothing. Tasks that are in the queue already stay as they are. */
  add(wave: Wave): Promise<void>;
  /** How many tasks of a wave are done; null once the wave is gone. */
  tasksDone(wave: string): Promise<number | null>;
  countWorkers(): Promise<number>;
  /** Takes the tasks of a wave that no worker has begun out of the queue. */
  withdraw(wave: Wave): Promise<void>;
  /** Removes what is left of the plan in Redis. */
  remove(): Promise<void>;
  close(): Promise<void>;
}

/** Why tasks failed, by task. */
export type Failures = ReadonlyMap<string, string>;

/** The first pause before a task is tried again, in milliseconds. The next one is twice as long. */
const FIRST_PAUSE_MS = 500;
/** How long connections may take to close, in milliseconds: Redis may be away. */
const CLOSE_MS = 2_000;

/** `onWave` is called when all tasks of a wave are done or have failed for good; the wave is in Redis until it resolves. */
export async function openPlanQueues(
  plan: string,
  target: RedisTarget,
  onWave: (wave: string, failures: Failures) => Promise<void>,
): Promise<PlanQueues> {
  const bullmq = await importBullmq();
  const shared = { connection: connectionOf(target), prefix: KEY_PREFIX };
  const waveQueue = waveQueueOf(plan);
  const flows: FlowProducer = new bullmq.FlowProducer(shared);
  const waves: Queue = new bullmq.Queue(waveQueue, shared);
  const tasks: Queue = new bullmq.Queue(TASK_QUEUE, shared);
  const merger: Worker = new bullmq.Worker(
    waveQueue,
    async (job: Job) => {
      const failed = Object.entries(await job.getIgnoredChildrenFailures());
      await onWave(job.id!, new Map(failed.map(([key, reason]) => [taskOfJobKey(key), reason])));
    },
    { ...shared, runRetryDelay: 500 },
  );
  const all = [flows, waves, tasks, merger];
  // Connections reopen by themselves. The caller decides how long Redis may be away, because its requests go unanswered.
  for (const each of all) (each as EventEmitter).on("error", () => {});
  return {
    async add({ id, tasks: children }) {
      await flows.add({
        name: "wave",
        queueName: waveQueue,
        data: {},
        opts: { jobId: id, removeOnComplete: true, removeOnFail: true },
        children: children.map(({ address, pairs }) => ({
          name: "task",
          queueName: TASK_QUEUE,
          data: { task: address, algorithm: ALGORITHM, pairs: pairs.length } satisfies TaskJob,
          opts: {
            jobId: jobIdOf(plan, address),
            attempts: TRIES,
            backoff: { type: "exponential", delay: FIRST_PAUSE_MS },
            // Results are in the store. A job that stayed would be in the way of a later one.
            removeOnComplete: true,
            removeOnFail: true,
            ignoreDependencyOnFailure: true,
          },
        })),
      });
    },
    async tasksDone(wave) {
      const job: Job | undefined = await waves.getJob(wave);
      if (job === undefined) return null;
      const { processed = 0, ignored = 0 } = await job.getDependenciesCount({
        processed: true,
        ignored: true,
      });
      return processed + ignored;
    },
    countWorkers: () => tasks.getWorkersCount(),
    async withdraw({ tasks: children }) {
      for (const { address } of children) await tasks.remove(jobIdOf(plan, address)); // 0 for one that a worker holds
    },
    async remove() {
      await waves.obliterate({ force: true });
    },
    async close() {
      const closed = Promise.allSettled(all.map((each) => each.close()));
      if (await isWithin(closed, CLOSE_MS)) return;
      // Or they would keep the process until Redis is back.
      endClients([waves, tasks, merger]);
      flows.disconnect().catch(() => {}); // it does not give its client away; this cancels its next attempt to connect
    },
  };
}
