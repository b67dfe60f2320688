// In a file of its own, so that the command's help needs no readers.

export const MODEL_FORMATS = [
  "stl",
  "obj",
  "ply",
  "off",
  "gltf",
  "dae",
  "3mf",
  "step",
  "iges",
  "brep",
  "urdf",
  "mjcf",
  "ifc",
  "zip",
] as const;

/** "zip": an archive with models, see `readModel`. */
export type ModelFormat = (typeof MODEL_FORMATS)[number];
