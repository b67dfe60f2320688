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
  hasRoom,
  instantiate,
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
/** Boxes compared in a query. */
export const COMPARISONS = 3;
/** Bytes. */
export const KERNEL_HEADER = 64;

interface Functions {
  /** `listLeavers`: of the images at `from` to `end`, whose fat boxes are `fat` bytes further on. Returns the end of `out`. */
  leavers(from: number, end: number, fat: number, out: number): number;
  /** `refitLeaf`: returns the number of levels. */
  refit(slot: number, place: number, nodes: number, fat: number, leafSlots: number): number;
  rotate(node: number, nodes: number, leafSlots: number): number;
  /** `collectPlainly`: the root is an inner node. Returns the end of `hits`. */
  query(box: number, old: number, root: number, nodes: number, queue: number, hits: number): number;
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

/** Null where WebAssembly is missing or forbidden, or has no SIMD. */
export function compileTreeKernel(): CompiledFunctions | null {
  if (compiled === undefined)
    compiled = compileFunctions(KERNEL_HEADER, () => [
      writeRotate(),
      writeRefit(0),
      writeLeavers(),
      writeQuery(),
      writeCheck(),
    ]);
  return compiled;
}

/** With a memory of its own, which goes when the kernel goes; null where there is not so much. */
export function instantiateTreeKernel(functions: CompiledFunctions, bytes: number): TreeKernel | null {
  const kernel = instantiate<Functions>(functions);
  return kernel !== null && hasRoom(kernel.memory, bytes) ? kernel : null;
}

const advance = (local: Local, bytes: Code): Code => local.set(i32.add(local.get, bytes));
/** `bytes`, a power of two, where the condition (0 or 1) holds, else 0. */
const bytesIf = (bytes: number, condition: Code): Code => i32.shl(condition, i32.const(Math.log2(bytes)));
const answer = (index: number, value: Code): Code => i32.store(i32.const(4 * index), value);
const not = (condition: Code): Code => i32.xor(condition, i32.const(1));
const isAll = (bits: Code): Code => i32.eq(i32.and(bits, i32.const(XYZ)), i32.const(XYZ));

function writeLeavers(): FunctionCode {
  return writeFunction("leavers", 4, ([from, end, fat, out], local) => {
    const place = local("i32");
    const inner = local("i32"); // address of the fat box
    return [
      loop(
        inner.set(i32.add(from!.get, fat!.get)),
        i32.store(out!.get, place.get),
        advance(
          out!,
          bytesIf(4, not(isAll(isWithin(v128.load(from!.get), v128.load(from!.get, 16), inner.get)))),
        ),
        advance(place, i32.const(1)),
        advance(from!, i32.const(BOX_BYTES)),
        when(i32.ltUnsigned(from!.get, end!.get), again(1)),
      ),
      out!.get,
    ];
  });
}

/**
 * First in, first out: the next nodes are known long before they are read, so the processor fetches several at once. And no
 * branch depends on a box: every child is written to both lists, and counts in one or none.
 */
function writeQuery(): FunctionCode {
  return writeFunction("query", 6, ([box, old, root, nodes, queue, hits], local) => {
    const own = { min: local("v128"), max: local("v128") };
    const before = { min: local("v128"), max: local("v128") };
    const child = { min: local("v128"), max: local("v128") };
    const begin = local("i32");
    const end = local("i32");
    const node = local("i32");
    const link = local("i32");
    const isMet = local("i32");
    const isLeaf = local("i32");
    const meets = (box: typeof own) => isAll(doMeet(child.min.get, child.max.get, box.min.get, box.max.get));
    const look = (side: number): Code => [
      child.min.set(v128.load(node.get, side * BOX_BYTES)),
      child.max.set(v128.load(node.get, side * BOX_BYTES + 16)),
      link.set(i32x4.lane(child.min.get, 3)),
      isLeaf.set(i32.shr(link.get, i32.const(31))),
      isMet.set(meets(own)),
      i32.store(end.get, i32.add(nodes!.get, i32.shl(link.get, i32.const(6)))),
      advance(end, bytesIf(4, i32.and(isMet.get, not(isLeaf.get)))),
      i32.store(hits!.get, i32.xor(link.get, i32.const(-1))),
      advance(hits!, bytesIf(4, i32.and(i32.and(isMet.get, isLeaf.get), not(meets(before))))),
    ];
    return [
      own.min.set(v128.load(box!.get)),
      own.max.set(v128.load(box!.get, 16)),
      before.min.set(v128.load(old!.get)),
      before.max.set(v128.load(old!.get, 16)),
      begin.set(queue!.get),
      end.set(i32.add(queue!.get, i32.const(4))),
      i32.store(begin.get, i32.add(nodes!.get, i32.shl(root!.get, i32.const(6)))),
      loop(
        node.set(i32.load(begin.get)),
        look(0),
        look(1),
        advance(begin, i32.const(4)),
        when(i32.ltUnsigned(begin.get, end.get), again(1)),
      ),
      answer(COMPARISONS, i32.shr(i32.sub(end.get, queue!.get), i32.const(1))),
      hits!.get,
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
      box.min.set(v128.load(i32.add(images!.get, box.at.get))),
      box.max.set(v128.load(i32.add(images!.get, box.at.get), 16)),
    ];
    const fatA = i32.add(fat!.get, a.at.get);
    const fatB = i32.add(fat!.get, b.at.get);
    const meetFat = isAll(doMeet(v128.load(fatA), v128.load(fatA, 16), v128.load(fatB), v128.load(fatB, 16)));
    return [
      loop(
        first.set(i32.load(from!.get)),
        word.set(i32.load(from!.get, 4)),
        read(a, first.get),
        read(b, word.get),
        isMet.set(isAll(doMeet(a.min.get, a.max.get, b.min.get, b.max.get))),
        isSure.set(
          i32.eq(
            i32.and(
              i32x4.signs(v128.and(f32x4.lt(a.min.get, b.max.get), f32x4.lt(b.min.get, a.max.get))),
              sides!.get,
            ),
            sides!.get,
          ),
        ),
        isSure.set(i32.and(isSure.get, isMet.get)),
        i32.store(kept!.get, first.get),
        i32.store(kept!.get, word.get, 4),
        isMarked.set(i32x4.lane(v128.or(a.min.get, b.min.get), 3)),
        change.set(i32.xor(isMet.get, i32.shr(word.get, i32.const(31)))),
        // Most candidates are certain and as they were, and their boxes too.
        when(
          i32.or(i32.or(change.get, i32.xor(isMet.get, isSure.get)), isMarked.get),
          when(
            i32.xor(isMet.get, isSure.get),
            i32.store(doubts!.get, kept!.get),
            advance(doubts!, i32.const(4)),
            change.set(i32.const(0)),
          ),
          when(
            change.get,
            word.set(i32.xor(word.get, i32.shl(change.get, i32.const(31)))),
            i32.store(kept!.get, word.get, 4),
            i32.store(changes!.get, first.get),
            i32.store(changes!.get, word.get, 4),
            advance(changes!, i32.const(8)),
          ),
          when(
            i32.and(not(isMet.get), i32.lt(i32.const(0), isMarked.get)),
            advance(kept!, i32.sub(i32.const(0), bytesIf(8, not(meetFat)))),
          ),
        ),
        advance(kept!, i32.const(8)),
        advance(from!, i32.const(8)),
        when(i32.ltUnsigned(from!.get, end!.get), again(1)),
      ),
      answer(KEPT_END, kept!.get),
      answer(CHANGES_END, changes!.get),
      answer(DOUBTS_END, doubts!.get),
      kept!.get,
    ];
  });
}
