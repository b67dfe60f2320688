import { printable } from "../reports/printable-text.ts";

/** The streams and environment of the command: those of the process, or of a test. */
export interface Terminal {
  /** The standard input, read where a file is named "-". */
  readonly in: AsyncIterable<Uint8Array>;
  /** Data only. */
  out: TerminalStream;
  /** Progress, warnings, errors. */
  err: TerminalStream;
  env: Readonly<Record<string, string | undefined>>;
  /** The working directory. Default: that of the process. */
  folder?: string;
  /**
   * Whether long work goes to threads, which Ctrl-C and `--timeout` can end; otherwise it runs on this thread, between
   * events.
   */
  hasThreads: boolean;
  /** Calls `listener` at Ctrl-C, until the returned function is called. */
  onInterrupt(listener: () => void): () => void;
  /** Calls `listener` when the process is asked to end, as by `kill`. */
  onTerminate(listener: () => void): void;
}

export type TerminalStream = NodeJS.WritableStream & {
  isTTY?: boolean | undefined;
  columns?: number | undefined;
};

/** Prints a line for people; names in it come from files and must not control the terminal. */
export function say(terminal: Terminal, line: string): void {
  terminal.err.write(`${printable(line)}\n`);
}

/** The width of tables: that of the window; unlimited in a file or pipe, where programs search for whole names. */
export function widthOf(stream: TerminalStream): number {
  return stream.isTTY === true ? (stream.columns ?? 80) : Infinity;
}
