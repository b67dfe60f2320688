import { type Controls, createControls } from "./controls.ts";
import { countText, createReadout, millisecondsText } from "./readout.ts";
import { createStage, type Stage } from "./stage.ts";
import type { Timer } from "./timer.ts";

/** What a demo counts; Node computes the values that tests expect here. */
export type Counts = Record<string, number | string | boolean>;

export interface Demo {
  /** One frame of the model. */
  step(): void;
  /** Brings the view up to date with the model and the controls. */
  draw(): void;
  /** The model as it was in frame 0, made with the controls as they are now. */
  restart(): void;
  counts(): Counts;
  readonly timer: Timer;
}

export interface Kit {
  readonly stage: Stage;
  readonly controls: Controls;
  /** Below the counts: charts, notes. */
  readonly extra: HTMLElement;
  /** Starts again from frame 0. */
  restart(): void;
}

/** For tests and curious readers: the running demo as `window.demo`. */
interface DemoHook {
  readonly frame: number;
  readonly isPaused: boolean;
  counts(): Counts;
  pause(): void;
  play(): void;
  advance(frames: number): void;
  set(name: string, value: string): void;
  restart(): void;
}

declare global {
  interface Window {
    demo?: DemoHook;
  }
}

const SHOW_EVERY = 6; // frames; numbers that change faster cannot be read

/**
 * Runs a demo on its page. The address may hold `frame=N` (go to frame N and pause) and a value for each control. A reader who prefers
 * less motion gets a paused demo.
 */
export async function startDemo(build: (kit: Kit) => Demo | Promise<Demo>): Promise<void> {
  const address = new URLSearchParams(location.search);
  const isEmbedded = address.has("embed");
  if (isEmbedded) document.documentElement.classList.add("embed", `embed-${address.get("embed")}`);
  const element = (id: string) => document.getElementById(id)!;
  const stage = createStage(element("view") as HTMLCanvasElement);
  const readout = createReadout(element("counts"));
  const pauseButton = element("pause");
  let frame = 0;
  let isPaused = address.has("frame") || matchMedia("(prefers-reduced-motion: reduce)").matches;
  let isChanged = true;

  const changed = () => {
    isChanged = true;
  };
  const restart = () => {
    frame = 0;
    demo.restart();
    changed();
  };
  const controls = createControls(element("controls"), address, changed);
  const demo = await build({ stage, controls, extra: element("extra"), restart });

  function advance(frames: number): void {
    for (let i = 0; i < frames; i++) demo.step();
    frame += frames;
    changed();
  }

  function setPaused(value: boolean): void {
    isPaused = value;
    pauseButton.textContent = value ? "Play" : "Pause";
    changed();
  }

  function show(): void {
    const rows = new Map<string, string>([["frame", countText(frame)]]);
    const counts = Object.entries(demo.counts());
    for (const [name, value] of isEmbedded ? counts.slice(0, 2) : counts) rows.set(name, countText(value));
    for (const [name, ms] of demo.timer.medians()) rows.set(name, millisecondsText(ms));
    readout.show(rows);
  }

  function loop(): void {
    requestAnimationFrame(loop);
    if (!isPaused) advance(1);
    if (isChanged) {
      demo.draw();
      stage.invalidate();
      if (isPaused || frame % SHOW_EVERY === 0) show();
      isChanged = false;
    }
    stage.render();
  }

  pauseButton.addEventListener("click", () => setPaused(!isPaused));
  element("step").addEventListener("click", () => {
    setPaused(true);
    advance(1);
  });
  element("restart").addEventListener("click", restart);

  setPaused(isPaused);
  advance(Number(address.get("frame") ?? 1));
  show();
  window.demo = {
    get frame() {
      return frame;
    },
    get isPaused() {
      return isPaused;
    },
    counts: () => demo.counts(),
    pause: () => setPaused(true),
    play: () => setPaused(false),
    advance,
    set: (name, value) => controls.set(name, value),
    restart,
  };
  loop();
  document.documentElement.dataset.ready = "";
}
