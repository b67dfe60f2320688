#!/usr/bin/env node
import { EXIT } from "./exit-codes.ts";
import { run } from "./run.ts";

// The reader may close the pipe early: `abut clash … | head`. The exit code is still the answer. Any other error, such as a
// full disk, means that the answer was not written.
let isLost = false;
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE" || isLost) return;
  isLost = true;
  process.exitCode = EXIT.usage;
  process.stderr.write(`abut: cannot write to the standard output: ${error.message}\n`);
});
process.stderr.on("error", () => {}); // nobody left to tell

/** How long a process that was asked to end waits for what its libraries have left open. */
const END_MS = 3_000;
let isEnding = false;

const code = await run(process.argv.slice(2), {
  get in() {
    return process.stdin; // only on demand: once touched, it keeps the process alive
  },
  out: process.stdout,
  err: process.stderr,
  env: process.env,
  hasThreads: true,
  onInterrupt(listener) {
    let isAsked = false;
    const handle = () => {
      if (isAsked) process.exit(EXIT.interrupted); // the second Ctrl-C ends the process at once
      isAsked = isEnding = true;
      listener();
    };
    process.on("SIGINT", handle);
    return () => process.off("SIGINT", handle);
  },
  onTerminate(listener) {
    process.once("SIGTERM", () => {
      isEnding = true;
      listener();
    });
  },
});
if (!isLost) process.exitCode = code;
// BullMQ may leave a connection that was lost while it closed; the connection opens again when Redis is back, and keeps the process.
if (isEnding) setTimeout(() => process.exit(), END_MS).unref();
