import type { BroadPhase } from "../broadphase/broad-phase.ts";
import { createDynamicTree } from "../broadphase/dynamic-tree/dynamic-tree.ts";
import { createSegmentSort } from "../broadphase/segment-sort/segment-sort.ts";
import { OptionError, show } from "../errors.ts";
import type { TriangleMesh } from "../mesh/triangle-mesh.ts";
import type { ArticulatedBody } from "../trees/articulated/articulated-body.ts";
import type { AabbTree } from "../trees/layout.ts";
import type { AllowedBodies } from "./allowed-bodies.ts";
import { type CandidatePair, type Candidates, createCandidates } from "./candidate-pairs.ts";
import type { SlotOrder } from "./order-slots.ts";
import type { PoseBlocks } from "./pose-blocks.ts";
import type { SceneTree } from "./scene-tree.ts";
import type { WorldBody } from "./world-body.ts";
import type { StepBuffers } from "./world-step.ts";

export type BroadPhaseChoice = "auto" | "dynamic-tree" | "segment-sort";

/** The complete state of a world. */
export interface WorldState {
  readonly bodies: Map<number, WorldBody>;
  /** By slot; null where a body was removed. */
  readonly slots: (WorldBody | null)[];
  nextId: number;
  /** The number of the next step; a step that throws has a number, too. */
  step: number;
  /** The number of the last completed step. */
  answered: number;

  broadPhase: BroadPhase;
  readonly broadPhaseKind: "dynamic-tree" | "segment-sort";
  /** The poses of bodies, now and at the last step. */
  poses: PoseBlocks;
  lastPoses: PoseBlocks;
  readonly slotOrder: SlotOrder;
  /** The bodies' own boxes by slot, six numbers each. */
  boxes: Float64Array;
  /** `boxes` at the last step. */
  lastBoxes: Float64Array;
  /** Bodies changed since the last step. */
  readonly changed: WorldBody[];
  /** Bodies whose own box is due. */
  readonly dueBoxes: WorldBody[];
  /** The boxes in the broad phase: widened for `near`, swept over the motion for `continuous`. */
  broadBoxes: Float64Array;
  /** Bodies whose box in the broad phase is due. */
  readonly dueBroad: WorldBody[];
  /** The options with which the broad phase's boxes were made. */
  broadNear: number | null;
  broadContinuous: boolean;

  /** The pairs of the broad phase, in its order, with what is known about each. */
  candidates: Candidates;
  readonly selfPairs: Map<number, CandidatePair>;
  readonly allowed: AllowedBodies;

  readonly buffers: StepBuffers;
  readonly sceneTree: SceneTree;
  /** How many bodies, or links, use a mesh. */
  readonly meshUses: Map<TriangleMesh, number>;
  /** Trees built by the world, for meshes in use. */
  readonly trees: Map<TriangleMesh, AabbTree>;
  /** The snapshots that can be restored here. */
  readonly snapshots: WeakSet<object>;
  readonly deformables: Set<WorldBody>;
  /** Deformable bodies whose positions cannot be used. */
  readonly unusable: Set<WorldBody>;
  /** Articulated bodies, and meshes of deformable ones: each belongs to one body. */
  readonly owned: Set<ArticulatedBody | TriangleMesh>;
  readonly clock: (() => number) | null;
}

export function createBroadPhase(kind: WorldState["broadPhaseKind"]): BroadPhase {
  return kind === "segment-sort" ? createSegmentSort() : createDynamicTree();
}

/** The body with this id. Throws `OptionError` for an id that was never assigned, or whose body was removed. */
export function bodyOf(state: WorldState, id: number, caller: string): WorldBody {
  const body = state.bodies.get(id);
  if (body !== undefined) return body;
  const wasAssigned = typeof id === "number" && Number.isInteger(id) && id >= 0 && id < state.nextId;
  throw new OptionError(
    `${caller}: ${wasAssigned ? `body ${id} was removed` : `${show(id)} is not the id of a body`}`,
  );
}

/** The meshes of a body. */
function meshesOf({ tree, links, kind }: WorldBody): TriangleMesh[] {
  if (kind !== "articulated") return [tree!.mesh];
  return links!.meshes.filter((mesh) => mesh !== null);
}

/** Counts the body's meshes as used, or as no longer used. A mesh that no body uses may change, so its tree is dropped. */
export function countMeshes({ meshUses, trees }: WorldState, body: WorldBody, change: 1 | -1): void {
  for (const mesh of meshesOf(body)) {
    const uses = (meshUses.get(mesh) ?? 0) + change;
    if (uses > 0) meshUses.set(mesh, uses);
    else {
      meshUses.delete(mesh);
      trees.delete(mesh);
    }
  }
}

/** Records that a body's pose or shape has changed. */
export function noteChange(state: WorldState, body: WorldBody): void {
  body.changes++;
  if (body.changedAt !== state.step) state.changed.push(body);
  body.changedAt = state.step;
  if (body.isBoxDue) return;
  body.isBoxDue = true;
  state.dueBoxes.push(body);
}

/** Removes all bodies. */
export function clearWorld(state: WorldState): void {
  state.bodies.clear();
  state.slots.length = 0;
  state.slotOrder.added = 0;
  state.slotOrder.distance = -1;
  state.broadPhase = createBroadPhase(state.broadPhaseKind);
  state.changed.length = state.dueBoxes.length = state.dueBroad.length = 0;
  state.candidates = createCandidates();
  state.selfPairs.clear();
  state.owned.clear();
  state.meshUses.clear();
  state.trees.clear();
  state.deformables.clear();
  state.unusable.clear();
  state.allowed.rules.clear();
  state.allowed.keysOf.clear();
  state.allowed.version++;
  state.buffers.pairs.count = 0;
  state.sceneTree.isOutdated = true;
}
