// What the surface area rule goes by. TypeScript (trees/splits/) and AssemblyScript import this file, so it holds plain
// constants only, as memory-map.ts does.
/** Below this depth plus log2 n a rule chooses freely; beyond it sets are halved. */
export const FREE_DEPTH = 40;
/** Sets above twice this size are judged by a sample: 512 tell the best plane as well as all (docs/decisions). */
export const SAMPLE_COUNT = 512;
/** Below this spread the midpoints are quantised anew: 16 bins need a few steps each to mean anything. */
export const COARSE = 1024;
/** Up to here, in a set quantised by itself, midpoints differ by no more than rounding: they count as equal. */
export const NOISE = 4;
/** Up to here pricing every cut in order is cheaper than filling bins. */
export const SMALL_SET = 8;
export const LOG_BINS = 4;
/** Half as many bins for sets of this size: pricing 16 would take longer than filling them. */
export const FEW = 64;
/** An axis on which the midpoints spread less than this fraction of the widest is left out. */
export const WORTHWHILE = .5;
/** Boxes are in whole numbers from 0 to this, 2^29 (trees/splits/quantised-layout.ts). */
export const QUANTA = 536870912;
/** Above every bound, yet near enough that no difference of two overflows: 2^30 − 1. */
export const EMPTY_BOUND = 1073741823;
