import { fork } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serialize } from "node:v8";
import { expect, it } from "vitest";
import {
  type ClashTaskResult,
  findClashes,
  mergeClashes,
  planClashes,
  sliceTask,
} from "../../../src/clash/index.ts";
import { createIcosphere, createTorus } from "../../../src/mesh/primitives/index.ts";
import { builtUrl } from "../../build-once.ts";
import { at, partOf } from "../scenes.ts";

/** A worker as a user would write it: it reads a mesh from the file that its content address names. */
const WORKER = `
  import { readFileSync } from "node:fs";
  import { deserialize } from "node:v8";
  import { runClashTask } from ${JSON.stringify(builtUrl("clash.js"))};
  process.on("message", async ({ folder, slice }) => {
    const load = ({ mesh }) => deserialize(readFileSync(folder + "/" + mesh));
    process.send(await runClashTask(slice, load));
  });
`;

it("tasks run on child processes, an engine of the user's own", async () => {
  const meshes = [createIcosphere({ subdivisions: 1 }), createTorus({ majorSegments: 8, minorSegments: 6 })];
  const parts = Array.from({ length: 16 }, (_, i) =>
    partOf(`part ${i}`, meshes[i % 2], at(i * 0.7, (i % 3) / 2)),
  );
  const options = { clearance: 0.1, self: true, depth: "bounds" as const };
  const plan = await planClashes(parts, { ...options, taskPairs: 5 });
  expect(plan.tasks.length).toBeGreaterThan(4);
  const folder = mkdtempSync(join(tmpdir(), "abut-engine-"));
  const file = join(folder, "worker.mjs");
  writeFileSync(file, WORKER);
  for (const [i, { mesh }] of plan.parts.entries())
    writeFileSync(join(folder, mesh), serialize(parts[i].mesh));
  const waiting = [...plan.tasks].reverse();
  const results: ClashTaskResult[] = [];
  const runWorker = () =>
    new Promise<void>((resolve, reject) => {
      const child = fork(file, { serialization: "advanced" });
      const next = () => {
        const task = waiting.pop();
        if (task === undefined) child.kill();
        else child.send({ folder, slice: sliceTask(plan, task) });
      };
      child.on("message", (result) => {
        results.push(result as ClashTaskResult);
        next();
      });
      child.on("error", reject);
      child.on("exit", () => resolve());
      next();
    });
  await Promise.all([runWorker(), runWorker()]);
  rmSync(folder, { recursive: true });
  expect(results.length).toBe(plan.tasks.length);
  expect(mergeClashes(plan, results)).toStrictEqual(findClashes(parts, options));
});
