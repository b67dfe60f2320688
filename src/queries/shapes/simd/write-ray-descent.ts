import {
  again,
  type Code,
  type FunctionCode,
  f32,
  f32x4,
  i32,
  i32x4,
  type Local,
  leave,
  loop,
  select,
  UNREACHABLE,
  v128,
  when,
  writeFunction,
} from "../../../numerics/wasm/assembler.ts";
import { CORNERS_BYTES, LARGEST_LEAF, VERTEX_BYTES } from "../../pairs/simd/memory-layout.ts";
import { AXES, MIXED_HIGH, MIXED_LOW, numberAt, ZERO } from "../../pairs/simd/vectors.ts";
import * as Memory from "./memory-layout.ts";

// The descent of `sweepNodes` for a ray, in f32 and by wide nodes: four children at once, the nearest first; of a leaf's
// triangles those that the ray may hit. A triangle's corners have a lane each. Why no hit is lost: descend-ray.ts.

/** Shuffles: each corner's successor, and the one after that. */
const NEXT_CORNER = [1, 2, 0, 0];
const SECOND_NEXT = [2, 0, 1, 1];

/** Goes on until the stack is empty, or enough triangles are found to be handed out. */
export function writeRayDescent(): FunctionCode {
  return writeFunction("descendRay", 3, ([nodes, corners, positions], local) => {
    const integer = () => local("i32");
    const lanes = () => local("v128");
    const [node, link, top, found, boxTests, triangleTests] = [
      integer(),
      integer(),
      integer(),
      integer(),
      integer(),
      integer(),
    ];
    const [floor, limit] = [lanes(), lanes()];

    const increase = (counter: Local, by: number): Code => counter.set(i32.add(counter.get, i32.const(by)));
    const keepState: Code = [
      i32.store(ZERO, top.get, Memory.TOP),
      i32.store(ZERO, i32.add(i32.load(ZERO, Memory.BOX_TESTS), boxTests.get), Memory.BOX_TESTS),
      i32.store(
        ZERO,
        i32.add(i32.load(ZERO, Memory.TRIANGLE_TESTS), triangleTests.get),
        Memory.TRIANGLE_TESTS,
      ),
      v128.storeLane(ZERO, limit.get, 0, Memory.LIMIT),
    ];

    // The children of a node.
    const axes = AXES.map((axis) => ({
      at: Memory.BOX_AXIS + axis * Memory.AXIS_BYTES,
      first: lanes(),
      last: lanes(),
      pace: lanes(),
      firstRow: integer(),
      lastRow: integer(),
    }));
    const readAxes: Code = axes.map(({ at, first, last, pace, firstRow, lastRow }) => [
      first.set(numberAt(at + Memory.FIRST)),
      last.set(numberAt(at + Memory.LAST)),
      pace.set(numberAt(at + Memory.PACE)),
      firstRow.set(i32.load(ZERO, at + Memory.FIRST_ROW)),
      lastRow.set(i32.load(ZERO, at + Memory.LAST_ROW)),
    ]);
    const enters = lanes();
    const alive = integer(); // bit k: child k is met
    const other = integer();
    const enter = local("f32");
    const otherEnter = local("f32");
    const isNearer = integer();
    const passes = (row: Local, minus: Local, pace: Local): Code =>
      f32x4.mul(f32x4.sub(v128.load(i32.add(node.get, row.get)), minus.get), pace.get);
    const testChildren: Code = [
      node.set(i32.add(nodes.get, link.get)),
      enters.set(
        axes.map(({ firstRow, first, pace }) => passes(firstRow, first, pace)).reduce(f32x4.max, floor.get),
      ),
      alive.set(
        i32x4.signs(
          f32x4.le(
            enters.get,
            axes.map(({ lastRow, last, pace }) => passes(lastRow, last, pace)).reduce(f32x4.min, limit.get),
          ),
        ),
      ),
      boxTests.set(i32.add(boxTests.get, i32.load(node.get, Memory.CHILD_COUNT))),
    ];
    const takeChild = (to: Local): Code => [
      to.set(i32.shl(i32.ctz(alive.get), i32.const(2))),
      alive.set(i32.and(alive.get, i32.sub(alive.get, i32.const(1)))),
    ];
    /** The first child becomes the next node, unless one of the others is nearer; those that are not are put on the stack. */
    const goDown: Code = [
      takeChild(link),
      when(
        alive.get,
        v128.store(ZERO, enters.get, Memory.ENTERS),
        enter.set(f32.load(link.get, Memory.ENTERS)),
        loop(
          takeChild(other),
          otherEnter.set(f32.load(other.get, Memory.ENTERS)),
          isNearer.set(f32.lt(otherEnter.get, enter.get)),
          i32.store(
            top.get,
            i32.load(i32.add(node.get, select(isNearer.get, link.get, other.get)), Memory.CHILDREN),
            Memory.STACK,
          ),
          f32.store(
            top.get,
            select(isNearer.get, enter.get, otherEnter.get),
            Memory.STACK + Memory.ENTRY_ENTER,
          ),
          increase(top, Memory.ENTRY_BYTES),
          link.set(select(isNearer.get, other.get, link.get)),
          enter.set(select(isNearer.get, otherEnter.get, enter.get)),
          when(alive.get, again(1)),
        ),
      ),
      link.set(i32.load(i32.add(node.get, link.get), Memory.CHILDREN)),
    ];

    // A leaf's triangles.
    const slot = integer();
    const end = integer();
    const positive = integer(); // bit k: the volume of the ray and the edge after corner k is certainly positive …
    const negative = integer(); // … negative
    const certain = integer();
    const [x, y, z, first, second, third] = [lanes(), lanes(), lanes(), lanes(), lanes(), lanes()];
    const [one, two] = [lanes(), lanes()];
    const [across, up, along, nextAcross, nextUp, size] = [
      lanes(),
      lanes(),
      lanes(),
      lanes(),
      lanes(),
      lanes(),
    ];
    const [volumes, bounds, lower, upper] = [lanes(), lanes(), lanes(), lanes()];
    const slack = numberAt(Memory.SLACK);
    const readCorner = (k: number, to: Local): Code =>
      to.set(
        v128.load(
          i32.add(
            positions.get,
            i32.mul(
              i32.load(i32.add(corners.get, i32.mul(slot.get, i32.const(CORNERS_BYTES))), 4 * k),
              i32.const(VERTEX_BYTES),
            ),
          ),
        ),
      );
    const readTriangle: Code = [
      [first, second, third].map((to, k) => readCorner(k, to)),
      one.set(f32x4.shuffle(first.get, second.get, MIXED_LOW)), // x, x, y, y
      two.set(f32x4.shuffle(first.get, second.get, MIXED_HIGH)), // z, z
      x.set(f32x4.shuffle(one.get, third.get, [0, 1, 4, 4])),
      y.set(f32x4.shuffle(one.get, third.get, [2, 3, 5, 5])),
      z.set(f32x4.shuffle(two.get, third.get, [0, 1, 6, 6])),
    ];
    const view = (row: number): Code => {
      const number = (k: number) => numberAt(Memory.VIEW + row * Memory.ROW_BYTES + 4 * k);
      return f32x4.add(
        f32x4.add(f32x4.mul(number(0), x.get), f32x4.mul(number(1), y.get)),
        f32x4.add(f32x4.mul(number(2), z.get), number(3)),
      );
    };
    const nextOf = (v: Local): Code => f32x4.shuffle(v.get, v.get, NEXT_CORNER);
    const edgesOf = (mask: Code): Code => i32.and(i32x4.signs(mask), i32.const(Memory.ALL_CORNERS));
    const passEdges: Code = [
      across.set(view(0)),
      up.set(view(1)),
      nextAcross.set(nextOf(across)),
      nextUp.set(nextOf(up)),
      volumes.set(f32x4.sub(f32x4.mul(across.get, nextUp.get), f32x4.mul(nextAcross.get, up.get))),
      size.set(f32x4.add(f32x4.abs(across.get), f32x4.abs(up.get))),
      bounds.set(f32x4.mul(slack, f32x4.add(size.get, nextOf(size)))),
      positive.set(edgesOf(f32x4.gt(volumes.get, bounds.get))),
      negative.set(edgesOf(f32x4.lt(volumes.get, f32x4.neg(bounds.get)))),
    ];
    const extremeOf = (extreme: (a: Code, b: Code) => Code, v: Local): Code =>
      extreme(extreme(v.get, nextOf(v)), f32x4.shuffle(v.get, v.get, SECOND_NEXT));
    const isAround = (edges: Local): Code => i32.eq(edges.get, i32.const(Memory.ALL_CORNERS));
    const isAtLeast = (a: Code, b: Code): Code => f32.ge(f32x4.lane(a, 0), f32x4.lane(b, 0));
    const keep: Code = [
      i32.store(found.get, slot.get, Memory.FOUND),
      v128.storeLane(found.get, lower.get, 0, Memory.FOUND + Memory.FOUND_LOWER),
      increase(found, Memory.FOUND_BYTES),
      certain.set(
        i32.and(
          i32.and(
            i32.or(isAround(positive), isAround(negative)),
            f32.ge(f32x4.lane(lower.get, 0), f32.load(ZERO, Memory.AHEAD)),
          ),
          i32.load(ZERO, Memory.FIRST_ONLY),
        ),
      ),
      when(certain.get, limit.set(f32x4.min(limit.get, upper.get))),
    ];
    const testTriangle: Code = [
      readTriangle,
      passEdges,
      // not certainly left of one edge and right of another, nor certainly from a side that does not count
      when(
        i32.and(
          i32.or(i32.eqz(positive.get), i32.eqz(negative.get)),
          i32.eqz(
            i32.or(
              i32.eq(positive.get, i32.load(ZERO, Memory.DROP_POSITIVE)),
              i32.eq(negative.get, i32.load(ZERO, Memory.DROP_NEGATIVE)),
            ),
          ),
        ),
        along.set(view(2)),
        lower.set(f32x4.sub(extremeOf(f32x4.min, along), slack)),
        upper.set(f32x4.add(extremeOf(f32x4.max, along), slack)),
        when(i32.and(isAtLeast(upper.get, floor.get), isAtLeast(limit.get, lower.get)), keep),
      ),
    ];
    const testLeaf: Code = [
      slot.set(i32.xor(link.get, i32.const(-1))),
      end.set(i32.add(i32.and(slot.get, i32.const(LARGEST_LEAF - 1)), i32.const(1))),
      triangleTests.set(i32.add(triangleTests.get, end.get)),
      slot.set(i32.shr(slot.get, i32.const(Memory.LEAF_SHIFT))),
      end.set(i32.add(slot.get, end.get)),
      loop(testTriangle, increase(slot, 1), when(i32.lt(slot.get, end.get), again(1))),
      when(i32.ge(found.get, i32.const(Memory.FULL)), keepState, leave(i32.xor(found.get, i32.const(-1)))),
    ];

    return [
      readAxes,
      floor.set(f32x4.neg(slack)),
      limit.set(numberAt(Memory.LIMIT)),
      top.set(i32.load(ZERO, Memory.TOP)),
      loop(
        when(i32.eqz(top.get), keepState, leave(found.get)),
        increase(top, -Memory.ENTRY_BYTES),
        when(
          f32.gt(f32.load(top.get, Memory.STACK + Memory.ENTRY_ENTER), f32x4.lane(limit.get, 0)),
          again(1),
        ),
        link.set(i32.load(top.get, Memory.STACK)),
        loop(when(i32.ge(link.get, ZERO), testChildren, when(alive.get, goDown, again(2)))),
        when(i32.lt(link.get, ZERO), testLeaf),
        again(0),
      ),
      UNREACHABLE,
    ];
  });
}
