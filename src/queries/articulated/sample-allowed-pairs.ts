import { OptionError, show } from "../../errors.ts";
import type { CheckedJoint } from "../../mesh/articulation/joint.ts";
import { cos, sin } from "../../numerics/portable-math.ts";
import { checkOptionNames, type OptionNames, pickOptions } from "../../option-names.ts";
import {
  type ArticulatedBody,
  restValues,
  setLinkPoses,
  setPose,
} from "../../trees/articulated/articulated-body.ts";
import { checkBody } from "../../trees/articulated/check-body.ts";
import {
  ALLOWED_PAIRS_OPTIONS,
  type AllowedPairs,
  type AllowedPairsOptions,
  allow,
  createAllowedPairs,
} from "./allowed-pairs.ts";
import { findLinkPairs } from "./find-link-pairs.ts";

export interface SampleOptions extends AllowedPairsOptions {
  /** How many random poses to try. Default 1000. */
  samples?: number | undefined;
  /** Equal seeds draw equal poses. Default 1. */
  seed?: number | undefined;
  /** Allows links that meet in at least this fraction of the poses. Default 1: in all of them. */
  always?: number | undefined;
  /**
   * Whether pairs that never met in the sampled poses are skipped from then on. That is faster, but misses contacts that the sample missed.
   * Default false.
   */
  never?: boolean | undefined;
}

const SAMPLE_OPTIONS: OptionNames<SampleOptions> = {
  ...ALLOWED_PAIRS_OPTIONS,
  samples: true,
  seed: true,
  always: true,
  never: true,
};

/**
 * Derives the allowed pairs of a body from random poses: hinges and sliders anywhere within their limits (a hinge without limits: a full
 * turn), balls in any orientation; the root joint stays at rest. The body keeps its pose.
 */
export function sampleAllowedPairs(body: ArticulatedBody, options: SampleOptions = {}): AllowedPairs {
  checkOptionNames(options, SAMPLE_OPTIONS, "sampleAllowedPairs");
  checkBody(body, "body");
  const { samples = 1000, seed = 1, always = 1, never = false } = options;
  if (!(Number.isInteger(samples) && samples >= 1))
    throw new OptionError(`samples: expected a whole number of at least 1, got ${show(samples)}`);
  if (!(typeof always === "number" && always > 0 && always <= 1))
    throw new OptionError(`always: expected a share above 0 and up to 1, got ${show(always)}`);
  if (!Number.isInteger(seed)) throw new OptionError(`seed: expected a whole number, got ${show(seed)}`);
  const allowed = createAllowedPairs(body, pickOptions(options, ALLOWED_PAIRS_OPTIONS));
  const meetings = countMeetings(body, allowed, samples, seed);
  const { linkCount } = allowed;
  for (const p of body.hierarchy.links)
    for (const q of body.hierarchy.links) {
      if (p >= q) continue;
      const count = meetings[p * linkCount + q];
      if (count >= always * samples) allow(allowed, p, q, "always");
      else if (never && count === 0) allow(allowed, p, q, "never");
    }
  return allowed;
}

function countMeetings(
  body: ArticulatedBody,
  allowed: AllowedPairs,
  samples: number,
  seed: number,
): Uint32Array {
  const draw = drawer(body);
  const next = randomNumbers(seed);
  const before = body.linkToWorld.slice();
  const meetings = new Uint32Array(allowed.matrix.length);
  const values = restValues(body);
  try {
    for (let sample = 0; sample < samples; sample++) {
      draw(next, values);
      setPose(body, values);
      const { pairs } = findLinkPairs(body, body, { allowed });
      for (let i = 0; i < pairs.length; i += 2) meetings[pairs[i] * allowed.linkCount + pairs[i + 1]]++;
    }
  } finally {
    setLinkPoses(body, before);
  }
  return meetings;
}

/** Draws the values of one random pose. Throws for joints that have no range. */
function drawer({ articulation }: ArticulatedBody): (next: () => number, values: Float64Array) => void {
  const { joints, valueStarts, parents } = articulation;
  const moving = joints
    .map((joint, link) => ({ joint, start: valueStarts[link], link }))
    .filter(({ joint, link }) => joint.values > 0 && parents[link] >= 0);
  for (const { joint } of moving) rangeOf(joint);
  return (next, values) => {
    for (const { joint, start } of moving) {
      if (joint.type === "ball") drawTurn(next, values, start);
      else {
        const [low, high] = rangeOf(joint);
        values[start] = low + (high - low) * next();
      }
    }
  };
}

function rangeOf({ type, name, limits: [low, high] }: CheckedJoint): readonly [number, number] {
  if (type === "ball") return [0, 0];
  if (type === "free") throw new OptionError(`joint "${name}": a free joint has no range to sample`);
  if (low > -Infinity && high < Infinity) return [low, high];
  if (type === "hinge")
    return [
      Math.max(low, Math.min(high, Math.PI) - 2 * Math.PI),
      Math.min(high, Math.max(low, -Math.PI) + 2 * Math.PI),
    ];
  throw new OptionError(`joint "${name}": a slider without limits has no range to sample`);
}

/** Uniformly distributed rotations (Shoemake 1992). */
function drawTurn(next: () => number, values: Float64Array, start: number): void {
  const share = next();
  const [first, second] = [2 * Math.PI * next(), 2 * Math.PI * next()];
  const [short, long] = [Math.sqrt(1 - share), Math.sqrt(share)];
  values[start] = long * cos(second);
  values[start + 1] = short * sin(first);
  values[start + 2] = short * cos(first);
  values[start + 3] = long * sin(second);
}

/** Numbers in 0 … 1, 1 excluded (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
