import { MeshError, OptionError, PoseError } from "../../errors.ts";
import { readPose } from "../../geometry/affine.ts";
import { checkWorldPose } from "../../geometry/relative-pose.ts";
import { checkCoordinates, checkMesh, type TriangleMesh } from "../../mesh/triangle-mesh.ts";
import type { ClashPart } from "./clash.ts";

const pose = new Float64Array(16);

/** Throws `OptionError`, `MeshError` or `PoseError`, which name the part, before any work is done. */
export function checkParts(parts: readonly ClashPart[]): void {
  if (!Array.isArray(parts)) throw new OptionError(`parts: expected an array, got ${describe(parts)}`);
  const numbers = new Map<string, number>();
  const reaches = new Map<TriangleMesh, number>();
  parts.forEach((part: ClashPart | null | undefined, number) => {
    if (part === null || typeof part !== "object")
      throw new OptionError(`parts[${number}]: expected a part, got ${describe(part)}`);
    const { key, group, mesh, toWorld } = part;
    if (typeof key !== "string" || key === "")
      throw new OptionError(
        `parts[${number}].key: ${describe(key)} is not a text with at least one character`,
      );
    const earlier = numbers.get(key);
    if (earlier !== undefined)
      throw new OptionError(`parts[${number}].key: "${key}" is the key of parts[${earlier}], too`);
    numbers.set(key, number);
    if (!Number.isInteger(group))
      throw new OptionError(`parts[${number}].group: ${describe(group)} is not a whole number`);
    const name = `parts[${number}] (${key})`;
    const reach = reaches.get(mesh) ?? checkedReach(mesh, name);
    reaches.set(mesh, reach);
    checkPartPose(toWorld, reach, name);
  });
}

/** The largest magnitude of a coordinate of a mesh without faults. */
function checkedReach(mesh: TriangleMesh, name: string): number {
  try {
    checkMesh(mesh);
    checkCoordinates(mesh.positions); // they may have been changed since createMesh
  } catch (error) {
    throw error instanceof MeshError ? new MeshError(`${name}: ${error.message}`) : error;
  }
  let reach = 0;
  for (let i = 0; i < mesh.positions.length; i++) reach = Math.max(reach, Math.abs(mesh.positions[i]!));
  return reach;
}

function checkPartPose(toWorld: Float64Array | null, reach: number, name: string): void {
  if (toWorld === null) return;
  if (typeof toWorld !== "object")
    throw new PoseError(`${name}: toWorld is ${describe(toWorld)}, not 16 numbers or null`);
  if (readPose(toWorld, `${name}: toWorld`, pose)) checkWorldPose(pose, reach, `${name}: toWorld`);
}

function describe(value: unknown): string {
  return typeof value === "string" ? `"${value}"` : String(value);
}
