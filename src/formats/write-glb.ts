import { OptionError } from "../errors.ts";
import { addNode, createDraft, packGlb } from "./gltf/draft.ts";
import { addPart, type DraftPart } from "./gltf/draft-part.ts";

export interface WriteGlbOptions {
  /** How many metres one unit of the parts is: glTF is in metres. Default 1. */
  metresPerUnit?: number | undefined;
}

/**
 * The parts as a binary glTF 2.0: one node a part, with its name and pose; parts that share a mesh object share it in
 * the file. Positions are f32, as glTF has them; f64 meshes far from their origin are written relative to their middle, so
 * that they keep their digits.
 */
export function writeModelGlb(parts: readonly DraftPart[], options: WriteGlbOptions = {}): Uint8Array {
  const { metresPerUnit = 1 } = options;
  if (!(metresPerUnit > 0 && metresPerUnit < Infinity))
    throw new OptionError(`metresPerUnit: ${metresPerUnit} is not a positive number`);
  const draft = createDraft();
  const root =
    metresPerUnit === 1 || parts.length === 0
      ? null
      : addNode(draft, { scale: Array(3).fill(metresPerUnit) }, null);
  const surfaces = new Map();
  for (const part of parts) addPart(draft, surfaces, part, null, root);
  return packGlb(draft);
}
