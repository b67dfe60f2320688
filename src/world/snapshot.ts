import { OptionError } from "../errors.ts";
import type { Positions } from "../mesh/triangle-mesh.ts";
import { setLinkPoses } from "../trees/articulated/articulated-body.ts";
import { checkAabbTree } from "../trees/layout.ts";
import { readmitBody } from "./add-body.ts";
import { setRule } from "./allowed-bodies.ts";
import { checkDeformation } from "./deformation.ts";
import { addPair, finishPairs } from "./pair-events.ts";
import type { WorldBody } from "./world-body.ts";
import { clearWorld, type WorldState } from "./world-state.ts";

// A snapshot keeps what changes: poses, joints, positions, groups, rules, and the pairs of the last step. Trees and meshes are kept by
// reference, because they are the caller's. Caches and the like are not kept, since no answer depends on them.

/** A world at one time, for `restore`. */
export interface WorldSnapshot {
  readonly kind: "world-snapshot";
  readonly bodies: readonly KeptBody[];
  readonly nextId: number;
  readonly rules: ReadonlyMap<string, true | ReadonlySet<string>>;
  /** The pairs of the last step: two ids and two links each. */
  readonly pairs: readonly number[];
}

interface KeptBody {
  readonly body: WorldBody;
  readonly isNew: boolean;
  readonly groups: number;
  readonly mask: number;
  readonly toWorld: Float64Array;
  readonly joints: Float64Array | null;
  readonly linkToWorld: Float64Array | null;
  readonly positions: Positions | null;
  /** The state at the last step, where a continuous step starts. */
  readonly lastToWorld: Float64Array;
  readonly lastPositions: Positions | null;
  readonly lastBox: Float64Array;
}

export function takeSnapshot(state: WorldState): WorldSnapshot {
  const { bodies, nextId, allowed, buffers, lastBoxes, unusable } = state;
  for (const body of unusable) checkDeformation(body);
  const rules = new Map<string, true | ReadonlySet<string>>();
  for (const [key, rule] of allowed.rules) rules.set(key, rule === true ? true : new Set(rule));
  const pairs: number[] = [];
  const { count, bodyStorage, linkStorage } = buffers.pairs;
  for (let i = 0; i < 2 * count; i += 2)
    pairs.push(bodyStorage[i], bodyStorage[i + 1], linkStorage[i], linkStorage[i + 1]);
  const kept = [...bodies.values()].map((body) => keep(body, lastBoxes));
  const snapshot: WorldSnapshot = { kind: "world-snapshot", bodies: kept, nextId, rules, pairs };
  state.snapshots.add(snapshot);
  return snapshot;
}

function keep(body: WorldBody, lastBoxes: Float64Array): KeptBody {
  const { kind, groups, mask, toWorld, joints, links, tree, deformation, lastToWorld, slot } = body;
  return {
    body,
    isNew: body.isNew,
    groups,
    mask,
    toWorld: toWorld.slice(),
    joints: joints?.slice() ?? null,
    linkToWorld: kind === "articulated" ? links!.linkToWorld.slice() : null,
    positions: deformation === null ? null : tree!.mesh.positions.slice(),
    lastToWorld: lastToWorld.slice(),
    lastPositions: deformation?.lastPositions.slice() ?? null,
    lastBox: lastBoxes.slice(6 * slot, 6 * slot + 6),
  };
}

/** Throws `MeshError` where an array of a tree was transferred: nothing can be written to it or read from it. */
function checkArrays({ tree, links }: WorldBody): void {
  for (const each of [tree, ...(links?.trees ?? [])]) if (each !== null) checkAabbTree(each, "restore");
}

/**
 * Restores the world to the time of the snapshot, including the positions of deformable meshes. Everything that can be wrong is checked
 * before the first change.
 */
export function restoreSnapshot(state: WorldState, snapshot: WorldSnapshot): void {
  if (!state.snapshots.has(snapshot)) throw new OptionError("restore: expected a snapshot of this world");
  for (const { body } of snapshot.bodies) checkArrays(body);
  clearWorld(state);
  for (const kept of snapshot.bodies) {
    const { body } = kept;
    body.toWorld.set(kept.toWorld);
    body.joints?.set(kept.joints!);
    body.groups = kept.groups;
    body.mask = kept.mask;
    if (kept.linkToWorld !== null) setLinkPoses(body.links!, kept.linkToWorld);
    if (kept.positions !== null) body.tree!.mesh.positions.set(kept.positions);
    readmitBody(state, body);
    const { slot, lastToWorld, deformation } = state.bodies.get(body.id)!;
    lastToWorld.set(kept.lastToWorld);
    if (deformation !== null) {
      deformation.lastPositions.set(kept.lastPositions!);
      deformation.start.isDue = true;
    }
    state.lastBoxes.set(kept.lastBox, 6 * slot);
    state.bodies.get(body.id)!.isNew = kept.isNew;
  }
  state.nextId = snapshot.nextId;
  for (const [key, rule] of snapshot.rules) setRule(state.allowed, key, rule === true ? true : new Set(rule));
  const { pairs } = state.buffers;
  for (let i = 0; i < snapshot.pairs.length; i += 4) {
    const [a, b, linkA, linkB] = snapshot.pairs.slice(i, i + 4) as [number, number, number, number];
    addPair(pairs, a, b, linkA, linkB);
  }
  finishPairs(pairs);
}
