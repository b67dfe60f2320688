import { MAX_COORDINATE } from "../../mesh/triangle-mesh.ts";
import { type GrowingList, reserve } from "../growing-list.ts";
import { readLongDecimal } from "./long-decimal.ts";
import { hasMoreOnLine, isBlank, quote, refuse, type TextCursor } from "./text-cursor.ts";

// Decimal numbers directly from bytes, correctly rounded. Up to 2^53 the digits are an exact integer m, and a power of ten
// up to 10^22 is exact; so m · 10^p or m / 10^-p is rounded only once (Clinger 1990). Longer numbers are computed in pairs
// of f64; what these cannot decide goes through Number(text), which is slower and always right.

const MINUS = 45;
const PLUS = 43;
const POINT = 46;
const ZERO = 48;
const NEWLINE = 10;
const HASH = 35;
const EXPONENT = 101; // "e"; "E" differs only in the bit 32
const POWERS = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));
const LARGEST_POWER = 22;
const EXACT_INTEGERS = 2 ** 53;
const LONGEST_NUMBER = 4096;

/**
 * Reads the number at the cursor into `out[index]` and moves past it; false, with the cursor unchanged, if no number is there.
 * Blanks must have been skipped. NaN and infinities are not numbers here. (Written to an array because V8 would box a
 * returned f64.)
 */
export function readNumber(cursor: TextCursor, out: Float64Array, index: number): boolean {
  const { bytes } = cursor;
  const end = bytes.length;
  const start = cursor.at;
  let at = start;
  const isNegative = bytes[at] === MINUS;
  if (isNegative || bytes[at] === PLUS) at++;
  const firstDigit = at;
  let mantissa = 0;
  let digits = 0;
  let digit = 0;
  for (; at < end && (digit = bytes[at] - ZERO) >= 0 && digit <= 9; at++, digits++)
    mantissa = 10 * mantissa + digit;
  let power = 0;
  if (at < end && bytes[at] === POINT) {
    const point = ++at;
    for (; at < end && (digit = bytes[at] - ZERO) >= 0 && digit <= 9; at++) mantissa = 10 * mantissa + digit;
    power = point - at;
    digits -= power;
  }
  if (digits === 0) return false;
  const digitsEnd = at;
  if (at < end && (bytes[at] | 32) === EXPONENT) {
    let exponent = 0;
    at++;
    const isSmall = bytes[at] === MINUS;
    if (isSmall || bytes[at] === PLUS) at++;
    const first = at;
    for (; at < end && (digit = bytes[at] - ZERO) >= 0 && digit <= 9; at++)
      exponent = Math.min(10 * exponent + digit, 99_999);
    if (at === first) return false;
    power += isSmall ? -exponent : exponent;
  }
  if (at < end && !endsNumber(bytes, at)) return false;
  if (mantissa < EXACT_INTEGERS && power >= -LARGEST_POWER && power <= LARGEST_POWER) {
    const value = power < 0 ? mantissa / POWERS[-power] : mantissa * POWERS[power];
    out[index] = isNegative ? -value : value;
  } else if (mantissa >= EXACT_INTEGERS && readLongDecimal(bytes, firstDigit, digitsEnd, power, out, index)) {
    if (isNegative) out[index] = -out[index];
  } else {
    if (at - start > LONGEST_NUMBER) return false;
    out[index] = Number(asciiText(bytes, start, at));
  }
  cursor.at = at;
  return true;
}

/** A blank, a line end or a comment; but 1.#IND is how a Microsoft library writes NaN. */
function endsNumber(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at];
  return byte === NEWLINE || isBlank(byte) || (byte === HASH && bytes[at - 1] !== POINT);
}

function asciiText(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode.apply(null, bytes.subarray(start, end) as unknown as number[]);
}

/** Reads a coordinate on the current line, or rejects the file. */
export function readCoordinate(cursor: TextCursor, out: Float64Array, index: number): void {
  if (!hasMoreOnLine(cursor)) refuse(cursor, `expected a coordinate, got ${quote(cursor)}`);
  const start = cursor.at;
  if (!readNumber(cursor, out, index)) refuse(cursor, `expected a coordinate, got ${quote(cursor)}`);
  if (!(Math.abs(out[index]) <= MAX_COORDINATE)) {
    cursor.at = start;
    refuse(cursor, `coordinate ${quote(cursor)} is not within ±2^100`);
  }
}

const whole = new Float64Array(1);

/** Reads three coordinates and appends them to a list of points. */
export function appendPoint(cursor: TextCursor, points: GrowingList<Float64Array>): void {
  reserve(points, 3);
  const { values, length } = points;
  for (let axis = 0; axis < 3; axis++) readCoordinate(cursor, values, length + axis);
  points.length = length + 3;
}

/** Reads a whole number from `least` to 2^53 on the current line, or rejects the file; `what` names it in the error. */
export function readWhole(cursor: TextCursor, what: string, least = 0): number {
  const isThere = hasMoreOnLine(cursor);
  const start = cursor.at;
  if (!isThere || !readNumber(cursor, whole, 0))
    refuse(cursor, `expected ${what}, got ${quote(cursor)}`, start);
  const value = whole[0];
  if (Number.isSafeInteger(value) && value >= least) return value;
  cursor.at = start;
  return refuse(cursor, `expected ${what}, got ${quote(cursor)}`);
}
