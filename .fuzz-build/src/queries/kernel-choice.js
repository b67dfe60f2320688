export { areKernelsInsistedOn, areKernelsUnwanted, withKernels, withoutKernels } from "../numerics/wasm/kernel-choice.js";
