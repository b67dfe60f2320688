import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Redis } from "ioredis";
import { childrenOf, processorMs } from "../../processor-time.mjs";
import { startRedis } from "./redis.mjs";
import { countTraffic } from "./traffic.mjs";

const COMMAND = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));

/**
 * What `search(url)` returns, what Redis did meanwhile, and the processor time of all processes beside it, with an `abut worker` of its own
 * that waits for tasks.
 */
export async function withWorker(folder, concurrency, search) {
  const redis = await startRedis();
  const words = ["worker", redis.url, "--store", folder, "--concurrency", String(concurrency)];
  const worker = spawn(process.execPath, [COMMAND, ...words], { stdio: ["ignore", "ignore", "pipe"] });
  const client = new Redis(redis.url);
  client.on("error", () => {}); // the server is killed at the end
  try {
    await new Promise((resolve) => worker.stderr.once("data", resolve)); // it waits for tasks
    await client.config("RESETSTAT");
    const used = () => ({
      worker: processorMs(worker.pid),
      tasks: childrenOf(worker.pid).reduce((sum, pid) => sum + processorMs(pid), 0),
      redis: processorMs(redis.pid),
    });
    const before = used();
    const found = await search(redis.url);
    const processor = Object.fromEntries(
      Object.entries(used()).map(([name, ms]) => [name, ms - before[name]]),
    );
    return { found, processor, traffic: countTraffic(await client.info("all")) };
  } finally {
    client.disconnect();
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    worker.kill("SIGTERM");
    await ended;
    redis.stop();
  }
}
