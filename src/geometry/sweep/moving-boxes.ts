// box: minX minY minZ maxX maxY maxZ, f32 or f64
type Boxes = Float32Array | Float64Array;

/** Multiplying a quotient of rounded differences by these gives bounds below and above the true quotient. */
export const BELOW = 1 - 2 ** -50;
export const ABOVE = 1 + 2 ** -50;
/** Later than any time of a motion. */
export const NEVER = 2;

/**
 * A time before which two boxes are apart, or NEVER. Each box is given at time 0 and at time 1, and its contents move in
 * straight lines. On each axis the gap between two moving intervals is at least the linear interpolation between the gaps
 * at start and end, so each axis rules out the times before the gap closes and after it opens.
 */
export function meetingTime(
  startA: Boxes,
  endA: Boxes,
  i: number,
  startB: Boxes,
  endB: Boxes,
  j: number,
): number {
  // Boxes that meet at the start need no times. In a mesh against itself most boxes that meet at all meet at the start.
  if (
    startA[i] <= startB[j + 3] &&
    startB[j] <= startA[i + 3] &&
    startA[i + 1] <= startB[j + 4] &&
    startB[j + 1] <= startA[i + 4] &&
    startA[i + 2] <= startB[j + 5] &&
    startB[j + 2] <= startA[i + 5]
  )
    return 0;
  let from = 0;
  let to = 1;
  for (let axis = 0; axis < 3; axis++) {
    for (let side = 0; side < 2; side++) {
      // a beyond b, then b beyond a
      const gap =
        side === 0 ? startA[i + axis] - startB[j + axis + 3] : startB[j + axis] - startA[i + axis + 3];
      const gapEnd = side === 0 ? endA[i + axis] - endB[j + axis + 3] : endB[j + axis] - endA[i + axis + 3];
      if (gap > 0) {
        if (gapEnd > 0) return NEVER;
        const closes = (gap / (gap - gapEnd)) * BELOW;
        if (closes > from) from = closes;
      } else if (gapEnd > 0) {
        const opens = (gap / (gap - gapEnd)) * ABOVE;
        if (opens < to) to = opens;
      }
    }
  }
  return from > to ? NEVER : from;
}
