import {
  again,
  type Code,
  call,
  type FunctionCode,
  f32,
  f32x4,
  i32,
  i32x4,
  leave,
  loop,
  select,
  v128,
  when,
  writeFunction,
} from "../../numerics/wasm/assembler.ts";
import { BOX_BYTES, NUMBERS } from "./kernel-boxes.ts";

// `refitFrom` and `rotate` of fat-tree.ts in WebAssembly; see tree-kernel.ts.

const MAX = BOX_BYTES / 2;
const NODE_BYTES = 2 * BOX_BYTES;
const CHILD = 12;
const UP = 28;
/** Levels at which exchanges are tried, as in fat-tree.ts. */
const REFIT_LEVELS = 2;

const slotAddress = (nodes: Code, slot: Code): Code => i32.add(nodes, i32.shl(slot, i32.const(5)));
const nodeAddress = (nodes: Code, node: Code): Code => i32.add(nodes, i32.shl(node, i32.const(6)));
/** The numbers of one vector, with the integer of another. */
const keepInteger = (numbers: Code, other: Code): Code => v128.choose(NUMBERS, numbers, other);
/** The ends of the union of both children of a node. */
const unionMin = (node: Code): Code => f32x4.min(v128.load(node), v128.load(node, BOX_BYTES));
const unionMax = (node: Code): Code => f32x4.max(v128.load(node, MAX), v128.load(node, BOX_BYTES + MAX));

/** `rotateIndex` is the number of the function `rotate` in the module. */
export function writeRefit(rotateIndex: number): FunctionCode {
  return writeFunction("refit", 3, ([slot, nodes, leafSlots], local) => {
    const at = local("i32");
    const node = local("i32");
    const up = local("i32");
    const levels = local("i32");
    const min = local("v128");
    const max = local("v128");
    return [
      loop(
        node.set(nodeAddress(nodes.get, i32.shr(slot.get, i32.const(1)))),
        up.set(i32.load(node.get, UP)),
        when(i32.lt(up.get, i32.const(0)), leave(levels.get)),
        levels.set(i32.add(levels.get, i32.const(1))),
        at.set(slotAddress(nodes.get, up.get)),
        min.set(keepInteger(unionMin(node.get), v128.load(at.get))),
        max.set(keepInteger(unionMax(node.get), v128.load(at.get, MAX))),
        when(
          i32.eq(
            i32x4.signs(
              v128.and(i32x4.eq(min.get, v128.load(at.get)), i32x4.eq(max.get, v128.load(at.get, MAX))),
            ),
            i32.const(15),
          ),
          leave(levels.get),
        ),
        v128.store(at.get, min.get),
        v128.store(at.get, max.get, MAX),
        slot.set(up.get),
        when(
          i32.ge(i32.const(REFIT_LEVELS), levels.get),
          node.set(
            call(
              rotateIndex,
              nodeAddress(nodes.get, i32.shr(up.get, i32.const(1))),
              nodes.get,
              leafSlots.get,
            ),
          ),
        ),
        again(0),
      ),
      levels.get,
    ];
  });
}

export function writeRotate(): FunctionCode {
  return writeFunction("rotate", 3, ([node, nodes, leafSlots], local) => {
    const sides = [0, 1].map(() => ({ min: local("v128"), max: local("v128") }));
    const link = local("i32");
    const child = local("i32"); // address
    const gains = local("v128");
    const gain = local("f32");
    const bestGain = local("f32");
    const slot = local("i32"); // address of the grandchild to be exchanged, 0 for none
    const inner = local("i32"); // address of its parent's slot
    const outer = local("i32");
    const low = local("v128");
    const high = local("v128");
    const extents = (min: Code, max: Code): Code => f32x4.sub(max, min);

    const tryGrandchild = (side: number, grand: number): Code => {
      const own = sides[side];
      const other = sides[1 - side];
      const stays = BOX_BYTES * (1 - grand);
      return [
        gains.set(
          f32x4.sub(
            extents(own.min.get, own.max.get),
            extents(
              f32x4.min(other.min.get, v128.load(child.get, stays)),
              f32x4.max(other.max.get, v128.load(child.get, stays + MAX)),
            ),
          ),
        ),
        gain.set(
          f32.add(f32.add(f32x4.lane(gains.get, 0), f32x4.lane(gains.get, 1)), f32x4.lane(gains.get, 2)),
        ),
        when(
          f32.gt(gain.get, bestGain.get),
          bestGain.set(gain.get),
          slot.set(i32.add(child.get, i32.const(BOX_BYTES * grand))),
          inner.set(i32.add(node.get, i32.const(BOX_BYTES * side))),
          outer.set(i32.add(node.get, i32.const(BOX_BYTES * (1 - side)))),
        ),
      ];
    };
    const trySide = (side: number): Code => [
      link.set(i32x4.lane(sides[side].min.get, 3)),
      when(
        i32.ge(link.get, i32.const(0)),
        child.set(nodeAddress(nodes.get, link.get)),
        tryGrandchild(side, 0),
        tryGrandchild(side, 1),
      ),
    ];
    /** Tells the child that is now in the slot at an address. */
    const tellChild = (address: Code): Code => [
      link.set(i32.load(address, CHILD)),
      i32.store(
        select(
          i32.lt(link.get, i32.const(0)),
          i32.add(leafSlots.get, i32.shl(i32.xor(link.get, i32.const(-1)), i32.const(2))),
          i32.add(nodeAddress(nodes.get, link.get), i32.const(UP)),
        ),
        i32.shr(i32.sub(address, nodes.get), i32.const(5)),
      ),
    ];
    const exchange: Code = [
      low.set(v128.load(slot.get)),
      v128.store(slot.get, v128.load(outer.get)), // with the child
      v128.store(outer.get, low.get),
      low.set(v128.load(slot.get, MAX)),
      high.set(v128.load(outer.get, MAX)),
      v128.store(slot.get, keepInteger(high.get, low.get), MAX),
      v128.store(outer.get, keepInteger(low.get, high.get), MAX),
      tellChild(slot.get),
      tellChild(outer.get),
      child.set(i32.and(slot.get, i32.const(-NODE_BYTES))), // nodes begin at multiples
      v128.store(inner.get, keepInteger(unionMin(child.get), v128.load(inner.get))),
      v128.store(inner.get, keepInteger(unionMax(child.get), v128.load(inner.get, MAX)), MAX),
    ];
    return [
      sides.map(
        ({ min, max }, side): Code => [
          min.set(v128.load(node.get, BOX_BYTES * side)),
          max.set(v128.load(node.get, BOX_BYTES * side + MAX)),
        ],
      ),
      trySide(0),
      trySide(1),
      when(slot.get, exchange),
      slot.get,
    ];
  });
}
