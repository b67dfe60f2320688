import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Redis } from "ioredis";
import { startRedis } from "./redis.mjs";
import { countTraffic } from "./traffic.mjs";

const COMMAND = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));

/** What `search(url)` returns, and what Redis did meanwhile, with an `abut worker` of its own that waits for tasks. */
export async function withWorker(folder, concurrency, search) {
  const redis = await startRedis();
  const words = ["worker", redis.url, "--store", folder, "--concurrency", String(concurrency)];
  const worker = spawn(process.execPath, [COMMAND, ...words], { stdio: ["ignore", "ignore", "pipe"] });
  const client = new Redis(redis.url);
  client.on("error", () => {}); // the server is killed at the end
  try {
    await new Promise((resolve) => worker.stderr.once("data", resolve)); // it waits for tasks
    await client.config("RESETSTAT");
    const found = await search(redis.url);
    return { found, traffic: countTraffic(await client.info("all")) };
  } finally {
    client.disconnect();
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    worker.kill("SIGTERM");
    await ended;
    redis.stop();
  }
}
