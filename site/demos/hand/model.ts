import {
  type ArticulatedBody,
  type BodyStats,
  type BoxMethod,
  createArticulatedBody,
  findLinkContacts,
  findLinkPairs,
  type LinkContact,
  setPose,
} from "abut/articulated";
import * as primitives from "abut/primitives";
import { createChainScene } from "../../../bench/scenes/chains.mjs";
import { createHandScene } from "../../../bench/scenes/hand.mjs";
import type { Counts } from "../kit/start-demo.ts";
import { createTimer, type Timer } from "../kit/timer.ts";

export const METHODS = { cab: "CAB", obb: "OBB", "aabb*": "AABB*", "aabb+": "AABB+" } as const;
export type Method = keyof typeof METHODS;
export type SceneName = "hand" | "swing" | "braid";

const FRAMES = 1200;

/** The scenes of the paper's tables, with all its methods side by side. */
export interface HandModel {
  /** The hand and its surroundings, or two chains. */
  readonly bodies: readonly [ArticulatedBody, ArticulatedBody];
  readonly contacts: readonly LinkContact[];
  /** Per method: candidates and false alarms, since frame 0. */
  readonly sums: Record<Method, { candidates: number; falseAlarms: number }>;
  readonly timer: Timer;
  step(): void;
  counts(): Counts;
}

export function createHandModel({ scene = "hand" as SceneName, seed = 1 } = {}): HandModel {
  const made =
    scene === "hand"
      ? createHandScene(primitives, { frames: FRAMES, seed })
      : createChainScene(primitives, { links: 8, ratio: 6, motion: scene, frames: FRAMES, seed });
  const [a, b] = made.bodies.map((links) => createArticulatedBody(links));
  const timer = createTimer();
  const names = Object.keys(METHODS) as Method[];
  const sums = Object.fromEntries(
    names.map((name) => [name, { candidates: 0, falseAlarms: 0 }]),
  ) as HandModel["sums"];
  const stats: Partial<BodyStats> = {};
  let frame = 0;
  const model = {
    bodies: [a, b] as const,
    contacts: [] as LinkContact[],
    sums,
    timer,
    step() {
      frame++;
      setPose(a, made.valuesAt(frame % FRAMES, 0));
      setPose(b, made.valuesAt(frame % FRAMES, 1));
      for (const name of names) {
        // Each method updates boxes of its own: those that another method has left do not count as up to date.
        timer.run(`${METHODS[name]}: update and test`, () =>
          findLinkPairs(a, b, { method: name as BoxMethod, stats }),
        );
        sums[name].candidates += stats.candidates!;
        sums[name].falseAlarms += stats.falseAlarms!;
      }
      model.contacts = findLinkContacts(a, b, { depth: "hulls" });
    },
    counts: (): Counts => ({
      links: a.trees.length + b.trees.length,
      "pairs of links that meet": model.contacts.length,
      ...Object.fromEntries(
        names.map((name) => [`false alarms so far, ${METHODS[name]}`, sums[name].falseAlarms]),
      ),
    }),
  };
  return model;
}
