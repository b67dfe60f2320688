import type { Pose } from "../geometry/affine.ts";
import type { TriangleMesh } from "../mesh/triangle-mesh.ts";
import type { AllowedPairs } from "../queries/articulated/allowed-pairs.ts";
import type { ArticulatedBody } from "../trees/articulated/articulated-body.ts";
import type { AabbTree } from "../trees/layout.ts";
import type { Deformation } from "./deformation.ts";

// A body of a world: as the caller describes it, and as the world stores it.

/** Options of every body. */
interface BodyOptions {
  /** The groups it belongs to, as 32 bits. Default: 1. */
  groups?: number | undefined;
  /** The groups it is tested against, as 32 bits. Two bodies are tested if each one's mask has a group of the other. Default: all. */
  mask?: number | undefined;
  /** The thickness of its surface. Bodies are near each other if they are closer than `near` plus both thicknesses. Default: 0. */
  thickness?: number | undefined;
}

/** A mesh that moves as a whole or, if static, stands still. Static bodies are not tested against each other. */
export interface RigidBodyInput extends BodyOptions {
  kind: "static" | "rigid";
  /** The triangles; bodies may share a tree. */
  tree?: AabbTree | undefined;
  /** Instead of `tree`. Bodies with one mesh share the tree that the world builds. */
  mesh?: TriangleMesh | undefined;
  /** Default: the vertices are world coordinates. */
  toWorld?: Pose | null | undefined;
}

/** A mesh whose vertices the caller moves. After `deformed`, the world refits the tree, and rebuilds it when that pays. */
export interface DeformableBodyInput extends BodyOptions {
  kind: "deformable";
  /** Its positions must belong to this body alone. */
  mesh: TriangleMesh;
  toWorld?: Pose | null | undefined;
  /** Whether it is tested against itself. Default: true. */
  self?: boolean | undefined;
  /** The tree is rebuilt, over several steps, when `degradation` exceeds this. Default: 1.5. */
  rebuildAt?: number | undefined;
}

/** A robot, a hand, a character. */
export interface ArticulatedBodyInput extends BodyOptions {
  kind: "articulated";
  /** Must belong to this world alone: set its joints through the world. */
  body: ArticulatedBody;
  /** Initial joint values. Default: `restValues`. */
  joints?: ArrayLike<number> | undefined;
  /** The frame of the root link's joint. Default: the world's origin and axes. */
  toWorld?: Pose | null | undefined;
  /** Whether its links are tested against each other. Default: true. */
  self?: boolean | undefined;
  /** The links that may touch each other, from `createAllowedPairs`. Default: links that a joint connects. */
  allowed?: AllowedPairs | undefined;
}

export type WorldBodyInput = RigidBodyInput | DeformableBodyInput | ArticulatedBodyInput;

export type BodyKind = WorldBodyInput["kind"];

/** A body as the world stores it. */
export interface WorldBody {
  readonly id: number;
  readonly kind: BodyKind;
  /** Its number in the broad phase, reused after the body is removed; `orderSlots` changes it. */
  slot: number;
  groups: number;
  mask: number;
  readonly thickness: number;
  /** Whether it is tested against itself. */
  readonly self: boolean;
  /** Null for an articulated body. */
  tree: AabbTree | null;
  /** For an articulated body: the frame of its root link's joint. */
  readonly toWorld: Float64Array;
  /** Whether the pose differs from the identity. */
  isPosed: boolean;
  /** The links of an articulated body. Other bodies get a single link when they first come near an articulated body. */
  links: ArticulatedBody | null;
  /** The value of `changes` when `links` were placed and their boxes updated; −1 before that. */
  linksAt: number;
  /** For an articulated body: the world box of each leaf of its hierarchy, six numbers each. */
  readonly linkBounds: Float64Array | null;
  /** For an articulated body. */
  readonly allowed: AllowedPairs | null;
  readonly joints: Float64Array | null;
  /** For a deformable body. */
  readonly deformation: Deformation | null;
  /** How often its pose or shape has changed. */
  changes: number;
  /** The first step that sees its last change. */
  changedAt: number;
  /** Whether its box in the broad phase is out of date. */
  isBroadDue: boolean;
  /** Whether no step has seen it yet: then it counts as at rest until now. */
  isNew: boolean;
  /** Whether it was removed; lists of due bodies may still contain it. */
  isRemoved: boolean;
  /** Whether its box is out of date with its pose or shape. */
  isBoxDue: boolean;
  /** Its pose at the last step; for an articulated body, 16 numbers per link. */
  readonly lastToWorld: Float64Array;
}

/** The pose for queries: null is faster than the identity. */
export function poseOf(body: WorldBody): Float64Array | null {
  return body.isPosed ? body.toWorld : null;
}

export function isArticulated(body: WorldBody): boolean {
  return body.kind === "articulated";
}
