// Lines and dots over a picture, in pixels, with a dark casing.

/** Red, green and blue of each pixel, 0 to 255, in rows from the top. */
export interface Canvas {
  width: number;
  height: number;
  rgb: Uint8ClampedArray;
}

export type Rgb = readonly [number, number, number];

/** Colours every pixel whose centre is at most `radius` from the segment. A dot is a segment from a point to itself. */
export function drawSegment(
  { width, height, rgb }: Canvas,
  [ax, ay, bx, by]: readonly [number, number, number, number],
  radius: number,
  [red, green, blue]: Rgb,
): void {
  const left = Math.max(0, Math.floor(Math.min(ax, bx) - radius));
  const right = Math.min(width - 1, Math.ceil(Math.max(ax, bx) + radius));
  const top = Math.max(0, Math.floor(Math.min(ay, by) - radius));
  const bottom = Math.min(height - 1, Math.ceil(Math.max(ay, by) + radius));
  const dx = bx - ax;
  const dy = by - ay;
  const square = dx * dx + dy * dy;
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const px = column + 0.5 - ax;
      const py = row + 0.5 - ay;
      const along = square > 0 ? Math.min(1, Math.max(0, (px * dx + py * dy) / square)) : 0;
      const ex = px - along * dx;
      const ey = py - along * dy;
      if (ex * ex + ey * ey > radius * radius) continue;
      const at = 3 * (row * width + column);
      rgb[at] = red;
      rgb[at + 1] = green;
      rgb[at + 2] = blue;
    }
  }
}

/** The picture at half the width and height: each pixel is the mean of four. */
export function halve({ width, height, rgb }: Canvas): Canvas {
  const half = { width: width / 2, height: height / 2, rgb: new Uint8ClampedArray(rgb.length / 4) };
  let at = 0;
  for (let row = 0; row < half.height; row++) {
    for (let column = 0; column < half.width; column++) {
      const from = 3 * (2 * row * width + 2 * column);
      for (let k = 0; k < 3; k++) {
        const below = from + k + 3 * width;
        half.rgb[at++] = (rgb[from + k] + rgb[from + k + 3] + rgb[below] + rgb[below + 3] + 2) >> 2;
      }
    }
  }
  return half;
}
