export type { Model, ModelPart } from "./model.ts";
export { readObj } from "./obj.ts";
export { readOff } from "./off.ts";
export { readPly } from "./ply.ts";
export { readStl, type StlOptions } from "./stl.ts";
