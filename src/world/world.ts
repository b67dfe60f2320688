import { OptionError, show } from "../errors.ts";
import { type Pose, readPose } from "../geometry/affine.ts";
import { checkWorldPose } from "../geometry/relative-pose.ts";
import { placeLinks } from "../mesh/articulation/articulation.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import { createLinkCandidates } from "../queries/articulated/link-candidates.ts";
import { checkLength } from "../queries/distance/distance-query.ts";
import { reachOf } from "../queries/pairs/pair-query.ts";
import { setLinkPoses, setPose } from "../trees/articulated/articulated-body.ts";
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
   * How overlapping boxes are found; no answer depends on it. "auto" (default): by the dynamic tree, from 50,000 bodies on by segment
   * sort.
   */
  broadPhase?: BroadPhaseChoice | undefined;
  /** Milliseconds, such as `() => performance.now()`: fills the times of `stats`. */
  clock?: (() => number) | undefined;
}

const WORLD_OPTIONS: OptionNames<WorldOptions> = { broadPhase: true, clock: true };
const BROAD_PHASES = ["auto", "dynamic-tree", "segment-sort"] as const;

export interface AllowOptions {
  /** A link of the first body, by name or number. Default: all of it. */
  linkA?: LinkName | undefined;
  linkB?: LinkName | undefined;
}

const ALLOW_OPTIONS: OptionNames<AllowOptions> = { linkA: true, linkB: true };

/**
 * Many bodies, asked frame by frame: move them, then `step`. Which bodies meet is exact, whatever their kinds. A call that throws
 * leaves the world as it was.
 */
export interface World {
  readonly size: number;
  /** Takes in a body and returns its id. Ids rise and are not given again, but by `restore`, which takes back what came after. */
  add(body: WorldBodyInput): number;
  remove(id: number): void;
  has(id: number): boolean;
  /** Moves a body; of an articulated one, its root, with the joints as `setJoints` has them: what `setLinkPoses` has set is lost. */
  setPose(id: number, toWorld: Pose | null): void;
  /** Moves many bodies: `matrices` has 16 numbers for each of `ids`. */
  setPoses(ids: ArrayLike<number>, matrices: ArrayLike<number>): void;
  /** Sets all joints of an articulated body. */
  setJoints(id: number, values: ArrayLike<number>): void;
  /** Moves every link of an articulated body on its own: 16 numbers a link. */
  setLinkPoses(id: number, linkToWorld: ArrayLike<number>): void;
  /**
   * Says that positions of a deformable body's mesh have changed, all of them or those from `from` to `to` (not included);
   * or that trees of an articulated body were refitted.
   */
  deformed(id: number, range?: VertexRange): void;
  setGroups(id: number, groups: number, mask: number): void;
  /** From now on two bodies, or a link of each, may touch: they are not tested with each other. */
  allow(a: number, b: number, options?: AllowOptions): void;
  /** Takes back all that `allow` has said of two bodies. */
  disallow(a: number, b: number): void;
  /** Finds out which bodies meet now, and what has changed since the last step. */
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
  /** How far two bodies are apart; null beyond `maxDistance`. */
  distance(a: number, b: number, maxDistance?: number): SceneDistance | null;
  /** The bodies whose boxes a camera may see; planes as `frustumPlanes` makes them. */
  cull(planes: ArrayLike<number>, options?: SceneOptions): Uint32Array;
  /** What `restore` needs. Throws `MeshError` while positions of a deformable body cannot be used. */
  snapshot(): WorldSnapshot;
  /** Makes the world what it was when this snapshot of it was taken, positions of deformable meshes included. */
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
    setPose: (id, toWorld) => moveBody(state, find(id, "setPose"), toWorld),
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
    step: (asked) => stepWorld(state, asked),
    boundsOf(id) {
      const { slot } = find(id, "boundsOf");
      refreshBoxes(state);
      return state.boxes.slice(6 * slot, 6 * slot + 6);
    },
    castRay: (origin, direction, asked = {}) => castSceneRay(state, origin, direction, asked),
    overlapBox: (bounds, asked = {}) => overlapSceneBox(state, bounds, asked),
    overlapSphere: (centre, radius, asked = {}) => overlapSceneSphere(state, centre, radius, asked),
    closestPoint: (point, asked = {}) => closestScenePoint(state, point, asked),
    distance(a, b, maxDistance = Infinity) {
      checkLength(maxDistance, "maxDistance");
      return distanceOfBodies(find(a, "distance"), find(b, "distance"), maxDistance);
    },
    cull: (planes, asked = {}) => cullScene(state, planes, asked),
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
    choice,
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
  state.sceneTree.isOutdated = true;
}

const pose = new Float64Array(16);

function moveBody(state: WorldState, body: WorldBody, toWorld: Pose | null): void {
  const isPosed = readPose(toWorld, "toWorld", pose);
  checkBodyPose(body, "toWorld");
  placeBody(state, body, isPosed);
}

/** Throws `PoseError` unless the body, with all its links, can stand where `pose` says. */
function checkBodyPose({ tree, links, joints }: WorldBody, name: string): void {
  checkWorldPose(pose, tree === null ? 1 : reachOf(tree), name);
  if (tree !== null) return;
  const { articulation, linkToWorld } = links!;
  placeLinks(articulation, joints!, pose, new Float64Array(linkToWorld.length));
}

function placeBody(state: WorldState, body: WorldBody, isPosed: boolean): void {
  if (isArticulated(body)) setPose(body.links!, body.joints!, { rootToWorld: pose });
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
  const one: number[] = new Array(16);
  const read = (i: number): boolean => {
    for (let k = 0; k < 16; k++) one[k] = matrices[16 * i + k];
    return readPose(one, `matrices of body ${ids[i]}`, pose);
  };
  // All are checked before the first is moved.
  for (let i = 0; i < count; i++) {
    const body = bodyOf(state, ids[i], "setPoses");
    read(i);
    checkBodyPose(body, `matrices of body ${ids[i]}`);
  }
  for (let i = 0; i < count; i++) placeBody(state, state.bodies.get(ids[i])!, read(i));
}

function moveJoints(state: WorldState, body: WorldBody, values: ArrayLike<number>): void {
  const { links, joints, toWorld } = articulated(body, "setJoints");
  setPose(links!, values, { rootToWorld: toWorld });
  joints!.set(Array.from(values));
  noteChange(state, body);
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
  } else if (kind !== "articulated")
    throw new OptionError(`deformed: body ${id} is ${kind}, not deformable or articulated`);
  noteChange(state, body);
}

function regroup(state: WorldState, body: WorldBody, groups: number, mask: number): void {
  checkBits(groups, "groups");
  checkBits(mask, "mask");
  body.groups = groups;
  body.mask = mask;
  state.allowed.version++;
}
