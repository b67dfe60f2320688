import {
  again,
  type Code,
  type FunctionCode,
  f32x4,
  i32,
  i32x4,
  type Local,
  loop,
  select,
  v128,
  when,
  writeFunction,
} from "../../../numerics/wasm/assembler.ts";
import {
  AXES,
  advanceIf,
  dot,
  dropWhere,
  FOUR_LANES,
  MIXED_HIGH,
  MIXED_LOW,
  numberAt,
  values,
  ZERO,
} from "../../pairs/simd/vectors.ts";
import { writeIntervalTest } from "../../pairs/simd/write-interval-test.ts";
import * as Memory from "./memory-layout.ts";
import { advance, triangleAt, writePair } from "./words.ts";

// Strangers that the planes do not tell apart, four pairs at once, a lane each: Guigue and Devillers' test in f32, in the
// same terms as write-triangles.ts and with the bounds of write-interval-test.ts.

const LOW_HALVES = [0, 1, 4, 5];
const HIGH_HALVES = [2, 3, 6, 7];

/** One side of the four pairs: corners and normals in lanes. */
interface Side {
  readonly slots: Local[];
  readonly corners: Local[][];
  readonly normal: Local[];
  readonly size: Local;
}

/** Tests so many bytes of STRANGERS: those that meet go to HITS, others to UNDECIDED; returns the bytes of the hits. */
export function writeCrossingTest(): FunctionCode {
  return writeFunction("testCrossings", 2, ([bytes, triangles], local) => {
    const integer = () => local("i32");
    const lanes = () => local("v128");
    const vector = () => AXES.map(lanes);
    const makeSide = (): Side => ({
      slots: FOUR_LANES.map(integer),
      corners: AXES.map(vector),
      normal: vector(),
      size: lanes(),
    });
    const [i, j] = [makeSide(), makeSide()];
    const [at, hits, undecided, alive, met] = [integer(), integer(), integer(), integer(), integer()];
    const rows = FOUR_LANES.map(lanes);
    const [lowA, lowB, highA, highB] = [lanes(), lanes(), lanes(), lanes()];
    const [origin, way] = [vector(), vector()];
    const [sidesI, sidesJ] = [vector(), vector()];
    const [span, certain] = [lanes(), lanes()];
    const intervals = writeIntervalTest(
      local,
      numberAt(Memory.CORNER_SLACK),
      numberAt(Memory.UNDERFLOW),
      span,
    );

    /** Reads a row of the four triangles and turns columns into lanes. */
    const readColumns = (side: Side, offset: number, to: (Local | null)[]): Code => {
      const setTo = (column: number, low: Local, high: Local, halves: number[]) =>
        to[column]?.set(f32x4.shuffle(low.get, high.get, halves)) ?? [];
      return [
        rows.map((row, lane) => row.set(v128.load(triangleAt(triangles, side.slots[lane].get), offset))),
        lowA.set(f32x4.shuffle(rows[0].get, rows[1].get, MIXED_LOW)),
        lowB.set(f32x4.shuffle(rows[2].get, rows[3].get, MIXED_LOW)),
        highA.set(f32x4.shuffle(rows[0].get, rows[1].get, MIXED_HIGH)),
        highB.set(f32x4.shuffle(rows[2].get, rows[3].get, MIXED_HIGH)),
        setTo(0, lowA, lowB, LOW_HALVES),
        setTo(1, lowA, lowB, HIGH_HALVES),
        setTo(2, highA, highB, LOW_HALVES),
        setTo(3, highA, highB, HIGH_HALVES),
      ];
    };
    const readSide = (side: Side, offset: number): Code => [
      side.slots.map((slot, lane) =>
        slot.set(i32.load(at.get, Memory.STRANGERS + lane * Memory.PAIR_BYTES + offset)),
      ),
      AXES.map((axis) =>
        readColumns(side, axis * Memory.AXIS_BYTES, [
          ...side.corners.map((corner) => corner[axis]),
          side.normal[axis],
        ]),
      ),
      readColumns(side, Memory.VERTICES, [null, null, null, side.size]),
    ];
    const setSides = (plane: Side, of: Side, sides: Local[]): Code =>
      sides.map((side, k) => [
        AXES.map((axis) => way[axis].set(f32x4.sub(of.corners[k][axis].get, plane.corners[0][axis].get))),
        side.set(dot(values(plane.normal), values(way))),
      ]);
    const areCertain = (sides: Local[]) => f32x4.gt(values(sides).map(f32x4.abs).reduce(f32x4.min), span.get);
    const count = i32.shr(i32.sub(bytes.get, at.get), i32.const(3));

    return [
      loop(
        readSide(i, 0),
        readSide(j, 4),
        alive.set(
          i32.sub(
            i32.shl(i32.const(1), select(i32.lt(count, i32.const(4)), count, i32.const(4))),
            i32.const(1),
          ),
        ),
        span.set(f32x4.add(i.size.get, j.size.get)),
        setSides(i, j, sidesJ),
        setSides(j, i, sidesI),
        certain.set(v128.and(areCertain(sidesI), areCertain(sidesJ))),
        // All corners relative to corner 0 of i.
        AXES.map((axis) => origin[axis].set(i.corners[0][axis].get)),
        [...i.corners, ...j.corners].map((corner) =>
          AXES.map((axis) => corner[axis].set(f32x4.sub(corner[axis].get, origin[axis].get))),
        ),
        intervals.compare(i.corners, sidesI, j.corners, sidesJ),
        dropWhere(v128.and(certain.get, intervals.apart), alive),
        met.set(i32.and(alive.get, i32x4.signs(v128.and(certain.get, intervals.meet)))),
        alive.set(i32.xor(alive.get, met.get)),
        FOUR_LANES.map((lane) => {
          const [slotI, slotJ] = [i.slots[lane].get, j.slots[lane].get];
          return [
            writePair(hits, slotI, slotJ, Memory.HITS),
            writePair(undecided, slotI, slotJ, Memory.UNDECIDED),
            advanceIf(lane, met, hits),
            advanceIf(lane, alive, undecided),
          ];
        }),
        advance(at, 4 * Memory.PAIR_BYTES),
        when(i32.lt(at.get, bytes.get), again(1)),
      ),
      i32.store(ZERO, undecided.get, Memory.UNDECIDED_BYTES),
      hits.get,
    ];
  });
}
