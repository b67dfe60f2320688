export type { Decoders } from "./gltf/decoders.ts";
export type { Resolver } from "./gltf/document.ts";
export { type GltfOptions, readGltf } from "./gltf/read.ts";
export type { Model, ModelPart } from "./model.ts";
export { readObj } from "./obj.ts";
export { readOff } from "./off.ts";
export { readPly } from "./ply.ts";
export { formatOf, type ModelFormat, type ReadOptions, readModel } from "./read-model.ts";
export { readStl, type StlOptions } from "./stl.ts";
