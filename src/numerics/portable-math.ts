// Sines, cosines, arc tangents and lengths, identical to the last bit on every engine. The language leaves the last bits of
// Math.sin, Math.cos, Math.atan2 and Math.hypot to the engine, and two versions of one engine do differ. These functions
// use only sums, products, quotients and square roots, which IEEE 754 defines exactly.
//
// Sines and cosines are within 1 ulp of the true value, arc tangents and lengths within 2
// (test/numerics/portable-math.test.ts).

/** π/2 in parts of 33 bits, so that products with integers below 2^20 are exact, and the remainder. */
const HALF_PI_1 = 1.5707963267341256;
const HALF_PI_2 = 6.077100506303966e-11;
const HALF_PI_3 = 2.0222662487111665e-21;
const HALF_PI_4 = 8.4784276603689e-32;
/** 2/π converts an angle to quarter turns. */
const QUARTERS = 2 / Math.PI;
/** Angles up to this limit are less than 2^20 quarter turns. */
const LARGEST_PLAIN = 2 ** 20;

/** The sine of an angle in radians; NaN if it is not finite. */
export function sin(angle: number): number {
  return angle === 0 ? angle : sineOfQuarters(angle, 0); // −0 stays −0
}

/** The cosine of an angle in radians; NaN if it is not finite. */
export function cos(angle: number): number {
  return sineOfQuarters(angle, 1);
}

/** sin(angle + quarters · π/2). */
function sineOfQuarters(angle: number, quarters: number): number {
  if (Math.abs(angle) <= Math.PI / 4)
    return quarters === 0 ? sineNearZero(angle, 0) : cosineNearZero(angle, 0);
  if (!(Math.abs(angle) < Infinity)) return NaN;
  if (Math.abs(angle) > LARGEST_PLAIN) return sineOfLarge(angle, quarters);
  const turns = Math.round(angle * QUARTERS);
  // The first two differences are exact: their products are exact, and their operands are close. `rest` takes the last two
  // parts and what rounding removed from `high`.
  const a = angle - turns * HALF_PI_1;
  const b = turns * HALF_PI_2;
  const first = a - b;
  const lost = a - first - b;
  const c = turns * HALF_PI_3;
  const high = first - c;
  const rest = first - high - c + lost - turns * HALF_PI_4;
  return sineInQuarter(high, rest, turns + quarters);
}

/** The sine of high + rest + quarter · π/2, where |high + rest| ≤ π/4. */
function sineInQuarter(high: number, rest: number, quarter: number): number {
  switch (quarter & 3) {
    case 0:
      return sineNearZero(high, rest);
    case 1:
      return cosineNearZero(high, rest);
    case 2:
      return -sineNearZero(high, rest);
    default:
      return -cosineNearZero(high, rest);
  }
}

/** Taylor series for |high| slightly above π/4: the first omitted term, x^19 / 19!, is below 2^-63 of the sine. */
function sineNearZero(high: number, rest: number): number {
  const z = high * high;
  const series =
    -1 / 6 +
    z *
      (1 / 120 +
        z *
          (-1 / 5040 +
            z *
              (1 / 362880 +
                z *
                  (-1 / 39916800 + z * (1 / 6227020800 + z * (-1 / 1307674368000 + z / 355687428096000))))));
  return high + (high * z * series + rest * (1 - z / 2));
}

/** Taylor series: the first omitted term, x^18 / 18!, is below 2^-58. */
function cosineNearZero(high: number, rest: number): number {
  const z = high * high;
  const series =
    1 / 24 +
    z *
      (-1 / 720 +
        z *
          (1 / 40320 +
            z * (-1 / 3628800 + z * (1 / 479001600 + z * (-1 / 87178291200 + z / 20922789888000)))));
  const half = z / 2;
  const near = 1 - half; // the next line adds back what rounding removed here
  return near + (1 - near - half + (z * z * series - high * rest));
}

/**
 * π/2 times 2^320. An angle below 2^128 has 128 + 53 bits above its last one, which leaves 139 correct bits in the
 * remainder.
 */
const HALF_PI_BITS = 320n;
const HALF_PI_INTEGER = BigInt(
  "0x1921fb54442d18469898cc51701b839a252049c1114cf98e804177d4c76273644a29410f31c6809bb",
);

/** Angles above 2^20, by integers: slow, correct up to 2^128. Larger angles give NaN. */
function sineOfLarge(angle: number, quarters: number): number {
  if (Math.abs(angle) >= 2 ** 128) return NaN;
  // The last bit of an angle above 2^20 is worth at least 2^-33.
  const scaled = BigInt(angle * 2 ** 33) << (HALF_PI_BITS - 33n);
  let turns = scaled / HALF_PI_INTEGER;
  let remainder = scaled - turns * HALF_PI_INTEGER;
  if (2n * remainder > HALF_PI_INTEGER) {
    turns++;
    remainder -= HALF_PI_INTEGER;
  } else if (-2n * remainder > HALF_PI_INTEGER) {
    turns--;
    remainder += HALF_PI_INTEGER;
  }
  const high = Number(remainder) * 2 ** -320;
  const rest = Number(remainder - BigInt(high * 2 ** 320)) * 2 ** -320;
  return sineInQuarter(high, rest, Number(BigInt.asUintN(2, turns)) + quarters);
}

// biome-ignore format: pairs of numbers
/** The arc tangents of 0, 1/8 … 1, each as the rounded f64 and its rounding error. */
const ARC_TANGENTS = Float64Array.of(
  0, 0,
  0.12435499454676144, -3.1253241424539383e-18,
  0.24497866312686414, 1.0698755618734451e-17,
  0.35877067027057225, -2.4623815582638635e-17,
  0.4636476090008061, 2.2698777452961687e-17,
  0.5585993153435624, -5.4556305485916264e-18,
  0.6435011087932844, 1.5834785051444286e-17,
  0.7188299996216245, -2.1478388444456983e-17,
  0.7853981633974483, 3.061616997868383e-17,
);
const PI_LOW = 1.2246467991473532e-16;

/** The angle of the vector (x, y), from −π to π, like Math.atan2. */
export function atan2(y: number, x: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return NaN;
  const far = Math.max(Math.abs(x), Math.abs(y));
  const near = Math.min(Math.abs(x), Math.abs(y));
  // 0 / 0 and ∞ / ∞ get the angles of Math.atan2.
  const ratio = near === far ? (near === 0 ? 0 : 1) : near / far;
  const step = Math.round(8 * ratio);
  const tangent = step / 8;
  const u = (ratio - tangent) / (1 + ratio * tangent);
  const z = u * u;
  // |u| ≤ 1/16: the first omitted term, u^15 / 15, is below 2^-59 of u.
  const series = -1 / 3 + z * (1 / 5 + z * (-1 / 7 + z * (1 / 9 + z * (-1 / 11 + z / 13))));
  let high = ARC_TANGENTS[2 * step];
  let low = ARC_TANGENTS[2 * step + 1] + (u + u * z * series);
  if (Math.abs(y) > Math.abs(x)) {
    low = PI_LOW / 2 - low;
    const sum = Math.PI / 2 - high;
    low += Math.PI / 2 - sum - high;
    high = sum;
  }
  if (x < 0 || Object.is(x, -0)) {
    low = PI_LOW - low;
    const sum = Math.PI - high;
    low += Math.PI - sum - high;
    high = sum;
  }
  const angle = high + low;
  return y < 0 || Object.is(y, -0) ? -angle : angle;
}

/** The length of a vector of up to four numbers, without intermediate overflow or underflow. */
export function hypot(x: number, y: number, z = 0, w = 0): number {
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z), Math.abs(w));
  if (!(largest > 0 && largest < Infinity)) return largest;
  if (largest > 2 ** -400 && largest < 2 ** 400) return Math.sqrt(x * x + y * y + z * z + w * w);
  // Scaling by a power of two rounds only components that are negligible beside the largest.
  const scale = largest < 1 ? 2 ** 300 : 2 ** -300;
  return hypot(x * scale, y * scale, z * scale, w * scale) / scale;
}

/** The length of a vector given as a list of up to four numbers. */
export function lengthOf(vector: ArrayLike<number>): number {
  return hypot(vector[0] ?? 0, vector[1] ?? 0, vector[2] ?? 0, vector[3] ?? 0);
}
