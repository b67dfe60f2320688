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
  for (let p = 0; p < planes.length; p += 4) {
    let isBehind = true;
    for (let corner = 0; corner < 2 ** dimensions; corner++) {
      const point = [0, 0, 0];
      for (let axis = 0; axis < dimensions; axis++)
        point[axis] = box[axis + ((corner >> axis) & 1) * dimensions];
      isBehind &&= valueSign([planes[p], planes[p + 1], planes[p + 2], planes[p + 3]], point) < 0;
    }
    if (isBehind) return true;
  }
  return false;
}

/**
 * The sign of a x + b y + c z + d. Coordinates at infinity decide it. If they disagree it counts as positive: then the
 * farthest corner of the box is at infinity in front of the plane, and the box is kept whatever this corner says.
 */
function valueSign(plane: number[], point: number[]): number {
  const far = point.map((x, axis) => (Number.isFinite(x) ? 0 : Math.sign(plane[axis] * Math.sign(x))));
  if (far.some((sign) => sign > 0)) return 1;
  if (far.some((sign) => sign < 0)) return -1;
  const finite = point.map((x) => (Number.isFinite(x) ? x : 0));
  const n = toIntegers(Float64Array.of(...plane, ...finite, 1), 8);
  const value = n[0] * n[4] + n[1] * n[5] + n[2] * n[6] + n[3] * n[7];
  return value > 0n ? 1 : value < 0n ? -1 : 0;
}
