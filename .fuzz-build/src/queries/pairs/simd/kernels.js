export { loadedMemory, loadKernels, releaseKernels, whenKernelsAreReleased } from "../../../kernels/pair-kernels.js";
