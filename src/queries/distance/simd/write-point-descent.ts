import {
  again,
  type Code,
  type FunctionCode,
  f32,
  f32x4,
  i32,
  type Local,
  leave,
  loop,
  select,
  UNREACHABLE,
  v128,
  when,
  writeFunction,
} from "../../../numerics/wasm/assembler.ts";
import { AABB_COUNT, AABB_LINK } from "../../../trees/layout.ts";
import { childOf } from "../../pairs/simd/four-boxes.ts";
import { CORNERS_BYTES, NODE_SHIFT, VERTEX_BYTES } from "../../pairs/simd/memory-layout.ts";
import {
  AXES,
  dot,
  dropWhere,
  FOUR_LANES,
  MIXED_HIGH,
  MIXED_LOW,
  numberAt,
  splat,
  values,
  ZERO,
} from "../../pairs/simd/vectors.ts";
import * as Memory from "./point-memory.ts";
import { clamped, GROW, lengthOf, quotient, set, sub } from "./write-near-triangles.ts";

// The descent of descend-to-point.ts in f32: both children of a node at once, and up to four triangles. The triangles of a
// node whose children are both leaves, and near enough, are tested together: they lie in one run of slots.
//
// A triangle is between two numbers from the point, as in write-near-triangles.ts: at most as far as the nearest point found
// on it, at least as far as the gap along the way there.

const LINK = 4 * AABB_LINK;
const COUNT = 4 * AABB_COUNT;
const NODE_BYTES = 1 << NODE_SHIFT;
const LANES = 4;

/** Descends until the triangles kept may be too many, and returns 1; or to the end, and returns 0. */
export function writePointDescent(): FunctionCode {
  return writeFunction("descendToPoint", 3, ([nodes, corners, positions], local) => {
    const integer = () => local("i32");
    const lanes = () => local("v128");
    const vector = () => AXES.map(lanes);
    const [top, node, link, first, kept, boxTests, triangleTests] = seven(integer);
    const [slot, end, last, alive, isSecond, isFarIn, linkOfOther] = seven(integer);
    const [best, limit, near, far] = [local("f32"), local("f32"), local("f32"), local("f32")];
    const point = lanes();
    const [gap1, gap2, mixed] = [lanes(), lanes(), lanes()];
    const slots = FOUR_LANES.map(integer);
    const read = FOUR_LANES.map(lanes);
    const c = AXES.map(vector);
    const [u, v, e, q, way] = [vector(), vector(), vector(), vector(), vector()];
    const [square, one, isNearer, s, t, lower, upper] = seven(lanes);
    const [uu, uv, vv, uw, vw] = [lanes(), lanes(), lanes(), lanes(), lanes()];

    const setLimit: Code = [
      near.set(f32.mul(f32.add(best.get, f32.load(ZERO, Memory.SLACK)), f32.const(GROW))),
      limit.set(f32.mul(near.get, near.get)),
    ];

    // Boxes

    /** The gaps to the child at `first` + `offset` along the axes, squared, in lanes 0 to 2. */
    const setGaps = (to: Local, offset: number): Code => [
      to.set(v128.load(first.get, offset + 8)), // minZ, then the box's other end
      to.set(
        f32x4.max(
          f32x4.max(
            f32x4.sub(v128.load(first.get, offset), point.get),
            f32x4.sub(point.get, f32x4.shuffle(to.get, to.get, [1, 2, 3, 3])),
          ),
          splat(0),
        ),
      ),
      to.set(f32x4.mul(to.get, to.get)),
    ];
    const setBounds: Code = [
      first.set(childOf(nodes.get, link.get)),
      setGaps(gap1, 0),
      setGaps(gap2, NODE_BYTES),
      mixed.set(f32x4.shuffle(gap1.get, gap2.get, [0, 4, 1, 5])),
      gap1.set(
        f32x4.add(
          f32x4.add(mixed.get, f32x4.shuffle(mixed.get, mixed.get, [2, 3, 2, 3])),
          f32x4.shuffle(gap1.get, gap2.get, [2, 6, 2, 6]),
        ),
      ),
      near.set(f32x4.lane(gap1.get, 0)),
      far.set(f32x4.lane(gap1.get, 1)),
      isSecond.set(f32.lt(far.get, near.get)),
      gap2.set(f32x4.shuffle(gap1.get, gap1.get, [1, 0, 1, 0])),
      near.set(f32x4.lane(f32x4.min(gap1.get, gap2.get), 0)),
      far.set(f32x4.lane(f32x4.max(gap1.get, gap2.get), 0)),
      boxTests.set(i32.add(boxTests.get, i32.const(2))),
    ];
    const linkOf = (at: Code, offset = 0) => i32.load(at, LINK + offset);
    const nodeAt = (isOther: Code) => i32.add(first.get, i32.shl(isOther, i32.const(NODE_SHIFT)));

    // Triangles

    const setSlots: Code = [
      last.set(i32.sub(end.get, i32.const(1))),
      slots.map((to, lane) => [
        to.set(i32.add(slot.get, i32.const(lane))),
        lane === 0 ? [] : to.set(select(i32.lt(to.get, last.get), to.get, last.get)),
      ]),
      // the lanes that are a triangle of their own
      alive.set(i32.sub(end.get, slot.get)),
      alive.set(
        select(
          i32.lt(alive.get, i32.const(LANES)),
          i32.sub(i32.shl(i32.const(1), alive.get), i32.const(1)),
          i32.const(0b1111),
        ),
      ),
      triangleTests.set(i32.add(triangleTests.get, i32.popcnt(alive.get))),
      slots.map((to) => to.set(i32.add(corners.get, i32.mul(to.get, i32.const(CORNERS_BYTES))))),
    ];
    /** Corner k of four triangles, from the point. */
    const readCorner = (k: number): Code => [
      slots.map((at, lane) =>
        read[lane].set(
          f32x4.sub(
            v128.load(i32.add(positions.get, i32.mul(i32.load(at.get, 4 * k), i32.const(VERTEX_BYTES)))),
            point.get,
          ),
        ),
      ),
      mixed.set(f32x4.shuffle(read[0].get, read[1].get, MIXED_LOW)),
      one.set(f32x4.shuffle(read[2].get, read[3].get, MIXED_LOW)),
      c[k][0].set(f32x4.shuffle(mixed.get, one.get, [0, 1, 4, 5])),
      c[k][1].set(f32x4.shuffle(mixed.get, one.get, [2, 3, 6, 7])),
      c[k][2].set(
        f32x4.shuffle(
          f32x4.shuffle(read[0].get, read[1].get, MIXED_HIGH),
          f32x4.shuffle(read[2].get, read[3].get, MIXED_HIGH),
          [0, 1, 4, 5],
        ),
      ),
    ];
    /** Takes the vector q for the way where it is shorter, and where `valid` has ones. */
    const offer = (valid: Code | null): Code => [
      one.set(dot(values(q), values(q))),
      isNearer.set(f32x4.lt(one.get, square.get)),
      valid === null ? [] : isNearer.set(v128.and(isNearer.get, valid)),
      square.set(v128.choose(isNearer.get, one.get, square.get)),
      AXES.map((axis) => way[axis].set(v128.choose(isNearer.get, q[axis].get, way[axis].get))),
    ];
    /** The point of an edge, of which the square and the product with the way to the point are known. */
    const edge = (from: readonly Local[], along: readonly Local[], product: Code, length: Code): Code => [
      s.set(clamped(quotient(product, length))),
      set(
        q,
        AXES.map((axis) => f32x4.add(from[axis].get, f32x4.mul(s.get, along[axis].get))),
      ),
    ];
    /** The product of a vector and the way from a corner to the point. */
    const toPoint = (along: readonly Local[], from: readonly Local[]): Code =>
      f32x4.neg(dot(values(along), values(from)));
    const setWay: Code = [
      set(u, sub(values(c[1]), values(c[0]))),
      set(v, sub(values(c[2]), values(c[0]))),
      set(e, sub(values(c[2]), values(c[1]))),
      uu.set(dot(values(u), values(u))),
      vv.set(dot(values(v), values(v))),
      uv.set(dot(values(u), values(v))),
      uw.set(toPoint(u, c[0])),
      vw.set(toPoint(v, c[0])),
      edge(c[0], u, uw.get, uu.get),
      square.set(dot(values(q), values(q))),
      set(way, values(q)),
      edge(c[0], v, vw.get, vv.get),
      offer(null),
      edge(c[1], e, toPoint(e, c[1]), dot(values(e), values(e))),
      offer(null),
      // the face
      s.set(
        quotient(
          f32x4.sub(f32x4.mul(vv.get, uw.get), f32x4.mul(uv.get, vw.get)),
          f32x4.sub(f32x4.mul(uu.get, vv.get), f32x4.mul(uv.get, uv.get)),
        ),
      ),
      // The second parameter follows from the first: both are off by much in a needle, and must be so together.
      t.set(quotient(f32x4.sub(vw.get, f32x4.mul(s.get, uv.get)), vv.get)),
      set(
        q,
        AXES.map((axis) =>
          f32x4.add(f32x4.add(c[0][axis].get, f32x4.mul(s.get, u[axis].get)), f32x4.mul(t.get, v[axis].get)),
        ),
      ),
      offer(
        v128.and(
          v128.and(f32x4.gt(s.get, splat(0)), f32x4.gt(t.get, splat(0))),
          f32x4.lt(f32x4.add(s.get, t.get), splat(1)),
        ),
      ),
    ];
    const setDistances: Code = [
      one.set(lengthOf(square.get)),
      upper.set(f32x4.mul(f32x4.add(one.get, numberAt(Memory.SLACK)), splat(GROW))),
      lower.set(
        f32x4.sub(
          f32x4.div(c.map((corner) => dot(values(way), values(corner))).reduce(f32x4.min), one.get),
          numberAt(Memory.SLACK),
        ),
      ),
    ];
    const lowerBest: Code = [
      upper.set(f32x4.min(upper.get, f32x4.shuffle(upper.get, upper.get, [2, 3, 0, 1]))),
      near.set(f32x4.lane(f32x4.min(upper.get, f32x4.shuffle(upper.get, upper.get, [1, 0, 3, 2])), 0)),
      when(f32.lt(near.get, best.get), best.set(near.get), setLimit),
    ];
    const keep = (lane: number): Code => [
      i32.store(kept.get, lane === 0 ? slot.get : i32.add(slot.get, i32.const(lane)), Memory.TRIANGLES),
      v128.storeLane(kept.get, lower.get, lane, Memory.TRIANGLES + Memory.TRIANGLE_LOWER),
      kept.set(
        i32.add(
          kept.get,
          i32.mul(
            i32.and(i32.shr(alive.get, i32.const(lane)), i32.const(1)),
            i32.const(Memory.TRIANGLE_BYTES),
          ),
        ),
      ),
    ];
    const testTriangles: Code = loop(
      setSlots,
      AXES.map(readCorner),
      setWay,
      setDistances,
      lowerBest,
      dropWhere(f32x4.gt(lower.get, f32x4.splat(best.get)), alive),
      when(alive.get, FOUR_LANES.map(keep)),
      slot.set(i32.add(slot.get, i32.const(LANES))),
      when(i32.lt(slot.get, end.get), again(1)),
    );

    const storeState: Code = [
      i32.store(ZERO, top.get, Memory.TOP),
      i32.store(ZERO, kept.get, Memory.KEPT),
      i32.store(ZERO, boxTests.get, Memory.BOX_TESTS),
      i32.store(ZERO, triangleTests.get, Memory.TRIANGLE_TESTS),
      f32.store(ZERO, best.get, Memory.BEST),
    ];
    const slotOf = (value: Code) => i32.xor(value, i32.const(-1));
    /** A step from an inner node: goes on with the nearer child, or leaves a run of triangles behind. */
    const split: Code = [
      setBounds,
      when(f32.gt(near.get, limit.get), again(3)),
      isFarIn.set(i32.eqz(f32.gt(far.get, limit.get))),
      link.set(linkOf(first.get)),
      linkOfOther.set(linkOf(first.get, NODE_BYTES)),
      when(
        i32.eqz(i32.and(isFarIn.get, i32.lt(i32.and(link.get, linkOfOther.get), ZERO))),
        i32.store(top.get, nodeAt(i32.eqz(isSecond.get)), Memory.STACK),
        f32.store(top.get, far.get, Memory.STACK + Memory.ENTRY_SQUARE),
        top.set(i32.add(top.get, i32.mul(isFarIn.get, i32.const(Memory.ENTRY_BYTES)))),
        node.set(first.get),
        when(isSecond.get, node.set(i32.add(first.get, i32.const(NODE_BYTES)))),
        again(2),
      ),
      // the greater link is the lesser slot
      slot.set(slotOf(select(i32.lt(link.get, linkOfOther.get), linkOfOther.get, link.get))),
      end.set(
        i32.add(slot.get, i32.add(i32.load(first.get, COUNT), i32.load(first.get, COUNT + NODE_BYTES))),
      ),
    ];

    return [
      point.set(v128.load(ZERO, Memory.POINT)),
      top.set(i32.load(ZERO, Memory.TOP)),
      kept.set(i32.load(ZERO, Memory.KEPT)),
      boxTests.set(i32.load(ZERO, Memory.BOX_TESTS)),
      triangleTests.set(i32.load(ZERO, Memory.TRIANGLE_TESTS)),
      best.set(f32.load(ZERO, Memory.BEST)),
      setLimit,
      loop(
        when(i32.eqz(top.get), storeState, leave(ZERO)),
        top.set(i32.sub(top.get, i32.const(Memory.ENTRY_BYTES))),
        when(f32.gt(f32.load(top.get, Memory.STACK + Memory.ENTRY_SQUARE), limit.get), again(1)),
        node.set(i32.load(top.get, Memory.STACK)),
        loop(
          link.set(linkOf(node.get)),
          slot.set(slotOf(link.get)),
          end.set(i32.add(slot.get, i32.load(node.get, COUNT))),
          when(i32.ge(link.get, ZERO), split),
          testTriangles,
          when(i32.ge(kept.get, i32.const(Memory.FULL)), storeState, leave(i32.const(1))),
          again(1),
        ),
      ),
      UNREACHABLE,
    ];
  });
}

function seven<T>(make: () => T): [T, T, T, T, T, T, T] {
  return [make(), make(), make(), make(), make(), make(), make()];
}
