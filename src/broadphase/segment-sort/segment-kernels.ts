import {
  type CompiledFunctions,
  compileFunctions,
  instantiateWith,
  type WasmMemory,
} from "../../numerics/wasm/instantiate.ts";
import { writeCheck } from "../check-kernel.ts";
import { writeMend } from "./mend-kernel.ts";
import { writeImage, writePlace } from "./place-kernel.ts";
import { writeFetch, writeSweep } from "./sweep-kernel.ts";

// A step of segment sort in WebAssembly, on images of the boxes (narrow-image.ts):
//
//   image ─▶ place ─▶ boxes that have left their cells ─▶ for each cell: mend ─▶ fetch ─▶ sweep ─▶ hits
//
// All addresses are in bytes; what lies where is in segment-room.ts.

interface Functions {
  /** See check-kernel.ts. */
  check2D(boxes: number, count: number): number;
  check3D(boxes: number, count: number): number;
  /** Writes the images of the first `count` boxes to their places. */
  image3D(count: number, boxes: number, places: number, images: number): number;
  image2D(count: number, boxes: number, places: number, images: number): number;
  /**
   * Lists which of the first `count` places have a box that is not within the bounds of its code; returns where the list ends.
   * `bounds` is where those of code 0 are.
   */
  place(count: number, images: number, codes: number, bounds: number, listed: number): number;
  /**
   * Makes the list of a cell: the words at `from` to `to` − 1, of recoded boxes those that reach into the cell still, merged
   * with those who are new, whose keys end with a NaN, in the order of their keys. Writes words to `out` and keys to `keys`, and
   * returns how many bytes either has. After more than `budget` moves it goes on without sorting.
   */
  mend(
    from: number,
    to: number,
    out: number,
    keys: number,
    images: number,
    recoded: number,
    codes: number,
    newKeys: number,
    newWords: number,
    budget: number,
    cell: number,
    base: number,
    kz: number,
  ): number;
  /** Fills the other rows of a list of `bytes` bytes of words; 16 bytes after the words may be overwritten. */
  fetch(words: number, bytes: number, images: number, ids: number, list: number, row: number): number;
  /**
   * Sweeps the boxes at `from` to `end` − 1 of a list (bytes in a row), whose rows begin at `list` and are `row` bytes
   * long. Hits go to `hits` and on, at most up to `hitsEnd`. Returns where it stopped: `end`, or earlier if there is no room
   * for what the next box can hit.
   */
  sweep(from: number, end: number, list: number, row: number, hits: number, hitsEnd: number): number;
}

export type SegmentKernels = Functions & { readonly memory: WasmMemory };
/** Makes kernels with a memory of so many bytes; null where there is none, or no WebAssembly. */
export type CreateKernels = (bytes: number) => SegmentKernels | null;

let compiled: CompiledFunctions | null | undefined;

export const createSegmentKernels: CreateKernels = (bytes) => {
  if (compiled === undefined)
    compiled = compileFunctions(0, () => [
      writeCheck("check2D", 2),
      writeCheck("check3D", 3),
      writeImage("image2D", 2),
      writeImage("image3D", 3),
      writePlace(),
      writeMend(),
      writeFetch(),
      writeSweep(),
    ]);
  return compiled && instantiateWith<Functions>(compiled, bytes);
};
