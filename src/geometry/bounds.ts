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
