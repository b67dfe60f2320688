import type { Bounds } from "../../geometry/bounds.ts";
import type { Vector } from "../../geometry/vector.ts";
import { cos, hypot, sin } from "../../numerics/portable-math.ts";

// From where to look at a clash: shared by the page, the pictures and the viewpoints of BCF. The space of the view has y up; x and
// y of the screen are right and up.

/** The vertical angle of view, in degrees. BCF 2.1 requires 45 to 60. */
export const FIELD_OF_VIEW = 45;
const HALF_ANGLE = (FIELD_OF_VIEW * Math.PI) / 360;
/** From the middle of the model to the eye, when nothing is selected. */
export const HOME_DIRECTION: Vector = unit([0.62, 0.5, 0.8]);

/** What to look at. */
export interface Subject {
  /** The middle of the picture. */
  focus: Vector;
  /** The radius of the ball that must be in view. */
  size: number;
}

/** A direction from the focus to the eye, and how much people like it. */
export interface Candidate {
  direction: Vector;
  liking: number;
}

/**
 * A contact, with enough of the smaller part around it to know where one is. `smallest` is the least radius of the parts, and
 * `scene` the radius of the whole model.
 */
export function subjectOf(box: Bounds, parts: readonly Bounds[], scene: number): Subject {
  const smaller = parts.reduce((least, part) => Math.min(least, radiusOf(part)), Infinity);
  const contact = radiusOf(box);
  const around = Math.min(0.6 * smaller, Math.max(5 * contact, 0.15 * smaller));
  const size = Math.max(1.6 * contact, around, 1e-4 * scene) || 1;
  return { focus: middleOf(box), size };
}

export function radiusOf(box: Bounds): number {
  return hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]) / 2;
}

function middleOf(box: Bounds): Vector {
  return [0, 1, 2].map((k) => box[k] + (box[k + 3] - box[k]) / 2) as Vector;
}

/** How far the eye is from the middle of a ball that fills a square picture. */
export function distanceFor(size: number): number {
  return size / sin(HALF_ANGLE);
}

/** The tangent of half the angle of view: half the height of the picture at distance 1. */
export const HALF_HEIGHT = sin(HALF_ANGLE) / cos(HALF_ANGLE);

const TURNS = 10;
/** Heights above the horizon, in degrees, and how much each is liked: people expect to look a little down. */
const HEIGHTS: readonly [number, number][] = [
  [28, 1],
  [58, 0.85],
  [-18, 0.6],
];

/** The directions to try. `now`, the present one, comes last and is kept unless another is clearly better. */
export function candidateDirections(now: Vector = HOME_DIRECTION): Candidate[] {
  const found: Candidate[] = [];
  for (const [height, liking] of HEIGHTS)
    for (let turn = 0; turn < TURNS; turn++) {
      const angle = (2 * Math.PI * (turn + 0.25)) / TURNS;
      const up = (height * Math.PI) / 180;
      found.push({ direction: [cos(up) * sin(angle), sin(up), cos(up) * cos(angle)], liking });
    }
  found.push({ direction: now, liking: 1.1 });
  return found;
}

/** The index of the best direction, given how many pixels of the contact each one shows. */
export function bestCandidate(candidates: readonly Candidate[], visible: ArrayLike<number>): number {
  let [best, most] = [0, -1];
  candidates.forEach(({ liking }, i) => {
    // The square root: twice the pixels are not worth a view from below.
    const score = liking * Math.sqrt(visible[i]) + 1e-3 * liking;
    if (score > most) [best, most] = [i, score];
  });
  return best;
}

/** The axes of a picture taken from a direction: right, up, and the direction itself. */
export function axesOf(direction: Vector): [right: Vector, up: Vector, back: Vector] {
  const [x, y, z] = direction;
  const flat = hypot(x, z);
  // Straight from above or below, x points to the right.
  const right: Vector = flat < 1e-6 ? [1, 0, 0] : [z / flat, 0, -x / flat];
  const up: Vector = [y * right[2], z * right[0] - x * right[2], -y * right[0]];
  return [right, up, direction];
}

export function unit([x, y, z]: Vector): Vector {
  const length = hypot(x, y, z);
  return [x / length, y / length, z / length];
}

/** From the model's axes to those of the view. The inverse is `fromView`. */
export function toView([x, y, z]: Vector, up: "y" | "z"): Vector {
  return up === "y" ? [x, y, z] : [x, z, -y];
}

export function fromView([x, y, z]: Vector, up: "y" | "z"): Vector {
  return up === "y" ? [x, y, z] : [x, -z, y];
}
