import { OptionError, show } from "../errors.ts";
import { readPose } from "../geometry/affine.ts";
import { checkWorldPose } from "../geometry/relative-pose.ts";
import { checkMesh } from "../mesh/triangle-mesh.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import { createAllowedPairs } from "../queries/articulated/allowed-pairs.ts";
import { checkAllowed } from "../queries/articulated/body-query.ts";
import { reachOf } from "../queries/pairs/pair-query.ts";
import { restValues, setPose } from "../trees/articulated/articulated-body.ts";
import { checkBody } from "../trees/articulated/check-body.ts";
import { buildAabbTree } from "../trees/build-aabb.ts";
import { type AabbTree, checkAabbTree } from "../trees/layout.ts";
import { writeBox } from "./body-boxes.ts";
import { addBroadBox } from "./broad-step.ts";
import { createCandidatePair } from "./candidate-pairs.ts";
import { checkRebuildAt, createDeformation, noteDeformed } from "./deformation.ts";
import { takePose } from "./pose-blocks.ts";
import type {
  ArticulatedBodyInput,
  DeformableBodyInput,
  RigidBodyInput,
  WorldBody,
  WorldBodyInput,
} from "./world-body.ts";
import { countMeshes, noteChange, type WorldState } from "./world-state.ts";

// Adds bodies to a world. Everything is checked first, so nothing has changed if a check throws.

const SHARED = { kind: true, groups: true, mask: true, thickness: true, toWorld: true } as const;
const RIGID: OptionNames<RigidBodyInput> = { ...SHARED, tree: true, mesh: true };
const DEFORMABLE: OptionNames<DeformableBodyInput> = { ...SHARED, mesh: true, self: true, rebuildAt: true };
const ARTICULATED: OptionNames<ArticulatedBodyInput> = {
  ...SHARED,
  body: true,
  joints: true,
  self: true,
  allowed: true,
};

const KINDS = ["static", "rigid", "deformable", "articulated"] as const;

/** The fields that differ between kinds of bodies. */
type OwnFields = Pick<WorldBody, "self" | "tree" | "links" | "allowed" | "joints" | "deformation">;

const ONE_MESH: OwnFields = {
  self: false,
  tree: null,
  links: null,
  allowed: null,
  joints: null,
  deformation: null,
};

const box = new Float64Array(6);

/** Adds a body and returns its id. */
export function addBody(state: WorldState, input: WorldBodyInput): number {
  if (typeof input !== "object" || input === null)
    throw new OptionError(`add: expected a body, got ${show(input as unknown)}`);
  const { kind, groups = 1, mask = 0xffffffff, thickness = 0 } = input;
  if (!KINDS.includes(kind))
    throw new OptionError(`add: kind: ${show(kind)} is not one of ${KINDS.join(", ")}`);
  checkBits(groups, "groups");
  checkBits(mask, "mask");
  if (!(typeof thickness === "number" && thickness >= 0 && thickness < Infinity))
    throw new OptionError(`add: thickness: ${show(thickness)} is not a finite number of at least 0`);
  const toWorld = takePose(state.poses);
  const isPosed = readPose(input.toWorld ?? null, "toWorld", toWorld);
  const own = readOwnFields(state, input, toWorld);
  const body: WorldBody = {
    self: own.self,
    tree: own.tree,
    links: own.links,
    allowed: own.allowed,
    joints: own.joints,
    deformation: own.deformation,
    id: state.nextId,
    kind,
    slot: -1,
    groups,
    mask,
    thickness,
    toWorld,
    isPosed,
    changes: 0,
    changedAt: -1,
    linksAt: -1,
    linkBounds: own.links === null ? null : new Float64Array(6 * own.links.hierarchy.leafCount),
    isBoxDue: false,
    isBroadDue: false,
    isRemoved: false,
    isNew: true,
    lastToWorld: own.links === null ? copyPose(state, toWorld) : own.links.linkToWorld.slice(),
  };
  const id = takeIn(state, body);
  state.nextId++;
  return id;
}

/** Adds a body of a snapshot again, with its former id. */
export function readmitBody(state: WorldState, body: WorldBody): void {
  const { deformation, tree, toWorld } = body;
  const isPosed = readPose(toWorld, "toWorld", toWorld);
  if (deformation !== null) {
    noteDeformed(deformation, tree!.mesh);
    deformation.rebuild = null;
  }
  takeIn(state, {
    ...body,
    isPosed,
    isBoxDue: false,
    isBroadDue: false,
    isRemoved: false,
    changedAt: -1,
    linksAt: -1,
  });
}

function takeIn(state: WorldState, checked: WorldBody): number {
  writeBox(checked, box, 0);
  const slot = addBroadBox(state, box);
  const body = recordOf(checked, slot, checked.toWorld, checked.lastToWorld);
  state.slots[slot] = body;
  state.bodies.set(body.id, body);
  const owned = ownedOf(body);
  if (owned !== null) state.owned.add(owned);
  countMeshes(state, body, 1);
  if (body.deformation !== null) state.deformables.add(body);
  if (body.self) state.selfPairs.set(body.id, createCandidatePair(body, body));
  state.sceneTree.isOutdated = true;
  state.slotOrder.added++;
  noteChange(state, body);
  return body.id;
}

/**
 * A copy with every field named, those that each pair reads first: V8 keeps the fields of such a literal in the object itself, and those of
 * a spread behind a pointer.
 */
export function recordOf(
  body: WorldBody,
  slot: number,
  toWorld: Float64Array,
  lastToWorld: Float64Array,
): WorldBody {
  return {
    kind: body.kind,
    changedAt: body.changedAt,
    tree: body.tree,
    deformation: body.deformation,
    isPosed: body.isPosed,
    toWorld,
    isRemoved: body.isRemoved,
    slot,
    id: body.id,
    changes: body.changes,
    isBoxDue: body.isBoxDue,
    isBroadDue: body.isBroadDue,
    links: body.links,
    linksAt: body.linksAt,
    linkBounds: body.linkBounds,
    lastToWorld,
    isNew: body.isNew,
    self: body.self,
    allowed: body.allowed,
    joints: body.joints,
    groups: body.groups,
    mask: body.mask,
    thickness: body.thickness,
  };
}

function copyPose({ lastPoses }: WorldState, pose: Float64Array): Float64Array {
  const copy = takePose(lastPoses);
  copy.set(pose);
  return copy;
}

/** The objects that belong to one body alone. */
export function ownedOf({ kind, tree, links }: WorldBody) {
  return kind === "articulated" ? links : kind === "deformable" ? tree!.mesh : null;
}

function readOwnFields(state: WorldState, input: WorldBodyInput, toWorld: Float64Array): OwnFields {
  if (input.kind === "articulated") return readArticulated(state, input, toWorld);
  if (input.kind === "deformable") return readDeformable(state, input, toWorld);
  checkOptionNames(input, RIGID, `a ${input.kind} body`);
  const tree = readTree(state, input);
  if (state.owned.has(tree.mesh)) refuseShared("mesh");
  checkWorldPose(toWorld, reachOf(tree), "toWorld");
  // Last: a mesh that was refused is in no body, and may change.
  if (input.mesh !== undefined) state.trees.set(input.mesh, tree);
  return { ...ONE_MESH, tree };
}

function readTree({ trees }: WorldState, { kind, tree, mesh }: RigidBodyInput): AabbTree {
  if ((tree === undefined) === (mesh === undefined))
    throw new OptionError(`add: a ${kind} body needs a tree or a mesh, got ${tree ? "both" : "neither"}`);
  if (tree !== undefined) {
    checkAabbTree(tree, "add");
    return tree;
  }
  const known = trees.get(mesh!);
  if (known !== undefined) {
    // The mesh was checked when its tree was built: reading all its indices again takes longer than the rest of `add`.
    checkAabbTree(known, "add");
    return known;
  }
  checkMesh(mesh!);
  return buildAabbTree(mesh!);
}

function readDeformable(state: WorldState, input: DeformableBodyInput, toWorld: Float64Array): OwnFields {
  checkOptionNames(input, DEFORMABLE, "a deformable body");
  const { mesh, self = true } = input;
  const rebuildAt = checkRebuildAt(input.rebuildAt);
  checkMesh(mesh);
  checkSelf(self);
  if (state.meshUses.has(mesh)) refuseShared("mesh");
  const tree = buildAabbTree(mesh, { frame: "none" }); // refitted in every step
  checkWorldPose(toWorld, reachOf(tree), "toWorld");
  return { ...ONE_MESH, self, tree, deformation: createDeformation(mesh, rebuildAt) };
}

function readArticulated(state: WorldState, input: ArticulatedBodyInput, toWorld: Float64Array): OwnFields {
  checkOptionNames(input, ARTICULATED, "an articulated body");
  const { body, self = true } = input;
  checkBody(body, "add: body");
  checkSelf(self);
  if (state.owned.has(body)) refuseShared("body");
  for (const mesh of body.meshes) if (mesh !== null && state.owned.has(mesh)) refuseShared("mesh of a link");
  const allowed = checkAllowed(body, body, input.allowed) ?? createAllowedPairs(body);
  const joints = Float64Array.from(input.joints ?? restValues(body));
  setPose(body, joints, { rootToWorld: toWorld });
  return { ...ONE_MESH, self, links: body, allowed, joints };
}

function refuseShared(what: string): never {
  throw new OptionError(
    `add: ${what}: is shared with another body of this world, and one of the two can change it`,
  );
}

function checkSelf(self: unknown): void {
  if (typeof self !== "boolean") throw new OptionError(`self: expected true or false, got ${show(self)}`);
}

/** Throws `OptionError` unless `bits` is a whole number that 32 bits hold. */
export function checkBits(bits: unknown, name: string): void {
  if (!(Number.isInteger(bits) && (bits as number) >= -(2 ** 31) && (bits as number) < 2 ** 32))
    throw new OptionError(`${name}: ${show(bits)} is not 32 bits`);
}
