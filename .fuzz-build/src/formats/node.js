// Published as abut/formats/node: what reads files itself.
export { readModelFile } from "./read-model-file.js";
