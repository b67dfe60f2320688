import { INSIDE as LOCATED_INSIDE, ON as LOCATED_ON, locate } from "../classify/locate-point.ts";
import { type PosedTree, poseTree } from "../classify/posed-tree.ts";
import type { QueryStats } from "../stats.ts";
import type { ContactLines } from "./contact-lines.ts";
import {
  type ContactSurface,
  crossedSlot,
  DOUBTFUL,
  doubled,
  INSIDE,
  moveVertex,
  ON,
  OUTSIDE,
  PLACED,
  setSideOfVertex,
  sideOfVertex,
  UNKNOWN,
} from "./contact-surface.ts";
import { type PairsOfSlots, pairsOfSlots, sideByCurve } from "./side-by-curve.ts";

// The pieces of one surface that lie inside the other solid. A vertex next to a crossing is inside or outside by the
// triangle that its edge passes through. From there the side spreads along edges that the other surface leaves alone:
// no such edge changes sides. Corners of a large triangle with a hole in its middle have no crossing beside them; the segments
// in the triangle tell their side (side-by-curve.ts). What is left is located by ray parity, exactly.

/** Finds the inner vertices of `surface` and the pieces they form. */
export function findInnerPieces(
  surface: ContactSurface,
  other: ContactSurface,
  lines: ContactLines,
  side: 0 | 1,
  stats: QueryStats,
): void {
  const { crossed, originals, triangleCount } = surface;
  const { corners } = surface.graph;
  let notes = 0;
  for (let slot = 0; slot < crossed.count; slot++) notes |= noteSides(surface, slot);
  // Two crossed edges of a triangle tell the sides of all its corners.
  const crossedBits = (notes & DOUBT) === 0 ? surface.crossedBits : null;
  const areEndsSeen = lines.sizes === null;
  surface.doSidesAgree = notes === 0 && areEndsSeen;
  for (let slot = 0; slot < crossed.count; slot++) {
    spreadFromEnd(surface, crossed.ends[2 * slot], crossed.lowSides[slot], areEndsSeen);
    spreadFromEnd(surface, crossed.ends[2 * slot + 1], crossed.highSides[slot], areEndsSeen);
  }
  let posed: PosedTree | null = null;
  let pairs: PairsOfSlots | null = null;
  let areMarked = false;
  for (let slot = 0; slot < triangleCount; slot++) {
    if (crossedBits !== null && hasTwoBits(crossedBits[slot])) continue;
    for (let k = 0; k < 3; k++) {
      const vertex = corners[3 * originals[slot] + k];
      const known = sideOfVertex(surface, vertex);
      if (known !== UNKNOWN && known !== DOUBTFUL) continue;
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
  placeInner(surface);
  if (posed === null) return;
  stats.boxTests += posed.boxTests;
  stats.triangleTests += posed.triangleTests;
  stats.exactTests += posed.exactTests;
}

/** Marks the vertices of triangles that meet the other surface, as far as their side is unknown: sides spread over these only. */
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

/** Crossings nearer to each other than this share of the edge may be in the wrong order. */
const CLOSE = 1e-9;

// What `noteSides` has met: sides in doubt, and edges at one vertex that contradict each other.
const DOUBT = 1;
const CONFLICT = 2;

/** Notes the sides of a crossed edge's ends. */
function noteSides(surface: ContactSurface, slot: number): number {
  const { crossed } = surface;
  const low = crossed.lowSides[slot];
  const high = crossed.highSides[slot];
  const isEven = crossed.crossings[slot] % 2 === 0;
  const isDoubtful =
    low !== UNKNOWN &&
    high !== UNKNOWN &&
    isEven !== (low === high) &&
    crossed.last[slot] - crossed.first[slot] < CLOSE;
  return (
    noteSide(surface, crossed.ends[2 * slot], isDoubtful ? DOUBTFUL : low) |
    noteSide(surface, crossed.ends[2 * slot + 1], isDoubtful ? DOUBTFUL : high) |
    (isDoubtful ? DOUBT : 0)
  );
}

/** Where parts of one mesh overlap, a vertex may be inside one part and outside another: it is inside then. */
function noteSide(surface: ContactSurface, vertex: number, side: number): number {
  if (side === UNKNOWN) return 0;
  const known = sideOfVertex(surface, vertex);
  if (known === side) return 0;
  if (known === UNKNOWN || (known !== ON && side === INSIDE) || (known === OUTSIDE && side === DOUBTFUL))
    setSideOfVertex(surface, vertex, side);
  return known === UNKNOWN ? 0 : CONFLICT;
}

/** Makes a piece from the end of a crossed edge, if it is inside and in no piece yet. `side` is what this edge says of it. */
function spreadFromEnd(surface: ContactSurface, vertex: number, side: number, areEndsSeen: boolean): void {
  if (surface.doSidesAgree && side !== INSIDE) return;
  if (surface.vertexStates[vertex] === surface.vertexBase + INSIDE)
    spreadInside(surface, vertex, areEndsSeen);
}

/**
 * Makes a new piece of all vertices that can be reached from `start` without a crossing. `areEndsSeen`: both ends of every crossed edge
 * have a side, as they have in general position. Then only an edge between two vertices that have been seen may be crossed.
 */
function spreadInside(surface: ContactSurface, start: number, areEndsSeen: boolean): void {
  const { starts, neighbours, names } = surface.graph;
  const { edgeSlots, edgeBase, vertexStates, vertexBase } = surface;
  const leastToAsk = areEndsSeen ? INSIDE : -vertexBase;
  const piece = surface.pieceCount++;
  // Where the neighbours of vertices that wait begin and end: asked for early, so that memory can answer meanwhile.
  let { stack } = surface;
  let height = 2;
  addInner(surface, start);
  stack[0] = starts[start];
  stack[1] = starts[start + 1];
  while (height > 0) {
    const end = stack[--height];
    for (let i = stack[--height]; i < end; i++) {
      const next = neighbours[i];
      const state = vertexStates[next] - vertexBase;
      if (state >= PLACED || state === OUTSIDE || state === ON) continue;
      if (state >= leastToAsk && edgeSlots[names[i]] >= edgeBase) continue;
      addInner(surface, next);
      if (height + 2 > stack.length) stack = surface.stack = doubled(stack);
      stack[height++] = starts[next];
      stack[height++] = starts[next + 1];
    }
  }
  if (surface.pieceCount === surface.pieceStarts.length) surface.pieceStarts = doubled(surface.pieceStarts);
  surface.pieceStarts[surface.pieceCount] = surface.innerCount;
  surface.pieceOfInner.fill(piece, surface.pieceStarts[piece], surface.innerCount);
}

function addInner(surface: ContactSurface, vertex: number): void {
  const at = surface.innerCount++;
  if (at === surface.inner.length) {
    surface.inner = doubled(surface.inner);
    surface.places = doubled(surface.places);
    surface.pieceOfInner = doubled(surface.pieceOfInner);
    surface.marks = doubled(surface.marks);
  }
  surface.inner[at] = vertex;
  surface.vertexStates[vertex] = surface.vertexBase + PLACED + at;
}

/** Takes the inner vertices to the world. */
function placeInner(surface: ContactSurface): void {
  const { inner, places, marks, innerCount } = surface;
  for (let at = 0; at < innerCount; at++) moveVertex(surface, inner[at], places, 3 * at);
  marks.fill(-1, 0, innerCount);
}

/** Vertices of triangles that meet the other surface, and are next to one that is outside, are outside. */
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
  moveVertex(surface, vertex, place, 0);
  const side = locate(posed, place);
  return side === LOCATED_INSIDE ? INSIDE : side === LOCATED_ON ? ON : OUTSIDE;
}
