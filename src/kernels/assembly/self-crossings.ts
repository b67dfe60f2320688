// Triangles without a common corner that the planes did not separate, four pairs at once, a lane each: Guigue and Devillers' test in f32,
// with the bounds of self-triangles.ts and intervals.ts.
import {
  CORNER_SLACK, HITS, PAIR_BYTES, PAIR_SHIFT, NON_NEIGHBOURS, UNDECIDED, UNDECIDED_BYTES, UNDERFLOW, VERTICES, Y, Z,
} from "../self-memory-map";
import { compareIntervals, ROUNDING } from "./intervals";
import { advanceIf, numberAt, triangleAt, writePair } from "./self-lists";
import { abs, add, bitOf, dot, gt, least, mixHigh, mixLow, mul, signs, splat, sub } from "./vectors";

/** Tests the first bytes of NON_NEIGHBOURS: pairs that meet go to HITS, uncertain ones to UNDECIDED; returns the bytes of the hits. */
export function testCrossings(nonNeighbourBytes: i32, triangles: i32): i32 {
  let hits = 0;
  let undecided = 0;
  for (let at = 0; at < nonNeighbourBytes; at += 4 * PAIR_BYTES) {
    // Four triangles: a row of each is x, y or z of three corners and of the normal; lane k of a column belongs to triangle k.
    const slot1I = slotAt(at, 0, 0), slot2I = slotAt(at, 1, 0), slot3I = slotAt(at, 2, 0), slot4I = slotAt(at, 3, 0);
    let t1 = triangleAt(triangles, slot1I), t2 = triangleAt(triangles, slot2I);
    let t3 = triangleAt(triangles, slot3I), t4 = triangleAt(triangles, slot4I);
    let low12 = lowOf(t1, t2, 0), low34 = lowOf(t3, t4, 0), high12 = highOf(t1, t2, 0), high34 = highOf(t3, t4, 0);
    const i0x = column0(low12, low34), i1x = column1(low12, low34), i2x = column0(high12, high34), normalIx = column1(high12, high34);
    low12 = lowOf(t1, t2, Y), low34 = lowOf(t3, t4, Y), high12 = highOf(t1, t2, Y), high34 = highOf(t3, t4, Y);
    const i0y = column0(low12, low34), i1y = column1(low12, low34), i2y = column0(high12, high34), normalIy = column1(high12, high34);
    low12 = lowOf(t1, t2, Z), low34 = lowOf(t3, t4, Z), high12 = highOf(t1, t2, Z), high34 = highOf(t3, t4, Z);
    const i0z = column0(low12, low34), i1z = column1(low12, low34), i2z = column0(high12, high34), normalIz = column1(high12, high34);
    const sizeI = column1(highOf(t1, t2, VERTICES), highOf(t3, t4, VERTICES));

    const slot1J = slotAt(at, 0, 4), slot2J = slotAt(at, 1, 4), slot3J = slotAt(at, 2, 4), slot4J = slotAt(at, 3, 4);
    t1 = triangleAt(triangles, slot1J), t2 = triangleAt(triangles, slot2J);
    t3 = triangleAt(triangles, slot3J), t4 = triangleAt(triangles, slot4J);
    low12 = lowOf(t1, t2, 0), low34 = lowOf(t3, t4, 0), high12 = highOf(t1, t2, 0), high34 = highOf(t3, t4, 0);
    const j0x = column0(low12, low34), j1x = column1(low12, low34), j2x = column0(high12, high34), normalJx = column1(high12, high34);
    low12 = lowOf(t1, t2, Y), low34 = lowOf(t3, t4, Y), high12 = highOf(t1, t2, Y), high34 = highOf(t3, t4, Y);
    const j0y = column0(low12, low34), j1y = column1(low12, low34), j2y = column0(high12, high34), normalJy = column1(high12, high34);
    low12 = lowOf(t1, t2, Z), low34 = lowOf(t3, t4, Z), high12 = highOf(t1, t2, Z), high34 = highOf(t3, t4, Z);
    const j0z = column0(low12, low34), j1z = column1(low12, low34), j2z = column0(high12, high34), normalJz = column1(high12, high34);
    const sizeJ = column1(highOf(t1, t2, VERTICES), highOf(t3, t4, VERTICES));

    const span = add(sizeI, sizeJ);
    // j's corners relative to corner 0 of i, and on which side of i's plane they are.
    const b0x = sub(j0x, i0x), b0y = sub(j0y, i0y), b0z = sub(j0z, i0z);
    const b1x = sub(j1x, i0x), b1y = sub(j1y, i0y), b1z = sub(j1z, i0z);
    const b2x = sub(j2x, i0x), b2y = sub(j2y, i0y), b2z = sub(j2z, i0z);
    const sideJ0 = dot(normalIx, normalIy, normalIz, b0x, b0y, b0z);
    const sideJ1 = dot(normalIx, normalIy, normalIz, b1x, b1y, b1z);
    const sideJ2 = dot(normalIx, normalIy, normalIz, b2x, b2y, b2z);
    // On which side of j's plane i's corners are.
    const sideI0 = dot(normalJx, normalJy, normalJz, sub(i0x, j0x), sub(i0y, j0y), sub(i0z, j0z));
    const sideI1 = dot(normalJx, normalJy, normalJz, sub(i1x, j0x), sub(i1y, j0y), sub(i1z, j0z));
    const sideI2 = dot(normalJx, normalJy, normalJz, sub(i2x, j0x), sub(i2y, j0y), sub(i2z, j0z));
    const areSidesCertain = signs(v128.and(
      gt(least(abs(sideI0), abs(sideI1), abs(sideI2)), span),
      gt(least(abs(sideJ0), abs(sideJ1), abs(sideJ2)), span),
    ));
    const slack = numberAt(CORNER_SLACK);
    const intervals = compareIntervals(
      sub(i1x, i0x), sub(i1y, i0y), sub(i1z, i0z), sub(i2x, i0x), sub(i2y, i0y), sub(i2z, i0z),
      sub(j1x, j0x), sub(j1y, j0y), sub(j1z, j0z), sub(j2x, j0x), sub(j2y, j0y), sub(j2z, j0z), b0x, b0y, b0z,
      sideI0, sideI1, sideI2, sideJ0, sideJ1, sideJ2, add(slack, mul(splat(ROUNDING / 4), span)), slack, numberAt(UNDERFLOW),
    );

    const count = (nonNeighbourBytes - at) >>> PAIR_SHIFT;
    const alive = ((1 << min(count, 4)) - 1) & ~(areSidesCertain & intervals);
    const met = alive & areSidesCertain & (intervals >>> 4);
    const left = alive ^ met;
    writeBoth(hits, undecided, slot1I, slot1J);
    hits = advanceIf(bitOf(met, 0), hits), undecided = advanceIf(bitOf(left, 0), undecided);
    writeBoth(hits, undecided, slot2I, slot2J);
    hits = advanceIf(bitOf(met, 1), hits), undecided = advanceIf(bitOf(left, 1), undecided);
    writeBoth(hits, undecided, slot3I, slot3J);
    hits = advanceIf(bitOf(met, 2), hits), undecided = advanceIf(bitOf(left, 2), undecided);
    writeBoth(hits, undecided, slot4I, slot4J);
    hits = advanceIf(bitOf(met, 3), hits), undecided = advanceIf(bitOf(left, 3), undecided);
  }
  store<i32>(UNDECIDED_BYTES, undecided);
  return hits;
}

/** The slot on one side, 0 or 4, of the pair in a lane. */
@inline function slotAt(at: i32, lane: i32, side: i32): i32 { return load<i32>(at + (NON_NEIGHBOURS + lane * PAIR_BYTES + side)); }

// Numbers 0 and 1 of a row of two triangles, alternating, or 2 and 3; then the columns of four.
@inline function lowOf(one: i32, other: i32, row: i32): v128 { return mixLow(v128.load(one + row), v128.load(other + row)); }
@inline function highOf(one: i32, other: i32, row: i32): v128 { return mixHigh(v128.load(one + row), v128.load(other + row)); }
@inline function column0(of12: v128, of34: v128): v128 { return v128.shuffle<f32>(of12, of34, 0, 1, 4, 5); }
@inline function column1(of12: v128, of34: v128): v128 { return v128.shuffle<f32>(of12, of34, 2, 3, 6, 7); }

/** Writes a pair to HITS and to UNDECIDED. The end of at most one of them moves on. */
@inline function writeBoth(hits: i32, undecided: i32, slotI: i32, slotJ: i32): void {
  writePair(hits, HITS, slotI, slotJ);
  writePair(undecided, UNDECIDED, slotI, slotJ);
}
