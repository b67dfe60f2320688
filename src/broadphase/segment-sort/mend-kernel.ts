import {
  again,
  type Code,
  type FunctionCode,
  f32,
  i32,
  type Local,
  loop,
  when,
  writeFunction,
} from "../../numerics/wasm/assembler.ts";
import { IMAGE_OF_WORD, MERGED_BYTES, MOVES } from "./kernel-header.ts";
import { CUT_Y, CUT_Z } from "./segment-cells.ts";
import { FIRST_Y, FIRST_Z } from "./sweep-list.ts";

// `mend` of segment-kernels.ts: a merge and an insertion sort in one walk, as `mendList` and `sortEnds` do in two.

export function writeMend(): FunctionCode {
  return writeFunction(
    "mend",
    13,
    ([from, to, out, keys, images, recoded, codes, newKeys, newWords, budget, cell, base, kz], local) => {
      const word = local("i32");
      const key = local("f32");
      const newKey = local("f32");
      const highest = local("f32");
      const words = local("i32"); // where the next word goes
      const toKeys = local("i32"); // bytes from a word to its key
      const moves = local("i32");
      const merged = local("i32");
      const at = local("i32");
      const stays = local("i32");
      const code = local("i32");
      const own = local("i32"); // 4 · the cell of the box's lower corner
      const step = local("i32"); // from there, times 4
      const pass = (pointer: Local, bytes = 4): Code => pointer.set(i32.add(pointer.get, i32.const(bytes)));
      const keyAt = (pointer: Local): Code => i32.add(pointer.get, toKeys.get);

      /** Puts an end where it belongs among those that are there: behind all of them, mostly. */
      const put = (end: Local, endWord: Code): Code => [
        at.set(i32.sub(words.get, i32.const(4))),
        when(
          i32.and(f32.lt(end.get, highest.get), i32.ge(budget.get, moves.get)),
          loop(
            f32.store(keyAt(at), f32.load(keyAt(at)), 4),
            i32.store(at.get, i32.load(at.get), 4),
            pass(at, -4),
            pass(moves, 1),
            when(i32.and(i32.ge(at.get, out.get), f32.gt(f32.load(keyAt(at)), end.get)), again(1)),
          ),
        ),
        f32.store(keyAt(at), end.get, 4),
        i32.store(at.get, endWord, 4),
        highest.set(f32.max(highest.get, end.get)),
        pass(words),
      ];
      const putNew: Code = [
        put(newKey, i32.load(newWords.get)),
        pass(newWords),
        pass(newKeys),
        newKey.set(f32.load(newKeys.get)),
        merged.set(i32.sub(words.get, out.get)),
      ];

      /** `flagsInCell` for a box with a new code: it stays, perhaps under other flags, if it reaches into the cell still. */
      const stayWith = (flags: number, distance: Code, cuts: number): Code =>
        when(
          i32.and(i32.eq(step.get, distance), i32.eq(i32.and(code.get, i32.const(cuts)), i32.const(cuts))),
          word.set(i32.or(i32.and(word.get, i32.const(-4)), i32.const(flags))),
          stays.set(i32.ge(own.get, i32.shl(base.get, i32.const(2)))),
        );
      const rowStep = i32.shl(kz.get, i32.const(2));
      const look: Code = [
        stays.set(i32.const(0)),
        code.set(i32.load(i32.add(codes.get, i32.and(word.get, i32.const(-4))))),
        own.set(i32.and(code.get, i32.const(-4))),
        step.set(i32.sub(i32.shl(cell.get, i32.const(2)), own.get)),
        stayWith(FIRST_Y | FIRST_Z, i32.const(0), 0),
        stayWith(FIRST_Y, i32.const(4), CUT_Z),
        stayWith(FIRST_Z, rowStep, CUT_Y),
        stayWith(0, i32.add(rowStep, i32.const(4)), CUT_Y | CUT_Z),
      ];

      return [
        words.set(out.get),
        toKeys.set(i32.sub(keys.get, out.get)),
        highest.set(f32.const(-Infinity)),
        newKey.set(f32.load(newKeys.get)),
        when(
          i32.lt(from.get, to.get),
          loop(
            word.set(i32.load(from.get)),
            stays.set(i32.const(1)),
            when(i32.load8(i32.add(recoded.get, i32.shr(word.get, i32.const(2)))), look),
            when(
              stays.get,
              key.set(
                f32.load(
                  i32.add(images.get, i32.mul(i32.and(word.get, i32.const(-4)), i32.const(IMAGE_OF_WORD))),
                ),
              ),
              when(f32.ge(key.get, newKey.get), loop(putNew, when(f32.ge(key.get, newKey.get), again(1)))),
              put(key, word.get),
            ),
            pass(from),
            when(i32.lt(from.get, to.get), again(1)),
          ),
        ),
        // until a NaN
        when(f32.eq(newKey.get, newKey.get), loop(putNew, when(f32.eq(newKey.get, newKey.get), again(1)))),
        i32.store(i32.const(MERGED_BYTES), merged.get),
        i32.store(i32.const(MOVES), moves.get),
        i32.sub(words.get, out.get),
      ];
    },
  );
}
