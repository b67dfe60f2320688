import type { Grid, RationalPoint } from "../../geometry/contact/rational-point.ts";
import { cross, dot, type IntegerVector } from "../../numerics/integer-vectors.ts";
import { armFrom, isInsideBeside, type ThroughTriangle, trianglesThrough } from "./exact-parity.ts";
import type { PosedTree } from "./posed-tree.ts";

// Around a segment that both surfaces contain, their triangles are half planes, which divide space into wedges. Which wedges are inside a
// and inside b determines how the solids relate there. All exact.

interface HalfPlane {
  /** The normal of the half plane: the segment's direction × a vector into it. */
  readonly normal: IntegerVector;
  /** A vector into the half plane. */
  readonly into: IntegerVector;
  readonly ofA: boolean;
}

/** Receives what lies around a segment. */
export interface WedgeVisitor {
  /** A wedge of space. */
  wedge(inA: boolean, inB: boolean): void;
  /** A piece of a's surface that is not on b's. */
  pieceOfA(inB: boolean): void;
  pieceOfB(inA: boolean): void;
}

/** Reports every wedge, and every piece of surface, around the segment from p to q. */
export function visitWedges(
  a: PosedTree,
  b: PosedTree,
  p: RationalPoint,
  q: RationalPoint,
  grid: Grid,
  visitor: WedgeVisitor,
): void {
  const { x, direction, planes } = planesAround(a, b, p, q, grid);
  const first = planes[0];
  // Parity is computed once, just behind the first half plane; each further half plane flips it.
  const steps = [first.into, first.normal];
  let inA = isInsideBeside(a, x, grid, steps);
  let inB = isInsideBeside(b, x, grid, steps);
  for (let k = 0; k < planes.length; ) {
    let ofA = 0;
    let ofB = 0;
    const start = k;
    for (; k < planes.length && compareAngles(first, planes[start], planes[k], direction) === 0; k++)
      if (planes[k].ofA) ofA++;
      else ofB++;
    if (start > 0 && ofA % 2 === 1) inA = !inA;
    if (start > 0 && ofB % 2 === 1) inB = !inB;
    if (ofB === 0) visitor.pieceOfA(inB);
    if (ofA === 0) visitor.pieceOfB(inA);
    visitor.wedge(inA, inB);
  }
}

/**
 * Whether the surfaces cross along the segment from p to q: a rotation about it meets a, b, a and b again. A surface that ends there, or
 * turns back, is on one side of the other; if both share a half plane, neither is.
 */
export function crossAlong(
  a: PosedTree,
  b: PosedTree,
  p: RationalPoint,
  q: RationalPoint,
  grid: Grid,
): boolean {
  const { direction, planes } = planesAround(a, b, p, q, grid);
  const isShared = (plane: HalfPlane) =>
    planes.some(
      (other) => other.ofA !== plane.ofA && compareAngles(planes[0], plane, other, direction) === 0,
    );
  const own = planes.filter((plane) => !isShared(plane));
  const changes = own.filter((plane, k) => plane.ofA !== own[(k + 1) % own.length].ofA).length;
  return changes >= 4;
}

/** The half planes around the segment from p to q, ordered by angle, and a point of the segment at which they are seen. */
function planesAround(a: PosedTree, b: PosedTree, p: RationalPoint, q: RationalPoint, grid: Grid) {
  const direction = difference(p, q);
  for (let n = 1n; ; n++) {
    // Generic points of the segment; the first, its middle, nearly always suffices.
    const x = between(p, q, n, n === 1n ? 2n : 2n * n + 1n);
    const found = [
      ...trianglesThrough(a, x, grid).map((t) => halfPlanes(t, x, direction, true)),
      ...trianglesThrough(b, x, grid).map((t) => halfPlanes(t, x, direction, false)),
    ];
    // A triangle that only crosses the segment at x, or ends there, makes x special: try another point.
    if (found.some((own) => own === null)) continue;
    const planes = found.flat() as HalfPlane[];
    const first = planes[0];
    planes.sort((s, t) => compareAngles(first, s, t, direction));
    return { x, direction, planes };
  }
}

/** The one or two half planes of a triangle beside the segment; null for a triangle that is not a half plane there. */
function halfPlanes(
  { corners, normal }: ThroughTriangle,
  x: RationalPoint,
  direction: IntegerVector,
  ofA: boolean,
): HalfPlane[] | null {
  if (dot(normal, direction) !== 0n) return null;
  const found: HalfPlane[] = [];
  for (let c = 0; c < 3; c++) {
    const arm = armFrom(corners[c], x);
    const into: IntegerVector = [-arm[0], -arm[1], -arm[2]];
    const across = cross(direction, into);
    if (across.every((value) => value === 0n)) {
      if (arm.every((value) => value === 0n)) return null; // x is a corner
      continue;
    }
    if (found.every((plane) => dot(plane.normal, across) < 0n)) found.push({ normal: across, into, ofA });
    const next = corners[(c + 1) % 3];
    const edge: IntegerVector = [next[0] - corners[c][0], next[1] - corners[c][1], next[2] - corners[c][2]];
    if (cross(edge, arm).every((value) => value === 0n)) return null; // the triangle ends at x, on an edge that crosses the segment
  }
  return found;
}

/** Orders half planes by their angle from the first, turning about the direction; 0 if equal. */
function compareAngles(first: HalfPlane, s: HalfPlane, t: HalfPlane, direction: IntegerVector): number {
  const [p, q] = [sectorOf(first, s, direction), sectorOf(first, t, direction)];
  if (p !== q) return p - q;
  if (p % 2 === 0) return 0;
  const turn = dot(direction, cross(s.normal, t.normal));
  return turn > 0n ? -1 : turn < 0n ? 1 : 0;
}

/** 0: same direction as the first, 1: within the half turn after it, 2: opposite, 3: beyond. */
function sectorOf(first: HalfPlane, plane: HalfPlane, direction: IntegerVector): number {
  const turn = dot(direction, cross(first.normal, plane.normal));
  if (turn !== 0n) return turn > 0n ? 1 : 3;
  return dot(first.normal, plane.normal) > 0n ? 0 : 2;
}

/** p + part / whole · (q − p) */
function between(p: RationalPoint, q: RationalPoint, part: bigint, whole: bigint): RationalPoint {
  const rest = whole - part;
  const [x, y, z] = [0, 1, 2].map((i) => p[i] * q[3] * rest + q[i] * p[3] * part) as [bigint, bigint, bigint];
  return [x, y, z, p[3] * q[3] * whole];
}

/** The direction from p to q. */
function difference(p: RationalPoint, q: RationalPoint): IntegerVector {
  return [q[0] * p[3] - p[0] * q[3], q[1] * p[3] - p[1] * q[3], q[2] * p[3] - p[2] * q[3]];
}
