import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

// A real Redis for tests, on a free port of the loopback interface, with a password. Where the machine has none:
// `describe.skipIf(!hasRedis())("…")`.

export const PASSWORD = "s3cret-p4ss/word";

export interface RedisServer {
  readonly port: number;
  /** With the password. */
  readonly url: string;
  /** Kills it without a warning. */
  kill(): Promise<void>;
  /** Starts it again, with what its append-only file holds. */
  restart(): Promise<void>;
  /** Kills it and removes its files. */
  remove(): Promise<void>;
}

let isNoticeGiven = false;

export function hasRedis(): boolean {
  try {
    execFileSync("redis-server", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    if (!isNoticeGiven) console.warn("NOTICE: no redis-server in PATH, the tests of clusters are skipped");
    isNoticeGiven = true;
    return false;
  }
}

/** `settings` replace those of the server, given its port. */
export async function startRedis(
  settings: (port: number) => Record<string, string | number> = () => ({}),
): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), "abut-redis-"));
  const port = await freePort();
  let server = await start(folder, port, settings(port));
  const kill = async () => {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill("SIGKILL");
    await ended;
  };
  return {
    port,
    url: `redis://:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`,
    kill,
    async restart() {
      server = await start(folder, port, settings(port));
    },
    async remove() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function start(
  folder: string,
  port: number,
  others: Record<string, string | number>,
): Promise<ChildProcess> {
  const settings = {
    port,
    bind: "127.0.0.1",
    dir: folder,
    requirepass: PASSWORD,
    appendonly: "yes",
    save: "",
    ...others,
  };
  const words = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const server = spawn("redis-server", words, { stdio: ["ignore", "pipe", "inherit"] });
  await new Promise<void>((resolve, reject) => {
    let said = "";
    server.once("exit", (code) => reject(new Error(`redis-server ended with ${code}: ${said}`)));
    server.stdout.on("data", (chunk) => {
      said += chunk;
      if (said.includes("Ready to accept connections")) resolve();
    });
  });
  return server;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === "object" && address ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}
