import { linkBroadphaseKernels, type SegmentKernels } from "../../kernels/broadphase-kernels.ts";

export type { SegmentKernels };
/** Makes kernels with a memory of so many bytes; null where there is none, or no WebAssembly. */
export type CreateKernels = (bytes: number) => SegmentKernels | null;

export const createSegmentKernels: CreateKernels = linkBroadphaseKernels;
