import { openSync, readdirSync, readFileSync, readSync } from "node:fs";

/** What a process has used so far; on a busy machine the clock measures others. Linux counts in hundredths of a second. */
export function processorMs(pid) {
  if (process.platform !== "linux") return Number.NaN;
  const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ").slice(11, 13);
  return 10 * (Number(user) + Number(system));
}

/** The processes that a process has started and that are still there. */
export function childrenOf(pid) {
  if (process.platform !== "linux") return [];
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number),
  );
}

let schedule = null;
const line = Buffer.alloc(128);

/**
 * Milliseconds that the main thread of this process has used so far, without V8's threads, which compile and collect; NaN where the system
 * does not tell. Linux brings the number up to date when the process asks for its processor time.
 */
export function mainThreadMs() {
  if (process.platform !== "linux") return Number.NaN;
  process.cpuUsage();
  schedule ??= openSync(`/proc/self/task/${process.pid}/schedstat`, "r");
  return Number(line.toString("latin1", 0, readSync(schedule, line, 0, line.length, 0)).split(" ")[0]) / 1e6;
}
