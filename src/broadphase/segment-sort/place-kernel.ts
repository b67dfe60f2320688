import {
  again,
  type Code,
  type FunctionCode,
  f32x4,
  f64x2,
  i32,
  i32x4,
  type Local,
  loop,
  v128,
  when,
  writeFunction,
} from "../../numerics/wasm/assembler.ts";
import { BOUNDS_BYTES, IMAGE_BYTES, ORIGIN } from "./kernel-header.ts";

// `image` and `place` of segment-kernels.ts. Boxes are read in the order of ids, and images written all over memory: that takes
// 0.6 of the time of the other way round.

const ONE = 0x3f800000; // as an f32

const pass = (pointer: Local, bytes: number): Code => pointer.set(i32.add(pointer.get, i32.const(bytes)));

export function writeImage(name: string, dimensions: 2 | 3): FunctionCode {
  return writeFunction(name, 4, ([count, boxes, places, images], local) => {
    const image = local("i32");
    const origins = Array.from({ length: dimensions === 3 ? 3 : 1 }, () => local("v128"));
    const part = Array.from({ length: dimensions }, () => local("v128"));
    // The second half of each part is zero.
    const [mins, maxs] =
      dimensions === 3
        ? [
            f32x4.shuffle(part[0].get, part[1].get, [0, 1, 4, 2]),
            f32x4.shuffle(part[1].get, part[2].get, [1, 4, 5, 2]),
          ]
        : [part[0].get, v128.or(part[1].get, v128.const([0, 0, ONE, 0]))];

    return [
      ...origins.map((origin, k) => origin.set(v128.load(i32.const(ORIGIN), 16 * k))),
      when(
        count.get,
        loop(
          image.set(i32.add(images.get, i32.mul(i32.load(places.get), i32.const(IMAGE_BYTES)))),
          ...part.map((two, k) =>
            two.set(f64x2.toF32(f64x2.sub(v128.load(boxes.get, 16 * k), origins[k % origins.length].get))),
          ),
          v128.store(image.get, mins),
          v128.store(image.get, maxs, 16),
          pass(places, 4),
          pass(boxes, 16 * dimensions),
          pass(count, -1),
          when(count.get, again(1)),
        ),
      ),
      i32.const(0),
    ];
  });
}

export function writePlace(): FunctionCode {
  return writeFunction("place", 5, ([count, images, codes, bounds, listed], local) => {
    const place = local("i32");
    const home = local("i32");
    const ends = local("v128"); // min y, min z, max y, max z
    const isWithin = v128.andNot(
      f32x4.ge(ends.get, v128.load(home.get)),
      f32x4.ge(ends.get, v128.load(home.get, 16)),
    );

    return [
      when(
        count.get,
        loop(
          home.set(i32.add(bounds.get, i32.mul(i32.load(codes.get), i32.const(BOUNDS_BYTES)))),
          ends.set(f32x4.shuffle(v128.load(images.get), v128.load(images.get, 16), [1, 2, 5, 6])),
          // Written in any case; it counts if not all four are within.
          i32.store(listed.get, place.get),
          listed.set(
            i32.add(listed.get, i32.shl(i32.lt(i32x4.signs(isWithin), i32.const(15)), i32.const(2))),
          ),
          pass(place, 1),
          pass(codes, 4),
          pass(images, IMAGE_BYTES),
          when(i32.lt(place.get, count.get), again(1)),
        ),
      ),
      listed.get,
    ];
  });
}
