import { bakePositions, type Pose } from "../geometry/affine.ts";
import type { Positions, TriangleMesh } from "../mesh/triangle-mesh.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";

/** The options of slow twins of queries about one mesh. */
export interface PlacedOptions {
  /** The pose of the mesh, as in the queries. */
  toWorld?: Pose | null | undefined;
}

export const PLACED_OPTIONS: OptionNames<PlacedOptions> = { toWorld: true };

/** The mesh's vertices at the pose of `caller`'s options. */
export function placedPositions(
  { positions }: TriangleMesh,
  options: PlacedOptions,
  caller: string,
): Positions {
  checkOptionNames(options, PLACED_OPTIONS, caller);
  const { toWorld = null } = options;
  return toWorld === null ? positions : bakePositions(positions, toWorld);
}
