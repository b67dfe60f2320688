import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { printTable, significant, whole } from "../../table.mjs";
import { withWorker } from "../cluster/with-worker.mjs";
import { runClash } from "./command.mjs";
import { writeSpheres } from "./spheres.mjs";

/** How time, memory, bytes and queue traffic grow with the number of parts. Rows are printed as they are measured, too: the last take long. */
export async function measureGrowth({ growth }) {
  const [local, shared] = [[], []];
  for (const count of growth) {
    const folder = mkdtempSync(join(tmpdir(), "abut-scale-"));
    const add = (table, row) => {
      table.push([whole(count), ...row]);
      process.stderr.write(`${table.at(-1).join("  ")}  (load ${loadavg()[0].toFixed(1)})\n`);
    };
    try {
      writeSpheres(join(folder, "model"), count, 1);
      const store = join(folder, "store");
      for (const name of ["first", "second"]) {
        const found = await runClash(folder, ["--store", store]);
        add(local, [name, ...columnsOf(found, count), significant(bytesIn(store) / 1e6)]);
      }
      add(shared, await runOnCluster(folder));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  printTable(
    "Spheres of 80 triangles, from files to a report",
    ["parts", "<run", "s", "processor s", "µs a part", "peak MB", "MB read", "MB written", "store MB"],
    local,
    [
      `load at the end: ${loadavg()[0].toFixed(1)} on ${cpus().length} cores; where it is above the number of cores, read processor time`,
    ],
  );
  printTable(
    "The first run on two workers of a cluster",
    [
      "parts",
      "s",
      "processor s, all processes",
      "of it the planner",
      "its peak MB",
      "commands in Redis",
      "kB to and from Redis",
      "files in the store",
      "store MB",
    ],
    shared,
  );
}

function columnsOf({ seconds, processor, megabytes, read, written }, count) {
  return [
    significant(seconds),
    significant(processor),
    significant((1e6 * processor) / count),
    whole(megabytes),
    significant(read / 1e6),
    significant(written / 1e6),
  ];
}

async function runOnCluster(folder) {
  const store = join(folder, "shared");
  const [{ found, processor, traffic }] = await withWorker(store, 2, [
    (redis) => runClash(folder, ["--store", store, "--cluster", redis]),
  ]);
  const beside = Object.values(processor).reduce((sum, ms) => sum + ms, 0) / 1000;
  return [
    significant(found.seconds),
    significant(found.processor + beside),
    significant(found.processor),
    whole(found.megabytes),
    whole(traffic.commands),
    whole(traffic.bytes / 1000),
    whole(filesIn(store).length),
    significant(bytesIn(store) / 1e6),
  ];
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
