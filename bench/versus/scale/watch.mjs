import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMesh } from "abut";
import { writeModelGlb } from "abut/formats";
import { processorMs } from "../../processor-time.mjs";
import { createAssembly } from "../../scenes/assembly.mjs";
import { printTable, whole } from "../../table.mjs";
import { MAIN } from "./command.mjs";

const CHANGES = 9;
const TRIANGLES_A_PART = 500;

/** From the change of one part to the new report, and until a page has it. */
export async function measureWatch({ watchParts: count, seed }) {
  const { parts } = createAssembly(createMesh, { parts: count, triangles: TRIANGLES_A_PART * count, seed });
  const folder = mkdtempSync(join(tmpdir(), "abut-bench-watch-"));
  try {
    const many = join(folder, "many");
    mkdirSync(many);
    const fileOf = (i) => join(many, `${String(i).padStart(5, "0")}.glb`);
    const all = [...parts.keys()];
    for (const i of all) writeFileSync(fileOf(i), glbOf(parts, [i]));
    const one = join(folder, "one.glb");
    writeFileSync(one, glbOf(parts, all));
    const rows = [
      await measure(`${whole(count)} files`, folder, many, (part, by) => [
        fileOf(part),
        glbOf(parts, [part], part, by),
      ]),
      await measure("one glTF file", folder, one, (part, by) => [one, glbOf(parts, all, part, by)]),
    ];
    printTable(
      `--watch, one of ${whole(count)} parts moved, ${CHANGES} times: ms from the change of the file`,
      ["<model", "new report, median", "longest", "page has it, median", "longest", "processor, median"],
      rows,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measure(name, folder, model, change) {
  const watch = await startWatch([model, "--store", join(folder, `store-${name}`)]);
  try {
    const [reported, shown, processor] = [[], [], []];
    for (let i = 0; i < CHANGES; i++) {
      const run = watch.pages.run;
      const [file, bytes] = change((37 * (i + 1)) % 100, 0.1 * (i + 1));
      const used = watch.processorMs();
      const begin = performance.now();
      replace(file, bytes);
      await Promise.all([
        watch.nextLine().then(() => reported.push(performance.now() - begin)),
        watch.pages.next(run).then(() => shown.push(performance.now() - begin)),
      ]);
      processor.push(watch.processorMs() - used);
    }
    const sorted = (times) => times.toSorted((p, q) => p - q);
    const median = (times) => whole(sorted(times)[Math.floor(times.length / 2)]);
    return [
      name,
      ...[reported, shown].flatMap((times) => [median(times), whole(Math.max(...times))]),
      median(processor),
    ];
  } finally {
    await watch.end();
  }
}

/** The command, its lines, and a page that fetches each report. */
async function startWatch(words) {
  const command = spawn(process.execPath, [MAIN, "clash", ...words, "--watch"]);
  const ended = new Promise((resolve) => command.once("exit", resolve));
  let text = "";
  let heard = () => {};
  command.stderr.on("data", (piece) => {
    text += piece;
    heard();
  });
  let taken = 0;
  const nextLine = async () => {
    while (text.indexOf("\n", taken) === -1)
      await new Promise((resolve, reject) => {
        heard = resolve;
        ended.then((code) => reject(new Error(`the watch ended with ${code}: ${text}`)));
      });
    taken = text.indexOf("\n", taken) + 1;
  };
  const address = new Promise((resolve) =>
    command.stdout.once("data", (piece) => resolve(String(piece).trim())),
  );
  await nextLine();
  return {
    nextLine,
    processorMs: () => processorMs(command.pid),
    pages: await openPage(await address),
    async end() {
      command.kill("SIGTERM");
      await ended;
    },
  };
}

async function openPage(address) {
  const page = { run: 0, next: null };
  let changed = () => {};
  const events = get(`${address}events`, (response) => {
    response.setEncoding("utf8");
    response.on("data", async (text) => {
      const runs = [...text.matchAll(/"run":(\d+)/g)].map(([, run]) => Number(run));
      const run = Math.max(page.run, ...runs);
      if (run === page.run) return;
      await (await fetch(`${address}report`)).arrayBuffer();
      page.run = run;
      changed();
    });
  });
  events.on("error", () => {}); // the watch has ended
  page.next = async (run) => {
    while (page.run <= run) await new Promise((resolve) => (changed = resolve));
  };
  await page.next(0);
  return page;
}

function glbOf(parts, numbers, moved = -1, by = 0) {
  return writeModelGlb(
    numbers.map((i) => {
      const { name, mesh, toWorld } = parts[i];
      const pose = Float64Array.from(toWorld ?? [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
      if (i === moved) pose[12] += by;
      return { name: name ?? `part ${i}`, mesh, toWorld: pose };
    }),
  );
}

/** As editors save: beside it, then renamed. */
function replace(file, bytes) {
  writeFileSync(`${file}.new`, bytes);
  renameSync(`${file}.new`, file);
}
