import { EXIT, type ExitCode } from "./exit-codes.ts";
import type { Terminal } from "./terminal.ts";

/** When a long search has to end early. */
export interface Stop {
  /** Aborted when the search has to end. */
  signal: AbortSignal;
  isStopped: () => boolean;
  /** The reason, for people; null if not stopped. */
  reason: () => string | null;
  /** The exit code if not everything was done. */
  exitCode: () => ExitCode;
  /** Restores the usual meaning of Ctrl-C. */
  end: () => void;
}

/** Stops after `timeout` seconds, counted from now, at Ctrl-C, and at the signal of whoever runs the search. */
export function createStop(timeout: number | null, terminal: Terminal, ended?: AbortSignal): Stop {
  const deadline = timeout === null ? Infinity : performance.now() + 1000 * timeout;
  const controller = new AbortController();
  let isInterrupted = false;
  let isLate = false;
  const beLate = () => {
    isLate = true;
    controller.abort();
  };
  // Node treats timeouts above 2^31 ms, 24 days, as 0.
  const timer = timeout === null ? undefined : setTimeout(beLate, Math.min(1000 * timeout, 2 ** 31 - 1));
  timer?.unref();
  const interrupt = () => {
    isInterrupted = true;
    controller.abort();
  };
  const letGo = terminal.onInterrupt(interrupt);
  ended?.addEventListener("abort", interrupt);
  return {
    signal: controller.signal,
    isStopped() {
      // The timer may be late; the clock is not.
      if (!isLate && performance.now() >= deadline) beLate();
      return isLate || isInterrupted;
    },
    reason() {
      if (isInterrupted) return "interrupted";
      return isLate ? `timed out after ${timeout} s` : null;
    },
    exitCode: () => (isInterrupted ? EXIT.interrupted : EXIT.unchecked),
    end() {
      clearTimeout(timer);
      letGo();
      ended?.removeEventListener("abort", interrupt);
    },
  };
}
