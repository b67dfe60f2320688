import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { writeModelGlb } from "../../src/formats/gltf/write-glb.ts";
import { createBox } from "../../src/mesh/primitives/box.ts";
import { builtPath } from "../build-once.ts";
import { at } from "../clash/scenes.ts";
import { until } from "./command.ts";
import { freePort, hasRedis } from "./redis-server.ts";

// The commands of docs/scale.md as they stand there, by a shell; only machine, port and folders are others.

const folder = mkdtempSync(join(tmpdir(), "abut-scale-page-"));
const page = readFileSync(new URL("../../docs/scale.md", import.meta.url), "utf8");
const running: ReturnType<typeof startShell>[] = [];

function block(beginning: string): string {
  const found = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, text]) => text);
  const chosen = found.find((text) => text.split("\n").some((line) => line.startsWith(beginning)));
  if (chosen === undefined) throw new Error(`docs/scale.md has no block with ${beginning}`);
  return chosen;
}

function startShell(script: string) {
  const bin = join(folder, "bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(
    join(bin, "abut"),
    `#!/bin/sh\nexec "${process.execPath}" "${builtPath("cli/main.js")}" "$@"\n`,
    {
      mode: 0o755,
    },
  );
  const child = spawn("/bin/sh", ["-c", script.replace(/^(redis-server|abut worker)/m, "exec $1")], {
    cwd: folder,
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}`, PASSWORD: "pa-ss-wo-rd" },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (piece) => {
      said += piece;
    });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, ended, said: () => said };
}

describe.skipIf(!hasRedis())("docs/scale.md", () => {
  afterAll(async () => {
    for (const { child } of running) child.kill("SIGKILL");
    await Promise.all(running.map(({ ended }) => ended));
    rmSync(folder, { recursive: true, force: true });
  });

  it("shows commands that start a queue and a worker, and check a model", async () => {
    const port = await freePort();
    writeFileSync(
      join(folder, "ship.glb"),
      writeModelGlb([0, 0.5, 3].map((x, i) => ({ name: `part ${i}`, mesh: createBox(), toWorld: at(x) }))),
    );
    const start = (script: string) => {
      const shell = startShell(
        script
          .replaceAll("queue.example:6379", `127.0.0.1:${port}`)
          .replaceAll("/mnt/abut", join(folder, "shared")),
      );
      running.push(shell);
      return shell;
    };
    const queue = start(
      block("redis-server").replace(
        "redis-server",
        `redis-server --port ${port} --bind 127.0.0.1 --dir ${folder}`,
      ),
    );
    await until(() => queue.said().includes("Ready to accept connections"), "the queue is ready");
    const worker = start(block("abut worker").replace("--concurrency 8", "--concurrency 1"));
    await until(() => worker.said().includes("waiting for tasks"), "the worker is ready");
    const clash = start(block("abut clash ship.glb"));
    expect(await clash.ended, clash.said()).toBe(1);
    expect(readFileSync(join(folder, "clashes.html"), "utf8")).toContain("<title>Clash report</title>");
    worker.child.kill("SIGTERM");
    expect(await worker.ended).toBe(0);
    for (const { said } of [worker, clash]) expect(said()).not.toContain("pa-ss-wo-rd");
  });
});
