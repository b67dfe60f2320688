import { FormatError, MeshError } from "../errors.ts";
import { createMesh, type Indices, type Positions, type TriangleMesh } from "../mesh/triangle-mesh.ts";
import { type Budget, spend } from "./budget.ts";

/** The triangles of a file. A file without triangles has no parts, and a warning that says so. */
export interface Model extends ModelSpace {
  parts: ModelPart[];
  /** What is legal but suspicious, with file, position and number of occurrences. */
  warnings: string[];
  /** Robots: names of parts that may meet, because a joint connects them or the .srdf file says so. */
  allowedPairs?: [string, string][];
  /** IFC: how many elements with a shape were not read, by class, because they are not built (`excludeTypes`). */
  leftOut?: Record<string, number>;
}

/** What the numbers in a file mean; null if the format does not say. */
export interface ModelSpace {
  metresPerUnit: number | null;
  upAxis: "y" | "z" | null;
}

/** One thing that can clash: an STL solid, an OBJ group, a glTF node, a link, an IFC element, or the whole file. */
export interface ModelPart {
  /** Unique within the model: a second "bolt" becomes "bolt#2". */
  name: string;
  /** Instances share one mesh object, so that one tree serves them all. */
  mesh: TriangleMesh;
  /** 16 numbers, column-major; null stands for the identity. */
  toWorld: Float64Array | null;
  /** IFC: the 22 characters of the GlobalId. */
  guid?: string;
  /** IFC: the class, e.g. "IfcWall". */
  type?: string;
  /** STEP, IGES, 3MF: the names of the assemblies that contain it, the outermost first. */
  path?: string[];
  /** STEP, IGES, 3MF: red, green and blue in sRGB, from 0 to 1. */
  color?: PartColor;
  /** IFC: the name of the building storey that contains the element. */
  storey?: string;
  /** IFC: values by "set.property", e.g. "Pset_WallCommon.IsExternal". */
  properties?: Readonly<Record<string, string>>;
}

export type PartColor = readonly [red: number, green: number, blue: number];

const UNKNOWN_SPACE: ModelSpace = { metresPerUnit: null, upAxis: null };

/** The name for a part without one: the file's name without its folder. */
export function nameOfFile(source: string): string {
  return source.slice(Math.max(source.lastIndexOf("/"), source.lastIndexOf("\\")) + 1) || "model";
}

/** A model whose parts have distinct names; warns if there are none. */
export function createModel(
  source: string,
  budget: Budget,
  parts: ModelPart[],
  warnings: string[],
  space: ModelSpace = UNKNOWN_SPACE,
): Model {
  const taken = new Set(parts.map(({ name }) => name));
  const seen = new Map<string, number>();
  for (const part of parts) {
    const { name } = part;
    let count = (seen.get(name) ?? 0) + 1;
    if (count > 1) {
      spend(budget, "bytes", 2 * name.length, `${source}, names of parts`); // each name is copied
      while (taken.has(`${name}#${count}`)) count++;
      part.name = `${name}#${count}`;
      taken.add(part.name);
    }
    seen.set(name, count);
  }
  if (parts.length === 0) warnings.push(`${source}: no triangles`);
  return { parts, warnings, ...space };
}

/** `createMesh` within the budget; errors name the file and the part. */
export function meshOfPart(
  source: string,
  budget: Budget,
  part: string,
  positions: Positions,
  indices: Indices | null,
): TriangleMesh {
  const corners = indices === null ? positions.length / 3 : indices.length;
  spend(budget, "triangles", Math.floor(corners / 3), `${source}, part "${part}"`);
  try {
    return createMesh({ positions, indices });
  } catch (error) {
    if (!(error instanceof MeshError)) throw error;
    throw new FormatError(`${source}, part "${part}": ${error.message}`);
  }
}
