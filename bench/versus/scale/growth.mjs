import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printTable, significant, whole } from "../../table.mjs";
import { withWorker } from "../cluster/with-worker.mjs";
import { runClash } from "./command.mjs";
import { writeSpheres } from "./spheres.mjs";

/** How time, memory, bytes and queue traffic grow with the number of parts. */
export async function measureGrowth({ growth }) {
  const [local, shared] = [[], []];
  for (const count of growth) {
    const folder = mkdtempSync(join(tmpdir(), "abut-scale-"));
    try {
      writeSpheres(join(folder, "model"), count, 1);
      const store = join(folder, "store");
      const row = (name, { seconds, processor, megabytes, read, written }) => [
        whole(count),
        name,
        significant(seconds),
        significant(processor),
        significant((1e6 * processor) / count),
        whole(megabytes),
        significant(read / 1e6),
        significant(written / 1e6),
        significant(bytesIn(store) / 1e6),
      ];
      local.push(row("first", await runClash(folder, ["--store", store])));
      local.push(row("second", await runClash(folder, ["--store", store])));
      shared.push([whole(count), ...(await runOnCluster(folder))]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  printTable(
    "Spheres of 80 triangles, from files to a report",
    ["parts", "<run", "s", "processor s", "µs a part", "peak MB", "MB read", "MB written", "store MB"],
    local,
  );
  printTable(
    "The first run on two workers of a cluster",
    ["parts", "s", "commands in Redis", "kB to and from Redis", "files in the store"],
    shared,
  );
}

async function runOnCluster(folder) {
  const store = join(folder, "shared");
  const { found, traffic } = await withWorker(store, 2, (redis) =>
    runClash(folder, ["--store", store, "--cluster", redis]),
  );
  const { commands, bytes } = traffic;
  return [significant(found.seconds), whole(commands), whole(bytes / 1000), whole(filesIn(store).length)];
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
}

function bytesIn(folder) {
  return filesIn(folder).reduce(
    (sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size,
    0,
  );
}
