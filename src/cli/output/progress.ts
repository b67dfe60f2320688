import { Presets, SingleBar } from "cli-progress";
import type { TerminalStream } from "../terminal.ts";

/** A progress bar for long work, shown only on a terminal. */
export interface Progress {
  /** Shows how much of a stage is done. */
  show: (stage: string, done: number, total: number) => void;
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
  return {
    show(stage, done, all) {
      if (bar === null) {
        if (performance.now() - begin < PATIENCE) return;
        bar = new SingleBar(
          {
            stream,
            format: "{stage} {bar} {value} of {total}",
            barsize: 30,
            clearOnComplete: true,
            hideCursor: true,
          },
          Presets.shades_classic,
        );
        bar.start(all, done, { stage });
        total = all;
      }
      if (all !== total) {
        bar.setTotal(all);
        total = all;
      }
      bar.update(done, { stage });
    },
    end() {
      bar?.stop();
      bar = null;
    },
  };
}
