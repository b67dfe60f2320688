import type { Terminal } from "./terminal.ts";

/** When a long search has to end early. */
export interface Stop {
  isStopped: () => boolean;
  /** Why, for people; null when it is not. */
  reason: () => string | null;
  /** Ctrl-C means what it always does again. */
  end: () => void;
}

/** Stops after `timeout` seconds, counted from now, and at Ctrl-C. */
export function createStop(timeout: number | null, terminal: Terminal): Stop {
  const deadline = timeout === null ? Infinity : performance.now() + 1000 * timeout;
  let isInterrupted = false;
  let isLate = false;
  const end = terminal.onInterrupt(() => {
    isInterrupted = true;
  });
  return {
    isStopped() {
      isLate ||= performance.now() >= deadline;
      return isLate || isInterrupted;
    },
    reason() {
      if (isInterrupted) return "interrupted";
      return isLate ? `the time of ${timeout} s was up` : null;
    },
    end,
  };
}
