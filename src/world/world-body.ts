import type { Pose } from "../geometry/affine.ts";
import type { TriangleMesh } from "../mesh/triangle-mesh.ts";
import type { AllowedPairs } from "../queries/articulated/allowed-pairs.ts";
import type { ArticulatedBody } from "../trees/articulated/articulated-body.ts";
import type { AabbTree } from "../trees/layout.ts";
import type { Deformation } from "./deformation.ts";

// What a body of a world is: as the caller describes it, and as the world keeps it.

/** What every body may say. */
interface BodyOptions {
  /** The groups it belongs to, as 32 bits. Default: 1. */
  groups?: number | undefined;
  /** The groups it is tested with, as 32 bits. Two bodies are tested if each one's mask has a group of the other. Default: all. */
  mask?: number | undefined;
  /** How thick its surface is. Bodies are near each other when they are closer than `near` and both thicknesses together. Default: 0. */
  thickness?: number | undefined;
}

/** A mesh that moves as a whole, or, if static, stands still. Static bodies are not tested with each other. */
export interface RigidBodyInput extends BodyOptions {
  kind: "static" | "rigid";
  /** The triangles; bodies may share a tree. */
  tree?: AabbTree | undefined;
  /** In place of `tree`. Bodies of one mesh share the tree that the world builds. */
  mesh?: TriangleMesh | undefined;
  /** Default: the vertices are world coordinates. */
  toWorld?: Pose | null | undefined;
}

/** A mesh whose vertices the caller moves. The world calls `refit` when `deformed` says so, and rebuilds the tree in time. */
export interface DeformableBodyInput extends BodyOptions {
  kind: "deformable";
  /** Its positions belong to this body alone. */
  mesh: TriangleMesh;
  toWorld?: Pose | null | undefined;
  /** Whether it is tested with itself. Default: true. */
  self?: boolean | undefined;
  /** The tree is rebuilt, over several steps, when `degradation` exceeds this. Default: 1.5. */
  rebuildAt?: number | undefined;
}

/** A robot, a hand, a character. */
export interface ArticulatedBodyInput extends BodyOptions {
  kind: "articulated";
  /** Belongs to this world alone: set its joints by the world. */
  body: ArticulatedBody;
  /** Joint values at first. Default: those at which `restValues` puts it. */
  joints?: ArrayLike<number> | undefined;
  /** What the joint of the root link counts from. Default: the world's origin and axes. */
  toWorld?: Pose | null | undefined;
  /** Whether its links are tested with each other. Default: true. */
  self?: boolean | undefined;
  /** The links that may touch each other, as `createAllowedPairs` makes them. Default: those that a joint connects. */
  allowed?: AllowedPairs | undefined;
}

export type WorldBodyInput = RigidBodyInput | DeformableBodyInput | ArticulatedBodyInput;

export type BodyKind = WorldBodyInput["kind"];

/** A body as the world keeps it. */
export interface WorldBody {
  readonly id: number;
  readonly kind: BodyKind;
  /** Its number in the broad phase, which is given again when the body is removed; `orderSlots` changes it. */
  slot: number;
  groups: number;
  mask: number;
  readonly thickness: number;
  /** Whether it is tested with itself. */
  readonly self: boolean;
  /** Null for an articulated body. */
  tree: AabbTree | null;
  /** Of an articulated body: where the joint of its root link counts from. */
  readonly toWorld: Float64Array;
  /** Whether the pose is another than the identity. */
  isPosed: boolean;
  /** The links of an articulated body. Another body is given one link when it first comes near an articulated body. */
  links: ArticulatedBody | null;
  /** What `changes` was when `links` were placed and their boxes updated; −1 before. */
  linksAt: number;
  /** Of an articulated body: the box of each leaf of its hierarchy along the world's axes, six numbers each. */
  readonly linkBounds: Float64Array | null;
  /** Of an articulated body. */
  readonly allowed: AllowedPairs | null;
  readonly joints: Float64Array | null;
  /** Of a deformable body. */
  readonly deformation: Deformation | null;
  /** How often its pose or shape has changed. */
  changes: number;
  /** The step that sees its last change first. */
  changedAt: number;
  /** Whether its box in the broad phase is older than its own. */
  isBroadDue: boolean;
  /** Whether no step has seen it yet: then it has stood still until now. */
  isNew: boolean;
  /** Whether it was taken out; lists of what is due may still hold it. */
  isRemoved: boolean;
  /** Whether its box is older than its pose or shape. */
  isBoxDue: boolean;
  /** Where it was at the last step; for an articulated body, 16 numbers a link. */
  readonly lastToWorld: Float64Array;
}

/** The pose as queries take it: null is faster than the identity. */
export function poseOf(body: WorldBody): Float64Array | null {
  return body.isPosed ? body.toWorld : null;
}

export function isArticulated(body: WorldBody): boolean {
  return body.kind === "articulated";
}
