export { ABS_M, ABS_N, C, M, MARGIN_A, MARGIN_B, N, SCALE } from "../../../geometry/relative-pose-layout.js";
export * from "../../../kernels/pair-memory-map.js";
