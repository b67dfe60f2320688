import { readdirSync, readFileSync } from "node:fs";

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
