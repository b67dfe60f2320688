// Parameters of the surface area rule. TypeScript (trees/splits/) and AssemblyScript both import this file, so it holds only plain
// constants, like memory-map.ts.

/** Up to this depth plus log2 n, a rule chooses freely; below that, sets are halved. */
export const FREE_DEPTH = 40;

/** Sets of more than twice this size are judged by a sample: 512 triangles find the best plane as well as all of them (docs/decisions). */
export const SAMPLE_COUNT = 512;
/** If the midpoints spread less than this, they are quantised again: 16 bins need a few steps each to mean anything. */
export const COARSE = 1024;
/** In a set quantised by itself, midpoints that spread no more than this differ only by rounding, and count as equal. */
export const NOISE = 4;

/** Up to this size, pricing every cut in order is cheaper than filling bins. */
export const SMALL_SET = 8;
export const LOG_BINS = 4;
/** Up to this size half as many bins are used: pricing 16 would take longer than filling them. */
export const FEW = 64;
/** An axis is skipped if the midpoints spread less on it than this fraction of the widest spread. */
export const WORTHWHILE = 0.5;

/** Boxes are in whole numbers from 0 to this, 2^29 (trees/splits/quantised-layout.ts). */
export const QUANTA = 0x20000000;
/** Above every bound, yet small enough that no difference of two overflows: 2^30 − 1. */
export const EMPTY_BOUND = 0x3fffffff;
