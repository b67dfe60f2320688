import { printable } from "../reports/printable-text.ts";

/** Where the command writes, and what it knows of its surroundings: those of the process, or a test's. */
export interface Terminal {
  /** Data, and nothing else. */
  out: TerminalStream;
  /** Progress, warnings, complaints. */
  err: TerminalStream;
  env: Readonly<Record<string, string | undefined>>;
  /** Whether long work goes to threads, which Ctrl-C and `--timeout` can end; else it is done here, between events. */
  hasThreads: boolean;
  /** Calls back at Ctrl-C, until the function that it returns is called. */
  onInterrupt(listener: () => void): () => void;
}

export type TerminalStream = NodeJS.WritableStream & {
  isTTY?: boolean | undefined;
  columns?: number | undefined;
};

/** A line for people; names in it come from files and must not steer the terminal. */
export function say(terminal: Terminal, line: string): void {
  terminal.err.write(`${printable(line)}\n`);
}

/** For tables: as wide as the window; without limit in a file or pipe, where others search for whole names. */
export function widthOf(stream: TerminalStream): number {
  return stream.isTTY === true ? (stream.columns ?? 80) : Infinity;
}
