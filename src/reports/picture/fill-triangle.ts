import type { Layer } from "./layer.ts";

/**
 * Fills a triangle where it is nearer than what was drawn before. `t` has x, y and nearness of three corners, in pixels. A pixel
 * belongs to the triangle if its centre does.
 */
export function fillTriangle(
  { width, height, nearness, face }: Layer,
  t: Float64Array,
  number: number,
): void {
  const ax = t[0];
  const ay = t[1];
  const az = t[2];
  const bx = t[3];
  const by = t[4];
  const cx = t[6];
  const cy = t[7];
  const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
  const bottom = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
  if (top > bottom || Math.max(ax, bx, cx) < 0.5 || Math.min(ax, bx, cx) > width - 0.5) return;
  const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  if (!(area > 0 || area < 0)) return;
  // Nearness is linear: az + slopeX · (x − ax) + slopeY · (y − ay).
  const bz = t[5] - az;
  const cz = t[8] - az;
  const slopeX = (bz * (cy - ay) - cz * (by - ay)) / area;
  const slopeY = (cz * (bx - ax) - bz * (cx - ax)) / area;
  // Corners from the top: the edge from the first to the last is on one side, the two others on the other side.
  const first = ay <= by ? (ay <= cy ? 0 : 6) : by <= cy ? 3 : 6;
  const last = ay > by ? (ay > cy ? 0 : 6) : by > cy ? 3 : 6;
  const middle = 9 - first - last;
  const firstX = t[first];
  const firstY = t[first + 1];
  const middleX = t[middle];
  const middleY = t[middle + 1];
  const long = (t[last] - firstX) / (t[last + 1] - firstY);
  const upper = (middleX - firstX) / (middleY - firstY);
  const lower = (t[last] - middleX) / (t[last + 1] - middleY);
  for (let row = top; row <= bottom; row++) {
    const y = row + 0.5;
    const one = firstX + (y - firstY) * long;
    const other = y < middleY ? firstX + (y - firstY) * upper : middleX + (y - middleY) * lower;
    const from = Math.max(0, Math.ceil((one < other ? one : other) - 0.5));
    const to = Math.min(width, Math.ceil((one < other ? other : one) - 0.5));
    let depth = az + slopeX * (from + 0.5 - ax) + slopeY * (y - ay);
    const end = row * width + to;
    for (let pixel = row * width + from; pixel < end; pixel++) {
      if (depth > nearness[pixel]) {
        nearness[pixel] = depth;
        face[pixel] = number;
      }
      depth += slopeX;
    }
  }
}
