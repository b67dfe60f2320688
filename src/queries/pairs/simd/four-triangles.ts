import {
  again,
  type Code,
  f32x4,
  i32,
  type Local,
  loop,
  select,
  type ValueType,
  v128,
  when,
} from "../../../numerics/wasm/assembler.ts";
import { AABB_COUNT, AABB_LINK } from "../../../trees/layout.ts";
import * as Memory from "./memory-layout.ts";
import {
  AXES,
  LANES_OF_A,
  LANES_OF_B,
  MIXED_HIGH,
  MIXED_LOW,
  poseRow,
  poseValue,
  values,
} from "./vectors.ts";

// How kernels go through the triangles of two leaves: two of a against two of b, as four pairs in a's space.

const LINK = 4 * AABB_LINK;
const COUNT = 4 * AABB_COUNT;

/** Two triangles of one side: `slot` and `next`, the same when only one is left. */
interface TwoSlots {
  readonly slot: Local;
  readonly next: Local;
  readonly end: Local;
  readonly lanes: readonly number[];
}

/** Code for leaves whose corners and vertices, of a and of b, are at these addresses. */
export function writeFourTriangles(
  local: (type: ValueType) => Local,
  {
    cornersA,
    positionsA,
    cornersB,
    positionsB,
  }: Record<"cornersA" | "positionsA" | "cornersB" | "positionsB", Code>,
) {
  const integer = () => local("i32");
  const two = (lanes: readonly number[]): TwoSlots => ({
    slot: integer(),
    next: integer(),
    end: integer(),
    lanes,
  });
  const a = two(LANES_OF_A);
  const b = two(LANES_OF_B);
  const beginA = integer();
  const [one, other, mixed] = [local("v128"), local("v128"), local("v128")];
  const point = AXES.map(() => local("v128"));

  const readLeaf = ({ slot, end }: TwoSlots, node: Code): Code => [
    end.set(node), // for now
    slot.set(i32.xor(i32.load(end.get, LINK), i32.const(-1))),
    end.set(i32.add(slot.get, i32.load(end.get, COUNT))),
  ];
  const setNext = ({ slot, next, end }: TwoSlots): Code => [
    next.set(i32.add(slot.get, i32.const(1))),
    next.set(select(i32.lt(next.get, end.get), next.get, slot.get)),
  ];
  const skipTwo = ({ slot }: TwoSlots): Code => slot.set(i32.add(slot.get, i32.const(2)));

  /** Corner k of the two triangles, each in its own lanes. */
  const readCorner = (of: TwoSlots, k: number, corners: Code, positions: Code, to: Local[]): Code => {
    const vertexOf = (slot: Local) =>
      i32.load(i32.add(corners, i32.mul(slot.get, i32.const(Memory.CORNERS_BYTES))), 4 * k);
    const position = (slot: Local) =>
      v128.load(i32.add(positions, i32.mul(vertexOf(slot), i32.const(Memory.VERTEX_BYTES))));
    const spread = (from: Local, offset: number) =>
      f32x4.shuffle(
        from.get,
        from.get,
        of.lanes.map((lane) => lane + offset),
      );
    return [
      one.set(position(of.slot)),
      other.set(position(of.next)),
      mixed.set(f32x4.shuffle(one.get, other.get, MIXED_LOW)), // x and y of both
      other.set(f32x4.shuffle(one.get, other.get, MIXED_HIGH)), // z of both
      to[0].set(spread(mixed, 0)),
      to[1].set(spread(mixed, 2)),
      to[2].set(spread(other, 0)),
    ];
  };
  const moveToA = (to: Local[]): Code => [
    AXES.map((axis) => point[axis].set(to[axis].get)),
    AXES.map((axis) =>
      to[axis].set(f32x4.add(poseRow(Memory.M, axis, values(point)), poseValue(Memory.OFFSET + axis))),
    ),
  ];

  return {
    readCornerA: (k: number, to: Local[]): Code => readCorner(a, k, cornersA, positionsA, to),
    readCornerB: (k: number, to: Local[]): Code => [readCorner(b, k, cornersB, positionsB, to), moveToA(to)],
    /** Which lanes are a pair of their own: those of different slots. */
    distinctLanes: i32.and(
      select(i32.eq(a.slot.get, a.next.get), i32.const(0b0101), i32.const(0b1111)),
      select(i32.eq(b.slot.get, b.next.get), i32.const(0b0011), i32.const(0b1111)),
    ),
    slotOfA: (lane: number): Code => (LANES_OF_A[lane] === 0 ? a.slot : a.next).get,
    slotOfB: (lane: number): Code => (LANES_OF_B[lane] === 0 ? b.slot : b.next).get,
    /** Goes through all pairs of two leaves: `readB` for each two of b, then `readA` and `test` for each two of a. */
    forEachFour: (leafA: Code, leafB: Code, readB: Code, readA: Code, test: Code): Code => [
      readLeaf(a, leafA),
      readLeaf(b, leafB),
      beginA.set(a.slot.get),
      loop(
        setNext(b),
        readB,
        a.slot.set(beginA.get),
        loop(setNext(a), readA, test, skipTwo(a), when(i32.lt(a.slot.get, a.end.get), again(1))),
        skipTwo(b),
        when(i32.lt(b.slot.get, b.end.get), again(1)),
      ),
    ],
  };
}
