import { INSIDE as LOCATED_INSIDE, ON as LOCATED_ON, locate } from "../classify/locate-point.ts";
import { type PosedTree, poseTree } from "../classify/posed-tree.ts";
import type { QueryStats } from "../stats.ts";
import type { ContactLines } from "./contact-lines.ts";
import {
  type ContactSurface,
  crossedSlot,
  doubled,
  INSIDE,
  INSIDE_BOTH_ENDS,
  moveSurfaceVertex,
  ON,
  OUTSIDE,
  outsideBit,
  PLACED,
  setSideOfVertex,
  sideOfVertex,
  UNCERTAIN,
  UNKNOWN,
} from "./contact-surface.ts";
import {
  findUnknownByKernel,
  noteSidesByKernel,
  placeInnerByKernel,
  spreadByKernel,
} from "./regions-kernel.ts";
import { type PairsOfSlots, pairsOfSlots, sideByCurve } from "./side-by-curve.ts";

// The pieces of one surface that lie inside the other solid. A vertex next to a crossing is inside or outside according to the triangle
// that its edge passes through. From there the side spreads along edges that the other surface does not meet, which never change sides. The
// corners of a large triangle with a hole in its middle have no crossing next to them; the segments in the triangle tell their side
// (side-by-curve.ts). The remaining vertices are located by ray parity, exactly.

/** Finds the inner vertices of `surface` and the pieces they form. */
export function findInnerPieces(
  surface: ContactSurface,
  other: ContactSurface,
  lines: ContactLines,
  side: 0 | 1,
  stats: QueryStats,
): void {
  const { originals, triangleCount } = surface;
  const { corners } = surface.graph;
  const { byKernel } = lines;
  const notes = byKernel !== null ? noteSidesByKernel(byKernel, side) : noteSides(surface);
  // Two crossed edges of a triangle determine the sides of all its corners.
  const crossedBits = (notes & UNCERTAIN_SIDE) === 0 ? surface.crossedBits : null;
  const areEndsSeen = lines.sizes === null;
  surface.doSidesAgree = notes === 0 && areEndsSeen;
  if (surface.doSidesAgree && byKernel === null) noteBothEnds(surface);
  const copies = lines.haveCopies ? byKernel : null;
  if (copies !== null) spreadByKernel(copies, surface, side);
  else spreadFromEnds(surface, areEndsSeen);
  let posed: PosedTree | null = null;
  let pairs: PairsOfSlots | null = null;
  let areMarked = false;
  for (let slot = 0; slot < triangleCount; slot++) {
    if (byKernel !== null) {
      slot = findUnknownByKernel(byKernel, side, slot, triangleCount, crossedBits !== null);
      if (slot === triangleCount) break;
    }
    if (crossedBits !== null && hasTwoBits(crossedBits[slot])) continue;
    for (let k = 0; k < 3; k++) {
      const vertex = corners[3 * originals[slot] + k];
      const known = sideOfVertex(surface, vertex);
      if (known !== UNKNOWN && known !== UNCERTAIN) continue;
      if (!areMarked) markUnknown(surface, crossedBits);
      areMarked = true;
      let found = known === UNKNOWN ? sideOfNeighbours(surface, vertex) : UNKNOWN;
      if (found === UNKNOWN && known === UNKNOWN && lines.sizes === null) {
        pairs ??= pairsOfSlots(surface, lines, side);
        found = sideByCurve(surface, other, lines, side, pairs, slot, k);
      }
      if (found === UNKNOWN) {
        posed ??= poseTree(other.tree, other.toWorld, "toWorld");
        found = locateVertex(surface, vertex, posed);
      }
      setSideOfVertex(surface, vertex, found);
      if (found === INSIDE) spreadInside(surface, vertex, areEndsSeen);
      else if (found === OUTSIDE) spreadOutside(surface, vertex);
    }
  }
  if (copies !== null) placeInnerByKernel(copies, surface, side);
  else placeInner(surface);
  if (posed === null) return;
  stats.boxTests += posed.boxTests;
  stats.triangleTests += posed.triangleTests;
  stats.exactTests += posed.exactTests;
}

/** Marks the vertices of unknown side in triangles that meet the other surface: sides spread only over these. */
function markUnknown(surface: ContactSurface, crossedBits: Uint8Array | null): void {
  const { originals, triangleCount } = surface;
  const { corners } = surface.graph;
  for (let slot = 0; slot < triangleCount; slot++) {
    if (crossedBits !== null && hasTwoBits(crossedBits[slot])) continue;
    for (let k = 0; k < 3; k++) {
      const vertex = corners[3 * originals[slot] + k];
      if (surface.vertexStates[vertex] < surface.vertexBase) setSideOfVertex(surface, vertex, UNKNOWN);
    }
  }
}

function hasTwoBits(mask: number): boolean {
  return (mask & (mask - 1)) !== 0;
}

/** Crossings closer to each other than this fraction of the edge may be in the wrong order. */
const CLOSE = 1e-9;

// Results of `noteSides`: uncertain sides, and edges at one vertex that contradict each other.
const UNCERTAIN_SIDE = 1;
const CONFLICT = 2;

/** Records the sides of the ends of all crossed edges. */
function noteSides(surface: ContactSurface): number {
  const { vertexStates, vertexBase } = surface;
  const { count, ends, lowSides, highSides, crossings, first, last } = surface.crossed;
  let notes = 0;
  for (let slot = 0; slot < count; slot++) {
    const low = lowSides[slot];
    const high = highSides[slot];
    const isEven = (crossings[slot] & 1) === 0;
    const isUncertain =
      low !== UNKNOWN && high !== UNKNOWN && isEven !== (low === high) && last[slot] - first[slot] < CLOSE;
    if (isUncertain) notes |= UNCERTAIN_SIDE;
    // Most ends have their side already, from another edge.
    const lowSide = isUncertain ? UNCERTAIN : low;
    const highSide = isUncertain ? UNCERTAIN : high;
    if (vertexStates[ends[2 * slot]] !== vertexBase + lowSide)
      notes |= noteSide(surface, ends[2 * slot], lowSide);
    if (vertexStates[ends[2 * slot + 1]] !== vertexBase + highSide)
      notes |= noteSide(surface, ends[2 * slot + 1], highSide);
  }
  return notes;
}

/** Where parts of one mesh overlap, a vertex may be inside one part and outside another; then it counts as inside. */
function noteSide(surface: ContactSurface, vertex: number, side: number): number {
  if (side === UNKNOWN) return 0;
  const known = sideOfVertex(surface, vertex);
  if (known === side) return 0;
  if (known === UNKNOWN || (known !== ON && side === INSIDE) || (known === OUTSIDE && side === UNCERTAIN))
    setSideOfVertex(surface, vertex, side);
  return known === UNKNOWN ? 0 : CONFLICT;
}

/** If sides agree, these vertices alone can have an edge that is crossed and leads to a vertex that is inside, too. */
function noteBothEnds({ vertexStates, vertexBase, crossed }: ContactSurface): void {
  const { count, ends, lowSides, highSides } = crossed;
  for (let slot = 0; slot < count; slot++) {
    if (lowSides[slot] !== highSides[slot] || lowSides[slot] !== INSIDE) continue;
    vertexStates[ends[2 * slot]] = vertexStates[ends[2 * slot + 1]] = vertexBase + INSIDE_BOTH_ENDS;
  }
}

/** Starts a piece at each end of a crossed edge that is inside and in no piece yet. */
function spreadFromEnds(surface: ContactSurface, areEndsSeen: boolean): void {
  const { vertexStates, vertexBase, doSidesAgree } = surface;
  const { count, ends, lowSides, highSides } = surface.crossed;
  const inside = vertexBase + INSIDE;
  const insideBothEnds = vertexBase + INSIDE_BOTH_ENDS;
  for (let slot = 0; slot < count; slot++) {
    // If sides agree, only ends that are inside according to this edge are looked up: of most edges one.
    const begin = doSidesAgree ? outsideBit(lowSides[slot]) : 0;
    const end = doSidesAgree ? 2 - outsideBit(highSides[slot]) : 2;
    for (let i = 2 * slot + begin; i < 2 * slot + end; i++) {
      const state = vertexStates[ends[i]];
      if (state === inside || state === insideBothEnds) spreadInside(surface, ends[i], areEndsSeen);
    }
  }
}

/**
 * Makes a new piece of all vertices that can be reached from `start` without a crossing. `areEndsSeen`: both ends of every crossed edge
 * have a side, as in general position. Then an edge can be crossed only if both its vertices have been seen.
 */
function spreadInside(surface: ContactSurface, start: number, areEndsSeen: boolean): void {
  const { starts, neighbours, names } = surface.graph;
  const { edgeSlots, edgeBase, vertexStates, vertexBase, doSidesAgree } = surface;
  const leastToAsk = doSidesAgree ? INSIDE_BOTH_ENDS : areEndsSeen ? INSIDE : -vertexBase;
  const piece = surface.pieceCount++;
  // Look up the neighbour ranges of pending vertices early, so that memory latency overlaps with other work.
  let { stack, inner, innerCount } = surface;
  if (innerCount === inner.length) inner = growInner(surface);
  let height = 2;
  vertexStates[start] = vertexBase + PLACED + innerCount;
  inner[innerCount++] = start;
  stack[0] = starts[start];
  stack[1] = starts[start + 1];
  while (height > 0) {
    const end = stack[--height];
    for (let i = stack[--height]; i < end; i++) {
      const next = neighbours[i];
      const state = vertexStates[next] - vertexBase;
      if (state >= OUTSIDE) continue;
      if (state >= leastToAsk && edgeSlots[names[i]] >= edgeBase) continue;
      if (innerCount === inner.length) inner = growInner(surface);
      vertexStates[next] = vertexBase + PLACED + innerCount;
      inner[innerCount++] = next;
      if (height + 2 > stack.length) stack = surface.stack = doubled(stack);
      stack[height++] = starts[next];
      stack[height++] = starts[next + 1];
    }
  }
  surface.innerCount = innerCount;
  if (surface.pieceCount === surface.pieceStarts.length) surface.pieceStarts = doubled(surface.pieceStarts);
  surface.pieceStarts[surface.pieceCount] = innerCount;
  surface.pieceOfInner.fill(piece, surface.pieceStarts[piece], innerCount);
}

function growInner(surface: ContactSurface): Uint32Array {
  surface.places = doubled(surface.places);
  surface.pieceOfInner = doubled(surface.pieceOfInner);
  surface.marks = doubled(surface.marks);
  surface.inner = doubled(surface.inner);
  return surface.inner;
}

/** Moves the inner vertices to the world, by the formula of `moveSurfaceVertex`. */
function placeInner(surface: ContactSurface): void {
  const { inner, places, marks, innerCount, moves } = surface;
  const { positions } = surface.tree.mesh;
  const [m0, m1, m2, , m4, m5, m6, , m8, m9, m10, , m12, m13, m14] = surface.toWorld;
  for (let i = 0; i < innerCount; i++) {
    const v = 3 * inner[i];
    const x = positions[v];
    const y = positions[v + 1];
    const z = positions[v + 2];
    places[3 * i] = moves ? m0 * x + m4 * y + m8 * z + m12 : x;
    places[3 * i + 1] = moves ? m1 * x + m5 * y + m9 * z + m13 : y;
    places[3 * i + 2] = moves ? m2 * x + m6 * y + m10 * z + m14 : z;
  }
  marks.fill(-1, 0, innerCount);
}

/** Vertices of triangles that meet the other surface are outside if they are next to an outside vertex. */
function spreadOutside(surface: ContactSurface, start: number): void {
  const { starts, neighbours, names } = surface.graph;
  let height = 0;
  surface.stack[height++] = start;
  while (height > 0) {
    const vertex = surface.stack[--height];
    for (let i = starts[vertex]; i < starts[vertex + 1]; i++) {
      const next = neighbours[i];
      if (surface.vertexStates[next] !== surface.vertexBase + UNKNOWN) continue;
      if (crossedSlot(surface, names[i]) >= 0) continue;
      setSideOfVertex(surface, next, OUTSIDE);
      if (height === surface.stack.length) surface.stack = doubled(surface.stack);
      surface.stack[height++] = next;
    }
  }
}

function sideOfNeighbours(surface: ContactSurface, vertex: number): number {
  const { starts, neighbours, names } = surface.graph;
  for (let i = starts[vertex]; i < starts[vertex + 1]; i++) {
    if (crossedSlot(surface, names[i]) >= 0) continue;
    const side = sideOfVertex(surface, neighbours[i]);
    if (side === INSIDE || side === OUTSIDE) return side;
  }
  return UNKNOWN;
}

const place = new Float64Array(3);

function locateVertex(surface: ContactSurface, vertex: number, posed: PosedTree): number {
  moveSurfaceVertex(surface, vertex, place, 0);
  const side = locate(posed, place);
  return side === LOCATED_INSIDE ? INSIDE : side === LOCATED_ON ? ON : OUTSIDE;
}
