import { MeshError } from "../../errors.ts";
import { plainVector } from "../../geometry/coordinates.ts";
import { clipToBox } from "../../geometry/overlap/clip-to-box.ts";
import {
  compareBoxEntries,
  createBoxEntry,
  isNotBefore,
  setBoxEntry,
} from "../../geometry/sweep/box-entry.ts";
import {
  boxExactTestCount,
  lastAxis,
  SWEPT_BOX,
  sweptBoxTriangle,
  TIME_ERROR,
} from "../../geometry/sweep/box-triangle.ts";
import { type AabbTree, AABB_MAX as MAX, AABB_MIN as MIN } from "../../trees/layout.ts";
import { type BoxDescent, createBoxDescent, descendSweptBox } from "./descend-swept-box.ts";
import {
  createSweepQuery,
  findFirstHit,
  readSweepOptions,
  type SweepHit,
  type SweepOptions,
  type SweepQuery,
  type SweptShape,
} from "./find-first-hit.ts";
import { readBox, setBoxAround } from "./overlap-box.ts";
import { sweepNodes } from "./sweep-nodes.ts";
import { writeWorldCorners } from "./tree-query.ts";
import { normalise } from "./unit-normal.ts";

type BoxEntry = ReturnType<typeof createBoxEntry>;

export interface BoxSweepQuery extends SweepQuery {
  /** The axis on which `nearest` is met: the direction of the normal. */
  readonly nearestAxis: Float64Array;
  /**
   * How `nearest` is met: its corners and the bounds of its axes. All else is known only if `nearestIn` equals `nearest`: computed once
   * another triangle comes at about its time.
   */
  nearestEntry: BoxEntry;
  nearestIn: number;
  /** How the triangle under test is met: its corners, and the bounds of its axes after the test. */
  entry: BoxEntry;
  readonly descent: BoxDescent;
}

export function createBoxSweepQuery(): BoxSweepQuery {
  return {
    ...createSweepQuery(SWEPT_BOX),
    nearestAxis: new Float64Array(16),
    nearestEntry: createBoxEntry(),
    nearestIn: -1,
    entry: createBoxEntry(),
    descent: createBoxDescent(),
  };
}

const query = createBoxSweepQuery();

export const SWEPT_SOLID_BOX: SweptShape<BoxSweepQuery> = {
  caller: "sweepBox",
  setMovingBox: setBoxAround,
  begin: (query) => {
    query.nearestIn = -1;
  },
  descend: (query, tree) =>
    descendSweptBox(query.descent, query.search, tree, visitNearTriangle, query) ??
    sweepNodes(query.search, tree, visitLeaf, query),
  exactTestCount: boxExactTestCount,
  describeHit,
};

/**
 * The first triangle that a solid, axis-aligned world box meets while it moves by `motion`, or null. Touching counts, and
 * whether there is a hit is exact; among hits at one time the lowest triangle number wins.
 */
export function sweepBox(
  tree: AabbTree,
  bounds: ArrayLike<number>,
  motion: ArrayLike<number>,
  options: SweepOptions = {},
): SweepHit | null {
  const plain = readSweepOptions(options, "sweepBox");
  const along = plainVector(motion, "motion");
  return findFirstHit(SWEPT_SOLID_BOX, query, tree, readBox(bounds, along), plain);
}

function visitLeaf(query: BoxSweepQuery, tree: AabbTree, slot: number, count: number, at: number): void {
  const { triangles } = tree;
  query.search.triangleTests += count;
  const isLeafLater = isNearestKnown(query) && isNotBeforeInBox(query, tree, at);
  for (let s = slot; s < slot + count; s++)
    if (!(isLeafLater && isNearestKnown(query) && triangles[s] > triangles[query.nearest]))
      visitTriangle(query, tree, s);
}

/** Makes the triangle in a slot the query's `nearest` if it is met before the one that is. */
export function visitTriangle(query: BoxSweepQuery, tree: AabbTree, slot: number): void {
  const { search, shape: box, nearest, nearestAxis, entry } = query;
  const { placement, maxTime } = search;
  const { corners, bounds } = entry;
  const { triangles } = tree;
  const isHigher = nearest >= 0 && triangles[slot] > triangles[nearest];
  if (isHigher && query.firstTime === 0) return; // no triangle is met sooner
  writeWorldCorners(placement, tree, slot, corners);
  if (isHigher && isNearestKnown(query) && isNotBefore(corners, query.nearestEntry, box)) return;
  const time = sweptBoxTriangle(box, corners, 0, maxTime[0], bounds);
  if (!(time >= 0 && time <= maxTime[0])) return;
  checkCorners(corners);
  if (nearest >= 0 && !comesFirst(query, tree, slot, time)) return;
  query.firstTime = time;
  query.nearest = slot;
  query.entry = query.nearestEntry;
  query.nearestEntry = entry;
  for (let k = 0; k < 3; k++) nearestAxis[k] = lastAxis[k];
  // A triangle that is later only by rounding may be the first: such nodes and triangles are still examined.
  maxTime[0] = Math.min(1, time + 2 * TIME_ERROR);
}

/** No axis separates a non-finite corner from the box, so the triangle seems to be met; reject it here. */
function checkCorners(corners: Float64Array): void {
  for (let k = 0; k < 9; k++)
    if (!Number.isFinite(corners[k]))
      throw new MeshError(
        `a triangle's corner has the coordinate ${corners[k]}: vertices were changed without a refit`,
      );
}

/** Whether `nearestEntry` says how `nearest` is met. */
function isNearestKnown({ nearest, nearestIn }: BoxSweepQuery): boolean {
  return nearest >= 0 && nearestIn === nearest;
}

/**
 * `isNotBefore` for all triangles of a leaf at once, by the leaf's box: of the triangles of a floor that are met at one time, most are
 * never read. False if the boxes are not along the world's axes or have another origin.
 */
function isNotBeforeInBox(
  { search, shape, nearestEntry }: BoxSweepQuery,
  tree: AabbTree,
  at: number,
): boolean {
  const { part, place } = nearestEntry;
  if (search.placement.moves || part < 0 || part >= 3 || tree.origin[part] !== 0) return false;
  return shape[6 + part] > 0
    ? tree.nodes[at + MIN + part] >= place[0]
    : tree.nodes[at + MAX + part] <= place[0];
}

/** Whether the triangle under test is met before `nearest`, or at its time with a lower number. */
function comesFirst(query: BoxSweepQuery, tree: AabbTree, slot: number, time: number): boolean {
  const { shape: box, nearest, firstTime, entry, nearestEntry } = query;
  const isLower = tree.triangles[slot] < tree.triangles[nearest];
  if (time === 0 && firstTime === 0) return isLower; // 0 is never rounded
  if (Math.abs(time - firstTime) > 2 * TIME_ERROR) return time < firstTime;
  if (query.nearestIn !== nearest) {
    setNearestEntry(query);
    if (!isLower && isNotBefore(entry.corners, nearestEntry, box)) return false;
  }
  setBoxEntry(entry, box);
  const wasExact = nearestEntry.exact !== null;
  const order = compareBoxEntries(box, entry, nearestEntry);
  if (entry.exact !== null) query.exactTests += wasExact ? 1 : 2;
  if (order > 0 || (order === 0 && !isLower)) return false;
  query.nearestIn = slot; // the entry becomes that of `nearest`
  return true;
}

function setNearestEntry(query: BoxSweepQuery): void {
  setBoxEntry(query.nearestEntry, query.shape);
  query.nearestIn = query.nearest;
}

/** `visitTriangle` for a triangle that is met at about the time of `nearest`, and so probably at exactly that time. */
function visitNearTriangle(query: BoxSweepQuery, tree: AabbTree, slot: number): void {
  const { nearest, nearestIn, nearestAxis } = query;
  if (nearest >= 0 && nearestIn !== nearest && query.firstTime > 0 && isAlongOneAxis(nearestAxis))
    setNearestEntry(query);
  visitTriangle(query, tree, slot);
}

function isAlongOneAxis([x, y, z]: Float64Array): boolean {
  return (x === 0 ? 1 : 0) + (y === 0 ? 1 : 0) + (z === 0 ? 1 : 0) === 2;
}

function describeHit(
  { shape: box, nearest, nearestAxis, nearestEntry, firstTime: time }: BoxSweepQuery,
  tree: AabbTree,
): SweepHit {
  const normal = time > 0 ? normalise(nearestAxis[0], nearestAxis[1], nearestAxis[2]) : null;
  for (let k = 0; k < 3; k++) {
    box[k] += time * box[6 + k];
    box[3 + k] += time * box[6 + k];
  }
  return { triangle: tree.triangles[nearest], time, point: clipToBox(nearestEntry.corners, box), normal };
}
