import { exponentOf } from "../mesh/tiny-mesh.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import { checkFillable, fillCounters } from "../reused-objects.ts";
import { isArrayOf } from "../typed-arrays.ts";
import { noteRefit } from "./copy-policy.ts";
import { fitToVertices } from "./fit-to-vertices.ts";
import { fitTouched, touchedOf } from "./fit-touched.ts";
import { framedBoxesToFollow, refitFramedBoxes } from "./frame/framed-boxes.ts";
import { type AabbTree, checkBoxTree, type RTree } from "./layout.ts";
import { chooseOrigin, isSurelyZero } from "./origin.ts";
import { fitRTreeToVertices } from "./r-tree/fit.ts";
import { fitTouchedInRTree, touchedOfRTree } from "./r-tree/fit-touched-r-tree.ts";
import { areVerticesNamed, checkTouched, countTouched, readTouched } from "./touched-vertices.ts";
import { forgetLeastCoordinate, twinToFit } from "./twin.ts";

/** What a refit did. */
export interface RefitStats {
  /** How many boxes were fitted: all of the tree, or those above the named vertices. */
  boxesFitted: number;
}

export interface RefitOptions {
  /** The first vertex that has moved; default 0. With `from` or `to`, only boxes above the vertices from … to − 1 are fitted. */
  from?: number | undefined;
  /** The vertex after the last one that has moved; default: the mesh's number of vertices. */
  to?: number | undefined;
  /** The numbers of the vertices that have moved, in any order; instead of `from` and `to`. */
  vertices?: ArrayLike<number> | undefined;
  /** A plain object, such as {}: filled with what the refit did. */
  stats?: Partial<RefitStats> | undefined;
}

const REFIT_OPTIONS: OptionNames<RefitOptions> = { from: true, to: true, vertices: true, stats: true };
const REFIT_STATS: OptionNames<RefitStats> = { boxesFitted: true };

/** Where more than this share of the vertices has moved, nobody needs to count the boxes above: fitting all takes less time. */
const MOST_TOUCHED = 0.25;

const origin = new Float64Array(3);

/**
 * Fits the boxes to the mesh's vertices as they are now; the tree's structure stays, and `shouldRebuild` says when it has
 * become too bad. Throws `MeshError` at the first coordinate that is not finite or too large, before any box is touched.
 *
 * Where `from` and `to`, or `vertices`, name the vertices that have moved since the last refit, only the boxes above these are fitted,
 * and only these vertices are checked. The boxes are then those of a full refit, to the bit. It becomes a full refit by itself where more
 * than an eighth of the boxes or a quarter of the vertices is concerned, the mesh is tiny, the origin of an f64 mesh changes, or `refitSwept`
 * has fitted the boxes last.
 */
export function refit(tree: AabbTree | RTree, options: RefitOptions = {}): void {
  checkOptionNames(options, REFIT_OPTIONS, "refit");
  checkBoxTree(tree, "refit");
  const stats = readRefitStats(options.stats);
  const boxesFitted = (areVerticesNamed(options) ? refitTouched(tree, options) : null) ?? refitAll(tree);
  if (stats !== undefined) stats.boxesFitted = boxesFitted;
}

function refitAll(tree: AabbTree | RTree): number {
  const exponent = exponentOf(tree.mesh);
  const fitted = twinToFit(tree, exponent);
  const boxesFitted = fitted.kind === "r-tree" ? fitRTreeToVertices(fitted) : fitToVertices(fitted);
  finishRefit(tree, fitted, exponent);
  if (fitted.kind === "aabb") refitFramedBoxes(fitted, fitToVertices);
  return boxesFitted;
}

/** Fits the boxes above the named vertices; null where that cannot be known to be enough, and all have to be fitted. */
function refitTouched(tree: AabbTree | RTree, options: RefitOptions): number | null {
  const { mesh } = tree;
  const count = countTouched(options, mesh);
  if (count > MOST_TOUCHED * mesh.vertexCount) {
    checkTouched(options, count, mesh);
    return null;
  }
  readTouched(options, count, mesh, tree.kind === "aabb" ? touchedOf(tree) : touchedOfRTree(tree));
  if (tree.exponent[0] !== 0 || exponentOf(mesh) !== 0) return null;
  if (tree.kind === "aabb" && tree.fitCount.isSwept) return null;
  const isF64 = isArrayOf(mesh.positions, "Float64Array");
  const isAtZero = tree.origin.every((coordinate) => coordinate === 0);
  if (!isAtZero && isOriginStale(tree)) return null;
  const boxesFitted = tree.kind === "aabb" ? fitTouched(tree) : fitTouchedInRTree(tree);
  if (boxesFitted === null) return null;
  if (isAtZero && isF64 && !isSurelyZero(tree.nodes) && isOriginStale(tree)) return null;
  if (tree.kind === "aabb") tree.fitCount.fits++;
  finishRefit(tree, tree, 0);
  if (tree.kind === "aabb") refitFramed(tree);
  return boxesFitted;
}

/** Takes the framed boxes of a tree along, if it has any that are up to date but for the touched vertices. */
function refitFramed(tree: AabbTree): void {
  const touched = touchedOf(tree);
  const boxes = framedBoxesToFollow(tree, touched);
  if (boxes === null) return;
  const vertices = touched.list.subarray(0, touched.count);
  // Turned, a mesh that is not tiny may have coordinates that would be; framed boxes are never scaled.
  if (exponentOf(boxes.mesh) === 0 && refitTouched(boxes, { vertices }) !== null) return;
  fitToVertices(boxes);
  finishRefit(boxes, boxes, 0);
}

/** Whether a full refit would choose another origin. */
function isOriginStale(tree: AabbTree | RTree): boolean {
  chooseOrigin(tree.mesh.positions, origin);
  return origin.some((coordinate, axis) => coordinate !== tree.origin[axis]);
}

function finishRefit(tree: AabbTree | RTree, fitted: AabbTree | RTree, exponent: number): void {
  if (fitted.kind === "aabb") noteRefit(fitted);
  tree.exponent[0] = exponent;
  forgetLeastCoordinate(tree);
}

function readRefitStats(stats: Partial<RefitStats> | undefined): RefitStats | undefined {
  if (stats === undefined) return undefined;
  checkFillable(stats, REFIT_STATS, "stats");
  fillCounters(stats, ["boxesFitted"]);
  return stats as RefitStats;
}
