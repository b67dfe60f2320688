import { turn } from "../../geometry/contact/contact-triangles.ts";
import { type Grid, gridOf, integersOf } from "../../geometry/contact/rational-point.ts";
import { KIND } from "../../geometry/contact/triangle-contact.ts";
import { cross, minus } from "../../numerics/integer-vectors.ts";
import { exactDecisionCount, orient3dAt } from "../../numerics/orient.ts";
import type { ContactCorners } from "../contacts/contact-corners.ts";
import { type ContactSegments, NO_SEGMENT } from "../contacts/contact-segments.ts";
import type { GatheredTriangles } from "../contacts/gather-triangles.ts";
import { isInsideBeside } from "./exact-parity.ts";
import { type PosedTree, worldPositions } from "./posed-tree.ts";
import { areSimple } from "./simple-triangles.ts";
import { chooseSegments, type PosedSurface, topologyOfSurface } from "./visit-pieces.ts";

// The wedges around contact segments, if both surfaces are simple (simple-triangles.ts): the fast twin of `visitSegments`. Around a segment
// each solid is then one arc of directions, between the two triangles at an edge or the two sides of one triangle. The segment lies on the
// line of an edge, so signs of determinants of vertices order the four half planes, and no point of the segment is computed. One ray per
// group of connected triangles decides on which side of a triangle its solid lies.

/** Reports the wedges; returns false, without reporting any, if a surface is not known to be simple. */
export function visitSegmentsBySigns(
  a: PosedSurface,
  b: PosedSurface,
  triangles: GatheredTriangles,
  found: ContactCorners,
  segments: ContactSegments,
  wedge: (inA: boolean, inB: boolean) => void,
  isDone: () => boolean,
): boolean {
  const { pairs, originals, countA } = triangles;
  const { kinds, starts } = found;
  if (!areSimple(a.posed, topologyOfSurface(a), originals.subarray(0, countA))) return false;
  if (!areSimple(b.posed, topologyOfSurface(b), originals.subarray(countA))) return false;
  const mates = findMates(triangles);
  const sides = createSides(a.posed, b.posed, triangles, mates);
  const waiting = chooseSegments(triangles, found, segments);
  const exactBefore = exactDecisionCount();
  for (let i = 0; i < kinds.length && !isDone(); i++) {
    if (kinds[i] === KIND.point) continue;
    const start = starts[i];
    const end = starts[i + 1];
    for (let k = start; k < end; k++) {
      const segment = segments.ofCorners[k];
      if (segment === NO_SEGMENT || waiting[segment] === 0) continue;
      waiting[segment] = 0;
      const common = found.masks[k] & found.masks[k + 1 === end ? start : k + 1];
      visitAround(triangles, pairs[2 * i], common & 7, pairs[2 * i + 1], common >> 3, mates, sides, wedge);
    }
  }
  a.posed.exactTests += exactDecisionCount() - exactBefore;
  return true;
}

/** For each edge of each triangle, 3 · triangle + edge of its neighbour across that edge; separately for each mesh. */
function findMates({ edges, countA }: GatheredTriangles): Int32Array {
  const mates = new Int32Array(edges.length).fill(-1);
  const users = new Int32Array(edges.length);
  for (const [begin, end] of [
    [0, 3 * countA],
    [3 * countA, edges.length],
  ] as const) {
    users.fill(-1);
    for (let i = begin; i < end; i++) {
      const other = users[edges[i]];
      if (other < 0) users[edges[i]] = i;
      else {
        mates[i] = other;
        mates[other] = i;
      }
    }
  }
  return mates;
}

/** Whether a triangle's solid is on the side that its normal points to. */
type Sides = (triangle: number) => boolean;

const UNKNOWN = 0;
const ABOVE = 1;
const BELOW = 2;

function createSides(a: PosedTree, b: PosedTree, triangles: GatheredTriangles, mates: Int32Array): Sides {
  const { vertices, countA, originals } = triangles;
  const known = new Uint8Array(originals.length);
  let grid: Grid | null = null;
  const ask = (triangle: number): boolean => {
    grid ??= gridOf(worldPositions(a), worldPositions(b));
    return isInsideAbove(triangle < countA ? a : b, triangles, triangle, grid);
  };
  /** Propagates what is known about one triangle to all connected ones. */
  const spread = (from: number) => {
    const stack = [from];
    while (stack.length > 0) {
      const triangle = stack.pop()!;
      for (let i = 3 * triangle; i < 3 * triangle + 3; i++) {
        const mate = mates[i];
        const next = Math.floor(mate / 3);
        if (mate < 0 || known[next] !== UNKNOWN) continue;
        // Two triangles that traverse their common edge in opposite directions have consistent winding.
        const isAlike = vertices[i] !== vertices[mate];
        known[next] = isAlike ? known[triangle] : ABOVE + BELOW - known[triangle];
        stack.push(next);
      }
    }
  };
  return (triangle) => {
    if (known[triangle] === UNKNOWN) {
      known[triangle] = ask(triangle) ? ABOVE : BELOW;
      spread(triangle);
    }
    return known[triangle] === ABOVE;
  };
}

/** Decided by a ray from the centroid, moved off by a step along the normal. */
function isInsideAbove(
  posed: PosedTree,
  { positions }: GatheredTriangles,
  triangle: number,
  grid: Grid,
): boolean {
  const p = integersOf(positions, 9 * triangle, grid);
  const q = integersOf(positions, 9 * triangle + 3, grid);
  const r = integersOf(positions, 9 * triangle + 6, grid);
  const centroid = [p[0] + q[0] + r[0], p[1] + q[1] + r[1], p[2] + q[2] + r[2], 3n] as const;
  return isInsideBeside(posed, centroid, grid, [cross(minus(q, p), minus(r, p))]);
}

// The four half planes around a segment, a's first. Each is given by a point of the plane, as 3 · its number in `positions`, and a sign:
// the half plane of the point, or the opposite one.
const points = new Int32Array(16);
const signs = new Int32Array(16);
/** Whether the half plane's own solid lies behind it, turning about the segment's direction. */
const enters = new Uint8Array(16);
/** The half plane's position relative to the first: 0 equal, 1 within the half turn after it, 2 opposite, 3 beyond. */
const sectors = new Int32Array(16);
const order = new Int32Array(16);

/**
 * Reports the wedges around a segment of the contact of `s` and `r`. `edgeA` and `edgeB` are bits for the edge of each triangle along which
 * the segment runs; 0 if it runs through the triangle's inside.
 */
function visitAround(
  triangles: GatheredTriangles,
  s: number,
  edgeA: number,
  r: number,
  edgeB: number,
  mates: Int32Array,
  sides: Sides,
  wedge: (inA: boolean, inB: boolean) => void,
): void {
  if (edgeA === 0 && edgeB === 0) {
    // Through the inside of both triangles: the half planes of a and b alternate.
    for (const inA of [false, true]) for (const inB of [false, true]) wedge(inA, inB);
    return;
  }
  const along = edgeA !== 0 ? 3 * s + (edgeA >> 1) : 3 * r + (edgeB >> 1);
  const u = 3 * along;
  const v = 3 * nextCorner(along);
  setHalfPlanes(triangles, s, edgeA, 0, u, v, mates, sides);
  setHalfPlanes(triangles, r, edgeB, 2, u, v, mates, sides);
  sortHalfPlanes(triangles, u, v);
  // After its last half plane a solid is in the state it had before its first.
  let inA = false;
  let inB = false;
  for (let k = 0; k < 4; k++)
    if (order[k] < 2) inA = enters[order[k]] === 1;
    else inB = enters[order[k]] === 1;
  for (let k = 0; k < 4; ) {
    const first = order[k];
    for (; k < 4 && compare(triangles, u, v, first, order[k]) === 0; k++)
      if (order[k] < 2) inA = enters[order[k]] === 1;
      else inB = enters[order[k]] === 1;
    wedge(inA, inB);
  }
}

function nextCorner(corner: number): number {
  return corner % 3 === 2 ? corner - 2 : corner + 1;
}

/** Sets the two half planes, at `at`, of the solid with triangle `t`, whose edge or inside contains the line u v. */
function setHalfPlanes(
  { positions: p, projections }: GatheredTriangles,
  t: number,
  edge: number,
  at: number,
  u: number,
  v: number,
  mates: Int32Array,
  sides: Sides,
): void {
  const isAbove = sides(t);
  const plane = projections[t];
  let opposite = 3 * t;
  if (edge !== 0) opposite = 3 * t + (((edge >> 1) + 2) % 3);
  else while (turn(p, u, v, 3 * opposite, plane) === 0) opposite++; // a corner off the line; there are two
  points[at] = 3 * opposite;
  signs[at] = 1;
  // Rotating about the line, does one pass from the triangle to the side of its normal, or to the other side?
  const isAlike = turn(p, u, v, 3 * opposite, plane) > 0 === turn(p, 9 * t, 9 * t + 3, 9 * t + 6, plane) > 0;
  enters[at] = isAbove === isAlike ? 1 : 0;
  if (edge === 0) {
    points[at + 1] = 3 * opposite;
    signs[at + 1] = -1;
  } else {
    points[at + 1] = 3 * nextCorner(nextCorner(mates[3 * t + (edge >> 1)]));
    signs[at + 1] = 1;
  }
  enters[at + 1] = 1 - enters[at];
}

function sortHalfPlanes(triangles: GatheredTriangles, u: number, v: number): void {
  for (let h = 0; h < 4; h++) {
    const side = turnFrom(triangles, u, v, 0, h);
    sectors[h] = side > 0 ? 1 : side < 0 ? 3 : isSame(triangles, u, v, 0, h) ? 0 : 2;
    let k = h;
    for (; k > 0 && compare(triangles, u, v, order[k - 1], h) > 0; k--) order[k] = order[k - 1];
    order[k] = h;
  }
}

/** Orders half planes by their angle from the first; 0 if equal. */
function compare(triangles: GatheredTriangles, u: number, v: number, g: number, h: number): number {
  if (sectors[g] !== sectors[h]) return sectors[g] - sectors[h];
  return sectors[g] % 2 === 0 ? 0 : -turnFrom(triangles, u, v, g, h);
}

/** Positive if h comes less than half a turn after g, negative if before it, zero if they are coplanar. */
function turnFrom(
  { positions: p, vertices }: GatheredTriangles,
  u: number,
  v: number,
  g: number,
  h: number,
): number {
  const i = points[g];
  const j = points[h];
  if (vertices[i / 3] === vertices[j / 3]) return 0;
  return signs[g] * signs[h] * orient3dAt(p, u, v, i, j);
}

/** Whether coplanar half planes are equal; otherwise they are opposite. */
function isSame({ positions: p }: GatheredTriangles, u: number, v: number, g: number, h: number): boolean {
  for (let plane = 0; ; plane++) {
    const side = turn(p, u, v, points[g], plane);
    if (side === 0) continue;
    const isBeside = side > 0 === turn(p, u, v, points[h], plane) > 0;
    return isBeside === (signs[g] === signs[h]);
  }
}
