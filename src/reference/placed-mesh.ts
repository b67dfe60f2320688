import { bakePositions, type Pose } from "../geometry/affine.ts";
import type { Positions, TriangleMesh } from "../mesh/triangle-mesh.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";

/** What the slow twins of queries of one mesh take. */
export interface PlacedOptions {
  /** Where the mesh stands, as in the queries. */
  toWorld?: Pose | null | undefined;
}

export const PLACED_OPTIONS: OptionNames<PlacedOptions> = { toWorld: true };

/** The mesh's vertices where the options of `caller` put them. */
export function placedPositions(
  { positions }: TriangleMesh,
  options: PlacedOptions,
  caller: string,
): Positions {
  checkOptionNames(options, PLACED_OPTIONS, caller);
  const { toWorld = null } = options;
  return toWorld === null ? positions : bakePositions(positions, toWorld);
}
