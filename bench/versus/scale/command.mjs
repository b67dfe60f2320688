import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const MAIN = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));

/** Prints time, memory and bytes of the whole process when it ends. Bytes that are mapped into memory are not counted. */
const REPORTER = `data:text/javascript,${encodeURIComponent(`
  import { existsSync, readFileSync } from "node:fs";
  process.on("exit", () => {
    const io = existsSync("/proc/self/io") ? readFileSync("/proc/self/io", "utf8") : "";
    const bytes = (name) => Number(new RegExp(name + ": (\\\\d+)").exec(io)?.[1] ?? NaN);
    const resources = { ...process.resourceUsage(), read: bytes("rchar"), written: bytes("wchar") };
    process.stderr.write("RESOURCES " + JSON.stringify(resources));
  });
`)}`;

/** Runs `abut clash` on the model in a folder, and writes a report there. */
export async function runClash(folder, words) {
  const begin = performance.now();
  const output = ["-f", "json", "-o", join(folder, "report.json"), "--group", "none", "--fail-on", "none"];
  const child = spawn(
    process.execPath,
    ["--import", REPORTER, MAIN, "clash", join(folder, "model"), ...words, ...output],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let stderr = "";
  child.stderr.on("data", (piece) => {
    stderr += piece;
  });
  const status = await new Promise((resolve) => child.once("close", resolve));
  if (status !== 0) throw new Error(stderr);
  const { userCPUTime, systemCPUTime, maxRSS, read, written } = JSON.parse(/RESOURCES (.*)/.exec(stderr)[1]);
  return {
    seconds: (performance.now() - begin) / 1000,
    processor: (userCPUTime + systemCPUTime) / 1e6,
    megabytes: maxRSS / 1000,
    read,
    written,
  };
}
