// The normal of a triangle, accurate even for needles (triangle-normal.ts has the plain version). Plain f64 loses the
// direction when the cross product nearly cancels; here every difference and product then carries its rounding error.

const SPLITTER = 2 ** 27 + 1;
/** A cross product smaller than this share of its terms is recomputed with rounding errors. */
const TRUSTED = 2 ** -13;

/** Writes the unit normal of the points at a, b, c (offsets) to out[0…2]; counterclockwise seen from its tip. */
export function faceNormal(p: Float64Array, a: number, b: number, c: number, out: Float64Array): void {
  const ux = p[b] - p[a];
  const uy = p[b + 1] - p[a + 1];
  const uz = p[b + 2] - p[a + 2];
  const vx = p[c] - p[a];
  const vy = p[c + 1] - p[a + 1];
  const vz = p[c + 2] - p[a + 2];
  let x = uy * vz - uz * vy;
  let y = uz * vx - ux * vz;
  let z = ux * vy - uy * vx;
  const terms =
    Math.abs(uy * vz) +
    Math.abs(uz * vy) +
    Math.abs(uz * vx) +
    Math.abs(ux * vz) +
    Math.abs(ux * vy) +
    Math.abs(uy * vx);
  if (Math.abs(x) + Math.abs(y) + Math.abs(z) < TRUSTED * terms) {
    x = preciseMinor(p, a, b, c, 1, 2);
    y = preciseMinor(p, a, b, c, 2, 0);
    z = preciseMinor(p, a, b, c, 0, 1);
  }
  const size = Math.abs(x) + Math.abs(y) + Math.abs(z);
  if (size === 0) {
    out[0] = out[1] = out[2] = 0;
    return;
  }
  // scaled first: the square of a small cross product may underflow
  x /= size;
  y /= size;
  z /= size;
  const length = Math.sqrt(x * x + y * y + z * z);
  out[0] = x / length;
  out[1] = y / length;
  out[2] = z / length;
}

/**
 * (b − a)ᵢ (c − a)ⱼ − (b − a)ⱼ (c − a)ᵢ to about twice the digits of f64: the error is at most 2^-51 of the result plus
 * 2^-98 of the sum of both products. `left − right` is exact where they nearly cancel (Sterbenz) and otherwise rounded
 * once; the tails are below 2^-51 of the products and rounded a few times; a product of two tails, below 2^-105, is
 * omitted.
 */
export function preciseMinor(p: Float64Array, a: number, b: number, c: number, i: number, j: number): number {
  const bi = p[b + i] - p[a + i];
  const bj = p[b + j] - p[a + j];
  const ci = p[c + i] - p[a + i];
  const cj = p[c + j] - p[a + j];
  // rounding errors of the differences
  const biTail = lostBy(p[b + i], p[a + i], bi);
  const bjTail = lostBy(p[b + j], p[a + j], bj);
  const ciTail = lostBy(p[c + i], p[a + i], ci);
  const cjTail = lostBy(p[c + j], p[a + j], cj);
  const left = bi * cj;
  const right = bj * ci;
  const tails = lostByProduct(bi, cj, left) - lostByProduct(bj, ci, right);
  return left - right + (tails + (bi * cjTail + biTail * cj - (bj * ciTail + bjTail * ci)));
}

/** x − y − difference, exactly (Knuth's two-sum). */
function lostBy(x: number, y: number, difference: number): number {
  const virtualY = x - difference;
  const virtualX = difference + virtualY;
  return x - virtualX + (virtualY - y);
}

/** x · y − product, exactly (Dekker's product). */
function lostByProduct(x: number, y: number, product: number): number {
  const xBig = SPLITTER * x - (SPLITTER * x - x);
  const xSmall = x - xBig;
  const yBig = SPLITTER * y - (SPLITTER * y - y);
  const ySmall = y - yBig;
  return xSmall * ySmall - (product - xBig * yBig - xSmall * yBig - xBig * ySmall);
}
