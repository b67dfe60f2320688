#!/usr/bin/env node
import { run } from "./run.ts";

// Ctrl-C twice ends it at once, with the code that shells give.
const INTERRUPTED = 130;

// Whoever reads us may have had enough: `abut clash … | head`. The exit code is still the answer.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });

process.exitCode = await run(process.argv.slice(2), {
  out: process.stdout,
  err: process.stderr,
  env: process.env,
  onInterrupt(listener) {
    let isAsked = false;
    const handle = () => {
      if (isAsked) process.exit(INTERRUPTED);
      isAsked = true;
      listener();
    };
    process.on("SIGINT", handle);
    return () => process.off("SIGINT", handle);
  },
});
