import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Redis } from "ioredis";
import { childrenOf, processorMs } from "../../processor-time.mjs";
import { startRedis } from "./redis.mjs";
import { countTraffic } from "./traffic.mjs";

const COMMAND = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));

/**
 * What each of some searches, called with the address of a Redis, returns, what Redis did meanwhile, and the processor time of all processes
 * beside it, with an `abut worker` of its own that waits for tasks.
 */
export async function withWorker(folder, concurrency, searches) {
  const redis = await startRedis();
  const words = ["worker", redis.url, "--store", folder, "--concurrency", String(concurrency)];
  const worker = spawn(process.execPath, [COMMAND, ...words], { stdio: ["ignore", "ignore", "pipe"] });
  const client = new Redis(redis.url);
  client.on("error", () => {}); // the server is killed at the end
  const used = () => ({
    worker: processorMs(worker.pid),
    tasks: childrenOf(worker.pid).reduce((sum, pid) => sum + processorMs(pid), 0),
    redis: processorMs(redis.pid),
  });
  try {
    await new Promise((resolve) => worker.stderr.once("data", resolve)); // it waits for tasks
    const results = [];
    for (const search of searches) {
      await client.config("RESETSTAT");
      const before = used();
      const found = await search(redis.url);
      const after = Object.entries(used());
      const processor = Object.fromEntries(after.map(([name, ms]) => [name, ms - before[name]]));
      results.push({ found, processor, traffic: countTraffic(await client.info("all")) });
    }
    return results;
  } finally {
    client.disconnect();
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    worker.kill("SIGTERM");
    await ended;
    redis.stop();
  }
}
