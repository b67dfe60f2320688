import { MeshError, OptionError, PoseError, show } from "../errors.ts";
import { readPose } from "../geometry/affine.ts";
import { checkWorldPose } from "../geometry/relative-pose.ts";
import { PART_NAMES } from "../mesh/part-names.ts";
import { checkCoordinates, checkMesh, type TriangleMesh } from "../mesh/triangle-mesh.ts";
import { checkDataNames, checkNamesOfEach, type OptionNames } from "../option-names.ts";
import { isArrayOf } from "../typed-arrays.ts";
import type { ClashPart, WholePart } from "./clash.ts";

const CLASH_PART: OptionNames<ClashPart> = { key: true, name: true, group: true, mesh: true, toWorld: true };

/** The parts with defaults filled in. Throws an `OptionError`, `MeshError` or `PoseError` that names the part, before any work is done. */
export function readParts(parts: readonly ClashPart[]): WholePart[] {
  if (!Array.isArray(parts)) throw new OptionError(`parts: expected an array, got ${describe(parts)}`);
  const checkKey = createKeyCheck();
  const checkShape = createShapeCheck();
  const whole = completeParts(parts);
  whole.forEach((part, number) => {
    checkKey(part, number);
    checkShape(part, number);
  });
  return whole;
}

/** A function that throws `OptionError` if two parts of a scene have one key. */
export function createKeyCheck(): (part: WholePart, number: number) => void {
  const numbers = new Map<string, number>();
  return ({ key }, number) => {
    const earlier = numbers.get(key);
    if (earlier !== undefined)
      throw new OptionError(`parts[${number}].key: "${key}" is also the key of parts[${earlier}]`);
    numbers.set(key, number);
  };
}

/** A function that checks meshes and poses of parts. It keeps no mesh alive. */
export function createShapeCheck(): (part: WholePart, number: number) => void {
  const reaches = new WeakMap<TriangleMesh, number>();
  return ({ key, mesh, toWorld }, number) => {
    const where = `parts[${number}] (${key})`;
    const reach = reaches.get(mesh) ?? checkedReach(mesh, where);
    reaches.set(mesh, reach);
    if (toWorld !== null) checkWorldPose(toWorld, reach, `${where}: toWorld`);
  };
}

/** The parts with defaults filled in. Unlike `readParts` it checks neither meshes nor whether keys are distinct. */
export function completeParts(parts: readonly ClashPart[]): WholePart[] {
  checkNamesOfEach(parts, CLASH_PART, "parts", PART_NAMES);
  // Array.from visits the holes of a sparse array, and completePart rejects them; map would skip them.
  return Array.from(parts, completePart);
}

/** One part of a stream with defaults filled in. */
export function completeNamedPart(part: ClashPart, number: number): WholePart {
  checkDataNames(part, CLASH_PART, `parts[${number}]`, PART_NAMES);
  return completePart(part, number);
}

function completePart(part: ClashPart, number: number): WholePart {
  if (part === null || typeof part !== "object")
    throw new OptionError(`parts[${number}]: expected a part, got ${describe(part)}`);
  const { key, name = key, group = 0, mesh, toWorld = null } = part;
  if (typeof key !== "string" || key === "")
    throw new OptionError(`parts[${number}].key: ${describe(key)} is not a string of at least one character`);
  if (typeof name !== "string")
    throw new OptionError(`parts[${number}].name: ${describe(name)} is not a string`);
  if (!Number.isInteger(group))
    throw new OptionError(`parts[${number}].group: ${describe(group)} is not a whole number`);
  return { key, name, group, mesh, toWorld: poseInF64(toWorld, `parts[${number}] (${key}): toWorld`) };
}

/** A pose as f64. A Float64Array is returned as is, not copied. */
export function poseInF64(toWorld: ClashPart["toWorld"], where: string): Float64Array | null {
  if (toWorld === null || toWorld === undefined) return null;
  if (typeof toWorld !== "object")
    throw new PoseError(`${where} is ${describe(toWorld)}; expected 16 numbers or null`);
  readPose(toWorld, where, pose);
  return isArrayOf(toWorld, "Float64Array") ? toWorld : pose.slice();
}

const pose = new Float64Array(16);

/** Checks a mesh and returns the largest magnitude of its coordinates. */
function checkedReach(mesh: TriangleMesh, where: string): number {
  try {
    checkMesh(mesh);
    checkCoordinates(mesh.positions); // the caller may have changed them since createMesh
  } catch (error) {
    throw error instanceof MeshError ? new MeshError(`${where}: ${error.message}`) : error;
  }
  const { positions } = mesh;
  let reach = 0;
  for (let i = 0; i < positions.length; i++) reach = Math.max(reach, Math.abs(positions[i]));
  return reach;
}

function describe(value: unknown): string {
  return typeof value === "string" ? `"${value}"` : show(value);
}
