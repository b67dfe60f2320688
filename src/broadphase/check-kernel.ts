import {
  again,
  type Code,
  type FunctionCode,
  f32x4,
  f64x2,
  i32,
  i64x2,
  loop,
  v128,
  when,
  writeFunction,
} from "../numerics/wasm/assembler.ts";

// Whether many numbers are boxes, in WebAssembly: a walk that only reads.

/** What can be wrong: some numbers are no box, some are −0. */
export const NO_BOX = 1;
export const NEGATIVE_ZERO = 2;

/** `check(boxes, count)`, an address in bytes: 0, NO_BOX, NEGATIVE_ZERO or both. */
export function writeCheck(name: string, dimensions: 2 | 3): FunctionCode {
  return writeFunction(name, 2, ([box, count], local) => {
    const part = Array.from({ length: dimensions }, () => local("v128"));
    const wrong = local("v128");
    const zeros = local("v128");
    const negativeZero = local("v128");
    const zero = v128.const([0, 0, 0, 0]);
    /** Extents that are not 0 or more: those of numbers in the wrong order, NaN, and boxes at infinity. */
    const isWrong = (max: Code, min: Code): Code => v128.not(f64x2.ge(f64x2.sub(max, min), zero));
    const add = (flags: typeof wrong, more: Code): Code => flags.set(v128.or(flags.get, more));
    /** One f64 lane of either part; lanes of 32 bits come in twos. */
    const two = (left: Code, laneLeft: number, right: Code, laneRight: number): Code =>
      f32x4.shuffle(left, right, [2 * laneLeft, 2 * laneLeft + 1, 4 + 2 * laneRight, 4 + 2 * laneRight + 1]);
    const [p, q, r] = part.map(({ get }) => get);

    return [
      negativeZero.set(v128.const([0, -(2 ** 31), 0, -(2 ** 31)])),
      when(
        count.get,
        loop(
          ...part.map((one, k) => one.set(v128.load(box.get, 16 * k))),
          ...(dimensions === 2
            ? [add(wrong, isWrong(q, p))]
            : [
                // minX minY │ minZ maxX │ maxY maxZ
                add(wrong, isWrong(two(q, 1, r, 0), p)),
                add(wrong, isWrong(two(r, 1, r, 1), two(q, 0, q, 0))),
              ]),
          ...part.map((one) => add(zeros, i64x2.eq(one.get, negativeZero.get))),
          box.set(i32.add(box.get, i32.const(16 * dimensions))),
          count.set(i32.sub(count.get, i32.const(1))),
          when(count.get, again(1)),
        ),
      ),
      i32.or(
        i32.mul(v128.anyTrue(wrong.get), i32.const(NO_BOX)),
        i32.mul(v128.anyTrue(zeros.get), i32.const(NEGATIVE_ZERO)),
      ),
    ];
  });
}
