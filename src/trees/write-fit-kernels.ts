import { MAX_COORDINATE } from "../mesh/triangle-mesh.ts";
import {
  again,
  type Code,
  type FunctionCode,
  f32,
  f32x4,
  f64,
  f64x2,
  i32,
  i32x4,
  type Local,
  leave,
  loop,
  UNREACHABLE,
  v128,
  when,
  writeFunction,
} from "../numerics/wasm/assembler.ts";
import { AABB_COUNT, AABB_LINK, AABB_SIZE } from "./layout.ts";

// The kernels of fit-kernel.ts. Vertices are f32 numbers without −0, so that the processor's minimum and maximum, which do not
// tell −0 from 0, leave the same bits whatever the order.

const VECTOR = 16;
const NODE = 32;
const NODE_SHIFT = 5;
const TRIANGLE = 12; // three vertex numbers
const VERTEX = 12;
const LINK = 4 * AABB_LINK;
const COUNT = 4 * AABB_COUNT;
const SIZE = 4 * AABB_SIZE;
// A node is two vectors: minX minY minZ maxX, and maxY maxZ link size. They are written and read as such: a
// processor waits for a load that spans two fresh stores.
const SECOND = 16;

const MAGNITUDE = 0x7fffffff;
const LIMIT = new Int32Array(new Float32Array([MAX_COORDINATE]).buffer)[0]!;

/** `checkSingles(at, end)`: makes −0 of the f32 numbers there 0; returns less than 0 if one is not finite or too large. */
export function writeCheckSingles(): FunctionCode {
  return writeFunction("checkSingles", 2, ([at, end], local) => {
    const value = local("v128");
    const bad = local("v128");
    return [
      // Negative from the first magnitude beyond the limit on; NaN and the infinities have the largest of all.
      eachVector(at!, end!, [
        value.set(v128.load(at!.get)),
        bad.set(v128.or(bad.get, i32x4.sub(splat(LIMIT), v128.and(value.get, splat(MAGNITUDE))))),
        v128.store(at!.get, withoutMinusZero(value.get)),
      ]),
      i32.sub(i32.const(0), i32x4.signs(bad.get)),
    ];
  });
}

/**
 * `roundDoubles(from, end, low, high, origin)`: the f64 numbers there, two vertices at a time, relative to the origin, as f32 numbers
 * that are not above them and others that are not below, without −0. Returns 0 if one is not finite or too large, else 1.
 */
export function writeRoundDoubles(): FunctionCode {
  return writeFunction("roundDoubles", 5, ([from, end, low, high, origin], local) => {
    // x y, z x, y z
    const origins = [local("v128"), local("v128"), local("v128")];
    const [exact, nearest, back, step] = [local("v128"), local("v128"), local("v128"), local("v128")];
    const good = local("v128");
    // Of the masks of two f64 lanes those of two f32 lanes.
    const where = (mask: Code, value: Code) => v128.and(f32x4.shuffle(mask, mask, [0, 2, 0, 2]), value);
    const roundTwo = (k: number): Code => [
      exact.set(v128.load(from!.get, VECTOR * k)),
      good.set(v128.and(good.get, f64x2.le(f64x2.abs(exact.get), f64x2.splat(f64.const(MAX_COORDINATE))))),
      exact.set(f64x2.sub(exact.get, origins[k]!.get)),
      nearest.set(f64x2.toF32(exact.get)),
      back.set(f64x2.fromF32(nearest.get)),
      // The neighbour of a float is one further in its bits, away from zero. What is too small for f32 has become a zero of its own sign.
      step.set(v128.or(i32x4.shrSigned(nearest.get, i32.const(31)), splat(1))),
      v128.storeHalf(
        low!.get,
        withoutMinusZero(i32x4.sub(nearest.get, where(f64x2.gt(back.get, exact.get), step.get))),
        0,
        (VECTOR / 2) * k,
      ),
      v128.storeHalf(
        high!.get,
        withoutMinusZero(i32x4.add(nearest.get, where(f64x2.lt(back.get, exact.get), step.get))),
        0,
        (VECTOR / 2) * k,
      ),
    ];
    const forward = (address: Local, bytes: number) => address.set(i32.add(address.get, i32.const(bytes)));
    return [
      // the origin is there twice
      origins.map((vector, k) => vector.set(v128.load(origin!.get, VECTOR * k))),
      good.set(splat(-1)),
      loop(
        when(
          i32.lt(from!.get, end!.get),
          [0, 1, 2].map(roundTwo),
          forward(from!, 3 * VECTOR),
          forward(low!, 1.5 * VECTOR),
          forward(high!, 1.5 * VECTOR),
          again(1),
        ),
      ),
      f64x2.allTrue(good.get),
    ];
  });
}

/** `singlesOfOrdered(at, end)`: of the integers of ordered-vertices.ts makes the f32 numbers that they stand for. */
export function writeSinglesOfOrdered(): FunctionCode {
  return writeFunction("singlesOfOrdered", 2, ([at, end], local) => {
    const value = local("v128");
    return [
      eachVector(at!, end!, [
        value.set(v128.load(at!.get)),
        v128.store(
          at!.get,
          withoutMinusZero(
            v128.xor(value.get, v128.and(i32x4.shrSigned(value.get, i32.const(31)), splat(MAGNITUDE))),
          ),
        ),
      ]),
      i32.const(0),
    ];
  });
}

/** `fitNodes(nodes, end, corners, low, high)`: fits the nodes from the last to the first, because children come after parents. */
export function writeFitNodes(): FunctionCode {
  return writeFunction("fitNodes", 5, ([nodes, end, corners, low, high], local) => {
    const at = local("i32");
    const link = local("i32");
    const corner = local("i32");
    const lastCorner = local("i32");
    const children = local("i32");
    const vertices = [local("i32"), local("i32"), local("i32")];
    const min = local("v128");
    const max = local("v128");
    const left = local("v128");
    const right = local("v128");
    const first = local("v128");
    const second = local("v128");

    const readTriangle = vertices.map((vertex, k) =>
      vertex.set(i32.mul(i32.load(corner.get, 4 * k), i32.const(VERTEX))),
    );
    const vectorsOf = (array: Local) => vertices.map((vertex) => v128.load(i32.add(array.get, vertex.get)));
    const fitInner: Code = [
      children.set(i32.add(nodes!.get, i32.shl(link.get, i32.const(NODE_SHIFT)))),
      left.set(v128.load(children.get)),
      right.set(v128.load(children.get, NODE)),
      first.set(f32x4.shuffle(f32x4.min(left.get, right.get), f32x4.max(left.get, right.get), [0, 1, 2, 7])),
      second.set(f32x4.max(v128.load(children.get, SECOND), v128.load(children.get, NODE + SECOND))),
      v128.store(at.get, first.get),
      v128.store(at.get, f32x4.shuffle(second.get, v128.load(at.get, SECOND), [0, 1, 6, 7]), SECOND),
      // As `boxSize`: in f64, rounded once.
      f32.store(
        at.get,
        f32.fromF64(
          f64.add(
            f64.add(
              extent(f32x4.lane(first.get, 3), f32x4.lane(first.get, 0)),
              extent(f32x4.lane(second.get, 0), f32x4.lane(first.get, 1)),
            ),
            extent(f32x4.lane(second.get, 1), f32x4.lane(first.get, 2)),
          ),
        ),
        SIZE,
      ),
    ];
    const fitLeaf: Code = [
      corner.set(i32.add(corners!.get, i32.mul(i32.xor(link.get, i32.const(-1)), i32.const(TRIANGLE)))),
      lastCorner.set(i32.add(corner.get, i32.mul(i32.load(at.get, COUNT), i32.const(TRIANGLE)))),
      readTriangle,
      min.set(vectorsOf(low!).reduce(f32x4.min)),
      max.set(vectorsOf(high!).reduce(f32x4.max)),
      loop(
        corner.set(i32.add(corner.get, i32.const(TRIANGLE))),
        when(
          i32.lt(corner.get, lastCorner.get),
          readTriangle,
          min.set([min.get, ...vectorsOf(low!)].reduce(f32x4.min)),
          max.set([max.get, ...vectorsOf(high!)].reduce(f32x4.max)),
          again(1),
        ),
      ),
      v128.store(at.get, f32x4.shuffle(min.get, max.get, [0, 1, 2, 4])),
      v128.store(at.get, f32x4.shuffle(max.get, v128.load(at.get, SECOND), [1, 2, 6, 7]), SECOND),
    ];
    return [
      at.set(end!.get),
      loop(
        when(i32.eq(at.get, nodes!.get), leave(i32.const(0))),
        at.set(i32.sub(at.get, i32.const(NODE))),
        link.set(i32.load(at.get, LINK)),
        when(i32.ge(link.get, i32.const(0)), fitInner, again(1)),
        fitLeaf,
        again(0),
      ),
      UNREACHABLE,
    ];
  });
}

/** For every vector from `at` on until `end` is reached or passed. */
const eachVector = (at: Local, end: Local, body: Code): Code =>
  loop(when(i32.lt(at.get, end.get), body, at.set(i32.add(at.get, i32.const(VECTOR))), again(1)));

const splat = (value: number): Code => i32x4.splat(i32.const(value));
const withoutMinusZero = (value: Code): Code => f32x4.add(value, f32x4.splat(f32.const(0)));
const extent = (max: Code, min: Code): Code => f64.sub(f64.fromF32(max), f64.fromF32(min));
