import { Presets, SingleBar } from "cli-progress";
import type { TerminalStream } from "../terminal.ts";

/** A progress bar for long work, shown only on a terminal. */
export interface Progress {
  /** Shows how much of a stage is done, the time that is left, and what else there is to say. */
  show: (stage: string, done: number, total: number, more?: string) => void;
  /** Removes the bar. */
  end: () => void;
}

/** Shorter work needs no bar. */
const PATIENCE = 500; // ms

export function createProgress(stream: TerminalStream, wanted: boolean): Progress {
  if (!wanted || stream.isTTY !== true) return { show: () => {}, end: () => {} };
  const begin = performance.now();
  let bar: SingleBar | null = null;
  let total = 0;
  let current = "";
  let stageBegin = begin;
  return {
    show(stage, done, all, more = "") {
      if (stage !== current) [current, stageBegin] = [stage, performance.now()];
      const asides = [more, timeLeft(performance.now() - stageBegin, done, all)].filter(
        (text) => text !== "",
      );
      const rest = asides.length === 0 ? "" : `, ${asides.join(", ")}`;
      if (bar === null) {
        if (performance.now() - begin < PATIENCE) return;
        bar = new SingleBar(
          {
            stream,
            format: "{stage} {bar} {value} of {total}{rest}",
            barsize: 20,
            clearOnComplete: true,
            hideCursor: true,
          },
          Presets.shades_classic,
        );
        bar.start(all, done, { stage, rest });
        total = all;
      }
      if (all !== total) {
        bar.setTotal(all);
        total = all;
      }
      bar.update(done, { stage, rest });
    },
    end() {
      bar?.stop();
      bar = null;
    },
  };
}

/** Less work than this says nothing about the rest. */
const LEAST_ELAPSED = 1000; // ms

/** "12 s left", from the time that the work so far has taken; empty while too little is done for an estimate. */
function timeLeft(elapsed: number, done: number, total: number): string {
  if (done === 0 || done >= total || elapsed < LEAST_ELAPSED) return "";
  const seconds = Math.ceil(((elapsed / done) * (total - done)) / 1000);
  if (seconds < 120) return `${seconds} s left`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min left` : `${Math.round(seconds / 3600)} h left`;
}
