export { boxReach, setF32Pose } from "../f32-pose.ts";
