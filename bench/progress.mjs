/** How often a line is written where it cannot be overwritten. */
const SPARSE_MS = 5000;

/** Says on stderr what is being done: one line that is overwritten on a terminal, a line now and then elsewhere. */
export function createProgress(stream = process.stderr) {
  let last = -Infinity;
  return {
    show(message) {
      if (stream.isTTY) {
        stream.write(`\r\x1b[2K${message.slice(0, (stream.columns ?? 80) - 1)}`);
        return;
      }
      const now = performance.now();
      if (now - last < SPARSE_MS) return;
      last = now;
      stream.write(`${message}\n`);
    },
    /** Clears the line, before a table is printed. */
    clear() {
      if (stream.isTTY) stream.write("\r\x1b[2K");
    },
  };
}
