// Published as abut/world: models that deform, frame by frame.

export {
  createDeformableModel,
  type DeformableModel,
  type DeformableModelOptions,
  updateDeformableModel,
} from "./deformable-model.ts";
