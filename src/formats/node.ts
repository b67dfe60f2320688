// Published as abut/formats/node: reading from the file system.
export { type ReadFileOptions, readModelFile } from "./read-model-file.ts";
