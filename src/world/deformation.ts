import { MeshError, OptionError, show } from "../errors.ts";
import {
  checkCoordinates,
  MAX_COORDINATE,
  type Positions,
  type TriangleMesh,
} from "../mesh/triangle-mesh.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import type { AabbTree } from "../trees/layout.ts";
import { advanceRebuild, startRebuild, type TreeRebuild } from "../trees/rebuild-over-frames.ts";
import { refit } from "../trees/refit.ts";
import { shouldRebuild } from "../trees/should-rebuild.ts";
import type { WorldBody } from "./world-body.ts";

// A deformable body between two steps. `deformed` checks the vertices and computes their box, which is all that the broad phase needs. The
// tree is refitted when a query first needs it, so a body that is near nothing costs no refit.

export interface Deformation {
  readonly rebuildAt: number;
  /** minX minY minZ maxX maxY maxZ of the vertices, in the mesh's space. */
  readonly bounds: Float64Array;
  /** The vertices from `from` to `to` (exclusive) have moved since the tree was fitted; none if `to` is not above `from`. */
  readonly moved: { from: number; to: number };
  /** A new tree that is built over several steps, while the old one answers; null if none is needed. */
  rebuild: TreeRebuild | null;
  /** Why the vertices cannot be used; null if they can. */
  problem: MeshError | null;
  /** Positions at the last step. */
  readonly lastPositions: Positions;
  /** A tree of the last positions, built for the first continuous step. */
  readonly start: { tree: AabbTree | null; isDue: boolean };
  refits: number;
  rebuilds: number;
}

export function createDeformation(mesh: TriangleMesh, rebuildAt: number): Deformation {
  const bounds = new Float64Array(6);
  measureVertices(mesh.positions, bounds);
  return {
    rebuildAt,
    bounds,
    moved: { from: 0, to: 0 },
    rebuild: null,
    problem: null,
    lastPositions: mesh.positions.slice(),
    start: { tree: null, isDue: false },
    refits: 0,
    rebuilds: 0,
  };
}

/** A range of vertices, `to` exclusive. */
export interface VertexRange {
  from: number;
  to: number;
}

/** Records that vertices have moved. Throws `MeshError` at a coordinate that is not finite or too large. */
export function noteDeformed(
  deformation: Deformation,
  { positions, vertexCount }: TriangleMesh,
  { from, to }: VertexRange = { from: 0, to: vertexCount },
): void {
  // Record the range first: the vertices have moved, whatever the check says.
  const { moved } = deformation;
  const isFirst = moved.to <= moved.from;
  moved.from = isFirst ? from : Math.min(moved.from, from);
  moved.to = isFirst ? to : Math.max(moved.to, to);
  try {
    measureVertices(positions, deformation.bounds);
  } catch (error) {
    // The caller's array keeps its contents, so no query may read it before it is corrected.
    if (error instanceof MeshError) deformation.problem = error;
    throw error;
  }
  deformation.problem = null;
}

/** Throws `OptionError` unless `range` names vertices of the mesh. */
export function checkRange({ vertexCount }: TriangleMesh, range: VertexRange | undefined): void {
  if (range === undefined) return;
  checkOptionNames(range, RANGE, "deformed");
  const { from, to } = range;
  if (!(Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from <= to && to <= vertexCount))
    throw new OptionError(
      `deformed: from ${show(from)} to ${show(to)} is not a range of the mesh's ${vertexCount} vertices`,
    );
}

const RANGE: OptionNames<VertexRange> = { from: true, to: true };

/** Writes the box of the vertices. Throws `MeshError` at a coordinate that is not finite or too large. */
function measureVertices(positions: Positions, bounds: Float64Array): void {
  let [minX, minY, minZ] = [Infinity, Infinity, Infinity];
  let [maxX, maxY, maxZ] = [-Infinity, -Infinity, -Infinity];
  let invalid = 0;
  for (let i = 0; i < positions.length; i += 3) {
    const x = positions[i];
    const y = positions[i + 1];
    const z = positions[i + 2];
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
    if (z < minZ) minZ = z;
    if (z > maxZ) maxZ = z;
    invalid += 0 * x + 0 * y + 0 * z;
  }
  const reach = Math.max(-minX, -minY, -minZ, maxX, maxY, maxZ);
  // NaN and infinities times 0 are NaN, and NaN fails every comparison.
  if (!(invalid === 0 && reach <= MAX_COORDINATE)) checkCoordinates(positions);
  bounds[0] = minX;
  bounds[1] = minY;
  bounds[2] = minZ;
  bounds[3] = maxX;
  bounds[4] = maxY;
  bounds[5] = maxZ;
}

/** Throws the `MeshError` of a body whose vertices cannot be used. */
export function checkDeformation({ id, deformation }: WorldBody): void {
  if (deformation?.problem) throw new MeshError(`body ${id}: ${deformation.problem.message}`);
}

/** The tree, fitted to the current vertices. */
export function freshTree(body: WorldBody): AabbTree {
  const { deformation } = body;
  const tree = body.tree!;
  if (deformation === null) return tree;
  const { moved, rebuild } = deformation;
  if (moved.to <= moved.from) return tree;
  const isWhole = moved.from === 0 && moved.to === tree.mesh.vertexCount;
  refit(tree, isWhole ? {} : moved);
  moved.from = moved.to = 0;
  deformation.refits++;
  if (rebuild === null && shouldRebuild(tree, deformation.rebuildAt))
    deformation.rebuild = startRebuild(tree);
  return tree;
}

/** Does this step's share of a rebuild. The last share fits the new tree to the current vertices. */
export function continueRebuild(body: WorldBody): void {
  const { deformation } = body;
  if (deformation === null || deformation.rebuild === null) return;
  const built = advanceRebuild(deformation.rebuild);
  if (built === null) return;
  body.tree = built;
  deformation.rebuild = null;
  deformation.moved.from = deformation.moved.to = 0;
  deformation.rebuilds++;
}

export function checkRebuildAt(rebuildAt: unknown): number {
  if (rebuildAt === undefined) return 1.5;
  if (typeof rebuildAt === "number" && rebuildAt >= 1) return rebuildAt;
  throw new OptionError(`rebuildAt: ${show(rebuildAt)} is not a number of at least 1`);
}
