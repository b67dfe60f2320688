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

/** A rigid part of a body, with the joint by which it hangs on its parent. */
export interface Link extends LinkPlace {
  /** Its surface in the link's own space, convex or not; left out for a link that is only a frame. */
  mesh?: TriangleMesh | null | undefined;
  /** A tree of the surface, where there is one already, in place of `mesh`. */
  tree?: AabbTree | null | undefined;
}

const LINK: OptionNames<Link> = { name: true, parent: true, joint: true, mesh: true, tree: true };

/**
 * A body made of links: a character, a hand, a robot. Its links stand where `setPose` or `setLinkPoses` has put them; at first
 * all joint values are zero (quaternions 1 0 0 0). Set poses by these functions only: they count them, and queries update the boxes
 * of the hierarchy when the count has changed.
 *
 * Links may deform: change `positions` of a mesh in place, then call `refit(body.trees[link])`. Each query notices that. The
 * first query of a pose also notices a forgotten call where one of a few sampled coordinates has moved (`MeshError`); later ones
 * sample four trees each, in turn.
 */
export interface ArticulatedBody {
  readonly articulation: Articulation;
  readonly meshes: (TriangleMesh | null)[];
  /**
   * One tree per mesh; links that share a mesh share its tree. A link's tree may be replaced by another one, of the same mesh (a
   * rebuild) or of another; a link without geometry gets none.
   */
  readonly trees: (AabbTree | null)[];
  /** 16 numbers a link, column-major. */
  readonly linkToWorld: Float64Array;
  /** Views of `linkToWorld`, one a link. */
  readonly linkPoses: readonly Float64Array[];
  readonly hierarchy: BodyHierarchy;
  /** Per leaf of the hierarchy its oriented box in the link's space, OBB_STRIDE numbers; see follow-meshes.ts. */
  readonly restBoxes: Float64Array;
  readonly fitted: FittedLinks;
  /** Per node its oriented box in world space, OBB_STRIDE numbers: `updateCab`, `updateObb`. */
  readonly boxes: Float64Array;
  /** Per node its box along the world's axes, 6 numbers, minima and maxima: `updateAabbFromCorners`, `updateAabbFromVertices`. */
  readonly bounds: Float64Array;
  /** Counts the poses that were set, and how often rest boxes were fitted. */
  poseCount: number;
  /** What `boxes` and `bounds` are up to date with; queries update them when it is not what they need. */
  readonly boxesState: BoxState;
  readonly boundsState: BoxState;
}

/** Of which pose boxes are, and how they were found. */
export interface BoxState {
  by: string;
  /** The body's `poseCount` at that time; −1 before the first update. */
  pose: number;
  /** Per node 1 while its box is not yet that of the pose; null when all are. See on-demand.ts. */
  pending: Uint8Array | null;
  /** The array of the last time that some were pending, to be used again. */
  spare: Uint8Array | null;
}

/**
 * Makes a body of links, given in any order: an acyclic tree, one link without a parent. Throws `OptionError`, `MeshError` or
 * `PoseError` that names the link or joint.
 */
export function createArticulatedBody(links: readonly Link[]): ArticulatedBody {
  return assembleBody(links, buildHierarchy);
}

/** `createArticulatedBody` with the hierarchy over the links that `build` makes. */
export function assembleBody(links: readonly Link[], build: typeof buildHierarchy): ArticulatedBody {
  checkNamesOfEach(links, LINK, "links");
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

/** The values of all joints at rest: zeros, and the quaternion 1 0 0 0 for what turns freely. */
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
  /** What the joint of the root link counts from. Default: the world's origin and axes. */
  rootToWorld?: Pose | null | undefined;
}

const SET_POSE_OPTIONS: OptionNames<SetPoseOptions> = { rootToWorld: true };

/**
 * Moves the links to where the joint values put them. Values come in the order of the links: one for a hinge (radians) or a
 * slider, four for a ball, seven for a free joint, none for a fixed or a mimicking one. Queries update the boxes themselves. Nothing is
 * changed when it throws.
 */
export function setPose(
  body: ArticulatedBody,
  values: ArrayLike<number>,
  options: SetPoseOptions = {},
): void {
  checkOptionNames(options, SET_POSE_OPTIONS, "setPose");
  checkBody(body, "setPose: body");
  const { rootToWorld = null } = options;
  placeLinks(body.articulation, values, rootToWorld, body.linkToWorld);
  body.poseCount++;
}

/** Moves every link to a pose of its own, 16 numbers a link one after the other: for skins and simulators. */
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
