import {
  type Code,
  f32,
  f32x4,
  i32,
  i32x4,
  type Local,
  select,
  type ValueType,
  v128,
} from "../../../numerics/wasm/assembler.ts";
import { AABB_LINK, AABB_SIZE } from "../../../trees/layout.ts";
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
  ZERO,
} from "./vectors.ts";

// What a step of a descent by kernels begins with: two nodes, which of them is split, and the boxes of their children as
// four pairs. A node that is not split stands for both its children, and the lanes that this repeats do not count.

const LINK = 4 * AABB_LINK;
const SIZE = 4 * AABB_SIZE;

/**
 * The code and its variables; everything about boxes is doubled: centres and half extents, each in its own space; from a's
 * centre to b's in a's space, `way`, and the sum of the half extents there with the margin, `reach`. Where `level` is −1
 * neither node is split, and it rises by the number of nodes that are.
 */
export function writeFourBoxes(
  nodesA: Local,
  nodesB: Local,
  local: (type: ValueType) => Local,
  level: Local | null,
) {
  const integer = () => local("i32");
  const vector = () => AXES.map(() => local("v128"));
  const [atA, atB, linkA, linkB, alive] = [integer(), integer(), integer(), integer(), integer()];
  const [a1, a2, b1, b2, splitA, splitB] = six(integer);
  const sizeA = local("f32");
  const sizeB = local("f32");
  const [centreA, halfA, centreB, halfB, way, reach] = six(vector);
  const [linksA, linksB, one, two, low, high] = six(() => local("v128"));
  const ratio = f32.load(ZERO, Memory.POSE + 4 * Memory.BOTH_RATIO);

  const isInner = (link: Local) => i32.ge(link.get, ZERO);
  const maySplit = (link: Local) =>
    level === null ? isInner(link) : i32.ge(i32.or(link.get, level.get), ZERO);
  const sizeAt = (at: Local, link: Local) => select(isInner(link), f32.load(at.get, SIZE), f32.const(0));
  const split: Code = [
    sizeA.set(sizeAt(atA, linkA)),
    sizeB.set(f32.mul(f32.load(ZERO, Memory.POSE + 4 * Memory.SCALE), sizeAt(atB, linkB))),
    splitA.set(
      i32.and(maySplit(linkA), i32.or(i32.lt(linkB.get, ZERO), f32.ge(f32.mul(ratio, sizeA.get), sizeB.get))),
    ),
    splitB.set(
      i32.and(maySplit(linkB), i32.or(i32.eqz(splitA.get), f32.gt(f32.mul(ratio, sizeB.get), sizeA.get))),
    ),
    a1.set(select(splitA.get, childOf(nodesA.get, linkA.get), atA.get)),
    a2.set(i32.add(a1.get, i32.shl(splitA.get, i32.const(Memory.NODE_SHIFT)))),
    b1.set(select(splitB.get, childOf(nodesB.get, linkB.get), atB.get)),
    b2.set(i32.add(b1.get, i32.shl(splitB.get, i32.const(Memory.NODE_SHIFT)))),
    level === null
      ? []
      : level.set(select(i32.lt(level.get, ZERO), ZERO, i32.add(level.get, i32.add(splitA.get, splitB.get)))),
    // Only the lanes of different pairs count.
    alive.set(
      i32.and(
        i32.or(i32.const(0b0101), i32.mul(splitA.get, i32.const(0b1010))),
        i32.or(i32.const(0b0011), i32.mul(splitB.get, i32.const(0b1100))),
      ),
    ),
  ];

  const readBoxes = (
    first: Local,
    second: Local,
    lanes: readonly number[],
    centre: Local[],
    half: Local[],
    links: Local,
  ): Code => {
    const spread = (from: Local, of: number) =>
      f32x4.shuffle(
        from.get,
        from.get,
        lanes.map((lane) => lane + of),
      );
    const readHalf = (offset: number) => [
      one.set(v128.load(first.get, offset)),
      two.set(v128.load(second.get, offset)),
      low.set(f32x4.shuffle(one.get, two.get, MIXED_LOW)),
      high.set(f32x4.shuffle(one.get, two.get, MIXED_HIGH)),
    ];
    return [
      readHalf(0), // low: min x and y of both boxes; high: min z and max x
      [centre[0].set(spread(low, 0)), centre[1].set(spread(low, 2))],
      [centre[2].set(spread(high, 0)), half[0].set(spread(high, 2))],
      readHalf(16), // low: max y and z; high: links and sizes
      [half[1].set(spread(low, 0)), half[2].set(spread(low, 2)), links.set(spread(high, 0))],
      AXES.map((axis) => [
        one.set(centre[axis].get),
        centre[axis].set(f32x4.add(one.get, half[axis].get)),
        half[axis].set(f32x4.sub(half[axis].get, one.get)),
      ]),
    ];
  };

  return {
    atA,
    atB,
    linkA,
    linkB,
    /** The children, or the nodes themselves. */
    a1,
    a2,
    b1,
    b2,
    /** Bit k: lane k is a pair of its own. */
    alive,
    halfA,
    halfB,
    way,
    reach,
    setPair: (a: Code, b: Code): Code => [
      atA.set(a),
      atB.set(b),
      linkA.set(i32.load(atA.get, LINK)),
      linkB.set(i32.load(atB.get, LINK)),
    ],
    split,
    readBoxes: [
      readBoxes(a1, a2, LANES_OF_A, centreA, halfA, linksA),
      readBoxes(b1, b2, LANES_OF_B, centreB, halfB, linksB),
    ] as Code,
    setWay: (axis: number): Code => [
      way[axis].set(
        f32x4.sub(
          f32x4.add(poseRow(Memory.M, axis, values(centreB)), poseValue(Memory.C + axis)),
          centreA[axis].get,
        ),
      ),
      reach[axis].set(
        f32x4.add(
          f32x4.add(poseRow(Memory.ABS_M, axis, values(halfB)), poseValue(Memory.MARGIN_A)),
          halfA[axis].get,
        ),
      ),
    ],
    writePair: (lane: number, address: Code, offset: number): Code => [
      i32.store(address, (LANES_OF_A[lane] === 0 ? a1 : a2).get, offset),
      i32.store(address, (LANES_OF_B[lane] === 0 ? b1 : b2).get, offset + 4),
    ],
    /** Bit k: the nodes of lane k are two leaves. */
    areLeaves: i32x4.signs(v128.and(linksA.get, linksB.get)),
  };
}

/** The address of an inner node's first child. */
export const childOf = (nodes: Code, link: Code): Code =>
  i32.add(nodes, i32.shl(link, i32.const(Memory.NODE_SHIFT)));

function six<T>(make: () => T): [T, T, T, T, T, T] {
  return [make(), make(), make(), make(), make(), make()];
}
