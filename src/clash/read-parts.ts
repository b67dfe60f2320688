import { MeshError, OptionError, PoseError, show } from "../errors.ts";
import { readPose } from "../geometry/affine.ts";
import { checkWorldPose } from "../geometry/relative-pose.ts";
import { PART_NAMES } from "../mesh/part-names.ts";
import { checkCoordinates, checkMesh, type TriangleMesh } from "../mesh/triangle-mesh.ts";
import { checkNamesOfEach, type OptionNames } from "../option-names.ts";
import { isArrayOf } from "../typed-arrays.ts";
import type { ClashPart, WholePart } from "./clash.ts";

const CLASH_PART: OptionNames<ClashPart> = { key: true, name: true, group: true, mesh: true, toWorld: true };

/** The parts with nothing left out. Throws `OptionError`, `MeshError` or `PoseError`, which name the part, before any work is done. */
export function readParts(parts: readonly ClashPart[]): WholePart[] {
  if (!Array.isArray(parts)) throw new OptionError(`parts: expected an array, got ${describe(parts)}`);
  const numbers = new Map<string, number>();
  const reaches = new Map<TriangleMesh, number>();
  const whole = completeParts(parts);
  whole.forEach(({ key, mesh, toWorld }, number) => {
    const earlier = numbers.get(key);
    if (earlier !== undefined)
      throw new OptionError(`parts[${number}].key: "${key}" is the key of parts[${earlier}], too`);
    numbers.set(key, number);
    const where = `parts[${number}] (${key})`;
    const reach = reaches.get(mesh) ?? checkedReach(mesh, where);
    reaches.set(mesh, reach);
    if (toWorld !== null) checkWorldPose(toWorld, reach, `${where}: toWorld`);
  });
  return whole;
}

/** The same without a look at meshes, or at whether keys are distinct. */
export function completeParts(parts: readonly ClashPart[]): WholePart[] {
  checkNamesOfEach(parts, CLASH_PART, "parts", PART_NAMES);
  return parts.map(completePart);
}

function completePart(part: ClashPart, number: number): WholePart {
  if (part === null || typeof part !== "object")
    throw new OptionError(`parts[${number}]: expected a part, got ${describe(part)}`);
  const { key, name = key, group = 0, mesh, toWorld = null } = part;
  if (typeof key !== "string" || key === "")
    throw new OptionError(`parts[${number}].key: ${describe(key)} is not a text with at least one character`);
  if (typeof name !== "string")
    throw new OptionError(`parts[${number}].name: ${describe(name)} is not a text`);
  if (!Number.isInteger(group))
    throw new OptionError(`parts[${number}].group: ${describe(group)} is not a whole number`);
  return { key, name, group, mesh, toWorld: poseInF64(toWorld, `parts[${number}] (${key}): toWorld`) };
}

/** The caller's own numbers where they are f64 already. */
export function poseInF64(toWorld: ClashPart["toWorld"], where: string): Float64Array | null {
  if (toWorld === null || toWorld === undefined) return null;
  if (typeof toWorld !== "object")
    throw new PoseError(`${where} is ${describe(toWorld)}, not 16 numbers or null`);
  readPose(toWorld, where, pose);
  return isArrayOf(toWorld, "Float64Array") ? toWorld : pose.slice();
}

const pose = new Float64Array(16);

/** The largest magnitude of a coordinate of a mesh without faults. */
function checkedReach(mesh: TriangleMesh, where: string): number {
  try {
    checkMesh(mesh);
    checkCoordinates(mesh.positions); // they may have been changed since createMesh
  } catch (error) {
    throw error instanceof MeshError ? new MeshError(`${where}: ${error.message}`) : error;
  }
  let reach = 0;
  for (let i = 0; i < mesh.positions.length; i++) reach = Math.max(reach, Math.abs(mesh.positions[i]));
  return reach;
}

function describe(value: unknown): string {
  return typeof value === "string" ? `"${value}"` : show(value);
}
