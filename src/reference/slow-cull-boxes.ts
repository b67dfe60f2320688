import { toIntegers } from "../numerics/integers.ts";

/**
 * The slow twin of `cullBoxes`: every corner of every box against every plane, in integers. Returns the numbers of the
 * boxes that are kept.
 */
export function cullBoxesByBruteForce(
  boxes: ArrayLike<number>,
  planes: ArrayLike<number>,
  dimensions: 2 | 3 = 3,
): number[] {
  const stride = 2 * dimensions;
  return Array.from({ length: boxes.length / stride }, (_, id) => id).filter(
    (id) =>
      !cullByCorners(
        Array.from({ length: stride }, (_, k) => boxes[stride * id + k]),
        planes,
      ),
  );
}

/** Whether all corners of the box are strictly behind one plane. */
export function cullByCorners(box: readonly number[], planes: ArrayLike<number>): boolean {
  const dimensions = box.length / 2;
  const finite = box.map((x) => (Number.isFinite(x) ? x : 0));
  for (let p = 0; p < planes.length; p += 4) {
    const plane = [planes[p], planes[p + 1], planes[p + 2], planes[p + 3]];
    const [a, b, c, d, one, ...places] = toIntegers(Float64Array.of(...plane, 1, ...finite));
    const normal = [a, b, c];
    // One term a x of a x + b y + c z + d · 1 for each coordinate of the box.
    const terms = places.map((x, i) => normal[i % dimensions] * x);
    const far = box.map((x, i) => (Number.isFinite(x) ? 0 : Math.sign(plane[i % dimensions] * Math.sign(x))));
    let isBehind = true;
    for (let corner = 0; isBehind && corner < 2 ** dimensions; corner++) {
      const picked = Array.from(
        { length: dimensions },
        (_, axis) => axis + ((corner >> axis) & 1) * dimensions,
      );
      isBehind = isCornerBehind(
        picked.map((i) => far[i]),
        picked.reduce((sum, i) => sum + terms[i], d * one),
      );
    }
    if (isBehind) return true;
  }
  return false;
}

/**
 * Whether a x + b y + c z + d is negative. Coordinates at infinity decide it. If they disagree it counts as positive: then the
 * farthest corner of the box is at infinity in front of the plane, and the box is kept whatever this corner says.
 */
function isCornerBehind(far: number[], value: bigint): boolean {
  if (far.some((sign) => sign > 0)) return false;
  return far.some((sign) => sign < 0) || value < 0n;
}
