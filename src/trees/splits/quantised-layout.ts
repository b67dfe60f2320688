// The surface area rule only chooses, it does not bound: it works on boxes in whole numbers from 0 to QUANTA.
//
//   minX minY minZ | QUANTA − maxX, − maxY, − maxZ | triangle | unused
//
// The minimum of integers needs no branch (`least`), and with the maxima mirrored every bound is a minimum. On f32 records
// with branches this rule took 1.7 times as long: whether a triangle widens a bin is random for the branch predictor.
export { EMPTY_BOUND, QUANTA } from "../../kernels/split-constants.ts";
export const MIRRORED_MAX = 3;
