import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UsageError } from "../../usage-error.mjs";

/** A Redis of its own on a free port of the loopback interface, with an append-only file. */
export async function startRedis() {
  const folder = mkdtempSync(join(tmpdir(), "abut-bench-redis-"));
  const port = await freePort();
  const words = ["--port", port, "--bind", "127.0.0.1", "--dir", folder, "--appendonly", "yes", "--save", ""];
  const server = spawn("redis-server", words.map(String), { stdio: ["ignore", "pipe", "inherit"] });
  await new Promise((resolve, reject) => {
    server.once("error", () => reject(new UsageError("cluster: redis-server is not installed")));
    server.stdout.on("data", (text) => String(text).includes("Ready to accept") && resolve());
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: server.pid,
    stop() {
      server.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
