// Fat boxes: what the tree keeps of a box, so that small moves need no work. A fat box reaches ahead in the direction
// of the box's motion, and a little back.
//
// How far ahead: a box that moves v a step leaves a margin x·S after x·S / v steps, where S is the usual size of boxes.
// Its search of the tree then costs about as much as Q checks of candidate pairs, and pairs of fat boxes are (1 + x)³
// times those of boxes. The sum of both, v / (x·S) · Q + (1 + x)³, is least near x (1 + x) = √(Q / 3 · v / S).
const QUERY_COST = 120;
/** Beyond, fat boxes would meet too many others that are never met. */
const MOST_MARGIN = 1.5;
/** The margin behind a moving box, as a share of the one ahead. */
const BEHIND = 0.25;
/** The margin around a box that has not moved yet, as a share of S. */
const RESTING = 0.05;
/** What is larger has no influence on margins. */
const UNBOUNDED = 1e300;

export interface FatBoxes {
  /** Six numbers at 6 · id. */
  boxes: Float64Array;
  /** The boxes of the last update, six numbers each. */
  tight: Float64Array;
  /** Minima of the box when it was fattened last, three at 3 · id. */
  anchors: Float64Array;
  /** The step of that. */
  steps: Int32Array;
  /** Mean extent of all boxes, as measured last. */
  meanExtent: number;
}

export function createFatBoxes(): FatBoxes {
  return { ...emptyArrays(0), meanExtent: 0 };
}

/** Makes room for `capacity` ids. */
export function reserveFat(fat: FatBoxes, capacity: number): void {
  if (fat.steps.length >= capacity) return;
  const { boxes, tight, anchors, steps } = fat;
  Object.assign(fat, emptyArrays(capacity));
  fat.boxes.set(boxes);
  fat.tight.set(tight);
  fat.anchors.set(anchors);
  fat.steps.set(steps);
}

function emptyArrays(capacity: number): Omit<FatBoxes, "meanExtent"> {
  return {
    boxes: new Float64Array(6 * capacity),
    tight: new Float64Array(6 * capacity),
    anchors: new Float64Array(3 * capacity),
    steps: new Int32Array(capacity),
  };
}

/** Measures the mean extent anew: over bounded axes only. */
export function measureExtent(fat: FatBoxes, known: Uint8Array, limit: number): void {
  const { tight } = fat;
  let sum = 0;
  let count = 0;
  for (let id = 0; id < limit; id++) {
    if (known[id] === 0) continue;
    for (let i = 6 * id; i < 6 * id + 3; i++) {
      const extent = tight[i + 3]! - tight[i]!;
      if (extent < UNBOUNDED) {
        sum += extent;
        count++;
      }
    }
  }
  fat.meanExtent = count === 0 || sum === Infinity ? 0 : sum / count;
}

/** The longest way that a side of a box went which `takeMoves` did not list. */
export let longestWay = 0;

/**
 * Takes over the boxes of now, of the ids that are `known`, and writes to `out` those whose box is not inside its fat box
 * any more; returns how many. `now` holds 2 · dimensions numbers an id.
 */
export function takeMoves(
  fat: FatBoxes,
  now: Float64Array,
  dimensions: 2 | 3,
  known: Uint8Array,
  limit: number,
  out: Uint32Array,
): number {
  const { tight, boxes } = fat;
  const solid = dimensions === 3;
  let count = 0;
  let longest = 0;
  for (let id = 0, p = 0; id < limit; id++, p += 6) {
    if (known[id] === 0) continue;
    const from = 2 * dimensions * id;
    const minX = now[from]!;
    const minY = now[from + 1]!;
    const minZ = solid ? now[from + 2]! : 0;
    const maxX = now[from + dimensions]!;
    const maxY = now[from + dimensions + 1]!;
    const maxZ = solid ? now[from + 5]! : 0;
    if (
      minX >= boxes[p]! &&
      minY >= boxes[p + 1]! &&
      minZ >= boxes[p + 2]! &&
      maxX <= boxes[p + 3]! &&
      maxY <= boxes[p + 4]! &&
      maxZ <= boxes[p + 5]!
    ) {
      const way0 = Math.abs(minX - tight[p]!); // NaN for ∞ − ∞: that side has not moved
      const way1 = Math.abs(minY - tight[p + 1]!);
      const way2 = Math.abs(minZ - tight[p + 2]!);
      const way3 = Math.abs(maxX - tight[p + 3]!);
      const way4 = Math.abs(maxY - tight[p + 4]!);
      const way5 = Math.abs(maxZ - tight[p + 5]!);
      if (way0 > longest) longest = way0;
      if (way1 > longest) longest = way1;
      if (way2 > longest) longest = way2;
      if (way3 > longest) longest = way3;
      if (way4 > longest) longest = way4;
      if (way5 > longest) longest = way5;
    } else {
      out[count++] = id;
    }
    tight[p] = minX;
    tight[p + 1] = minY;
    tight[p + 2] = minZ;
    tight[p + 3] = maxX;
    tight[p + 4] = maxY;
    tight[p + 5] = maxZ;
  }
  longestWay = longest;
  return count;
}

/** Takes in a new box, and gives it a fat box for a start. */
export function takeNew(fat: FatBoxes, now: Float64Array, dimensions: 2 | 3, id: number, step: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const from = 2 * dimensions * id + axis;
    fat.tight[6 * id + axis] = axis < dimensions ? now[from]! : 0;
    fat.tight[6 * id + axis + 3] = axis < dimensions ? now[from + dimensions]! : 0;
  }
  fat.steps[id] = step;
  fatten(fat, id, step);
}

/** Gives a box a fat box that suits its motion since it got the last one. */
export function fatten(fat: FatBoxes, id: number, step: number): void {
  const { boxes, tight, anchors, meanExtent } = fat;
  const age = step - fat.steps[id]!;
  fat.steps[id] = step;
  const p = 6 * id;
  const own =
    (tight[p + 3]! - tight[p]! + (tight[p + 4]! - tight[p + 1]!) + (tight[p + 5]! - tight[p + 2]!)) / 3;
  const extent = own < UNBOUNDED ? 0.5 * (own + meanExtent) : meanExtent;
  const vary = 0.5 + (Math.imul(id + step, 0x9e3779b1) >>> 0) / 2 ** 32;
  for (let axis = 0; axis < 3; axis++) {
    const min = tight[p + axis]!;
    const max = tight[p + axis + 3]!;
    let ahead = RESTING * extent * vary;
    let behind = ahead;
    if (age > 0) {
      const moved = min - anchors[3 * id + axis]!;
      const speed = (moved < 0 ? -moved : moved) / age;
      if (speed > 0 && speed < Infinity && extent > 0) {
        let share = 0.5 * (Math.sqrt(1 + 4 * Math.sqrt((QUERY_COST / 3) * (speed / extent))) - 1);
        if (share > MOST_MARGIN) share = MOST_MARGIN;
        ahead = share * extent * vary;
        behind = BEHIND * ahead;
        if (moved < 0) {
          const swap = ahead;
          ahead = behind;
          behind = swap;
        }
      }
    }
    anchors[3 * id + axis] = min;
    boxes[p + axis] = min - behind;
    boxes[p + axis + 3] = max + ahead;
  }
}
