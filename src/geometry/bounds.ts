/** A box along the axes: its least corner, then its greatest corner. */
export type Bounds = [minX: number, minY: number, minZ: number, maxX: number, maxY: number, maxZ: number];

/** The bounds of no point: every least coordinate is Infinity, every greatest is −Infinity. */
export function emptyBounds(): Bounds {
  return [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
}

export function growBounds(bounds: Bounds, x: number, y: number, z: number): void {
  if (x < bounds[0]) bounds[0] = x;
  if (y < bounds[1]) bounds[1] = y;
  if (z < bounds[2]) bounds[2] = z;
  if (x > bounds[3]) bounds[3] = x;
  if (y > bounds[4]) bounds[4] = y;
  if (z > bounds[5]) bounds[5] = z;
}

export function addBounds(bounds: Bounds, added: Bounds): void {
  growBounds(bounds, added[0], added[1], added[2]);
  growBounds(bounds, added[3], added[4], added[5]);
}

/**
 * Writes the box around a moved box, both as six numbers, to out[at …]. The formula of `movePoint` is monotone in each coordinate,
 * rounding included: so its least and greatest values over the box are at corners, and every point of the box is moved into it, bit for
 * bit, without a margin.
 */
export function moveBounds(
  box: ArrayLike<number>,
  pose: Float64Array | null,
  out: Float64Array | Bounds,
  at: number,
): void {
  for (let row = 0; row < 3; row++) {
    if (pose === null) {
      out[at + row] = box[row];
      out[at + 3 + row] = box[3 + row];
      continue;
    }
    const [x, y, z] = [pose[row], pose[4 + row], pose[8 + row]];
    const low = x * box[x < 0 ? 3 : 0] + y * box[y < 0 ? 4 : 1] + z * box[z < 0 ? 5 : 2];
    const high = x * box[x < 0 ? 0 : 3] + y * box[y < 0 ? 1 : 4] + z * box[z < 0 ? 2 : 5];
    out[at + row] = low + pose[12 + row];
    out[at + 3 + row] = high + pose[12 + row];
  }
}
