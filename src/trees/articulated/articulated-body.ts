import { MeshError, OptionError } from "../../errors.ts";
import { type Pose, readPose } from "../../geometry/affine.ts";
import { checkWorldPose } from "../../geometry/relative-pose.ts";
import {
  type Articulation,
  createArticulation,
  type LinkPlace,
  placeLinks,
} from "../../mesh/articulation/articulation.ts";
import { checkMesh, type TriangleMesh } from "../../mesh/triangle-mesh.ts";
import { checkNamesOfEach, checkOptionNames, type OptionNames } from "../../option-names.ts";
import { buildAabbTree } from "../build-aabb.ts";
import { type AabbTree, checkAabbTree, OBB_STRIDE } from "../layout.ts";
import { checkBody } from "./check-body.ts";
import { createFittedLinks, type FittedLinks, fitRestBoxes } from "./follow-meshes.ts";
import { type BodyHierarchy, buildHierarchy } from "./link-hierarchy.ts";

/** A rigid part of a body, with the joint that connects it to its parent. */
export interface Link extends LinkPlace {
  /** Its surface in the link's space, convex or not; omitted for a link that is only a frame. */
  mesh?: TriangleMesh | null | undefined;
  /** A tree of the surface, where there is one already, in place of `mesh`. */
  tree?: AabbTree | null | undefined;
}

const LINK: OptionNames<Omit<Link, "tree">> = { name: true, parent: true, joint: true, mesh: true };
/** Allows `tree` instead of `mesh`. */
const TREE = { tree: true } as const;

/**
 * A body made of links: a character, a hand, a robot. `setPose` and `setLinkPoses` place its links; at first all joint
 * values are zero (quaternions 1 0 0 0). Set poses only through these functions: they count poses, and queries update the
 * boxes of the hierarchy when the count has changed.
 *
 * Links may deform: change `positions` of a mesh in place, then call `refit(body.trees[link])`. Each query detects that.
 * The first query of a pose also detects a missing `refit` if one of a few sampled coordinates has moved (`MeshError`);
 * later queries sample four trees each, in turn.
 */
export interface ArticulatedBody {
  readonly articulation: Articulation;
  readonly meshes: (TriangleMesh | null)[];
  /**
   * One tree per mesh; links that share a mesh share its tree. A link's tree may be replaced by another one, of its
   * mesh (a rebuild) or of another mesh; null for a link without geometry.
   */
  readonly trees: (AabbTree | null)[];
  /** 16 numbers per link, column-major. */
  readonly linkToWorld: Float64Array;
  /** Views of `linkToWorld`, one per link. */
  readonly linkPoses: readonly Float64Array[];
  readonly hierarchy: BodyHierarchy;
  /** The oriented box of each leaf of the hierarchy in its link's space, OBB_STRIDE numbers; see follow-meshes.ts. */
  readonly restBoxes: Float64Array;
  readonly fitted: FittedLinks;
  /** The oriented world box of each node, OBB_STRIDE numbers: `updateCab`, `updateObb`. */
  readonly boxes: Float64Array;
  /**
   * The axis-aligned world box of each node, 6 numbers, minima and maxima: `updateAabbFromCorners`,
   * `updateAabbFromVertices`.
   */
  readonly bounds: Float64Array;
  /** Increases with every pose that is set and every fit of rest boxes. */
  poseCount: number;
  /** The pose and method that `boxes` and `bounds` are up to date with; queries update them when they need others. */
  readonly boxesState: BoxState;
  readonly boundsState: BoxState;
}

/** The pose that boxes belong to, and the method that computed them. */
export interface BoxState {
  by: string;
  /** The body's `poseCount` at that time; −1 before the first update. */
  pose: number;
  /** Per node 1 while its box does not yet fit the pose; null if all boxes do. See on-demand.ts. */
  pending: Uint8Array | null;
  /** The last `pending` array, kept for reuse. */
  spare: Uint8Array | null;
}

/**
 * Makes a body of links, listed in any order: an acyclic tree with one root. Throws an `OptionError`, `MeshError` or
 * `PoseError` that names the link or joint.
 */
export function createArticulatedBody(links: readonly Link[]): ArticulatedBody {
  return assembleBody(links, buildHierarchy);
}

/** `createArticulatedBody` with a hierarchy made by `build`. */
export function assembleBody(links: readonly Link[], build: typeof buildHierarchy): ArticulatedBody {
  checkNamesOfEach<Omit<Link, "tree">>(links, LINK, "links", TREE);
  const articulation = createArticulation(links);
  const meshes = links.map((link) => checkLinkMesh(link));
  if (meshes.every((mesh) => mesh === null)) throw new OptionError("links: none of them has a mesh");
  const hierarchy = build(
    articulation,
    meshes.map((mesh) => mesh !== null),
  );
  const treeOf = new Map<TriangleMesh, AabbTree>();
  const trees = meshes.map((mesh, link) => {
    if (mesh === null) return null;
    const tree = links[link].tree ?? treeOf.get(mesh) ?? buildAabbTree(mesh);
    treeOf.set(mesh, tree);
    return tree;
  });
  const linkToWorld = new Float64Array(16 * links.length);
  const body: ArticulatedBody = {
    articulation,
    meshes,
    trees,
    linkToWorld,
    linkPoses: links.map((_, link) => linkToWorld.subarray(16 * link, 16 * link + 16)),
    hierarchy,
    restBoxes: new Float64Array(OBB_STRIDE * hierarchy.leafCount),
    fitted: createFittedLinks(hierarchy.leafCount),
    boxes: new Float64Array(OBB_STRIDE * hierarchy.nodeCount),
    bounds: new Float64Array(6 * hierarchy.nodeCount),
    poseCount: 0,
    boxesState: { by: "", pose: -1, pending: null, spare: null },
    boundsState: { by: "", pose: -1, pending: null, spare: null },
  };
  fitRestBoxes(body);
  setPose(body, restValues(body));
  return body;
}

function checkLinkMesh({ name, mesh = null, tree = null }: Link): TriangleMesh | null {
  if (tree !== null) {
    checkAabbTree(tree, `link "${name}"`);
    if (mesh !== null && mesh !== tree.mesh)
      throw new OptionError(`link "${name}": has a mesh and a tree of another mesh`);
    return tree.mesh;
  }
  if (mesh === null) return null;
  try {
    checkMesh(mesh);
  } catch (error) {
    throw new MeshError(`link "${name}": ${(error as Error).message}`);
  }
  return mesh;
}

/** The rest values of all joints: zeros, and the quaternion 1 0 0 0 for ball and free joints. */
export function restValues(body: ArticulatedBody): Float64Array {
  checkBody(body, "restValues: body");
  const { articulation } = body;
  const values = new Float64Array(articulation.valueCount);
  articulation.joints.forEach(({ type }, link) => {
    const start = articulation.valueStarts[link];
    if (type === "ball") values[start] = 1;
    if (type === "free") values[start + 3] = 1;
  });
  return values;
}

export interface SetPoseOptions {
  /** The pose that the root link's joint is relative to. Default: the world's origin and axes. */
  rootToWorld?: Pose | null | undefined;
}

const SET_POSE_OPTIONS: OptionNames<SetPoseOptions> = { rootToWorld: true };

/**
 * Moves the links to the poses that the joint values define. Values are in the order of the links: one for a hinge
 * (radians) or a slider, four for a ball, seven for a free joint, none for a fixed or a mimicking one. Queries update the
 * boxes themselves. Changes nothing if it throws.
 */
export function setPose(
  body: ArticulatedBody,
  values: ArrayLike<number>,
  options: SetPoseOptions = {},
): void {
  checkOptionNames(options, SET_POSE_OPTIONS, "setPose");
  checkBody(body, "setPose: body");
  const { rootToWorld = null } = options;
  placeJoints(body, values, rootToWorld);
}

/** `setPose` without options, of a body that has been checked. */
export function placeJoints(
  body: ArticulatedBody,
  values: ArrayLike<number>,
  rootToWorld: Pose | null,
): void {
  placeLinks(body.articulation, values, rootToWorld, body.linkToWorld);
  body.poseCount++;
}

/** Sets the pose of every link, 16 numbers each: for skins and simulators. */
export function setLinkPoses(body: ArticulatedBody, linkToWorld: ArrayLike<number>): void {
  checkBody(body, "setLinkPoses: body");
  const { names } = body.articulation;
  if (linkToWorld?.length !== 16 * names.length)
    throw new OptionError(
      `linkToWorld: expected ${16 * names.length} numbers, 16 for each of ${names.length} links, got ${linkToWorld?.length}`,
    );
  const checked = new Float64Array(16 * names.length);
  for (let link = 0; link < names.length; link++) {
    for (let i = 0; i < 16; i++) one[i] = linkToWorld[16 * link + i];
    readPose(one, `linkToWorld of link "${names[link]}"`, pose);
    checkWorldPose(pose, 1, `linkToWorld of link "${names[link]}"`);
    checked.set(pose, 16 * link);
  }
  body.linkToWorld.set(checked);
  body.poseCount++;
}

export function markBoxes({ boxesState, poseCount }: ArticulatedBody, by: string): void {
  boxesState.by = by;
  boxesState.pose = poseCount;
  boxesState.pending = null;
}

export function markBounds({ boundsState, poseCount }: ArticulatedBody, by: string): void {
  boundsState.by = by;
  boundsState.pose = poseCount;
  boundsState.pending = null;
}

const one: number[] = new Array(16).fill(0);
const pose = new Float64Array(16);
