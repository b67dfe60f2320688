// Published as abut/formats/node: what reads files itself.
export { type ReadFileOptions, readModelFile } from "./read-model-file.ts";
