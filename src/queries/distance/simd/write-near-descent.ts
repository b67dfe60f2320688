import {
  again,
  type Code,
  call,
  type FunctionCode,
  f32,
  f32x4,
  i32,
  i32x4,
  type Local,
  leave,
  loop,
  UNREACHABLE,
  v128,
  when,
  writeFunction,
} from "../../../numerics/wasm/assembler.ts";
import { writeFourBoxes } from "../../pairs/simd/four-boxes.ts";
import { M } from "../../pairs/simd/memory-layout.ts";
import {
  AXES,
  dot,
  dropWhere,
  FOUR_LANES,
  numberAt,
  poseValue,
  splat,
  sumOf,
  values,
  ZERO,
} from "../../pairs/simd/vectors.ts";
import type { CentreShare } from "../distance-boxes.ts";
import * as Memory from "./memory-layout.ts";
import { lookUpReach } from "./write-reach.ts";

// The descent of distance-boxes.ts in f32, the children of a's node against those of b's at once.

const CENTRE_SHARE = 0.1 satisfies CentreShare;
const NEAR_TRIANGLES = 1; // the function's number
const TINY = 2 ** -100;

/** Descends until BEST is lowered or PAIRS may be full, and returns 1; or to the end, and returns 0. */
export function writeNearDescent(): FunctionCode {
  return writeFunction("descendNear", 2, ([nodesA, nodesB], local) => {
    const boxes = writeFourBoxes(nodesA, nodesB, local, null);
    const { atA, atB, a1, a2, b1, b2, alive, halfA, halfB, way, reach } = boxes;
    const lanes = () => local("v128");
    const top = local("i32");
    const lowered = local("i32");
    const entry = local("i32");
    const [reachA1, reachA2, reachB1, reachB2] = [lanes(), lanes(), lanes(), lanes()];
    const square = lanes();
    const length = lanes();
    const gap = lanes();
    const keys = lanes();
    const ranks = lanes();
    const other = lanes();

    const sideA = { side: i32.const(Memory.SIDE_A), reaches: i32.const(Memory.REACHES_A) };
    const sideB = { side: i32.const(Memory.SIDE_B), reaches: i32.const(Memory.REACHES_B) };
    const readReach = ({ side, reaches }: typeof sideA, at: Local, to: Local): Code => [
      lookUpReach(side, reaches, at.get, entry),
      to.set(v128.load32Splat(entry.get, Memory.REACH_VALUE)),
    ];
    const hasWay = f32.lt(f32.load(ZERO, Memory.ROOT), f32.const(Infinity));
    const isFarAlongWay = (reachA: Code, reachB: Code): Code =>
      f32x4.gt(f32x4.neg(f32x4.add(reachA, reachB)), numberAt(Memory.ROOT));

    /** The square of a lower bound of the distance, and the square of the centres' distance; both of doubled boxes. */
    const setSquares: Code = [
      // the gaps along a's axes
      square.set(splat(0)),
      AXES.map((axis) => [
        boxes.setWay(axis),
        gap.set(f32x4.max(f32x4.sub(f32x4.abs(way[axis].get), reach[axis].get), splat(0))),
        square.set(f32x4.add(square.get, f32x4.mul(gap.get, gap.get))),
      ]),
      // the gap along the line between the centres, times its length
      length.set(dot(values(way), values(way))),
      gap.set(
        f32x4.sub(
          length.get,
          f32x4.add(
            dot(
              values(way).map(f32x4.abs),
              AXES.map((axis) =>
                f32x4.add(halfA[axis].get, f32x4.add(numberAt(Memory.SLACK), numberAt(Memory.SLACK))),
              ),
            ),
            dot(
              AXES.map((column) =>
                f32x4.abs(sumOf(AXES.map((row) => f32x4.mul(poseValue(M + 3 * row + column), way[row].get)))),
              ),
              values(halfB),
            ),
          ),
        ),
      ),
      gap.set(f32x4.max(gap.get, splat(0))),
      square.set(
        f32x4.max(square.get, f32x4.mul(gap.get, f32x4.div(gap.get, f32x4.max(length.get, splat(TINY))))),
      ),
    ];

    // Each lane's place on the stack is how many come before it: those farther away, so that the nearest is next. Lanes
    // that are not alive are nearer than all, so that they come behind the new end.
    const setRanks: Code = [
      other.set(
        i32x4.eq(v128.and(i32x4.splat(alive.get), v128.const([1, 2, 4, 8])), v128.const([0, 0, 0, 0])),
      ),
      keys.set(
        v128.choose(other.get, splat(-1), f32x4.add(square.get, f32x4.mul(splat(CENTRE_SHARE), length.get))),
      ),
      ranks.set(v128.const([0, 0, 0, 0])),
      [1, 2, 3].map((turn) => {
        const turned = FOUR_LANES.map((lane) => (lane + turn) % 4);
        const first = v128.const(turned.map((from, lane) => (from < lane ? -1 : 0)));
        return [
          other.set(f32x4.shuffle(keys.get, keys.get, turned)),
          ranks.set(
            i32x4.sub(
              ranks.get,
              v128.or(f32x4.gt(other.get, keys.get), v128.and(f32x4.eq(other.get, keys.get), first)),
            ),
          ),
        ];
      }),
    ];
    const put = (lane: number): Code => [
      entry.set(i32.add(top.get, i32.mul(i32x4.lane(ranks.get, lane), i32.const(Memory.ENTRY_BYTES)))),
      boxes.writePair(lane, entry.get, Memory.STACK),
      v128.storeLane(entry.get, square.get, lane, Memory.STACK + Memory.ENTRY_SQUARE),
    ];
    const areLeaves = i32.lt(i32.and(boxes.linkA.get, boxes.linkB.get), ZERO);
    const testLeaves: Code = [
      lowered.set(call(NEAR_TRIANGLES, atA.get, atB.get)),
      when(
        i32.or(lowered.get, i32.ge(i32.load(ZERO, Memory.KEPT), i32.const(Memory.FULL))),
        i32.store(ZERO, top.get, Memory.TOP),
        leave(i32.const(1)),
      ),
    ];

    return [
      top.set(i32.load(ZERO, Memory.TOP)),
      loop(
        when(i32.eqz(top.get), i32.store(ZERO, ZERO, Memory.TOP), leave(ZERO)),
        top.set(i32.sub(top.get, i32.const(Memory.ENTRY_BYTES))),
        when(
          f32.gt(f32.load(top.get, Memory.STACK + Memory.ENTRY_SQUARE), f32.load(ZERO, Memory.LIMIT)),
          again(1),
        ),
        boxes.setPair(i32.load(top.get, Memory.STACK), i32.load(top.get, Memory.STACK + 4)),
        when(
          hasWay,
          // the way may be another one since the pair was put here
          readReach(sideA, atA, reachA1),
          readReach(sideB, atB, reachB1),
          when(i32x4.signs(isFarAlongWay(reachA1.get, reachB1.get)), again(2)),
        ),
        when(areLeaves, testLeaves, again(1)),
        boxes.split,
        i32.store(ZERO, i32.add(i32.load(ZERO, Memory.BOX_TESTS), i32.popcnt(alive.get)), Memory.BOX_TESTS),
        when(
          hasWay,
          readReach(sideA, a1, reachA1),
          readReach(sideA, a2, reachA2),
          readReach(sideB, b1, reachB1),
          readReach(sideB, b2, reachB2),
          dropWhere(
            isFarAlongWay(
              f32x4.shuffle(reachA1.get, reachA2.get, [0, 4, 0, 4]),
              f32x4.shuffle(reachB1.get, reachB2.get, [0, 0, 4, 4]),
            ),
            alive,
          ),
          when(i32.eqz(alive.get), again(2)),
        ),
        boxes.readBoxes,
        setSquares,
        dropWhere(f32x4.gt(square.get, numberAt(Memory.LIMIT)), alive),
        when(i32.eqz(alive.get), again(1)),
        setRanks,
        FOUR_LANES.map(put),
        top.set(i32.add(top.get, i32.mul(i32.popcnt(alive.get), i32.const(Memory.ENTRY_BYTES)))),
        again(0),
      ),
      UNREACHABLE,
    ];
  });
}
