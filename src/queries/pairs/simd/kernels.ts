export {
  type Kernels,
  loadedMemory,
  loadKernels,
  releaseKernels,
  whenKernelsAreReleased,
} from "../../../kernels/pair-kernels.ts";
