import {
  again,
  type Code,
  type FunctionCode,
  f32x4,
  i32,
  i32x4,
  leave,
  loop,
  v128,
  when,
  writeFunction,
} from "../../numerics/wasm/assembler.ts";
import { compileFunctions, instantiate, type WasmMemory } from "../../numerics/wasm/instantiate.ts";

// `sweepList` in WebAssembly: one box against the next four of its list at once, in f32.
//
// Memory, in bytes:   hits' end, checks │ hits │ list
//
//   hits: two words each, as in sweep-list.ts, the box that begins first first. The sign bit of the second, DOUBT, says that
//     two of the sides compared are equal, so that the numbers they stand for may be in either order.
//   list: seven rows of one length, minX maxX minY maxY minZ maxZ (f32) and words. In the row minX the last box is followed
//     by four NaN, which no box overlaps.

export const HITS_END = 0;
export const CHECKS = 4;
export const HITS = 16;
export const HIT_BYTES = 8;
export const ROWS = 7;
export const PADDING = 4;
export const DOUBT = 0x80000000;

interface Functions {
  /**
   * Sweeps the boxes at `from` to `end` − 1 of a list (bytes in a row), whose rows begin at `list` and are `row` bytes
   * long. Hits go to HITS and on, at most up to `hitsEnd`. Returns where it stopped: `end`, or earlier if there is no room
   * for what the next box can hit.
   */
  sweep(from: number, end: number, list: number, row: number, hitsEnd: number): number;
}

export type SweepKernel = Functions & { readonly memory: WasmMemory };

let kernel: SweepKernel | null | undefined;

/** Null where WebAssembly is missing or forbidden, or has no SIMD. */
export function loadSweepKernel(): SweepKernel | null {
  if (kernel === undefined) {
    const compiled = compileFunctions(0, () => [writeSweep()]);
    kernel = compiled && instantiate<Functions>(compiled);
  }
  return kernel;
}

const LANES = [0, 1, 2, 3] as const;
const allOf = (masks: readonly Code[]): Code => masks.reduce(v128.and);

function writeSweep(): FunctionCode {
  return writeFunction("sweep", 5, ([i, end, list, row, hitsEnd], local) => {
    const rows = Array.from({ length: ROWS }, () => local("i32"));
    const [minX, maxX, minY, maxY, minZ, maxZ, words] = rows;
    // of box i, in all lanes
    const own = { minX: local("v128"), maxX: local("v128"), word: local("v128") };
    const ownY = { min: local("v128"), max: local("v128") };
    const ownZ = { min: local("v128"), max: local("v128") };
    const j = local("i32");
    const hit = local("i32");
    const checks = local("i32");
    const begun = local("i32"); // lanes that begin before box i ends
    const met = local("i32");
    const inX = local("v128");
    const others = local("v128"); // words
    const ownWord = local("i32");
    const at = (base: typeof j, offset: typeof j) => i32.add(base.get, offset.get);
    const load = (base: typeof j) => v128.load(at(base, j));
    const splat = (base: typeof j) => v128.load32Splat(at(base, i!));
    const isFirst = i32x4.splat(i32.const(3)); // FIRST_Y | FIRST_Z

    const certain = allOf([
      f32x4.lt(load(minX!), own.maxX.get),
      f32x4.gt(load(maxX!), own.minX.get),
      f32x4.lt(load(minY!), ownY.max.get),
      f32x4.gt(load(maxY!), ownY.min.get),
      f32x4.lt(load(minZ!), ownZ.max.get),
      f32x4.gt(load(maxZ!), ownZ.min.get),
    ]);
    const write = (lane: number): Code => [
      i32.store(hit.get, ownWord.get),
      i32.store(hit.get, i32x4.lane(others.get, lane), 4),
      hit.set(
        i32.add(
          hit.get,
          i32.mul(i32.and(i32.shr(met.get, i32.const(lane)), i32.const(1)), i32.const(HIT_BYTES)),
        ),
      ),
    ];
    const header = [i32.store(i32.const(HITS_END), hit.get), i32.store(i32.const(CHECKS), checks.get)];

    return [
      ...rows.map((base, k) => base.set(k === 0 ? list!.get : i32.add(rows[k - 1]!.get, row!.get))),
      hit.set(i32.const(HITS)),
      loop(
        // Two bytes of hits a byte of the row, and one hit more, which is written but does not count.
        when(
          i32.ltUnsigned(
            i32.sub(hitsEnd!.get, hit.get),
            i32.add(i32.shl(i32.sub(end!.get, i!.get), i32.const(1)), i32.const(HIT_BYTES)),
          ),
          ...header,
          leave(i!.get),
        ),
        own.minX.set(splat(minX!)),
        own.maxX.set(splat(maxX!)),
        ownY.min.set(splat(minY!)),
        ownY.max.set(splat(maxY!)),
        ownZ.min.set(splat(minZ!)),
        ownZ.max.set(splat(maxZ!)),
        own.word.set(splat(words!)),
        j.set(i32.add(i!.get, i32.const(4))),
        loop(
          inX.set(f32x4.le(load(minX!), own.maxX.get)),
          begun.set(i32x4.signs(inX.get)),
          checks.set(i32.add(checks.get, i32.popcnt(begun.get))),
          met.set(
            i32x4.signs(
              allOf([
                inX.get,
                f32x4.le(load(minY!), ownY.max.get),
                f32x4.ge(load(maxY!), ownY.min.get),
                f32x4.le(load(minZ!), ownZ.max.get),
                f32x4.ge(load(maxZ!), ownZ.min.get),
                i32x4.eq(v128.and(v128.or(load(words!), own.word.get), isFirst), isFirst),
              ]),
            ),
          ),
          when(
            met.get,
            others.set(v128.or(load(words!), v128.andNot(i32x4.splat(i32.const(DOUBT | 0)), certain))),
            ownWord.set(i32x4.lane(own.word.get, 0)),
            ...LANES.map(write),
          ),
          j.set(i32.add(j.get, i32.const(16))),
          when(i32.eq(begun.get, i32.const(15)), again(1)),
        ),
        i!.set(i32.add(i!.get, i32.const(4))),
        when(i32.lt(i!.get, end!.get), again(1)),
      ),
      ...header,
      i!.get,
    ];
  });
}
