// Published as abut/formats/node: reading from the file system.
export {
  type ReadFileOptions,
  type RobotFileOptions,
  readModelFile,
  readRobotFile,
  readUrdfFile,
} from "./read-model-file.ts";
