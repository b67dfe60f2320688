import { type Pose, plainPose } from "../../geometry/affine.ts";
import type { Bounds } from "../../geometry/bounds.ts";
import { KIND } from "../../geometry/contact/triangle-contact.ts";
import { checkOptionNames } from "../../option-names.ts";
import { expectPairs } from "../../trees/copy-policy.ts";
import { framedBoxes } from "../../trees/frame/framed-boxes.ts";
import type { AabbTree, BinaryTree } from "../../trees/layout.ts";
import { createPairContact, type PairContact } from "../contacts/pair-contact.ts";
import { collide, collideChecked, createContactCache } from "../pairs/collide.ts";
import { findCrossing } from "../pairs/find-crossing.ts";
import { findPairs } from "../pairs/find-pairs.ts";
import { PAIR_OPTIONS, type PairOptions } from "../pairs/pair-query.ts";
import { addStats, copyStats, createStats, type QueryStats, readStats } from "../stats.ts";
import { scalePair } from "../tiny-worlds.ts";
import { seemToRest, touchInOnePlane } from "./contact-plane.ts";
import { crossAlone } from "./lone-crossing.ts";
import { classifySurfaces, isFoundInside } from "./open-surfaces.ts";
import { boxesPart, planeParts } from "./parting-plane.ts";
import { type PosedTree, poseTree } from "./posed-tree.ts";
import { haveSameTriangles, mayHaveSameTriangles, type PlacedMesh } from "./same-triangles.ts";
import { isClosed, markCut, type PosedSurface, visitParts, visitSegments } from "./visit-pieces.ts";
import type { WedgeVisitor } from "./wedges.ts";
import { visitSegmentsBySigns } from "./wedges-by-signs.ts";
import { straddleEachOther, trianglesCross, visitNearCrossing } from "./witness.ts";

export type RelationName = "separate" | "touching" | "overlapping" | "contains" | "inside" | "duplicate";

/** The relation of two meshes. */
export interface Relation {
  /**
   * "duplicate": both meshes have one set of triangles, whatever their shape. For two closed meshes, as solids: "duplicate": equal sets of
   * points, however triangulated; "contains": all of b is in a; "inside": all of a is in b (both also if the surfaces touch);
   * "overlapping": they share interior points, and each has some of its own; "touching": no common interior point but a common point;
   * "separate": no common point. For open meshes see `classify`.
   */
  relation: RelationName;
  /** Whether the surfaces share a point: tells a part that touches its container from inside from one that does not. */
  surfacesMeet: boolean;
  /**
   * What decided. "ray-parity": inside and outside of closed meshes, exact. "surface": which triangles meet and how, exact.
   * "winding-number": the generalized winding number of an open mesh, in f64.
   */
  method: "ray-parity" | "surface" | "winding-number";
  /** False if rounding was involved: for "winding-number". */
  exact: boolean;
  aClosed: boolean;
  bClosed: boolean;
  stats: QueryStats;
}

export type ClassifyOptions = PairOptions;

/**
 * The relation of a and b. Meshes with one set of world triangles are "duplicate", open or closed, in any order, and even if they have no
 * inside or intersect themselves. Two closed meshes (each edge used an even number of times, at equal coordinates) are solids: a point is
 * inside if a ray from it crosses the surface an odd number of times, whatever the winding.
 *
 * An open mesh is a surface. Against a solid it is "inside" (or the solid "contains" it), "overlapping" if parts are inside and parts
 * outside, "touching" or "separate" if no part is inside. Two open meshes are "overlapping" if two triangles cross properly, or if the
 * surfaces cross along an edge; otherwise "touching". The winding number finds a mesh in the hollow of an open mesh that it does not meet.
 */
export function classify(a: BinaryTree, b: BinaryTree, options: ClassifyOptions = {}): Relation {
  checkOptionNames(options, PAIR_OPTIONS, "classify");
  const { aToWorld: poseA = null, bToWorld: poseB = null, test, descend } = options;
  const stats = readStats(options.stats);
  const aToWorld = plainPose(poseA, "aToWorld");
  const bToWorld = plainPose(poseB, "bToWorld");
  const scaled = scalePair(a, b, { aToWorld, bToWorld });
  if (scaled !== null) return classify(scaled.a, scaled.b, { ...options, ...scaled.poses });
  const [sideA, sideB] = poseSides(a, aToWorld, b, bToWorld);
  const work = createStats();
  const pairOptions = { aToWorld, bToWorld, test, descend, stats: createStats() };
  const cache = createContactCache();
  const surfacesMeet = collide(a, b, { cache, ...pairOptions });
  addStats(work, pairOptions.stats);
  const find = () => {
    const { pairs } = findPairs(a, b, pairOptions);
    addStats(work, pairOptions.stats);
    return createPairContact(a.mesh, aToWorld, b.mesh, bToWorld, pairs);
  };
  const first = surfacesMeet
    ? { a: cache.triangleA, b: cache.triangleB, canBeCopies: true, mayPart: true }
    : null;
  const relation = relate(sideA, sideB, first, find, work, createSolidSearch());
  if (stats !== undefined) copyStats(work, stats);
  return relation;
}

/** `classify` for a caller that has already found the pairs; null means that no triangles meet. */
export function classifyContact(
  a: BinaryTree,
  aToWorld: Pose | null,
  b: BinaryTree,
  bToWorld: Pose | null,
  contact: PairContact | null,
): Relation {
  const [sideA, sideB] = poseSides(a, aToWorld, b, bToWorld);
  const first =
    contact === null ? null : { a: contact.pairs[0], b: contact.pairs[1], canBeCopies: true, mayPart: true };
  return relate(sideA, sideB, first, () => contact!, createStats(), createSolidSearch());
}

/** Two meshes for which it is known whether their surfaces meet, for a caller that may also want the pairs. */
export interface Meeting {
  readonly surfacesMeet: boolean;
  readonly a: PosedSurface;
  readonly b: PosedSurface;
  /** Two triangles that meet; null if the surfaces do not meet. */
  readonly first: FirstPair | null;
  readonly search: SolidSearch;
  /** Counters of all work so far, except the caller's. */
  readonly work: QueryStats;
}

/** A tree at its pose, with what is known about it there. */
export interface PlacedTree {
  readonly tree: AabbTree;
  readonly toWorld: Pose | null;
  /** The exact world box. */
  readonly box: Bounds;
  /** Set by the first query. A caller that passes this object again saves the next query that work. */
  posed?: PosedTree | undefined;
}

/** World vertices of up to this many numbers are kept with a placed tree between queries. */
const MOST_KEPT = 2 ** 13;

/**
 * The first part of `classify`. The poses must already be checked, and the meshes must not be tiny (queries/tiny-worlds.ts). The exact
 * world boxes, which the caller knows, answer many questions.
 */
export function meetingOf(placedA: PlacedTree, placedB: PlacedTree): Meeting {
  const { tree: treeA, box: boxA } = placedA;
  const { tree: treeB, box: boxB } = placedB;
  const a: PosedSurface = { posed: posedOf(placedA, "aToWorld") };
  const b: PosedSurface = { posed: posedOf(placedB, "bToWorld") };
  const work = createStats();
  const found = { slotA: -1, slotB: -1, triangleA: -1, triangleB: -1 };
  const surfacesMeet = collideChecked(treeA, treeB, poseOf(a.posed), poseOf(b.posed), found, work);
  const first = surfacesMeet
    ? {
        a: found.triangleA,
        b: found.triangleB,
        canBeCopies: boxA.every((bound, i) => bound === boxB[i]),
        mayPart: boxesPart(boxA, boxB),
      }
    : null;
  return { surfacesMeet, a, b, first, search: createSolidSearch(), work };
}

function poseOf({ moves, toWorld }: PosedTree): Float64Array | null {
  return moves ? toWorld : null;
}

/**
 * Whether the first pair proves that the meshes overlap, whether open or closed: the two triangles cross, and no other triangle comes
 * between points around the crossing. False proves nothing.
 */
export function surelyOverlaps({ a: { posed: a }, b: { posed: b }, first, search, work }: Meeting): boolean {
  if (first === null || first.mayPart || (first.canBeCopies && areCopies(a, b))) return false;
  if (!straddleEachOther(a, b, first.a, first.b) || !isFirstAlone(a, b, first, search)) return false;
  addCounts(work, a);
  addCounts(work, b);
  return true;
}

/** Whether a plane separates two meshes that meet, or contains all contact of two solids: then they only touch. False proves nothing. */
export function onlyTouches({ a, b, first, search, work }: Meeting): boolean {
  if (first === null || (first.canBeCopies && areCopies(a.posed, b.posed))) return false; // copies of one flat part are duplicates
  if (first.mayPart) return true;
  return isClosed(a) && isClosed(b) && proveTouching(a, b, first, search, work);
}

/** The relation. `contact` holds all pairs if the caller has found them; otherwise they are found when needed. */
export function relationOf({ a, b, first, search, work }: Meeting, contact: PairContact | null): Relation {
  const find = () => {
    const [aToWorld, bToWorld] = [poseOf(a.posed), poseOf(b.posed)];
    const { pairs, stats } = findPairs(a.posed.tree, b.posed.tree, { aToWorld, bToWorld });
    addStats(work, stats);
    return createPairContact(a.posed.tree.mesh, aToWorld, b.posed.tree.mesh, bToWorld, pairs);
  };
  return relate(a, b, first, contact === null ? find : () => contact, work, search);
}

function poseSides(a: BinaryTree, aToWorld: Pose | null, b: BinaryTree, bToWorld: Pose | null) {
  const sideA: PosedSurface = { posed: poseTree(a, aToWorld, "aToWorld") };
  const sideB: PosedSurface = { posed: poseTree(b, bToWorld, "bToWorld") };
  return [sideA, sideB] as const;
}

function posedOf(placed: PlacedTree, name: string): PosedTree {
  if (placed.posed === undefined) {
    placed.posed = poseTree(placed.tree, placed.toWorld, name);
    expectPairs(placed.tree);
    const framed = framedBoxes(placed.tree);
    if (framed !== null) expectPairs(framed);
  }
  const { posed } = placed;
  posed.boxTests = posed.triangleTests = posed.exactTests = 0;
  if (posed.world !== null && posed.world.length > MOST_KEPT) posed.world = null;
  return posed;
}

/** Two triangles that meet. */
interface FirstPair {
  readonly a: number;
  readonly b: number;
  /** Whether the meshes may be copies of each other. */
  readonly canBeCopies: boolean;
  /** Whether an axis-parallel plane may separate the meshes. */
  readonly mayPart: boolean;
}

function relate(
  sideA: PosedSurface,
  sideB: PosedSurface,
  first: FirstPair | null,
  find: () => PairContact,
  work: QueryStats,
  search: SolidSearch,
): Relation {
  const { relation, method } = decide(sideA, sideB, first, find, work, search);
  for (const { posed } of [sideA, sideB]) addCounts(work, posed);
  return {
    relation,
    method,
    surfacesMeet: first !== null,
    exact: method !== "winding-number",
    aClosed: isClosed(sideA),
    bClosed: isClosed(sideB),
    stats: work,
  };
}

type Decided = Pick<Relation, "relation" | "method">;

function decide(
  a: PosedSurface,
  b: PosedSurface,
  first: FirstPair | null,
  find: () => PairContact,
  work: QueryStats,
  search: SolidSearch,
): Decided {
  if (first?.canBeCopies && areCopies(a.posed, b.posed)) return { relation: "duplicate", method: "surface" };
  if (isClosed(a) && isClosed(b))
    return { relation: classifySolids(a, b, first, find, work, search), method: "ray-parity" };
  if (isClosed(a) !== isClosed(b)) {
    const relation = isClosed(a)
      ? swapSides(classifyInSolid(b, a, first !== null, find, true))
      : classifyInSolid(a, b, first !== null, find, false);
    if (relation !== "separate") return { relation, method: "ray-parity" };
  }
  if (first !== null) {
    const cross = trianglesCross(a.posed, b.posed, first.a, first.b);
    return {
      relation: cross ? "overlapping" : classifySurfaces(find(), a.posed, b.posed),
      method: "surface",
    };
  }
  // The winding number says what an open mesh encloses.
  if (!isClosed(a) && isFoundInside(b, a)) return { relation: "contains", method: "winding-number" };
  if (!isClosed(b) && isFoundInside(a, b)) return { relation: "inside", method: "winding-number" };
  return { relation: "separate", method: "winding-number" };
}

function areCopies(a: PosedTree, b: PosedTree): boolean {
  return mayHaveSameTriangles(a, b) && haveSameTriangles(placed(a), placed(b));
}

function placed({ tree, toWorld, moves }: PosedTree): PlacedMesh {
  return { mesh: tree.mesh, toWorld: moves ? toWorld : null };
}

/** What is known about two solids: a second question continues where the first one ended. */
interface SolidSearch {
  /** Which of the three kinds of interior points have been found: of both, of a alone, of b alone. */
  both: boolean;
  onlyA: boolean;
  onlyB: boolean;
  /** Whether the solids are proven to only touch; null until tried. */
  onlyTouch: boolean | null;
  /** Whether the first pair crosses with no other triangle in between; null until tried. */
  firstAlone: boolean | null;
}

function createSolidSearch(): SolidSearch {
  return { both: false, onlyA: false, onlyB: false, onlyTouch: null, firstAlone: null };
}

/** Notes a kind of interior point; true when all three have been found. */
function note(search: SolidSearch, inA: boolean, inB: boolean): boolean {
  if (inA && inB) search.both = true;
  else if (inA) search.onlyA = true;
  else if (inB) search.onlyB = true;
  return search.both && search.onlyA && search.onlyB;
}

function isFirstAlone(a: PosedTree, b: PosedTree, first: FirstPair, search: SolidSearch): boolean {
  search.firstAlone ??= crossAlone(a, b, first.a, first.b);
  return search.firstAlone;
}

/**
 * Whether two solids that meet are proven to only touch. First looks for a crossing, which disproves that at the cost of a few rays, and
 * records what it shows. False proves nothing.
 */
function proveTouching(
  a: PosedSurface,
  b: PosedSurface,
  first: FirstPair,
  search: SolidSearch,
  work: QueryStats,
): boolean {
  if (search.onlyTouch !== null) return search.onlyTouch;
  const tryPair = (pair: { a: number; b: number }) => {
    const isAlone =
      pair === first
        ? isFirstAlone(a.posed, b.posed, first, search)
        : crossAlone(a.posed, b.posed, pair.a, pair.b);
    if (isAlone) search.both = search.onlyA = search.onlyB = true;
    else visitNearCrossing(a.posed, b.posed, pair.a, pair.b, (inA, inB) => note(search, inA, inB));
  };
  tryPair(first);
  let isProven = !search.both && planeParts(a.posed, b.posed, first.a, first.b, first.mayPart);
  if (!search.both && !isProven) {
    // Parts that first meet with an edge in a common plane, or with a corner within a face, are mostly bolts in holes: no two of their
    // triangles cross, so a search for a crossing would be futile. Parts that are mirror images of each other first meet in common
    // corners, and cross elsewhere.
    const isPlaneFirst = seemToRest(a.posed, b.posed, first.a, first.b);
    const provePlane = () => touchInOnePlane(a, b, first.a, first.b, work);
    isProven = isPlaneFirst && provePlane();
    if (!isProven) {
      const stats = createStats();
      const crossing = findCrossing(a.posed, b.posed, stats);
      addStats(work, stats);
      if (crossing !== null) tryPair(crossing);
      isProven = !isPlaneFirst && !search.both && provePlane();
    }
  }
  search.onlyTouch = isProven;
  return isProven;
}

function classifySolids(
  a: PosedSurface,
  b: PosedSurface,
  first: FirstPair | null,
  find: () => PairContact,
  work: QueryStats,
  search: SolidSearch,
): RelationName {
  const isDone = () => search.both && search.onlyA && search.onlyB;
  const add = (inA: boolean, inB: boolean) => note(search, inA, inB);
  if (first !== null && proveTouching(a, b, first, search, work)) return "touching";
  if (!isDone()) {
    // Each piece of a surface has the inside of its own solid on one side and the outside on the other.
    const addA = (inB: boolean) => add(false, inB) || add(true, inB);
    const addB = (inA: boolean) => add(inA, false) || add(inA, true);
    const visitor: WedgeVisitor = { wedge: add, pieceOfA() {}, pieceOfB() {} };
    if (first !== null) visitContact(a, b, find(), addA, addB, visitor, isDone);
    else {
      visitParts(a, null, b.posed, addA);
      visitParts(b, null, a.posed, addB);
    }
  }
  if (!search.both) return first !== null ? "touching" : "separate";
  if (search.onlyA) return search.onlyB ? "overlapping" : "contains";
  return search.onlyB ? "inside" : "duplicate";
}

function visitContact(
  a: PosedSurface,
  b: PosedSurface,
  contact: PairContact,
  addA: ((inB: boolean) => boolean) | null,
  addB: ((inA: boolean) => boolean) | null,
  visitor: WedgeVisitor,
  isDone: () => boolean,
): void {
  const triangles = contact.triangles();
  const { corners, segments } = contact.joined();
  const areSolids = isClosed(a) && isClosed(b);
  const crossing = corners.kinds.indexOf(KIND.crossing);
  if (areSolids && crossing >= 0) {
    // Overlap is the fastest to prove; the first pair need not have been a crossing one.
    const add = (inA: boolean, inB: boolean) => {
      visitor.wedge(inA, inB);
      return isDone();
    };
    visitNearCrossing(a.posed, b.posed, contact.pairs[2 * crossing], contact.pairs[2 * crossing + 1], add);
    if (isDone()) return;
  }
  const cut = (side: 0 | 1, { posed }: PosedSurface) =>
    markCut(triangles, corners, side, posed.tree.mesh.triangleCount);
  if (addA !== null) visitParts(a, cut(0, a), b.posed, addA);
  if (addB !== null && !isDone()) visitParts(b, cut(1, b), a.posed, addB);
  if (isDone()) return;
  if (areSolids && visitSegmentsBySigns(a, b, triangles, corners, segments, visitor.wedge, isDone)) return;
  visitSegments(a.posed, b.posed, triangles, corners, segments, visitor, isDone);
}

/** An open surface against a solid. `swapped`: the surface is b. */
function classifyInSolid(
  surface: PosedSurface,
  solid: PosedSurface,
  meet: boolean,
  find: () => PairContact,
  swapped: boolean,
): RelationName {
  let inside = false;
  let outside = false;
  const isDone = () => inside && outside;
  const add = (isIn: boolean): boolean => {
    if (isIn) inside = true;
    else outside = true;
    return isDone();
  };
  if (!meet) visitParts(surface, null, solid.posed, add);
  else if (swapped)
    visitContact(solid, surface, find(), null, add, { wedge() {}, pieceOfA() {}, pieceOfB: add }, isDone);
  else visitContact(surface, solid, find(), add, null, { wedge() {}, pieceOfA: add, pieceOfB() {} }, isDone);
  if (inside) return outside ? "overlapping" : "inside";
  return meet ? "touching" : "separate";
}

function swapSides(relation: RelationName): RelationName {
  return relation === "inside" ? "contains" : relation === "contains" ? "inside" : relation;
}

type Counts = Pick<QueryStats, "boxTests" | "triangleTests" | "exactTests">;

function addCounts(sum: QueryStats, part: Counts): void {
  sum.boxTests += part.boxTests;
  sum.triangleTests += part.triangleTests;
  sum.exactTests += part.exactTests;
}
