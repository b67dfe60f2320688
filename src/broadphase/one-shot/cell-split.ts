// Where to cut a set of boxes in two: judged by a sample, because it is done for every cell.

const SAMPLE = 15;
const HALF = SAMPLE >> 1;

const sample = new Uint32Array(SAMPLE);
const lows = new Float64Array(16);
/** The cut chosen by the last `chooseCut`: along `axis` at `chosen[0]`. */
export const chosen = new Float64Array(16);

/**
 * Chooses a cut for the boxes items[start … end), six numbers each, and returns its axis; −1 when none pays. The cut is
 * the median of the sample's minima, on the axis where the two sides have the fewest pairs.
 */
export function chooseCut(boxes: Float64Array, items: Uint32Array, start: number, end: number): number {
  const step = (end - start) / SAMPLE;
  for (let k = 0; k < SAMPLE; k++) sample[k] = 6 * items[start + Math.floor((k + 0.5) * step)];
  let best = -1;
  let fewest = SAMPLE * SAMPLE;
  for (let axis = 0; axis < 3; axis++) {
    sortLows(boxes, axis);
    const value = lows[HALF];
    if (!(value > lows[0])) continue; // nothing of the sample would lie below
    let lower = 0;
    let upper = 0;
    for (let k = 0; k < SAMPLE; k++) {
      if (boxes[sample[k] + axis] < value) lower++;
      if (boxes[sample[k] + axis + 3] >= value) upper++;
    }
    const pairs = lower * lower + upper * upper;
    if (pairs >= fewest) continue;
    fewest = pairs;
    best = axis;
    chosen[0] = value;
  }
  return best;
}

function sortLows(boxes: Float64Array, axis: number): void {
  for (let k = 0; k < SAMPLE; k++) {
    const value = boxes[sample[k] + axis];
    let at = k;
    while (at > 0 && lows[at - 1] > value) {
      lows[at] = lows[at - 1];
      at--;
    }
    lows[at] = value;
  }
}
