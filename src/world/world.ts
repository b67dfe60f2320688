import { OptionError, show } from "../errors.ts";
import { type Pose, readPose } from "../geometry/affine.ts";
import { checkWorldPose } from "../geometry/relative-pose.ts";
import { placeLinks } from "../mesh/articulation/articulation.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import { createLinkCandidates } from "../queries/articulated/link-candidates.ts";
import { checkLength } from "../queries/distance/distance-query.ts";
import { reachOf } from "../queries/pairs/pair-query.ts";
import { placeJoints, setLinkPoses } from "../trees/articulated/articulated-body.ts";
import { addBody, checkBits, ownedOf } from "./add-body.ts";
import {
  allowBodies,
  createAllowedBodies,
  disallowBodies,
  forgetBody,
  type LinkName,
  readLink,
} from "./allowed-bodies.ts";
import { refreshBoxes } from "./body-boxes.ts";
import { createCandidates } from "./candidate-pairs.ts";
import { checkRange, noteDeformed, type VertexRange } from "./deformation.ts";
import { createSlotOrder } from "./order-slots.ts";
import { createPoseBlocks } from "./pose-blocks.ts";
import {
  castSceneRay,
  closestScenePoint,
  cullScene,
  distanceOfBodies,
  overlapSceneBox,
  overlapSceneSphere,
  type SceneClosest,
  type SceneClosestOptions,
  type SceneDistance,
  type SceneHit,
  type SceneOptions,
  type SceneOverlaps,
  type SceneRayOptions,
} from "./scene-queries.ts";
import { createSceneTree } from "./scene-tree.ts";
import { restoreSnapshot, takeSnapshot, type WorldSnapshot } from "./snapshot.ts";
import { isArticulated, type WorldBody, type WorldBodyInput } from "./world-body.ts";
import {
  type BroadPhaseChoice,
  bodyOf,
  countMeshes,
  createBroadPhase,
  noteChange,
  type WorldState,
} from "./world-state.ts";
import { createStepBuffers, type StepOptions, stepWorld, type WorldStep } from "./world-step.ts";

export interface WorldOptions {
  /**
   * How overlapping boxes are found; no answer depends on it. "auto" (default) is "dynamic-tree", the faster one for bodies that rest, move
   * slowly or differ in size. "segment-sort" is for many bodies of like size that all move by more than 2 % of their size per step.
   */
  broadPhase?: BroadPhaseChoice | undefined;
  /** Returns milliseconds, such as `() => performance.now()`; fills the times of `stats`. */
  clock?: (() => number) | undefined;
}

const WORLD_OPTIONS: OptionNames<WorldOptions> = { broadPhase: true, clock: true };
const BROAD_PHASES = ["auto", "dynamic-tree", "segment-sort"] as const;

export interface AllowOptions {
  /** A link of the first body, by name or number. Default: the whole body. */
  linkA?: LinkName | undefined;
  linkB?: LinkName | undefined;
}

const ALLOW_OPTIONS: OptionNames<AllowOptions> = { linkA: true, linkB: true };

/**
 * Many bodies, queried frame by frame: move them, then `step`. Which bodies meet is exact, whatever their kinds. A call that throws leaves
 * the world unchanged.
 */
export interface World {
  readonly size: number;
  /** Adds a body and returns its id. Ids ascend and are never reused, except after `restore`, which removes everything added later. */
  add(body: WorldBodyInput): number;
  remove(id: number): void;
  has(id: number): boolean;
  /** Moves a body. For an articulated body, moves its root with the joints of `setJoints`; the effect of `setLinkPoses` is lost. */
  setPose(id: number, toWorld: Pose | null): void;
  /** Moves many bodies: `matrices` has 16 numbers for each of `ids`. */
  setPoses(ids: ArrayLike<number>, matrices: ArrayLike<number>): void;
  /** Sets all joints of an articulated body. */
  setJoints(id: number, values: ArrayLike<number>): void;
  /** Moves every link of an articulated body independently: 16 numbers per link. */
  setLinkPoses(id: number, linkToWorld: ArrayLike<number>): void;
  /**
   * Must be called after positions of a deformable body's mesh have changed, all of them or those from `from` to `to` (exclusive); or after
   * trees of an articulated body were refitted.
   */
  deformed(id: number, range?: VertexRange): void;
  setGroups(id: number, groups: number, mask: number): void;
  /**
   * Allows two bodies, or a link of each, to touch: they are no longer tested against each other. With one id twice, a body or two of its
   * links are no longer tested against itself; no effect on a body that never is.
   */
  allow(a: number, b: number, options?: AllowOptions): void;
  /** Revokes everything that `allow` has allowed between two bodies. */
  disallow(a: number, b: number): void;
  /** Finds which bodies meet now, and what has changed since the last step. */
  step(options?: StepOptions): WorldStep;
  /** The box of a body, minX minY minZ maxX maxY maxZ. */
  boundsOf(id: number): Float64Array;
  castRay(
    origin: ArrayLike<number>,
    direction: ArrayLike<number>,
    options?: SceneRayOptions,
  ): SceneHit | null;
  overlapBox(bounds: ArrayLike<number>, options?: SceneOptions): SceneOverlaps;
  overlapSphere(centre: ArrayLike<number>, radius: number, options?: SceneOptions): SceneOverlaps;
  closestPoint(point: ArrayLike<number>, options?: SceneClosestOptions): SceneClosest | null;
  /** The distance of two bodies; null beyond `maxDistance`. */
  distance(a: number, b: number, maxDistance?: number): SceneDistance | null;
  /** The bodies whose boxes a camera may see; planes as from `frustumPlanes`. */
  cull(planes: ArrayLike<number>, options?: SceneOptions): Uint32Array;
  /** The state that `restore` needs. Throws `MeshError` while positions of a deformable body cannot be used. */
  snapshot(): WorldSnapshot;
  /** Restores the world to the time of this snapshot, including positions of deformable meshes. */
  restore(snapshot: WorldSnapshot): void;
}

export function createWorld(options: WorldOptions = {}): World {
  return createWorldOver(createState(options));
}

/** The methods of a world over its state. */
export function createWorldOver(state: WorldState): World {
  const find = (id: number, caller: string) => bodyOf(state, id, caller);
  return {
    get size() {
      return state.bodies.size;
    },
    add: (body) => addBody(state, body),
    remove: (id) => removeBody(state, find(id, "remove")),
    has: (id) => state.bodies.has(id),
    setPose: (id, toWorld) => moveBody(state, id, toWorld),
    setPoses: (ids, matrices) => moveBodies(state, ids, matrices),
    setJoints: (id, values) => moveJoints(state, find(id, "setJoints"), values),
    setLinkPoses: (id, linkToWorld) => moveLinks(state, find(id, "setLinkPoses"), linkToWorld),
    deformed: (id, range) => deform(state, find(id, "deformed"), range),
    setGroups: (id, groups, mask) => regroup(state, find(id, "setGroups"), groups, mask),
    allow(a, b, links = {}) {
      checkOptionNames(links, ALLOW_OPTIONS, "allow");
      const [first, second] = [find(a, "allow"), find(b, "allow")];
      const linkA = readLink(first, links.linkA, "linkA");
      const linkB = readLink(second, links.linkB, "linkB");
      allowBodies(state.allowed, first, second, linkA, linkB);
    },
    disallow: (a, b) => disallowBodies(state.allowed, find(a, "disallow").id, find(b, "disallow").id),
    step: (options) => stepWorld(state, options),
    boundsOf(id) {
      const { slot } = find(id, "boundsOf");
      refreshBoxes(state);
      return state.boxes.slice(6 * slot, 6 * slot + 6);
    },
    castRay: (origin, direction, options = {}) => castSceneRay(state, origin, direction, options),
    overlapBox: (bounds, options = {}) => overlapSceneBox(state, bounds, options),
    overlapSphere: (centre, radius, options = {}) => overlapSceneSphere(state, centre, radius, options),
    closestPoint: (point, options = {}) => closestScenePoint(state, point, options),
    distance(a, b, maxDistance = Infinity) {
      checkLength(maxDistance, "maxDistance");
      return distanceOfBodies(find(a, "distance"), find(b, "distance"), maxDistance);
    },
    cull: (planes, options = {}) => cullScene(state, planes, options),
    snapshot: () => takeSnapshot(state),
    restore: (snapshot) => restoreSnapshot(state, snapshot),
  };
}

export function createState(options: WorldOptions): WorldState {
  checkOptionNames(options, WORLD_OPTIONS, "createWorld");
  const { broadPhase: choice = "auto", clock = null } = options;
  if (!BROAD_PHASES.includes(choice))
    throw new OptionError(`broadPhase: ${show(choice)} is not one of ${BROAD_PHASES.join(", ")}`);
  if (clock !== null && typeof clock !== "function")
    throw new OptionError(`clock: expected a function, got ${show(clock)}`);
  const broadPhaseKind = choice === "segment-sort" ? choice : "dynamic-tree";
  return {
    bodies: new Map(),
    slots: [],
    nextId: 0,
    step: 0,
    answered: -1,
    broadPhase: createBroadPhase(broadPhaseKind),
    broadPhaseKind,
    poses: createPoseBlocks(),
    lastPoses: createPoseBlocks(),
    slotOrder: createSlotOrder(),
    boxes: new Float64Array(0),
    lastBoxes: new Float64Array(0),
    changed: [],
    dueBoxes: [],
    broadBoxes: new Float64Array(0),
    dueBroad: [],
    broadNear: null,
    broadContinuous: false,
    candidates: createCandidates(),
    selfPairs: new Map(),
    allowed: createAllowedBodies(),
    buffers: createStepBuffers({ candidates: createLinkCandidates() }),
    sceneTree: createSceneTree(),
    meshUses: new Map(),
    trees: new Map(),
    snapshots: new WeakSet(),
    owned: new Set(),
    deformables: new Set(),
    unusable: new Set(),
    clock,
  };
}

function removeBody(state: WorldState, body: WorldBody): void {
  const { id, slot } = body;
  state.broadPhase.remove(slot);
  state.slots[slot] = null;
  state.bodies.delete(id);
  state.selfPairs.delete(id);
  const owned = ownedOf(body);
  if (owned !== null) state.owned.delete(owned);
  countMeshes(state, body, -1);
  state.deformables.delete(body);
  state.unusable.delete(body);
  forgetBody(state.allowed, id);
  body.isRemoved = true;
  state.candidates.hasRemoved = true;
  state.sceneTree.isOutdated = true;
}

const pose = new Float64Array(16);

function moveBody(state: WorldState, id: number, toWorld: Pose | null): void {
  // Before the body is looked up: a getter of the pose may step the world, which gives bodies new records.
  const isPosed = readPose(toWorld, "toWorld", pose);
  const body = bodyOf(state, id, "setPose");
  checkBodyPose(body, "toWorld");
  placeBody(state, body, isPosed);
}

/** Throws `PoseError` unless the body, with all its links, can be placed at `pose`. */
function checkBodyPose({ tree, links, joints }: WorldBody, name: string): void {
  checkWorldPose(pose, tree === null ? 1 : reachOf(tree), name);
  if (tree !== null) return;
  const { articulation, linkToWorld } = links!;
  placeLinks(articulation, joints!, pose, new Float64Array(linkToWorld.length));
}

function placeBody(state: WorldState, body: WorldBody, isPosed: boolean): void {
  if (isArticulated(body)) placeJoints(body.links!, body.joints!, pose);
  for (let i = 0; i < 16; i++) body.toWorld[i] = pose[i]; // on so few numbers faster than `set`
  body.isPosed = isPosed;
  noteChange(state, body);
}

function moveBodies(state: WorldState, ids: ArrayLike<number>, matrices: ArrayLike<number>): void {
  const count = ids?.length;
  if (!(count >= 0) || matrices?.length !== 16 * count)
    throw new OptionError(
      `setPoses: expected 16 numbers for each id, got ${show(count)} ids and ${show(matrices?.length)} numbers`,
    );
  // All are checked before the first is moved. Lists of getters may say something else later, so that what they said is kept.
  const own = { ids, matrices };
  if (!ArrayBuffer.isView(ids)) {
    const list: number[] = [];
    for (let i = 0; i < count; i++) list.push(bodyOf(state, ids[i], "setPoses").id);
    own.ids = list;
  }
  if (!ArrayBuffer.isView(matrices)) own.matrices = listOf(matrices, 16 * count);
  const one: number[] = new Array(16);
  const read = (i: number): boolean => {
    for (let k = 0; k < 16; k++) one[k] = own.matrices[16 * i + k];
    return readPose(one, `matrices of body ${own.ids[i]}`, pose);
  };
  for (let i = 0; i < count; i++) {
    const body = bodyOf(state, own.ids[i], "setPoses");
    read(i);
    checkBodyPose(body, `matrices of body ${own.ids[i]}`);
  }
  for (let i = 0; i < count; i++) placeBody(state, state.bodies.get(own.ids[i])!, read(i));
}

function moveJoints(state: WorldState, body: WorldBody, values: ArrayLike<number>): void {
  const { links, joints, toWorld } = articulated(body, "setJoints");
  // Lists of getters are read once: they may say something else later. `setPose` refuses a list of another length.
  const isReadOnce = !ArrayBuffer.isView(values) && values?.length === joints!.length;
  const own = isReadOnce ? listOf(values, joints!.length) : values;
  placeJoints(links!, own, toWorld);
  for (let i = 0; i < joints!.length; i++) joints![i] = own[i];
  noteChange(state, body);
}

/** The first `count` values, each read once. */
function listOf(values: ArrayLike<number>, count: number): number[] {
  const list: number[] = [];
  for (let k = 0; k < count; k++) list.push(values[k]);
  return list;
}

function moveLinks(state: WorldState, body: WorldBody, linkToWorld: ArrayLike<number>): void {
  setLinkPoses(articulated(body, "setLinkPoses").links!, linkToWorld);
  noteChange(state, body);
}

function articulated(body: WorldBody, caller: string): WorldBody {
  if (isArticulated(body)) return body;
  throw new OptionError(`${caller}: body ${body.id} is ${body.kind} and has no joints`);
}

function deform(state: WorldState, body: WorldBody, range?: VertexRange): void {
  const { id, kind, deformation, tree } = body;
  if (deformation !== null) {
    checkRange(tree!.mesh, range);
    state.unusable.add(body);
    noteDeformed(deformation, tree!.mesh, range);
    state.unusable.delete(body);
  } else {
    if (kind !== "articulated")
      throw new OptionError(`deformed: body ${id} is ${kind}, not deformable or articulated`);
    if (range !== undefined)
      throw new OptionError(
        `deformed: body ${id} is articulated: a range is for the one mesh of a deformable body`,
      );
  }
  noteChange(state, body);
}

function regroup(state: WorldState, body: WorldBody, groups: number, mask: number): void {
  checkBits(groups, "groups");
  checkBits(mask, "mask");
  body.groups = groups;
  body.mask = mask;
  state.allowed.version++;
}
