import { OptionError, show } from "../../errors.ts";
import { PART_NAMES } from "../../mesh/part-names.ts";
import { checkNamesOfEach, checkOptionNames, type OptionNames } from "../../option-names.ts";
import type { ModelSpace } from "../model.ts";
import { addNode, createDraft, packGlb, worldTransform } from "./draft.ts";
import { addPart, type DraftPart } from "./draft-part.ts";

export interface WriteGlbOptions {
  /** Metres per unit of the parts; glTF is in metres. Default 1. */
  metresPerUnit?: number | undefined;
  /** The axis of the parts that points up; in glTF it is y. Default null: unknown, nothing is rotated. */
  upAxis?: ModelSpace["upAxis"] | undefined;
}

const WRITE_GLB_OPTIONS: OptionNames<WriteGlbOptions> = { metresPerUnit: true, upAxis: true };
const DRAFT_PART: OptionNames<DraftPart> = { name: true, mesh: true, toWorld: true, extras: true };

/**
 * The parts as binary glTF 2.0: one node per part, with its name and pose; parts that share a mesh object share it in the
 * file. Positions are f32, as in glTF; f64 meshes far from their origin are written relative to their middle, so that they
 * keep their digits.
 */
export function writeModelGlb(parts: readonly DraftPart[], options: WriteGlbOptions = {}): Uint8Array {
  checkOptionNames(options, WRITE_GLB_OPTIONS, "writeModelGlb");
  checkNamesOfEach(parts, DRAFT_PART, "parts", PART_NAMES);
  if (!Array.isArray(parts)) throw new OptionError(`parts: expected an array, got ${show(parts)}`);
  for (let i = 0; i < parts.length; i++)
    if (parts[i]?.mesh?.positions === undefined)
      throw new OptionError(`parts[${i}].mesh: expected a mesh, got ${show(parts[i]?.mesh)}`);
  const { metresPerUnit = 1, upAxis = null } = options;
  if (!(typeof metresPerUnit === "number" && metresPerUnit > 0 && metresPerUnit < Infinity))
    throw new OptionError(`metresPerUnit: ${show(metresPerUnit)} is not a positive number`);
  const draft = createDraft();
  const isAsItIs = metresPerUnit === 1 && upAxis !== "z";
  const root =
    isAsItIs || parts.length === 0 ? null : addNode(draft, worldTransform(metresPerUnit, upAxis), null);
  const surfaces = new Map();
  for (const part of parts) addPart(draft, surfaces, part, null, root);
  return packGlb(draft);
}
