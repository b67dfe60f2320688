import {
  again,
  type Code,
  call,
  type FunctionCode,
  f32,
  f32x4,
  i32,
  type Local,
  loop,
  v128,
  when,
  writeFunction,
} from "../../../numerics/wasm/assembler.ts";
import { AABB_COUNT, AABB_LINK } from "../../../trees/layout.ts";
import { childOf } from "../../pairs/simd/four-boxes.ts";
import { CORNERS_BYTES, NODE_SHIFT, VERTEX_BYTES } from "../../pairs/simd/memory-layout.ts";
import { MIXED_HIGH, MIXED_LOW, ZERO } from "../../pairs/simd/vectors.ts";
import * as Memory from "./memory-layout.ts";

// The reaches of reach-along-way.ts, in f32: how far a node extends along the way between the nearest points so far, by its
// triangles if all leaves are at most two levels below it, otherwise by its box.

const LINK = 4 * AABB_LINK;
const COUNT = 4 * AABB_COUNT;
const NODE_BYTES = 1 << NODE_SHIFT;
const SET_REACH = 0; // the function's own number

/** Sets `entry` to the address of a node's reach, which is computed if it is not known. */
export function lookUpReach(side: Code, reaches: Code, at: Code, entry: Local): Code {
  const generation = i32.load(ZERO, Memory.GENERATION);
  return [
    entry.set(placeOf(reaches, at)),
    when(
      i32.or(i32.xor(i32.load(entry.get), generation), i32.xor(i32.load(entry.get, Memory.REACH_NODE), at)),
      entry.set(call(SET_REACH, side, at)),
    ),
  ];
}

const placeOf = (reaches: Code, at: Code) =>
  i32.add(
    reaches,
    i32.mul(
      i32.and(i32.shr(at, i32.const(NODE_SHIFT)), i32.const(Memory.LAST_REACH)),
      i32.const(Memory.REACH_BYTES),
    ),
  );

/** Computes the reach of the node at `at`, and returns the address where it is kept. */
export function writeSetReach(): FunctionCode {
  return writeFunction("setReach", 2, ([side, at], local) => {
    const link = local("i32");
    const first = local("i32");
    const entry = local("i32");
    const slot = local("i32");
    const end = local("i32");
    const reach = local("f32");
    const far = local("v128");
    const [way, one, two, three, mixed] = [1, 2, 3, 4, 5].map(() => local("v128")) as [
      Local,
      Local,
      Local,
      Local,
      Local,
    ];
    const ofSide = (offset: number) => i32.load(side.get, offset);
    const isLeaf = (node: Code, offset = 0) => i32.lt(i32.load(node, LINK + offset), ZERO);
    const childrenOf = (node: Code) => childOf(ofSide(Memory.SIDE_NODES), i32.load(node, LINK));
    const lane = (k: number) => f32x4.lane(far.get, k);
    const withOffset = (value: Code) => f32.add(value, f32.load(side.get, Memory.SIDE_OFFSET));

    /** Corner k of a triangle, each coordinate times the way. */
    const projectCorner = (k: number, to: Local): Code =>
      to.set(
        f32x4.mul(
          way.get,
          v128.load(
            i32.add(
              ofSide(Memory.SIDE_POSITIONS),
              i32.mul(i32.load(slot.get, 4 * k), i32.const(VERTEX_BYTES)),
            ),
          ),
        ),
      );
    // Lanes 0 to 2 become the three corners; what follows a vertex in memory is never summed.
    const leafReach: Code = [
      slot.set(i32.xor(link.get, i32.const(-1))),
      end.set(i32.add(slot.get, i32.load(at.get, COUNT))),
      slot.set(i32.add(ofSide(Memory.SIDE_CORNERS), i32.mul(slot.get, i32.const(CORNERS_BYTES)))),
      end.set(i32.add(ofSide(Memory.SIDE_CORNERS), i32.mul(end.get, i32.const(CORNERS_BYTES)))),
      far.set(f32x4.splat(f32.const(-Infinity))),
      loop(
        [one, two, three].map((to, k) => projectCorner(k, to)),
        mixed.set(f32x4.shuffle(one.get, two.get, MIXED_LOW)),
        two.set(f32x4.shuffle(one.get, two.get, MIXED_HIGH)),
        far.set(
          f32x4.max(
            far.get,
            f32x4.add(
              f32x4.add(
                f32x4.shuffle(mixed.get, three.get, [0, 1, 4, 4]),
                f32x4.shuffle(mixed.get, three.get, [2, 3, 5, 5]),
              ),
              f32x4.shuffle(two.get, three.get, [0, 1, 6, 6]),
            ),
          ),
        ),
        slot.set(i32.add(slot.get, i32.const(CORNERS_BYTES))),
        when(i32.lt(slot.get, end.get), again(1)),
      ),
      reach.set(withOffset(f32.max(f32.max(lane(0), lane(1)), lane(2)))),
    ];
    const boxReach: Code = [
      far.set(
        f32x4.max(
          f32x4.mul(way.get, v128.load(at.get)),
          f32x4.mul(way.get, v128.load(at.get, 12)), // the box's other end
        ),
      ),
      reach.set(withOffset(f32.add(f32.add(lane(0), lane(1)), lane(2)))),
    ];
    const lookUp = (child: Code) => lookUpReach(side.get, ofSide(Memory.SIDE_REACHES), child, entry);
    const second = i32.add(first.get, i32.const(NODE_BYTES));
    const childrenReach: Code = [
      lookUp(first.get),
      reach.set(f32.load(entry.get, Memory.REACH_VALUE)),
      lookUp(second),
      reach.set(f32.max(reach.get, f32.load(entry.get, Memory.REACH_VALUE))),
    ];
    /** Whether the children of the child at `first` + `offset` are leaves, or it is one. */
    const isLow = (offset: number): Code => [
      slot.set(i32.add(first.get, i32.const(offset))),
      link.set(isLeaf(slot.get)),
      when(
        i32.eqz(link.get),
        slot.set(childrenOf(slot.get)),
        link.set(i32.and(isLeaf(slot.get), isLeaf(slot.get, NODE_BYTES))),
      ),
      end.set(i32.and(end.get, link.get)),
    ];

    return [
      way.set(v128.load(side.get, Memory.SIDE_WAY)),
      link.set(i32.load(at.get, LINK)),
      when(i32.lt(link.get, ZERO), leafReach),
      when(
        i32.ge(link.get, ZERO),
        first.set(childrenOf(at.get)),
        end.set(i32.const(1)),
        isLow(0),
        isLow(NODE_BYTES),
        when(end.get, childrenReach),
        when(i32.eqz(end.get), boxReach),
      ),
      entry.set(placeOf(ofSide(Memory.SIDE_REACHES), at.get)),
      i32.store(entry.get, i32.load(ZERO, Memory.GENERATION)),
      i32.store(entry.get, at.get, Memory.REACH_NODE),
      f32.store(entry.get, reach.get, Memory.REACH_VALUE),
      entry.get,
    ];
  });
}
