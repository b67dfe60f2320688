// Where to cut a set of boxes in two: estimated from a sample, because it is done for every cell.

const SAMPLE = 15;
const HALF = SAMPLE >> 1;

/** A cut of a cell, and the memory in which it is chosen. Arrays have 16 elements so that V8 keeps them outside its heap. */
export interface CellCut {
  /** Where the axis is cut: one number. */
  readonly value: Float64Array;
  /** The end of the upper side's items. */
  upperEnd: number;
  readonly sample: Uint32Array;
  readonly minima: Float64Array;
}

export function createCellCut(): CellCut {
  return {
    value: new Float64Array(16),
    upperEnd: 0,
    sample: new Uint32Array(SAMPLE),
    minima: new Float64Array(16),
  };
}

/**
 * Chooses a cut for the boxes items[start … end), six numbers each; returns its axis, or −1 if none pays. The cut is the
 * median of the sample's minima, on the axis where the two sides have the fewest pairs.
 */
export function chooseCut(
  { value: chosen, sample, minima }: CellCut,
  boxes: Float64Array,
  items: Uint32Array,
  start: number,
  end: number,
): number {
  const step = (end - start) / SAMPLE;
  for (let k = 0; k < SAMPLE; k++) sample[k] = 6 * items[start + Math.floor((k + 0.5) * step)];
  let best = -1;
  let fewest = SAMPLE * SAMPLE;
  for (let axis = 0; axis < 3; axis++) {
    sortMinima(sample, minima, boxes, axis);
    const value = minima[HALF];
    if (!(value > minima[0])) continue; // no sampled box would begin below it
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

function sortMinima(sample: Uint32Array, minima: Float64Array, boxes: Float64Array, axis: number): void {
  for (let k = 0; k < SAMPLE; k++) {
    const value = boxes[sample[k] + axis];
    let at = k;
    while (at > 0 && minima[at - 1] > value) {
      minima[at] = minima[at - 1];
      at--;
    }
    minima[at] = value;
  }
}
