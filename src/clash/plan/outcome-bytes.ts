import { FormatError } from "../../errors.ts";
import type { Bounds } from "../../geometry/bounds.ts";
import type { Vector } from "../../geometry/vector.ts";
import type { CheckedJob } from "../check-job.ts";
import { CLASH_KINDS, type ClashCurve, type ClashDepth } from "../clash.ts";
import { clashId, selfClashId } from "../clash-id.ts";

// An outcome as f64 numbers, without the scene's part numbers and keys. Every bit survives, including the sign of zero.
//
//   outcome   clear 0 | tolerated 1 | touching-ignored 2
//   unchecked 3, code units of the reason
//   clash     4, kind, exact, curvesTruncated, trianglePairs or -1, point (3), box (6)
//             0 or 1, then depth, kind, lowerBound, direction (3), pointA (3), pointB (3)
//             0 or 1, then distance, pointA (3), pointB (3)
//             curves; for each: closed, points, then x y z of each point

const PLAIN = ["clear", "tolerated", "touching-ignored"] as const;
const UNCHECKED = 3;
const CLASH = 4;
const NOT_COUNTED = -1;
const DEPTH_KINDS = ["exact", "upper-bound", "lower-bound"] as const;

/** The parts that an outcome is about: indices and keys. Equal indices: a part against itself. */
export interface PairOfParts {
  a: number;
  b: number;
  keyA: string;
  keyB: string;
}

export function bytesOfOutcome(outcome: CheckedJob): Uint8Array {
  const numbers: number[] = [];
  if (typeof outcome === "string") numbers.push(PLAIN.indexOf(outcome));
  else if (outcome.kind === "unchecked") {
    numbers.push(UNCHECKED);
    for (let i = 0; i < outcome.reason.length; i++) numbers.push(outcome.reason.charCodeAt(i));
  } else {
    const { kind, exact, curvesTruncated, trianglePairs, point, box, depth, distance, curves } = outcome;
    numbers.push(CLASH, CLASH_KINDS.indexOf(kind), Number(exact), Number(curvesTruncated));
    numbers.push(trianglePairs ?? NOT_COUNTED, ...point, ...box, depth === null ? 0 : 1);
    if (depth !== null) {
      numbers.push(depth.depth, DEPTH_KINDS.indexOf(depth.kind), depth.lowerBound);
      numbers.push(...depth.direction, ...depth.pointA, ...depth.pointB);
    }
    numbers.push(distance === null ? 0 : 1);
    if (distance !== null) numbers.push(distance.distance, ...distance.pointA, ...distance.pointB);
    numbers.push(curves.length);
    for (const { closed, points } of curves) {
      numbers.push(Number(closed), points.length / 3);
      for (let i = 0; i < points.length; i++) numbers.push(points[i]);
    }
  }
  return new Uint8Array(Float64Array.from(numbers).buffer);
}

/** Throws `FormatError` for bytes that `bytesOfOutcome` did not make. */
export function outcomeOfBytes(bytes: Uint8Array, { a, b, keyA, keyB }: PairOfParts): CheckedJob {
  const numbers = new Float64Array(bytes.slice().buffer, 0, Math.floor(bytes.length / 8));
  let at = 0;
  const next = () => {
    if (at >= numbers.length) throw new FormatError(`outcome: ${bytes.length} bytes are too few`);
    return numbers[at++];
  };
  const several = <T>(count: number) => Array.from({ length: count }, next) as T;
  const oneOf = <T>(names: readonly T[]): T => {
    const name = names[next()];
    if (name === undefined) throw new FormatError(`outcome: ${numbers[at - 1]} is not a known code`);
    return name;
  };
  const code = next();
  if (code < PLAIN.length) {
    at = 0;
    return oneOf(PLAIN);
  }
  if (code === UNCHECKED) {
    const reason = Array.from(numbers.subarray(1), (unit) => String.fromCharCode(unit)).join("");
    return { kind: "unchecked", a, b, reason };
  }
  if (code !== CLASH) throw new FormatError(`outcome: ${code} is not a known code`);
  const kind = oneOf(CLASH_KINDS);
  const [exact, curvesTruncated] = [next() === 1, next() === 1];
  const pairs = next();
  const point = several<Vector>(3);
  const box = several<Bounds>(6);
  const depth: ClashDepth | null =
    next() === 0
      ? null
      : {
          depth: next(),
          kind: oneOf(DEPTH_KINDS),
          lowerBound: next(),
          direction: several<Vector>(3),
          pointA: several<Vector>(3),
          pointB: several<Vector>(3),
        };
  const distance =
    next() === 0 ? null : { distance: next(), pointA: several<Vector>(3), pointB: several<Vector>(3) };
  const curves: ClashCurve[] = [];
  for (let left = next(); left > 0; left--) {
    const closed = next() === 1;
    const count = next();
    const end = at + 3 * count;
    if (!(count >= 0 && end <= numbers.length))
      throw new FormatError(`outcome: ${bytes.length} bytes are too few`);
    curves.push({ closed, points: numbers.slice(at, end) });
    at = end;
  }
  return {
    id: a === b ? selfClashId(keyA) : clashId(keyA, keyB),
    kind,
    a,
    b,
    depth,
    distance,
    trianglePairs: pairs === NOT_COUNTED ? null : pairs,
    point,
    box,
    curves,
    curvesTruncated,
    exact,
  };
}
