import { describe, expect, it } from "vitest";
import {
  again,
  assembleModule,
  type FunctionCode,
  f32,
  f32x4,
  i8x16,
  i16x8,
  i32,
  i32x4,
  leave,
  loop,
  select,
  UNREACHABLE,
  v128,
  when,
  writeFunction,
} from "../../../src/numerics/wasm/assembler.ts";

interface Exports {
  memory: { buffer: ArrayBuffer };
  [name: string]: unknown;
}
// biome-ignore lint/suspicious/noExplicitAny: the types of ES2022 do not know WebAssembly
const { WebAssembly } = globalThis as any;

function load(...functions: FunctionCode[]): Exports {
  const bytes = assembleModule(1, functions);
  expect(WebAssembly.validate(bytes)).toBe(true);
  return new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
}

describe("the assembler", () => {
  it("writes loops, branches and constants of any size", () => {
    const sumTo = writeFunction("sumTo", 1, ([n], local) => {
      const sum = local("i32");
      return [
        loop(
          when(i32.eqz(n.get), leave(sum.get)),
          sum.set(i32.add(sum.get, n.get)),
          n.set(i32.sub(n.get, i32.const(1))),
          again(0),
        ),
        UNREACHABLE,
      ];
    });
    const CONSTANTS = [0, 63, 64, -64, -65, 127, 128, 8191, -8193, 65536, 2 ** 31 - 1, -(2 ** 31)];
    const constants = CONSTANTS.map((value, k) => writeFunction(`c${k}`, 0, () => [i32.const(value)]));
    const exports = load(sumTo, ...constants);
    expect((exports.sumTo as (n: number) => number)(1000)).toBe(500_500);
    expect(CONSTANTS.map((_, k) => (exports[`c${k}`] as () => number)())).toEqual(CONSTANTS);
  });

  it("computes in four lanes", () => {
    const zero = i32.const(0);
    const kernel = writeFunction("kernel", 1, ([threshold], local) => {
      const v = local("v128");
      const scaled = f32x4.mul(v128.load(zero, 16), v128.load32Splat(zero, 32));
      return [
        v.set(f32x4.shuffle(v128.load(zero), scaled, [0, 4, 1, 5])),
        v128.store(zero, v.get, 400),
        i32.store(zero, i32x4.lane(f32x4.toI32(f32x4.sqrt(v.get)), 3), 416),
        select(
          i32.lt(threshold.get, i32.const(9)),
          i32x4.signs(f32x4.gt(v.get, f32x4.splat(f32.fromI32(threshold.get)))),
          i32.const(-1),
        ),
      ];
    });
    const exports = load(kernel);
    const floats = new Float32Array(exports.memory.buffer);
    floats.set([1, 2, 3, 4, 5, 6, 7, 8, 1.5]);
    expect((exports.kernel as (threshold: number) => number)(5)).toBe(0b1010);
    expect([...floats.subarray(100, 104)]).toEqual([1, 7.5, 2, 9]);
    expect(new Int32Array(exports.memory.buffer)[104]).toBe(3);
  });

  it("computes with integers and masks", () => {
    const zero = i32.const(0);
    const [a, b] = [v128.load(zero), v128.load(zero, 16)];
    const kernel = writeFunction("kernel", 0, () => [
      v128.store(zero, i32x4.max(a, b), 400),
      v128.store(zero, i32x4.add(i32x4.shrSigned(a, i32.const(1)), b), 416),
      v128.storeHalf(zero, i32x4.min(a, b), 1, 432),
      f32.store(zero, f32x4.lane(v128.load(zero, 32), 2), 440),
      i8x16.signs(
        i8x16.narrow(
          i16x8.narrow(i32x4.gt(a, b), i32x4.eq(a, b)),
          i16x8.narrow(i32x4.eq(a, a), i32x4.gt(a, a)),
        ),
      ),
    ]);
    const exports = load(kernel);
    const ints = new Int32Array(exports.memory.buffer);
    const floats = new Float32Array(exports.memory.buffer);
    ints.set([-5, 7, 3, 2 ** 31 - 1, -6, 7, 4, -(2 ** 31)]);
    floats.set([1, 2, 3.5, 4], 8);
    expect((exports.kernel as () => number)()).toBe(0b0000_1111_0010_1001);
    expect([...ints.subarray(100, 104)]).toEqual([-5, 7, 4, 2 ** 31 - 1]);
    expect([...ints.subarray(104, 108)]).toEqual([-9, 10, 5, -(2 ** 30) - 1]);
    expect([...ints.subarray(108, 110)]).toEqual([3, -(2 ** 31)]);
    expect(floats[110]).toBe(3.5);
  });

  it("works in the memory of another module", () => {
    const zero = i32.const(0);
    const kernel = writeFunction("kernel", 0, (_, local) => {
      const v = local("v128");
      return [
        v.set(v128.load(zero)),
        v128.storeLane(zero, v.get, 2, 100),
        f32.store(zero, f32.max(f32.add(f32x4.lane(v.get, 0), f32.const(1)), f32.const(-9)), 104),
        v128.store(zero, f32x4.max(v.get, f32x4.splat(f32.const(2))), 112),
        v128.store(zero, i32x4.sub(v128.const([5, 6, 7, -8]), v128.const([1, 2, 3, 4])), 128),
        i32.or(
          i32x4.signs(f32x4.eq(v.get, f32x4.splat(f32.const(3)))),
          i32.shl(i32x4.signs(i32x4.eq(v128.const([1, 2, 1, 2]), v128.const([1, 1, 1, 1]))), i32.const(4)),
        ),
      ];
    });
    const { memory } = load(writeFunction("nothing", 0, () => [zero]));
    const floats = new Float32Array(memory.buffer);
    floats.set([1, Number.NaN, 3, 4]);
    const module = new WebAssembly.Module(assembleModule(1, [kernel], true));
    const { exports } = new WebAssembly.Instance(module, { kernels: { memory } });
    expect(exports.kernel()).toBe(0b0101_0100);
    expect([...floats.subarray(25, 27)]).toEqual([3, 2]);
    expect([...floats.subarray(28, 32)]).toEqual([2, Number.NaN, 3, 4]);
    expect([...new Int32Array(memory.buffer, 128, 4)]).toEqual([4, 4, 4, -12]);
  });
});
