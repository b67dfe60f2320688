import { toIntegers } from "./integers.ts";
import {
  comparePolynomial,
  type MovingPoints,
  signsAt,
  turnPolynomial,
  volumePolynomial,
} from "./moving-points.ts";
import type { Polynomial } from "./polynomials.ts";
import { type Root, rootsInUnit, TIME_ERROR, ZERO } from "./real-roots.ts";
import { pointIsOnTriangle, segmentsMeet, trianglesMeet } from "./triangle-triangle.ts";

// When moving features first touch. Contacts begin at time 0 or at a root of one of the polynomials whose signs say whether features
// touch, and at a root all signs are known exactly.

/** A time at which contact may begin. */
export interface PossibleContact {
  readonly time: Root;
  /** Whether the features touch then. Asked of few: most come after the first contact. */
  touches(): boolean;
}

type Four = readonly [number, number, number, number];

/** The times at which contact of four points' features may begin, in no order. */
function candidateTimes(points: MovingPoints, four: Four): Root[] {
  const volume = volumePolynomial(points, ...four);
  if (volume === null) return [];
  if (volume.length > 0) return rootsInUnit(volume);
  // Always in one plane: contact begins where three points come on one line, or two coordinates become equal.
  const polynomials: Polynomial[] = [];
  for (let axis = 0; axis < 3; axis++)
    for (let i = 0; i < 4; i++) {
      const [p, q, r] = four.filter((_, k) => k !== i) as [number, number, number];
      polynomials.push(turnPolynomial(points, p, q, r, axis));
      for (let j = i + 1; j < 4; j++) polynomials.push(comparePolynomial(points, four[i], four[j], axis));
    }
  return [ZERO, ...polynomials.filter((p) => p.length > 1).flatMap(rootsInUnit)];
}

/** Whether the boxes around the ways of two sets of points are apart. */
function staysApart(
  { starts, ends }: MovingPoints,
  some: readonly number[],
  others: readonly number[],
): boolean {
  for (let axis = 0; axis < 3; axis++) {
    let [lowP, highP, lowQ, highQ] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const i of some) {
      lowP = Math.min(lowP, starts[3 * i + axis], ends[3 * i + axis]);
      highP = Math.max(highP, starts[3 * i + axis], ends[3 * i + axis]);
    }
    for (const i of others) {
      lowQ = Math.min(lowQ, starts[3 * i + axis], ends[3 * i + axis]);
      highQ = Math.max(highQ, starts[3 * i + axis], ends[3 * i + axis]);
    }
    if (highP < lowQ || highQ < lowP) return true;
  }
  return false;
}

/** Possible contacts of a vertex and a face, of which the first contact is the earliest that touches. */
export function vertexFaceContacts(
  points: MovingPoints,
  v: number,
  a: number,
  b: number,
  c: number,
): PossibleContact[] {
  if (staysApart(points, [v], [a, b, c])) return [];
  const four: Four = [v, a, b, c];
  return candidateTimes(points, four).map((time) => ({
    time,
    touches: () => pointIsOnTriangle(signsAt(points, time, four), v, a, b, c),
  }));
}

/** Possible contacts of two edges. */
export function edgeEdgeContacts(
  points: MovingPoints,
  p: number,
  q: number,
  r: number,
  s: number,
): PossibleContact[] {
  if (staysApart(points, [p, q], [r, s])) return [];
  const four: Four = [p, q, r, s];
  return candidateTimes(points, four).map((time) => ({
    time,
    touches: () => segmentsMeet(signsAt(points, time, four), p, q, r, s),
  }));
}

/** The times at which a vertex and a face touch, the first contact among them. */
export function vertexFaceTimes(points: MovingPoints, v: number, a: number, b: number, c: number): Root[] {
  return vertexFaceContacts(points, v, a, b, c)
    .filter((contact) => contact.touches())
    .map(({ time }) => time);
}

/** The times at which two edges touch, the first contact among them. */
export function edgeEdgeTimes(points: MovingPoints, p: number, q: number, r: number, s: number): Root[] {
  return edgeEdgeContacts(points, p, q, r, s)
    .filter((contact) => contact.touches())
    .map(({ time }) => time);
}

/** Possible contacts of the triangles of points a, a + 1, a + 2 and b, b + 1, b + 2, the first contact among them. */
export function triangleContacts(points: MovingPoints, a: number, b: number): PossibleContact[] {
  const [corners, others] = [
    [a, a + 1, a + 2],
    [b, b + 1, b + 2],
  ] as const;
  if (staysApart(points, corners, others)) return [];
  if (trianglesMeet(signsAt(points, ZERO, null), a, b)) return [{ time: ZERO, touches: () => true }];
  const contacts: PossibleContact[] = [];
  for (let i = 0; i < 3; i++) {
    contacts.push(
      ...vertexFaceContacts(points, corners[i], ...others),
      ...vertexFaceContacts(points, others[i], ...corners),
    );
    for (let j = 0; j < 3; j++)
      contacts.push(
        ...edgeEdgeContacts(points, corners[i], corners[(i + 1) % 3], others[j], others[(j + 1) % 3]),
      );
  }
  return contacts;
}

/** −1, 0 or 1: the time is before, at or after a number. */
export function compareTime(time: Root, value: number): number {
  const difference = time.approximately - value;
  if (Math.abs(difference) > 2 * TIME_ERROR) return difference > 0 ? 1 : -1;
  const whole: bigint[] = [];
  toIntegers([value, 1], 2, whole);
  return time.signOf([-whole[0], whole[1]]);
}
