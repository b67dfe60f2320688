import { cullBoxes } from "../broadphase/cull/cull-boxes.ts";
import { OptionError, show } from "../errors.ts";
import { plainVector } from "../geometry/coordinates.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import { nearestLinks } from "../queries/articulated/link-distances.ts";
import { type ClosestPoint, closestPoint } from "../queries/distance/closest-point.ts";
import { distance } from "../queries/distance/distance.ts";
import { checkLength } from "../queries/distance/distance-query.ts";
import { castRay, type RayHit, type RayOptions } from "../queries/shapes/cast-ray.ts";
import { meetsBox } from "../queries/shapes/meets-box.ts";
import { meetsSphere } from "../queries/shapes/meets-sphere.ts";
import { readBox, setBoxAround } from "../queries/shapes/overlap-box.ts";
import { readSphere } from "../queries/shapes/overlap-sphere.ts";
import { CENTRE, HALF, MOVING_BOX } from "../queries/shapes/tree-frame.ts";
import type { AabbTree } from "../trees/layout.ts";
import { checkBits } from "./add-body.ts";
import { refreshBoxes } from "./body-boxes.ts";
import { linksOf } from "./body-links.ts";
import { freshTree } from "./deformation.ts";
import { visitAlong, visitNear } from "./scene-tree.ts";
import { isArticulated, poseOf, type WorldBody } from "./world-body.ts";
import type { WorldState } from "./world-state.ts";

// Queries about the current scene; no step is needed.

export interface SceneOptions {
  /** Only bodies of these groups, as 32 bits. Default: all. */
  mask?: number | undefined;
}

const SCENE_OPTIONS: OptionNames<SceneOptions> = { mask: true };

export interface SceneRayOptions extends SceneOptions, Pick<RayOptions, "maxT" | "side"> {}

const SCENE_RAY_OPTIONS: OptionNames<SceneRayOptions> = { ...SCENE_OPTIONS, maxT: true, side: true };

/** The part of the scene that an answer is about. */
interface ScenePlace {
  body: number;
  /** 0 for a body without links. */
  link: number;
}

export interface SceneHit extends ScenePlace, RayHit {}

/** The first body on a ray. Among hits at one t the lowest body, link and triangle win. */
export function castSceneRay(
  state: WorldState,
  origin: ArrayLike<number>,
  direction: ArrayLike<number>,
  options: SceneRayOptions,
): SceneHit | null {
  checkOptionNames(options, SCENE_RAY_OPTIONS, "castRay");
  const mask = readMask(options);
  const { maxT = Infinity, side } = options;
  checkLength(maxT, "maxT");
  if (side !== undefined && side !== "both" && side !== "front" && side !== "back")
    throw new OptionError(`side: ${show(side)} is not "both", "front" or "back"`);
  const from = plainVector(origin, "origin");
  const asGiven = plainVector(direction, "direction");
  const length = Math.max(...asGiven.map(Math.abs));
  if (length === 0) throw new OptionError("direction: has no length");
  // Where a direction is so short that t may overflow, bodies could not be told apart by t. A small maxT ends the ray before that.
  const lift = length < SHORT && maxT > SHORT ? LIFT : 1;
  const along = asGiven.map((x) => x * lift);
  // Scaled by the largest component, so that neither short nor long directions leave the range of f64.
  const unit = length * lift;
  const motion = along.map((x) => x / unit);
  const end = maxT / lift;
  let best: SceneHit | null = null;
  visitAlong(state, from, 0, motion, LATER * end * unit, (body) => {
    visitParts(body, mask, (tree, toWorld, link) => {
      const hit = castRay(tree, from, along, { maxT: best?.t ?? end, side, toWorld });
      if (hit !== null && (best === null || comesFirst(hit.t, body.id, link, best)))
        best = { body: body.id, link, ...hit };
    });
    return LATER * (best?.t ?? end) * unit;
  });
  return scaleTime(best, lift);
}

const SHORT = 2 ** -500;
const LIFT = 2 ** 500;

/** Multiplies t by a power of two. */
function scaleTime(hit: SceneHit | null, lift: number): SceneHit | null {
  if (hit !== null) hit.t *= lift;
  return hit;
}

/** Covers the rounding of box times and of t. */
const LATER = 1 + 2 ** -40;

function comesFirst(t: number, body: number, link: number, best: SceneHit): boolean {
  return (t - best.t || body - best.body || link - best.link) < 0;
}

/** Bodies, down to links, that a shape overlaps; sorted by (body, link). */
export interface SceneOverlaps {
  count: number;
  bodies: Uint32Array;
  links: Int32Array;
}

/** The bodies with a triangle that shares a point with a closed, solid box: minX minY minZ maxX maxY maxZ. */
export function overlapSceneBox(
  state: WorldState,
  bounds: ArrayLike<number>,
  options: SceneOptions,
): SceneOverlaps {
  checkOptionNames(options, SCENE_OPTIONS, "overlapBox");
  const mask = readMask(options);
  const box = readBox(bounds, AT_REST).slice(0, 6);
  setBoxAround(Float64Array.of(...box, ...AT_REST), moving);
  const [centre, half] = [moving.slice(CENTRE, CENTRE + 3), moving.slice(HALF, HALF + 3)];
  return findOverlaps(state, centre, half, mask, (tree, toWorld) => {
    return meetsBox(tree, box, { toWorld });
  });
}

const AT_REST = [0, 0, 0] as const;
const moving = new Float64Array(MOVING_BOX);

/** The bodies with a triangle that shares a point with a closed, solid sphere. */
export function overlapSceneSphere(
  state: WorldState,
  centre: ArrayLike<number>,
  radius: number,
  options: SceneOptions,
): SceneOverlaps {
  checkOptionNames(options, SCENE_OPTIONS, "overlapSphere");
  const middle = readSphere(centre, radius, AT_REST).slice(0, 3);
  return findOverlaps(state, middle, radius, readMask(options), (tree, toWorld) => {
    return meetsSphere(tree, middle, radius, { toWorld });
  });
}

function findOverlaps(
  state: WorldState,
  centre: ArrayLike<number>,
  half: number | ArrayLike<number>,
  mask: number,
  overlaps: (tree: AabbTree, toWorld: Float64Array | null) => boolean,
): SceneOverlaps {
  const found: [number, number][] = [];
  visitAlong(state, centre, half, [0, 0, 0], Infinity, (body) => {
    visitParts(body, mask, (tree, toWorld, link) => {
      if (overlaps(tree, toWorld)) found.push([body.id, link]);
    });
    return Infinity;
  });
  found.sort(([bodyA, linkA], [bodyB, linkB]) => bodyA - bodyB || linkA - linkB);
  return {
    count: found.length,
    bodies: Uint32Array.from(found, ([body]) => body),
    links: Int32Array.from(found, ([, link]) => link),
  };
}

export interface SceneClosestOptions extends SceneOptions {
  /** Bodies farther away than this do not count. Default: Infinity. */
  maxDistance?: number | undefined;
}

const SCENE_CLOSEST_OPTIONS: OptionNames<SceneClosestOptions> = { ...SCENE_OPTIONS, maxDistance: true };

export interface SceneClosest extends ScenePlace, Omit<ClosestPoint, "stats"> {}

/** The nearest point of all bodies; null if none is within `maxDistance`. Ties go to the lowest body, link and triangle. */
export function closestScenePoint(
  state: WorldState,
  point: ArrayLike<number>,
  options: SceneClosestOptions,
): SceneClosest | null {
  checkOptionNames(options, SCENE_CLOSEST_OPTIONS, "closestPoint");
  const mask = readMask(options);
  const { maxDistance = Infinity } = options;
  checkLength(maxDistance, "maxDistance");
  const from = plainVector(point, "point");
  let best: SceneClosest | null = null;
  visitNear(state, from, maxDistance, (body) => {
    visitParts(body, mask, (tree, toWorld, link) => {
      const found = closestPoint(tree, from, { toWorld, maxDistance: best?.distance ?? maxDistance });
      if (found === null) return;
      const { stats: _, ...nearest } = found;
      if (best === null || isNearer(nearest.distance, body.id, link, best))
        best = { body: body.id, link, ...nearest };
    });
    return best?.distance ?? maxDistance;
  });
  return best;
}

function isNearer(length: number, body: number, link: number, best: SceneClosest): boolean {
  return (length - best.distance || body - best.body || link - best.link) < 0;
}

/** The distance of two bodies and their nearest points. */
export interface SceneDistance {
  /** Zero if and only if the bodies meet. */
  distance: number;
  linkA: number;
  linkB: number;
  triangleA: number;
  triangleB: number;
  pointA: readonly number[];
  pointB: readonly number[];
}

export function distanceOfBodies(a: WorldBody, b: WorldBody, maxDistance: number): SceneDistance | null {
  if (isArticulated(a) || isArticulated(b)) return nearestLinks(linksOf(a), linksOf(b), { maxDistance });
  const options = { aToWorld: poseOf(a), bToWorld: poseOf(b), maxDistance };
  const found = distance(freshTree(a), freshTree(b), options);
  if (found === null) return null;
  const { pointA, pointB, triangleA, triangleB } = found;
  return { distance: found.distance, linkA: 0, linkB: 0, triangleA, triangleB, pointA, pointB };
}

/** The bodies whose boxes no single plane cuts off, in ascending order. */
export function cullScene(state: WorldState, planes: ArrayLike<number>, options: SceneOptions): Uint32Array {
  checkOptionNames(options, SCENE_OPTIONS, "cull");
  const mask = readMask(options);
  refreshBoxes(state);
  const { slots, boxes } = state;
  const { ids } = cullBoxes(boxes.subarray(0, 6 * slots.length), planes);
  const kept: number[] = [];
  for (const slot of ids) {
    const body = slots[slot];
    if (body !== null && (body.groups & mask) !== 0) kept.push(body.id);
  }
  return Uint32Array.from(kept).sort();
}

/** Visits the trees of a body: one, or one per link. */
function visitParts(
  body: WorldBody,
  mask: number,
  visit: (tree: AabbTree, toWorld: Float64Array | null, link: number) => void,
): void {
  if ((body.groups & mask) === 0) return;
  if (!isArticulated(body)) {
    visit(freshTree(body), poseOf(body), 0);
    return;
  }
  const { trees, linkPoses } = body.links!;
  for (let link = 0; link < trees.length; link++) {
    const tree = trees[link];
    if (tree !== null) visit(tree, linkPoses[link], link);
  }
}

function readMask({ mask = 0xffffffff }: SceneOptions): number {
  checkBits(mask, "mask");
  return mask;
}
