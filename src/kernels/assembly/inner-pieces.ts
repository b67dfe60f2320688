// What reads the copy of a mesh: triangles of pairs, and the pieces of its surface inside the other solid. Twins: `takeSlots` and `writeTriangles` of
// queries/manifold/lines-kernel.ts; `spreadFromEnds`, `spreadInside` and `placeInner` of queries/manifold/inner-pieces.ts.
import {
  ACROSS, ARE_SINGLES, CORNERS, CROSSED_COUNT, EDGE_ENDS, EDGE_NAMES, EDGE_SLOTS, FIRST_SLOT, HIGH_SIDES, INNER, INNER_COUNT, INSIDE, INSIDE_BOTH_ENDS,
  LINES, LOW_SIDES, MARKS, MOVES, NEIGHBOUR_NAMES, NEIGHBOURS, ORIGINALS, OUTSIDE, PAIR_SLOTS, PAIRS, PIECE_COUNT, PIECE_OF_INNER, PIECE_STARTS,
  PLACED, PLACES, POSITIONS, SIDES_AGREE, STARTS, SURFACE_A, SURFACE_B, TO_WORLD, TRIANGLE_BASE, TRIANGLE_BYTES, TRIANGLE_COUNT, TRIANGLE_EDGES,
  TRIANGLE_SLOTS, TRIANGLES, VERTEX_BASE, VERTEX_STATES, VERTICES,
} from "../lines-memory-map";
import { moveCorner } from "./lines";

/** Gives each triangle of the pairs from `begin` to before `end` its slot, in the order of the pairs, and writes the new ones, in model space. */
export function takePairs(begin: u32, end: u32): void {
  const pairs = load<usize>(LINES, PAIRS), pairSlots = load<usize>(LINES, PAIR_SLOTS);
  const slotsA = load<usize>(SURFACE_A, TRIANGLE_SLOTS), slotsB = load<usize>(SURFACE_B, TRIANGLE_SLOTS);
  const baseA = load<i32>(SURFACE_A, TRIANGLE_BASE), baseB = load<i32>(SURFACE_B, TRIANGLE_BASE);
  const originalsA = load<usize>(SURFACE_A, ORIGINALS), originalsB = load<usize>(SURFACE_B, ORIGINALS);
  const firstA = load<i32>(SURFACE_A, TRIANGLE_COUNT), firstB = load<i32>(SURFACE_B, TRIANGLE_COUNT);
  let countA = firstA, countB = firstB;
  let last: u32 = countA == 0 ? 0xffffffff : load<u32>(originalsA + (((countA - 1) as usize) << 2));
  // Without branches, which no processor could foresee: about half of the triangles are new. Entries of known ones are written again.
  for (let i = (begin as usize) << 3; i < (end as usize) << 3; i += 8) {
    const triangleA = load<u32>(pairs + i), triangleB = load<u32>(pairs + i, 4);
    // Pairs are sorted by a's triangles: one that differs from the last is new.
    countA += i32(triangleA != last);
    last = triangleA;
    store<i32>(slotsA + ((triangleA as usize) << 2), baseA + countA - 1);
    store<u32>(originalsA + (((countA - 1) as usize) << 2), triangleA);
    const entry = slotsB + ((triangleB as usize) << 2);
    const known = load<i32>(entry) - baseB;
    const isNew = known >> 31;
    const slotB = known ^ ((known ^ countB) & isNew);
    countB -= isNew;
    store<i32>(entry, baseB + slotB);
    store<u32>(originalsB + ((slotB as usize) << 2), triangleB);
    store<i32>(pairSlots + i, countA - 1);
    store<i32>(pairSlots + i, slotB, 4);
  }
  store<i32>(SURFACE_A, countA, TRIANGLE_COUNT);
  store<i32>(SURFACE_B, countB, TRIANGLE_COUNT);
  writeTriangles(SURFACE_A, firstA, countA);
  writeTriangles(SURFACE_B, firstB, countB);
}

/** Two short loops, so that the processor fetches several triangles at a time. */
function writeTriangles(surface: usize, begin: i32, end: i32): void {
  const triangles = load<usize>(surface, TRIANGLES), originals = load<usize>(surface, ORIGINALS);
  const corners = load<usize>(surface, CORNERS), edges = load<usize>(surface, EDGE_NAMES);
  const positions = load<usize>(surface, POSITIONS);
  for (let slot = begin as usize; slot < (end as usize); slot++) {
    const first = (load<u32>(originals + (slot << 2)) as usize) * 12;
    const t = triangles + slot * TRIANGLE_BYTES;
    store<u64>(t, load<u64>(corners + first), VERTICES);
    store<u32>(t, load<u32>(corners + first, 8), VERTICES + 8);
    store<u64>(t, load<u64>(edges + first), TRIANGLE_EDGES);
    store<u32>(t, load<u32>(edges + first, 8), TRIANGLE_EDGES + 8);
  }
  const areSingles = load<i32>(surface, ARE_SINGLES) != 0;
  for (let slot = begin as usize; slot < (end as usize); slot++) {
    const t = triangles + slot * TRIANGLE_BYTES;
    for (let k: usize = 0; k < 3; k++)
      copyVertex(positions, areSingles, load<u32>(t + (k << 2), VERTICES) as usize, t + 24 * k);
  }
}

// @ts-ignore: decorator
@inline
function copyVertex(positions: usize, areSingles: bool, vertex: usize, to: usize): void {
  if (areSingles) {
    const from = positions + 12 * vertex;
    store<f64>(to, load<f32>(from) as f64);
    store<f64>(to, load<f32>(from, 4) as f64, 8);
    store<f64>(to, load<f32>(from, 8) as f64, 16);
  } else {
    const from = positions + 24 * vertex;
    v128.store(to, v128.load(from));
    store<f64>(to, load<f64>(from, 16), 16);
  }
}

/** Starts a piece at each end of a crossed edge that is inside and in no piece yet. */
export function spreadFromEnds(surface: usize): void {
  const states = load<usize>(surface, VERTEX_STATES);
  const inside = load<i32>(surface, VERTEX_BASE) + INSIDE;
  const insideBothEnds = load<i32>(surface, VERTEX_BASE) + INSIDE_BOTH_ENDS;
  const doSidesAgree = load<i32>(surface, SIDES_AGREE) != 0;
  const count = load<u32>(surface, CROSSED_COUNT) as usize;
  const ends = load<usize>(surface, EDGE_ENDS);
  const lowSides = load<usize>(surface, LOW_SIDES), highSides = load<usize>(surface, HIGH_SIDES);
  for (let slot: usize = 0; slot < count; slot++) {
    // If sides agree, only ends that are inside according to this edge are looked up: of most edges one.
    const begin: usize = doSidesAgree ? load<u8>(lowSides + slot) >> 2 : 0;
    const end: usize = doSidesAgree ? 2 - (load<u8>(highSides + slot) >> 2) : 2;
    for (let i = begin; i < end; i++) {
      const vertex = load<u32>(ends + (slot << 3) + (i << 2));
      const state = load<i32>(states + ((vertex as usize) << 2));
      if (state == inside || state == insideBothEnds) spreadInside(surface, vertex, doSidesAgree ? INSIDE_BOTH_ENDS : INSIDE);
    }
  }
}

/** Makes a new piece of all vertices that can be reached from `start` without a crossing. */
function spreadInside(surface: usize, start: u32, leastToAsk: i32): void {
  const starts = load<usize>(surface, STARTS), neighbours = load<usize>(surface, NEIGHBOURS);
  const names = load<usize>(surface, NEIGHBOUR_NAMES), edgeSlots = load<usize>(surface, EDGE_SLOTS);
  const firstSlot = load<i32>(surface, FIRST_SLOT);
  const states = load<usize>(surface, VERTEX_STATES), base = load<i32>(surface, VERTEX_BASE);
  const inner = load<usize>(surface, INNER), pieceOfInner = load<usize>(surface, PIECE_OF_INNER);
  const piece = load<u32>(surface, PIECE_COUNT);
  let innerCount = load<u32>(surface, INNER_COUNT);
  // A vertex is pushed once, with two numbers; coordinates across a normal are not needed yet.
  const stack = load<usize>(LINES, ACROSS);
  let top = stack + 8;
  store<i32>(states + ((start as usize) << 2), base + PLACED + (innerCount as i32));
  store<u32>(pieceOfInner + ((innerCount as usize) << 2), piece);
  store<u32>(inner + ((innerCount++ as usize) << 2), start);
  store<u64>(stack, load<u64>(starts + ((start as usize) << 2)));
  while (top > stack) {
    top -= 8;
    const end = load<u32>(top, 4) as usize;
    for (let i = load<u32>(top) as usize; i < end; i++) {
      const next = load<u32>(neighbours + (i << 2)) as usize;
      const state = load<i32>(states + (next << 2)) - base;
      if (state >= OUTSIDE) continue;
      if (state >= leastToAsk && load<i32>(edgeSlots + ((load<u32>(names + (i << 2)) as usize) << 2)) >= firstSlot) continue;
      store<i32>(states + (next << 2), base + PLACED + (innerCount as i32));
      store<u32>(pieceOfInner + ((innerCount as usize) << 2), piece);
      store<u32>(inner + ((innerCount++ as usize) << 2), next as u32);
      // Look up the neighbour ranges of pending vertices early, so that memory latency overlaps with other work.
      store<u64>(top, load<u64>(starts + (next << 2)));
      top += 8;
    }
  }
  store<u32>(surface, innerCount, INNER_COUNT);
  store<u32>(surface, piece + 1, PIECE_COUNT);
  store<u32>(load<usize>(surface, PIECE_STARTS) + ((piece as usize) << 2), innerCount, 4);
}

/** Moves the inner vertices to the world. */
export function placeInner(surface: usize): void {
  const count = load<u32>(surface, INNER_COUNT) as usize;
  const inner = load<usize>(surface, INNER), places = load<usize>(surface, PLACES);
  const positions = load<usize>(surface, POSITIONS);
  const areSingles = load<i32>(surface, ARE_SINGLES) != 0;
  const moves = load<i32>(surface, MOVES) != 0;
  for (let i: usize = 0; i < count; i++) {
    const at = places + 24 * i;
    copyVertex(positions, areSingles, load<u32>(inner + (i << 2)) as usize, at);
    if (moves) moveCorner(surface + TO_WORLD, at);
  }
  memory.fill(load<usize>(surface, MARKS), 0xff, count << 2);
}
