import {
  again,
  type Code,
  type FunctionCode,
  f32x4,
  i32,
  i32x4,
  type Local,
  loop,
  v128,
  when,
  writeFunction,
} from "../../numerics/wasm/assembler.ts";
import {
  type CompiledFunctions,
  compileFunctions,
  instantiateWith,
  type WasmMemory,
} from "../../numerics/wasm/instantiate.ts";
import { BOX_BYTES, doMeet, isWithin, XYZ } from "./kernel-boxes.ts";
import { writeRefit, writeRotate } from "./refit-kernel.ts";

// The walks of a step in WebAssembly, on the memory of tree-memory.ts with lanes of f32. Each has its plain twin, which is
// named with it. Addresses are in bytes. At the begin of the memory are integers that a walk answers beside its result:

/** Address of the candidate after the last that is kept, and where the lists of changes and doubts end. */
export const KEPT_END = 0;
export const CHANGES_END = 1;
export const DOUBTS_END = 2;
export const HITS_END = 3;
/** Bytes. */
export const KERNEL_HEADER = 64;

interface Functions {
  /** `fetchImages` and `listLeavers`, for the places 0 to `count` − 1. Returns the end of `out`. */
  take(count: number, ids: number, boxes: number, images: number, fat: number, out: number): number;
  /** `refitFrom`, as for `refitLeaf`: returns the number of levels. */
  refit(slot: number, nodes: number, leafSlots: number): number;
  rotate(node: number, nodes: number, leafSlots: number): number;
  /**
   * `collectPlainly`: asks the nodes at `from` to `end` of a level, and writes those to be asked next to `next` and leaves to
   * `hits`. Returns the end of `next`.
   */
  descend(from: number, end: number, next: number, hits: number, nodes: number, images: number): number;
  /**
   * `checkPlainly`: `sides` has a bit for each axis that there is. Kept candidates are written from `kept` on, which is at
   * `from` or before.
   */
  check(
    from: number,
    end: number,
    kept: number,
    images: number,
    fat: number,
    sides: number,
    changes: number,
    doubts: number,
  ): number;
}

export type TreeKernel = Functions & { readonly memory: WasmMemory };

let compiled: CompiledFunctions | null | undefined;

/** Null where kernels are not available. */
export function compileTreeKernel(): CompiledFunctions | null {
  if (compiled === undefined)
    compiled = compileFunctions(KERNEL_HEADER, () => [
      writeRotate(),
      writeRefit(0),
      writeTake(),
      writeDescend(),
      writeCheck(),
    ]);
  return compiled;
}

/** With a memory of its own, which goes when the kernel goes; null where there is not so much. */
export function instantiateTreeKernel(functions: CompiledFunctions, bytes: number): TreeKernel | null {
  return instantiateWith<Functions>(functions, bytes);
}

const advance = (local: Local, bytes: Code): Code => local.set(i32.add(local.get, bytes));
/** `bytes`, a power of two, where the condition (0 or 1) holds, else 0. */
const bytesIf = (bytes: number, condition: Code): Code => i32.shl(condition, i32.const(Math.log2(bytes)));
const answer = (index: number, value: Code): Code => i32.store(i32.const(4 * index), value);
const not = (condition: Code): Code => i32.xor(condition, i32.const(1));
const isAll = (bits: Code): Code => i32.eq(i32.and(bits, i32.const(XYZ)), i32.const(XYZ));

function writeTake(): FunctionCode {
  return writeFunction("take", 6, ([count, ids, boxes, images, fat, out], local) => {
    const place = local("i32");
    const box = local("i32");
    const min = local("v128");
    const max = local("v128");
    return [
      loop(
        box.set(i32.add(boxes.get, i32.shl(i32.load(ids.get), i32.const(5)))),
        min.set(v128.load(box.get)),
        max.set(v128.load(box.get, 16)),
        v128.store(images.get, min.get),
        v128.store(images.get, max.get, 16),
        i32.store(out.get, place.get),
        advance(out, bytesIf(4, not(isAll(isWithin(min.get, max.get, fat.get))))),
        advance(place, i32.const(1)),
        advance(ids, i32.const(4)),
        advance(images, i32.const(BOX_BYTES)),
        advance(fat, i32.const(BOX_BYTES)),
        when(i32.lt(place.get, count.get), again(1)),
      ),
      out.get,
    ];
  });
}

/**
 * Level by level, for many boxes at once: what is read next is known long before, so the processor fetches many nodes at once.
 * And whether a node is met decides no branch: every child is written to the next level, and counts or not. Leaves that are
 * met are few.
 */
function writeDescend(): FunctionCode {
  return writeFunction("descend", 6, ([from, end, next, hits, nodes, images], local) => {
    const node = local("i32");
    const query = local("i32");
    const own = { min: local("v128"), max: local("v128") };
    const old = { min: local("v128"), max: local("v128") };
    const child = { min: local("v128"), max: local("v128") };
    const link = local("i32");
    const isMet = local("i32");
    const isLeaf = local("i32");
    const place = local("i32");
    const meets = (box: typeof own) => isAll(doMeet(child.min.get, child.max.get, box.min.get, box.max.get));
    const read = (box: typeof own, address: Local, offset: number): Code => [
      box.min.set(v128.load(address.get, offset)),
      box.max.set(v128.load(address.get, offset + 16)),
    ];
    const mark = i32.load(i32.add(images.get, i32.shl(place.get, i32.const(5))), 12);
    const look = (side: number): Code => [
      read(child, node, side * BOX_BYTES),
      link.set(i32x4.lane(child.min.get, 3)),
      isLeaf.set(i32.shr(link.get, i32.const(31))),
      isMet.set(meets(own)),
      i32.store(next.get, i32.add(nodes.get, i32.shl(link.get, i32.const(6)))),
      i32.store(next.get, query.get, 4),
      advance(next, bytesIf(8, i32.and(isMet.get, not(isLeaf.get)))),
      when(
        i32.and(isMet.get, isLeaf.get),
        place.set(i32.xor(link.get, i32.const(-1))),
        read(old, query, BOX_BYTES),
        i32.store(hits.get, query.get),
        i32.store(hits.get, place.get, 4),
        // Whether one that asks, too, was met before is not said by the fat box it has now.
        advance(hits, bytesIf(8, i32.or(not(meets(old)), i32.lt(i32.const(0), mark)))),
      ),
    ];
    return [
      loop(
        node.set(i32.load(from.get)),
        query.set(i32.load(from.get, 4)),
        read(own, query, 0),
        look(0),
        look(1),
        advance(from, i32.const(8)),
        when(i32.ltUnsigned(from.get, end.get), again(1)),
      ),
      answer(HITS_END, hits.get),
      next.get,
    ];
  });
}

function writeCheck(): FunctionCode {
  return writeFunction("check", 8, ([from, end, kept, images, fat, sides, changes, doubts], local) => {
    const first = local("i32");
    const word = local("i32");
    const a = { min: local("v128"), max: local("v128"), at: local("i32") };
    const b = { min: local("v128"), max: local("v128"), at: local("i32") };
    const isMet = local("i32");
    const isSure = local("i32"); // whether boxes overlap for certain
    const change = local("i32");
    const isMarked = local("i32");
    const read = (box: typeof a, place: Code): Code => [
      box.at.set(i32.shl(place, i32.const(5))), // the state is shifted out
      box.min.set(v128.load(i32.add(images.get, box.at.get))),
      box.max.set(v128.load(i32.add(images.get, box.at.get), 16)),
    ];
    const fatA = i32.add(fat.get, a.at.get);
    const fatB = i32.add(fat.get, b.at.get);
    const meetFat = isAll(doMeet(v128.load(fatA), v128.load(fatA, 16), v128.load(fatB), v128.load(fatB, 16)));
    return [
      loop(
        first.set(i32.load(from.get)),
        word.set(i32.load(from.get, 4)),
        read(a, first.get),
        read(b, word.get),
        isMet.set(isAll(doMeet(a.min.get, a.max.get, b.min.get, b.max.get))),
        isSure.set(
          i32.eq(
            i32.and(
              i32x4.signs(v128.and(f32x4.lt(a.min.get, b.max.get), f32x4.lt(b.min.get, a.max.get))),
              sides.get,
            ),
            sides.get,
          ),
        ),
        isSure.set(i32.and(isSure.get, isMet.get)),
        i32.store(kept.get, first.get),
        i32.store(kept.get, word.get, 4),
        isMarked.set(i32x4.lane(v128.or(a.min.get, b.min.get), 3)),
        change.set(i32.xor(isMet.get, i32.shr(word.get, i32.const(31)))),
        // Most candidates are certain and as they were, and their boxes too.
        when(
          i32.or(i32.or(change.get, i32.xor(isMet.get, isSure.get)), isMarked.get),
          when(
            i32.xor(isMet.get, isSure.get),
            i32.store(doubts.get, kept.get),
            advance(doubts, i32.const(4)),
            change.set(i32.const(0)),
          ),
          when(
            change.get,
            word.set(i32.xor(word.get, i32.shl(change.get, i32.const(31)))),
            i32.store(kept.get, word.get, 4),
            i32.store(changes.get, first.get),
            i32.store(changes.get, word.get, 4),
            advance(changes, i32.const(8)),
          ),
          when(
            i32.and(not(isMet.get), i32.lt(i32.const(0), isMarked.get)),
            advance(kept, i32.sub(i32.const(0), bytesIf(8, not(meetFat)))),
          ),
        ),
        advance(kept, i32.const(8)),
        advance(from, i32.const(8)),
        when(i32.ltUnsigned(from.get, end.get), again(1)),
      ),
      answer(KEPT_END, kept.get),
      answer(CHANGES_END, changes.get),
      answer(DOUBTS_END, doubts.get),
      kept.get,
    ];
  });
}
