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
import { CHECKS, DOUBTS, HITS_END, IMAGE_OF_WORD } from "./kernel-header.ts";

// `fetchList` and `sweepList` in WebAssembly: four boxes at once, in f32.
//
//   list: seven rows of one length, minX maxX minY maxY minZ maxZ (f32) and names. In the row minX the last box is followed
//     by four NaN, which no box overlaps.
//   hits: two ids each, the lower first. The sign bit of the second, DOUBT, says that two of the sides compared are equal, so
//     that the numbers they stand for may be in either order.

export const HIT_BYTES = 8;
export const ROWS = 7;
export const PADDING = 4;
export const DOUBT = 0x80000000;
const NAN = 0x7fc00000; // as an f32

export function writeFetch(): FunctionCode {
  return writeFunction("fetch", 6, ([words, bytes, images, ids, list, row], local) => {
    const rows = Array.from({ length: ROWS }, () => local("i32"));
    const [minX, maxX, minY, maxY, minZ, maxZ, names] = rows;
    const at = local("i32");
    const word = LANES.map(() => local("i32"));
    const mins = LANES.map(() => local("v128"));
    const maxs = LANES.map(() => local("v128"));
    const xyOfTwo = [local("v128"), local("v128")];
    const address = (base: typeof at) => i32.add(base.get, at.get);
    /** The x, y and z of four boxes, each in one vector. */
    const transpose = (boxes: typeof mins, x: Code[], y: typeof at, z: typeof at): Code => [
      ...xyOfTwo.map((two, k) =>
        two.set(f32x4.shuffle(boxes[2 * k].get, boxes[2 * k + 1].get, [0, 4, 1, 5])),
      ),
      ...x,
      v128.store(address(y), f32x4.shuffle(xyOfTwo[0].get, xyOfTwo[1].get, [2, 3, 6, 7])),
      v128.store(
        address(z),
        f32x4.shuffle(
          f32x4.shuffle(boxes[0].get, boxes[1].get, [2, 6, 2, 6]),
          f32x4.shuffle(boxes[2].get, boxes[3].get, [2, 6, 2, 6]),
          [0, 1, 4, 5],
        ),
      ),
    ];
    const storeMaxX = v128.store(address(maxX), f32x4.shuffle(xyOfTwo[0].get, xyOfTwo[1].get, [0, 1, 4, 5]));

    return [
      ...rows.map((base, k) => base.set(k === 0 ? list.get : i32.add(rows[k - 1].get, row.get))),
      // The last boxes, up to three, are fetched with others that do not count.
      v128.store(i32.add(words.get, bytes.get), v128.const([0, 0, 0, 0])),
      loop(
        ...word.map((one, k) => one.set(i32.load(address(words), 4 * k))),
        ...word.flatMap((one, k) => {
          const place = i32.and(one.get, i32.const(-4)); // times 4
          const image = i32.add(images.get, i32.mul(place, i32.const(IMAGE_OF_WORD)));
          return [
            mins[k].set(v128.load(image)),
            maxs[k].set(v128.load(image, 16)),
            i32.store(
              address(names),
              i32.or(
                i32.shl(i32.load(i32.add(ids.get, place)), i32.const(2)),
                i32.and(one.get, i32.const(3)),
              ),
              4 * k,
            ),
          ];
        }),
        transpose(mins, [], minY, minZ),
        transpose(maxs, [storeMaxX], maxY, maxZ),
        at.set(i32.add(at.get, i32.const(16))),
        when(i32.lt(at.get, bytes.get), again(1)),
      ),
      v128.store(i32.add(minX.get, bytes.get), v128.const([NAN, NAN, NAN, NAN])),
      i32.const(0),
    ];
  });
}

const LANES = [0, 1, 2, 3] as const;
const allOf = (masks: readonly Code[]): Code => masks.reduce(v128.and);

export function writeSweep(): FunctionCode {
  return writeFunction("sweep", 6, ([i, end, list, row, hit, hitsEnd], local) => {
    const rows = Array.from({ length: ROWS }, () => local("i32"));
    const [minX, maxX, minY, maxY, minZ, maxZ, names] = rows;
    // of box i, in all lanes
    const own = { minX: local("v128"), maxX: local("v128"), name: local("v128") };
    const ownY = { min: local("v128"), max: local("v128") };
    const ownZ = { min: local("v128"), max: local("v128") };
    const j = local("i32");
    const checks = local("i32");
    const begun = local("i32"); // lanes that begin before box i ends
    const met = local("i32");
    const inX = local("v128");
    const doubtful = local("v128");
    const doubts = local("i32");
    const [a, b] = [local("v128"), local("v128")]; // ids, the lower ones and the higher
    const at = (base: typeof j, offset: typeof j) => i32.add(base.get, offset.get);
    const load = (base: typeof j) => v128.load(at(base, j));
    const splat = (base: typeof j) => v128.load32Splat(at(base, i));
    const isFirst = i32x4.splat(i32.const(3)); // FIRST_Y | FIRST_Z

    const certain = allOf([
      f32x4.lt(load(minX), own.maxX.get),
      f32x4.gt(load(maxX), own.minX.get),
      f32x4.lt(load(minY), ownY.max.get),
      f32x4.gt(load(maxY), ownY.min.get),
      f32x4.lt(load(minZ), ownZ.max.get),
      f32x4.gt(load(maxZ), ownZ.min.get),
    ]);
    const idsOf = (lanes: Code): Code => i32x4.shrUnsigned(lanes, i32.const(2));
    const write = (lane: number): Code => [
      v128.storeHalf(
        hit.get,
        f32x4.shuffle(
          a.get,
          b.get,
          [0, 4, 1, 5].map((k) => k + (lane & 2)),
        ),
        lane & 1,
      ),
      hit.set(
        i32.add(
          hit.get,
          i32.mul(i32.and(i32.shr(met.get, i32.const(lane)), i32.const(1)), i32.const(HIT_BYTES)),
        ),
      ),
    ];
    const header = [
      i32.store(i32.const(HITS_END), hit.get),
      i32.store(i32.const(CHECKS), checks.get),
      i32.store(i32.const(DOUBTS), doubts.get),
    ];

    return [
      ...rows.map((base, k) => base.set(k === 0 ? list.get : i32.add(rows[k - 1].get, row.get))),
      loop(
        // Two bytes of hits a byte of the row, and one hit more, which is written but does not count.
        when(
          i32.ltUnsigned(
            i32.sub(hitsEnd.get, hit.get),
            i32.add(i32.shl(i32.sub(end.get, i.get), i32.const(1)), i32.const(HIT_BYTES)),
          ),
          ...header,
          leave(i.get),
        ),
        own.minX.set(splat(minX)),
        own.maxX.set(splat(maxX)),
        ownY.min.set(splat(minY)),
        ownY.max.set(splat(maxY)),
        ownZ.min.set(splat(minZ)),
        ownZ.max.set(splat(maxZ)),
        own.name.set(splat(names)),
        j.set(i32.add(i.get, i32.const(4))),
        loop(
          inX.set(f32x4.le(load(minX), own.maxX.get)),
          begun.set(i32x4.signs(inX.get)),
          checks.set(i32.add(checks.get, i32.popcnt(begun.get))),
          met.set(
            i32x4.signs(
              allOf([
                inX.get,
                f32x4.le(load(minY), ownY.max.get),
                f32x4.ge(load(maxY), ownY.min.get),
                f32x4.le(load(minZ), ownZ.max.get),
                f32x4.ge(load(maxZ), ownZ.min.get),
                i32x4.eq(v128.and(v128.or(load(names), own.name.get), isFirst), isFirst),
              ]),
            ),
          ),
          when(
            met.get,
            doubtful.set(v128.not(certain)),
            doubts.set(i32.add(doubts.get, i32.popcnt(i32.and(i32x4.signs(doubtful.get), met.get)))),
            a.set(i32x4.min(idsOf(load(names)), idsOf(own.name.get))),
            b.set(
              v128.or(
                i32x4.max(idsOf(load(names)), idsOf(own.name.get)),
                v128.and(doubtful.get, i32x4.splat(i32.const(DOUBT | 0))),
              ),
            ),
            ...LANES.map(write),
          ),
          j.set(i32.add(j.get, i32.const(16))),
          when(i32.eq(begun.get, i32.const(15)), again(1)),
        ),
        i.set(i32.add(i.get, i32.const(4))),
        when(i32.lt(i.get, end.get), again(1)),
      ),
      ...header,
      i.get,
    ];
  });
}
