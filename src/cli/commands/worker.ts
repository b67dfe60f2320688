import { startClusterWorker } from "../../cluster/start-worker.ts";
import { sharedPlace } from "../cluster/cluster-options.ts";
import { readRedisOptions } from "../cluster/redis-options.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { say, type Terminal } from "../terminal.ts";

export interface WorkerCommandOptions {
  store: string;
  redisOptions?: string;
  concurrency: number;
  takeover?: number;
  quiet?: boolean;
}

/** `abut worker`: checks pairs for planners until it is asked to stop. */
export async function runWorker(
  address: string | undefined,
  options: WorkerCommandOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { concurrency, takeover, quiet } = options;
  const tell = (text: string) => {
    if (quiet !== true) say(terminal, `abut: ${text}`);
  };
  const redis = await readRedisOptions(address, options.redisOptions, terminal);
  const asked = new Promise<void>((resolve) => {
    terminal.onInterrupt(resolve);
    terminal.onTerminate(resolve);
  });
  const store = sharedPlace(options.store);
  const worker = await startClusterWorker({ redis, store, concurrency, takeover, onNotice: tell });
  tell(`waiting for tasks, ${concurrency} at a time`);
  await asked;
  tell("stopping: tasks are finished or given back");
  await worker.stop();
  return EXIT.clean;
}
