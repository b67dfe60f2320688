export type { Model, ModelPart } from "./model.ts";
export { readObj } from "./obj.ts";
export { readStl, type StlOptions } from "./stl.ts";
