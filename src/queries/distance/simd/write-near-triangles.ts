import {
  again,
  type Code,
  type FunctionCode,
  f32,
  f32x4,
  i32,
  i32x4,
  type Local,
  loop,
  v128,
  when,
  writeFunction,
} from "../../../numerics/wasm/assembler.ts";
import { writeFourTriangles } from "../../pairs/simd/four-triangles.ts";
import {
  AXES,
  dot,
  dropWhere,
  FOUR_LANES,
  numberAt,
  splat,
  sumOf,
  values,
  ZERO,
} from "../../pairs/simd/vectors.ts";
import * as Memory from "./memory-layout.ts";

// How far apart the triangles of two leaves are, four pairs at once, in f32 and in a's space: between two numbers.
//
// At most: as far as the nearest two points found. These are points of the triangles whatever rounding did to the numbers
// that say where on an edge or face they lie. At least: as far as the gap between the triangles along any way; it is
// taken along the one between the points found, where it is the distance itself if they are the nearest. Both numbers
// are off by SLACK at most. So nothing is said of how well the points are found: where badly, a pair is kept in vain.

/** The least square that counts: smaller ones have no relative precision, or are zero. */
const TINY = 2 ** -120;
/** For the rounding of quotients, roots and squares, and for a's pose, of which SIMILAR says how much it may stretch. */
export const GROW = 1 + 2 ** -18;

/** Bounds no farther apart than so many times the slack are near enough. */
const FINE = 4;

export const sub = (u: readonly Code[], v: readonly Code[]): Code[] =>
  AXES.map((axis) => f32x4.sub(u[axis], v[axis]));
export const set = (to: readonly Local[], from: readonly Code[]): Code =>
  to.map((lanes, k) => lanes.set(from[k]));
const vectorAt = (address: Code, offset: number): Code[] =>
  AXES.map((axis) => v128.load(address, offset + Memory.LANE * axis));
const store = (address: number, v: readonly Code[]): Code =>
  v.map((lanes, k) => v128.store(ZERO, lanes, address + Memory.LANE * k));
export const quotient = (dividend: Code, square: Code): Code =>
  f32x4.div(dividend, f32x4.max(square, splat(TINY)));
/** A length, or more where its square vanishes: what is measured along such a way is nothing but rounding. */
export const lengthOf = (square: Code): Code => f32x4.sqrt(f32x4.max(square, splat(TINY)));
export const clamped = (value: Code): Code => f32x4.min(f32x4.max(value, splat(0)), splat(1));

/** Tests the triangles of two leaves; returns whether BEST has been lowered. */
export function writeNearTriangles(): FunctionCode {
  return writeFunction("nearTriangles", 2, ([leafA, leafB], local) => {
    const lanes = () => local("v128");
    const vector = () => AXES.map(lanes);
    const address = (side: number, offset: number) => i32.load(ZERO, side + offset);
    const four = writeFourTriangles(local, {
      cornersA: address(Memory.SIDE_A, Memory.SIDE_CORNERS),
      positionsA: address(Memory.SIDE_A, Memory.SIDE_POSITIONS),
      cornersB: address(Memory.SIDE_B, Memory.SIDE_CORNERS),
      positionsB: address(Memory.SIDE_B, Memory.SIDE_POSITIONS),
    });
    const cornersA = AXES.map(vector);
    const cornersB = AXES.map(vector);
    const alive = local("i32");
    const kept = local("i32");
    const lowered = local("i32");
    const p = local("i32");
    const q = local("i32");
    const way = vector();
    const square = lanes();
    const [u, v, w, d] = [vector(), vector(), vector(), vector()];
    const [s, t] = [lanes(), lanes()];
    const [uu, vv, uv, uw, vw] = [lanes(), lanes(), lanes(), lanes(), lanes()];
    const [one, isNearer, lower, upper] = [lanes(), lanes(), lanes(), lanes()];

    /** From a's farthest corner along a vector to b's first, times the vector's length. */
    const gapAlong = (x: readonly Code[]): Code => {
      const along = (corners: Local[][]) => corners.map((corner) => dot(x, values(corner)));
      return f32x4.sub(along(cornersB).reduce(f32x4.min), along(cornersA).reduce(f32x4.max));
    };

    const storeCorners = (to: number, corners: Local[][]): Code =>
      corners.map((corner, k) => [
        set(u, sub(values(corners[(k + 1) % 3]), values(corner))),
        store(to + k * Memory.CORNER_BYTES + Memory.POINT, values(corner)),
        store(to + k * Memory.CORNER_BYTES + Memory.EDGE, values(u)),
        uu.set(dot(values(u), values(u))),
        store(to + k * Memory.CORNER_BYTES + Memory.EDGE_SQUARE, [uu.get, quotient(splat(1), uu.get)]),
      ]);
    const storeFace = (to: number, [c0, c1, c2]: Local[][]): Code => [
      set(u, sub(values(c1), values(c0))),
      set(v, sub(values(c2), values(c0))),
      store(to + Memory.FACE_POINT, values(c0)),
      store(to + Memory.FACE_U, values(u)),
      store(to + Memory.FACE_V, values(v)),
      uu.set(dot(values(u), values(u))),
      vv.set(dot(values(v), values(v))),
      uv.set(dot(values(u), values(v))),
      store(to + Memory.FACE_UV, [
        uv.get,
        vv.get,
        f32x4.sub(f32x4.mul(uu.get, vv.get), f32x4.mul(uv.get, uv.get)),
      ]),
    ];

    /** Takes the vector d for the way where it is shorter, and where `valid` has ones. */
    const offer = (valid: Code | null): Code => [
      one.set(dot(values(d), values(d))),
      isNearer.set(f32x4.lt(one.get, square.get)),
      valid === null ? [] : isNearer.set(v128.and(isNearer.get, valid)),
      square.set(v128.choose(isNearer.get, one.get, square.get)),
      AXES.map((axis) => way[axis].set(v128.choose(isNearer.get, d[axis].get, way[axis].get))),
    ];
    /** The edge at the corner p of a and that at q of b: the points p + s·u and q + t·v. */
    const edgeEdge: Code = [
      set(u, vectorAt(p.get, Memory.EDGE)),
      set(v, vectorAt(q.get, Memory.EDGE)),
      set(w, sub(vectorAt(q.get, Memory.POINT), vectorAt(p.get, Memory.POINT))),
      uv.set(dot(values(u), values(v))),
      uw.set(dot(values(u), values(w))),
      vw.set(dot(values(v), values(w))),
      uu.set(v128.load(p.get, Memory.EDGE_SQUARE)),
      vv.set(v128.load(q.get, Memory.EDGE_SQUARE)),
      s.set(
        clamped(
          quotient(
            f32x4.sub(f32x4.mul(uw.get, vv.get), f32x4.mul(uv.get, vw.get)),
            f32x4.sub(f32x4.mul(uu.get, vv.get), f32x4.mul(uv.get, uv.get)),
          ),
        ),
      ),
      t.set(
        clamped(
          f32x4.mul(f32x4.sub(f32x4.mul(uv.get, s.get), vw.get), v128.load(q.get, Memory.EDGE_INVERSE)),
        ),
      ),
      s.set(
        clamped(
          f32x4.mul(f32x4.add(uw.get, f32x4.mul(uv.get, t.get)), v128.load(p.get, Memory.EDGE_INVERSE)),
        ),
      ),
      set(
        d,
        AXES.map((axis) =>
          f32x4.sub(f32x4.add(w[axis].get, f32x4.mul(t.get, v[axis].get)), f32x4.mul(s.get, u[axis].get)),
        ),
      ),
      offer(null),
    ];
    /** The corner at p and the face at `face`, if the corner lies over it; `sign` is −1 for a corner of a. */
    const cornerFace = (face: number, sign: 1 | -1): Code => {
      const number = (offset: number) => v128.load(ZERO, face + offset);
      return [
        set(u, vectorAt(ZERO, face + Memory.FACE_U)),
        set(v, vectorAt(ZERO, face + Memory.FACE_V)),
        set(w, sub(vectorAt(p.get, Memory.POINT), vectorAt(ZERO, face + Memory.FACE_POINT))),
        uw.set(dot(values(u), values(w))),
        vw.set(dot(values(v), values(w))),
        s.set(
          quotient(
            f32x4.sub(f32x4.mul(number(Memory.FACE_VV), uw.get), f32x4.mul(number(Memory.FACE_UV), vw.get)),
            number(Memory.FACE_DET),
          ),
        ),
        // The second parameter follows from the first: both are off by much in a needle, and must be so together.
        t.set(quotient(f32x4.sub(vw.get, f32x4.mul(s.get, number(Memory.FACE_UV))), number(Memory.FACE_VV))),
        set(
          d,
          AXES.map((axis) => {
            const foot = f32x4.add(f32x4.mul(s.get, u[axis].get), f32x4.mul(t.get, v[axis].get));
            return sign < 0 ? f32x4.sub(foot, w[axis].get) : f32x4.sub(w[axis].get, foot);
          }),
        ),
        offer(
          v128.and(
            v128.and(f32x4.gt(s.get, splat(0)), f32x4.gt(t.get, splat(0))),
            f32x4.lt(f32x4.add(s.get, t.get), splat(1)),
          ),
        ),
      ];
    };
    const forEachCorner = (pointer: Local, from: number, ...body: Code[]): Code => [
      pointer.set(i32.const(from)),
      loop(
        body,
        pointer.set(i32.add(pointer.get, i32.const(Memory.CORNER_BYTES))),
        when(i32.lt(pointer.get, i32.const(from + 3 * Memory.CORNER_BYTES)), again(1)),
      ),
    ];

    const keep = (lane: number): Code => [
      i32.store(kept.get, four.slotOfA(lane), Memory.PAIRS),
      i32.store(kept.get, four.slotOfB(lane), Memory.PAIRS + 4),
      v128.storeLane(kept.get, lower.get, lane, Memory.PAIRS + Memory.PAIR_LOWER),
      kept.set(
        i32.add(
          kept.get,
          i32.mul(i32.and(i32.shr(alive.get, i32.const(lane)), i32.const(1)), i32.const(Memory.PAIR_BYTES)),
        ),
      ),
    ];
    /** Any lane may do this: all four are pairs of triangles, only that some are repeated or known to be farther. */
    const lowerBest = (lane: number): Code =>
      when(
        f32.lt(f32x4.lane(upper.get, lane), f32.load(ZERO, Memory.BEST)),
        v128.storeLane(ZERO, upper.get, lane, Memory.BEST),
        AXES.map((axis) => v128.storeLane(ZERO, way[axis].get, lane, Memory.FOUND_WAY + 4 * axis)),
        lowered.set(i32.const(1)),
      );

    const setBounds: Code = [
      one.set(lengthOf(square.get)),
      upper.set(f32x4.mul(f32x4.add(one.get, numberAt(Memory.SLACK)), splat(GROW))),
      lower.set(f32x4.sub(f32x4.div(gapAlong(values(way)), one.get), numberAt(Memory.SLACK))),
    ];
    const addFaces: Code = [
      storeFace(Memory.FACE_A, cornersA),
      storeFace(Memory.FACE_B, cornersB),
      forEachCorner(p, Memory.CORNERS_A, cornerFace(Memory.FACE_B, -1)),
      forEachCorner(p, Memory.CORNERS_B, cornerFace(Memory.FACE_A, 1)),
      setBounds,
    ];
    const measure: Code = [
      storeCorners(Memory.CORNERS_A, cornersA),
      storeCorners(Memory.CORNERS_B, cornersB),
      square.set(splat(Infinity)),
      set(
        way,
        AXES.map(() => splat(0)),
      ),
      forEachCorner(p, Memory.CORNERS_A, forEachCorner(q, Memory.CORNERS_B, edgeEdge)),
      setBounds,
      // where the gap is as long as the way already, no face comes nearer
      when(
        i32.and(
          alive.get,
          i32x4.signs(
            f32x4.gt(
              upper.get,
              f32x4.mul(
                f32x4.add(lower.get, f32x4.mul(splat(FINE), numberAt(Memory.SLACK))),
                splat(GROW * GROW),
              ),
            ),
          ),
        ),
        addFaces,
      ),
      dropWhere(f32x4.gt(lower.get, numberAt(Memory.BEST)), alive),
      FOUR_LANES.map(keep),
      when(i32x4.signs(f32x4.lt(upper.get, numberAt(Memory.BEST))), FOUR_LANES.map(lowerBest)),
    ];

    const unitWay = AXES.map((axis) => numberAt(Memory.UNIT_WAY + 4 * axis));
    const test: Code = [
      alive.set(four.distinctLanes),
      dropWhere(f32x4.gt(gapAlong(unitWay), numberAt(Memory.ROOT)), alive),
      i32.store(
        ZERO,
        i32.add(i32.load(ZERO, Memory.TRIANGLE_TESTS), i32.popcnt(alive.get)),
        Memory.TRIANGLE_TESTS,
      ),
      // three times the line between the middles
      set(
        d,
        AXES.map((axis) =>
          f32x4.sub(
            sumOf(cornersB.map((corner) => corner[axis].get)),
            sumOf(cornersA.map((corner) => corner[axis].get)),
          ),
        ),
      ),
      dropWhere(
        f32x4.gt(
          gapAlong(values(d)),
          f32x4.mul(
            f32x4.add(numberAt(Memory.BEST), numberAt(Memory.SLACK)),
            lengthOf(dot(values(d), values(d))),
          ),
        ),
        alive,
      ),
      when(alive.get, measure),
    ];
    return [
      kept.set(i32.load(ZERO, Memory.KEPT)),
      four.forEachFour(
        leafA.get,
        leafB.get,
        cornersB.map((corner, k) => four.readCornerB(k, corner)),
        cornersA.map((corner, k) => four.readCornerA(k, corner)),
        test,
      ),
      i32.store(ZERO, kept.get, Memory.KEPT),
      lowered.get,
    ];
  });
}
