import type { Matrix4, Mesh, Object3D } from "three";
import { OptionError, show } from "../errors.ts";
import { createMesh } from "../mesh/triangle-mesh.ts";
import type { World } from "../world/world.ts";
import { deformationState, isDeforming, writeDeformed } from "./deformed-tree.ts";
import {
  drawnRanges,
  identityOf,
  indicesOf,
  positionAttribute,
  storageOf,
  versionOf,
} from "./drawn-triangles.ts";
import { isFlattened } from "./is-flattened.ts";
import { isMesh, type ObjectPart, type PartsOptions, partsOfMesh } from "./parts-of.ts";
import type { SceneKind } from "./scene-world.ts";

// The bodies of a world that follows a scene graph. A body is kept while its object is in the graph, with the triangles it had; poses and
// vertices are compared with those of the last time, and told to the world where they differ.

/** A mesh, or one instance, in the world. */
export interface SceneBody {
  readonly id: number;
  readonly object: Mesh;
  readonly instance: number | null;
  readonly pose: Float64Array;
  /** What the triangles are made of: another geometry, index or draw range is another body. */
  readonly triangles: string;
  /** The numbers on which deformed vertices depend; null for bodies that do not deform. */
  state: Float64Array | null;
  readonly positions: Float64Array | null;
}

export interface SceneBodies {
  readonly byObject: Map<Mesh, SceneBody[]>;
  /** The results of `kindOf`, which is called once for each mesh. */
  readonly kinds: WeakMap<Mesh, SceneKind>;
  readonly byId: Map<number, SceneBody>;
  /** Bodies that have left the world since the last step, which still names them. */
  readonly gone: SceneBody[];
}

export interface FollowOptions extends PartsOptions {
  readonly kindOf: ((mesh: Mesh) => SceneKind) | undefined;
  readonly self: boolean;
}

const KINDS = ["static", "rigid", "deformable", null];

/** Brings the world up to date with the scene. */
export function followScene(
  world: World,
  bodies: SceneBodies,
  scene: Object3D,
  options: FollowOptions,
): void {
  const { filter, updateMatrices = true } = options;
  if (updateMatrices) scene.updateWorldMatrix(true, true);
  const seen = new Set<Mesh>();
  visit(scene);
  for (const [object, list] of bodies.byObject)
    if (!seen.has(object)) {
      for (const body of list) take(world, bodies, body);
      bodies.byObject.delete(object);
    }

  function visit(object: Object3D): void {
    if (filter !== undefined && !filter(object)) return;
    if (isMesh(object)) {
      seen.add(object);
      followMesh(world, bodies, object, options);
    }
    for (const child of object.children) visit(child);
  }
}

function followMesh(world: World, bodies: SceneBodies, object: Mesh, options: FollowOptions): void {
  const before = bodies.byObject.get(object);
  let kind = bodies.kinds.get(object);
  if (kind === undefined) {
    kind = chooseKind(object, options);
    bodies.kinds.set(object, kind);
  }
  if (kind === null) return;
  const isFollowed = before?.length === 1 && before[0].state !== null;
  if (kind === "deformable" && !isInstanced(object)) {
    const isDrawn = drawnRanges(object.geometry, Array.isArray(object.material)).length > 0;
    if (!isDrawn || isFlattened(object.matrixWorld)) replace(world, bodies, object, before, []);
    else if (isFollowed && before[0].triangles === trianglesOf(object)) followDeformed(world, before[0]);
    else replace(world, bodies, object, before, [addDeformable(world, bodies, object, options.self)]);
    return;
  }
  const parts = partsOfMesh(object, "createSceneWorld");
  const byInstance = new Map(before?.map((body) => [body.instance, body]));
  const now: SceneBody[] = [];
  try {
    for (const part of parts) now.push(followPart(world, bodies, part, kind, byInstance.get(part.instance)));
  } finally {
    // After an error, such as for a pose that the world refuses, bodies that were not reached stay unchanged.
    const unseen = parts.slice(now.length).map(({ instance }) => byInstance.get(instance));
    replace(world, bodies, object, before, [...now, ...unseen.filter((body) => body !== undefined)]);
  }
}

function chooseKind(object: Mesh, { kindOf }: FollowOptions): SceneKind {
  const kind = kindOf === undefined ? (isDeforming(object) ? "deformable" : "rigid") : kindOf(object);
  if (!KINDS.includes(kind))
    throw new OptionError(`kindOf: ${show(kind)} is not "static", "rigid", "deformable" or null`);
  return kind;
}

function isInstanced(object: Mesh): boolean {
  const { isInstancedMesh, isBatchedMesh } = object as { isInstancedMesh?: boolean; isBatchedMesh?: boolean };
  return isInstancedMesh === true || isBatchedMesh === true;
}

/** The body of a part: that of the last time, moved, or a new one. */
function followPart(
  world: World,
  bodies: SceneBodies,
  part: ObjectPart,
  kind: SceneKind,
  before: SceneBody | undefined,
): SceneBody {
  const triangles = trianglesOf(part.object, part);
  if (before?.triangles === triangles) {
    movePose(world, before, part.toWorld);
    return before;
  }
  const id = world.add({
    kind: kind === "static" ? "static" : "rigid",
    tree: part.tree,
    toWorld: part.toWorld.elements,
  });
  const { object, instance, toWorld } = part;
  const pose = Float64Array.from(toWorld.elements);
  return keep(bodies, { id, object, instance, pose, triangles, state: null, positions: null });
}

function addDeformable(world: World, bodies: SceneBodies, object: Mesh, self: boolean): SceneBody {
  const { geometry } = object;
  const positions = new Float64Array(3 * positionAttribute(geometry, "createSceneWorld").count);
  writeDeformed(object, positions);
  const ranges = drawnRanges(geometry, Array.isArray(object.material));
  const mesh = createMesh({ positions, indices: indicesOf(geometry.index, ranges, 0) });
  const { elements } = object.matrixWorld;
  const id = world.add({ kind: "deformable", mesh, toWorld: elements, self });
  const body = { id, object, instance: null, pose: Float64Array.from(elements), positions };
  return keep(bodies, { ...body, triangles: trianglesOf(object), state: deformationState(object) });
}

function followDeformed(world: World, body: SceneBody): void {
  const { object, positions, id } = body;
  movePose(world, body, object.matrixWorld);
  const state = deformationState(object);
  if (state.length === body.state!.length && state.every((value, i) => value === body.state![i])) return;
  writeDeformed(object, positions!);
  world.deformed(id);
  body.state = state;
}

function movePose(world: World, { id, pose }: SceneBody, { elements }: Matrix4): void {
  if (elements.every((value, i) => value === pose[i])) return;
  world.setPose(id, elements);
  pose.set(elements);
}

/** Names the triangles of a mesh; with a part, of which the tree is shared, their places, too. */
function trianglesOf(object: Mesh, part?: ObjectPart): string {
  const { geometry, material } = object;
  const { index } = geometry;
  const ranges = part?.ranges ?? drawnRanges(geometry, Array.isArray(material));
  const position = positionAttribute(geometry, "createSceneWorld");
  const isFollowed = part === undefined || isDeforming(object);
  const places = isFollowed
    ? []
    : [identityOf(position), identityOf(storageOf(position)), versionOf(position)];
  const order = [identityOf(index), identityOf(index?.array), index?.version];
  return JSON.stringify([geometry.uuid, position.count, index?.count, order, ranges, places]);
}

function keep(bodies: SceneBodies, body: SceneBody): SceneBody {
  bodies.byId.set(body.id, body);
  return body;
}

/** Sets the bodies of an object; its earlier bodies that are not among them leave the world. */
function replace(
  world: World,
  bodies: SceneBodies,
  object: Mesh,
  before: readonly SceneBody[] | undefined,
  now: SceneBody[],
): void {
  const kept = new Set(now);
  for (const body of before ?? []) if (!kept.has(body)) take(world, bodies, body);
  bodies.byObject.set(object, now);
}

function take(world: World, bodies: SceneBodies, body: SceneBody): void {
  world.remove(body.id);
  bodies.gone.push(body);
}
