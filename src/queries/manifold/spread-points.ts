import type { Candidates } from "./region-candidates.ts";

/**
 * Chooses up to four candidates that support a contact: the deepest, the one farthest from it, the one that spans the largest triangle with
 * both, and the one that spans most on the other side. Ties go to the first listed. Returns how many it wrote to `out`.
 */
export function spreadPoints({ count, across, depths }: Candidates, most: number, out: Uint32Array): number {
  if (count === 0 || most === 0) return 0;
  let deepest = 0;
  for (let i = 1; i < count; i++) if (depths[i] > depths[deepest]) deepest = i;
  out[0] = deepest;
  if (count === 1 || most === 1) return 1;
  const px = across[2 * deepest];
  const py = across[2 * deepest + 1];
  let farthest = -1;
  let longest = 0;
  for (let i = 0; i < count; i++) {
    const x = across[2 * i] - px;
    const y = across[2 * i + 1] - py;
    const squared = x * x + y * y;
    if (squared > longest) {
      longest = squared;
      farthest = i;
    }
  }
  if (farthest < 0) return 1;
  out[1] = farthest;
  if (most === 2) return 2;
  const ux = across[2 * farthest] - px;
  const uy = across[2 * farthest + 1] - py;
  let left = -1;
  let right = -1;
  // The triangle of three collinear points is only rounding.
  let leftMost = FLAT * longest;
  let rightMost = FLAT * longest;
  for (let i = 0; i < count; i++) {
    const area = ux * (across[2 * i + 1] - py) - uy * (across[2 * i] - px);
    if (area > leftMost) {
      leftMost = area;
      left = i;
    } else if (-area > rightMost) {
      rightMost = -area;
      right = i;
    }
  }
  let chosen = 2;
  const isLeftFirst = left >= 0 && (right < 0 || leftMost >= rightMost);
  if (left >= 0 && (isLeftFirst || most > 3)) out[chosen++] = left;
  if (right >= 0 && (!isLeftFirst || most > 3)) out[chosen++] = right;
  return chosen;
}

const FLAT = 1e-9;
