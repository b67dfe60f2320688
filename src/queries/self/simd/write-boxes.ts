import {
  again,
  type Code,
  type FunctionCode,
  i32,
  i32x4,
  type Local,
  loop,
  select,
  v128,
  when,
  writeFunction,
} from "../../../numerics/wasm/assembler.ts";
import { AXES, ZERO } from "../../pairs/simd/vectors.ts";
import * as Memory from "./memory-layout.ts";
import { advance } from "./words.ts";

// The integer boxes of self-boxes.ts, a box at a time.

const splat = (value: number) => i32x4.splat(i32.const(value));
/** f32 bits as integers in the order of the floats. */
const ordered = (bits: Code): Code =>
  v128.xor(bits, v128.and(i32x4.shrSigned(bits, i32.const(31)), splat(0x7fffffff)));
const halved = (order: Code): Code => i32x4.shrSigned(i32x4.add(order, splat(1)), i32.const(1));

/** Turns so many copied nodes of an AABB tree into boxes; returns how many triangles the largest leaf has. */
export function writeNodeBoxes(): FunctionCode {
  return writeFunction("makeNodeBoxes", 2, ([nodes, count], local) => {
    const [size, largest] = [local("i32"), local("i32")];
    const bits = local("v128");
    return [
      loop(
        bits.set(v128.load(nodes.get)),
        v128.store(nodes.get, halved(ordered(bits.get))),
        bits.set(v128.load(nodes.get, 16)),
        v128.storeHalf(nodes.get, halved(ordered(bits.get)), 0, 16), // link and count stay
        size.set(i32.load(nodes.get, Memory.COUNT)),
        size.set(select(i32.lt(i32.load(nodes.get, Memory.LINK), ZERO), size.get, ZERO)),
        largest.set(select(i32.lt(largest.get, size.get), size.get, largest.get)),
        advance(nodes, Memory.BOX_BYTES),
        advance(count, -1),
        when(count.get, again(1)),
      ),
      largest.get,
    ];
  });
}

/** Writes the boxes of so many slots; `low` and `high` are the arrays of `orderedVertices`. */
export function writeSlotBoxes(): FunctionCode {
  return writeFunction("makeSlotBoxes", 5, ([boxes, count, corners, low, high], local) => {
    const vertices = AXES.map(() => local("i32"));
    const boundsOf = (ordered: Local) =>
      vertices.map((vertex) => v128.load(i32.add(ordered.get, vertex.get)));
    return [
      loop(
        vertices.map((vertex, k) =>
          vertex.set(i32.mul(i32.load(corners.get, 4 * k), i32.const(Memory.VERTEX_BYTES))),
        ),
        v128.store(boxes.get, halved(boundsOf(low).reduce(i32x4.min))),
        v128.store(boxes.get, halved(boundsOf(high).reduce(i32x4.max)), Memory.HIGH),
        advance(boxes, Memory.BOX_BYTES),
        advance(corners, Memory.CORNERS_BYTES),
        advance(count, -1),
        when(count.get, again(1)),
      ),
      ZERO,
    ];
  });
}
