import { OptionError } from "../../errors.ts";
import type { Positions } from "../../mesh/triangle-mesh.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import { type AabbTree, checkAabbTree } from "../../trees/layout.ts";
import { checkPositionsAtEnd } from "../../trees/refit-swept.ts";
import { createImpactList, type ImpactList, releaseImpactList } from "./impact-list.ts";
import { type ImpactStats, readImpactStats } from "./impact-result.ts";
import { checkImpactsInto, checkMaxImpacts, createImpacts, type Impacts } from "./impacts.ts";
import { findLinearImpacts } from "./linear-impact.ts";
import { type Motion, readMotion } from "./motion.ts";
import { type MovingMesh, movingMeshOf } from "./moving-mesh.ts";
import { scaleDeformation, scaleMotions } from "./scale-motions.ts";
import { writeImpacts } from "./write-impacts.ts";

export interface FindImpactsOptions {
  /**
   * The largest number of impacts to list, the earliest ones; `truncated` says whether there are more. Memory grows with what is found, up
   * to twice this many rows of 48 bytes and one result of 152 bytes a row. Default: 2^20.
   */
  maxImpacts?: number | undefined;
  /** An earlier result, to be overwritten and returned so that its memory is reused. Default: a new result. */
  into?: Impacts | null | undefined;
  /** A plain object, such as {}: filled with the query's counters. */
  stats?: Partial<ImpactStats> | undefined;
}

const FIND_IMPACTS_OPTIONS: OptionNames<FindImpactsOptions> = { maxImpacts: true, into: true, stats: true };

const MAX_IMPACTS = 2 ** 20;

/**
 * Every first contact of a vertex and a face, or of two edges, one of a and one of b, while both meshes move in straight lines from time 0
 * to time 1; exact, touching counts. A pair of features is listed if and only if `sweepVertexFace` or `sweepEdgeEdge` gives it a time.
 * Takes the motions of `timeOfImpact` except rotations, which throw `OptionError`: cut them into steps with `path: "straight"`.
 *
 * Features that touch at time 0 are listed with that time. Meshes may intersect at the start: then `startsInContact` is true, and features
 * that touch later are listed as usual.
 *
 * The normal is that of the face, or the cross product of the two edges, on the side that b's point comes from. If that is undecided, at
 * time 0 or while sliding along the surface, it is on the side that a's triangle faces and b's does not. If there is neither a face normal
 * nor a cross product, it is the direction b's point comes from, then the difference of the triangles' normals, then the x axis.
 */
export function findImpacts(
  a: AabbTree,
  b: AabbTree,
  motionA: Motion | null,
  motionB: Motion | null,
  options: FindImpactsOptions = {},
): Impacts {
  checkOptionNames(options, FIND_IMPACTS_OPTIONS, "findImpacts");
  checkAabbTree(a, "findImpacts");
  checkAabbTree(b, "findImpacts");
  const checked = readOptions(options);
  const readA = readMotion(motionA, a, "motionA");
  const readB = readMotion(motionB, b, "motionB");
  for (const [name, { rotates }] of Object.entries({ motionA: readA, motionB: readB }))
    if (rotates)
      throw new OptionError(`${name}: rotates, but findImpacts needs straight lines: use path "straight"`);
  const scaled = scaleMotions(a, motionA, readA, b, motionB, readB);
  if (scaled === null) {
    const sideA = movingMeshOf(a, 0, readA);
    const sideB = movingMeshOf(b, a === b ? 1 : 0, readB);
    return search(sideA, sideB, readA.rigid !== null && readB.rigid !== null, checked);
  }
  const { tree: treeA, motion: scaledA } = scaled.a;
  const { tree: treeB, motion: scaledB } = scaled.b;
  return shrink(findImpacts(treeA, treeB, scaledA, scaledB, options), scaled.factor);
}

/**
 * Every first contact of a mesh with itself while its vertices move in straight lines to `positionsAtEnd`; exact, like `findImpacts`. A
 * vertex and a face have the kind `vertexFace`, the vertex first; of two edges, the one with the lower vertex number comes first. Features
 * with a common vertex (by number) do not count: weld a mesh whose triangles only look connected.
 */
export function findSelfImpacts(
  tree: AabbTree,
  positionsAtEnd: Positions,
  options: FindImpactsOptions = {},
): Impacts {
  checkOptionNames(options, FIND_IMPACTS_OPTIONS, "findSelfImpacts");
  checkAabbTree(tree, "findSelfImpacts");
  const checked = readOptions(options);
  checkPositionsAtEnd(positionsAtEnd, tree.mesh.positions.length, "positionsAtEnd");
  const scaled = scaleDeformation(tree, positionsAtEnd);
  if (scaled !== null)
    return shrink(findSelfImpacts(scaled.tree, scaled.positionsAtEnd, options), scaled.factor);
  const side = movingMeshOf(tree, 0, { from: null, to: null, positionsAtEnd, rotates: false, rigid: null });
  return search(side, side, false, checked);
}

interface CheckedOptions {
  maxImpacts: number;
  into: Impacts | null | undefined;
  stats: ImpactStats | undefined;
}

function readOptions({ maxImpacts = MAX_IMPACTS, into, stats }: FindImpactsOptions): CheckedOptions {
  checkMaxImpacts(maxImpacts);
  checkImpactsInto(into);
  return { maxImpacts, into, stats: readImpactStats(stats) };
}

/** The list of contacts, kept and grown between queries. */
const list: ImpactList = createImpactList();

function search(
  a: MovingMesh,
  b: MovingMesh,
  isTranslation: boolean,
  { maxImpacts, into, stats }: CheckedOptions,
): Impacts {
  const result = into ?? createImpacts();
  const meetsAtStart = findLinearImpacts(a, b, isTranslation, list, maxImpacts, result.stats);
  writeImpacts(list, maxImpacts, a, b, result);
  // Triangles with a common edge meet otherwise only in features off that edge, which sort first if they touch at time 0.
  result.startsInContact = meetsAtStart || (result.count > 0 && result.times[1] === 0);
  releaseImpactList(list);
  if (stats !== undefined) Object.assign(stats, result.stats);
  return result;
}

/** Scales impacts back from a world that is `factor` times as large, a power of two. */
function shrink(result: Impacts, factor: number): Impacts {
  const { pointsA, pointsB } = result;
  for (let i = 0; i < pointsA.length; i++) {
    pointsA[i] /= factor;
    pointsB[i] /= factor;
  }
  return result;
}
