import { EXIT, type ExitCode } from "./exit-codes.ts";
import type { Terminal } from "./terminal.ts";

/** When a long search has to end early. */
export interface Stop {
  /** Aborted when it has to. */
  signal: AbortSignal;
  isStopped: () => boolean;
  /** Why, for people; null when it is not. */
  reason: () => string | null;
  /** What the command ends with when not all was done. */
  exitCode: () => ExitCode;
  /** Ctrl-C means what it always does again. */
  end: () => void;
}

/** Stops after `timeout` seconds, counted from now, and at Ctrl-C. */
export function createStop(timeout: number | null, terminal: Terminal): Stop {
  const deadline = timeout === null ? Infinity : performance.now() + 1000 * timeout;
  const controller = new AbortController();
  let isInterrupted = false;
  let isLate = false;
  const beLate = () => {
    isLate = true;
    controller.abort();
  };
  // Longer ones than 2^31 ms, 24 days, Node takes for none.
  const timer = timeout === null ? undefined : setTimeout(beLate, Math.min(1000 * timeout, 2 ** 31 - 1));
  timer?.unref();
  const letGo = terminal.onInterrupt(() => {
    isInterrupted = true;
    controller.abort();
  });
  return {
    signal: controller.signal,
    isStopped() {
      // The timer waits for its turn; the clock does not.
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
    },
  };
}
