import { OptionError, show } from "../../errors.ts";
import { bakePositions } from "../../geometry/affine.ts";
import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import { checkDataNames, checkOptionNames, type OptionNames } from "../../option-names.ts";
import { type Budget, createBudget, LIMIT_OPTIONS, type LimitOptions, spendBytes } from "../budget.ts";
import { isFlat } from "../flat-pose.ts";
import { createModel, type Model, type ModelPart, meshOfPart } from "../model.ts";
import { readAccessor, toReals } from "./accessors.ts";
import { sampleAnimation } from "./animation.ts";
import { openGltf } from "./container.ts";
import { DECODERS, type Decoders, loadDecoders } from "./decoders.ts";
import { applySkin, isSkinned, jointMatrices, morph } from "./deform.ts";
import {
  checkAsset,
  createDocument,
  type GltfDocument,
  loadBuffers,
  note,
  type Resolver,
  spend,
} from "./document.ts";
import { type Hierarchy, type NodeChange, nodesOfScene, readHierarchy } from "./hierarchy.ts";
import { isMissing, type Json, member, numbers, reference, refuse, text } from "./json.ts";
import { readSurface, type Surface } from "./surface.ts";
import { compose, isIdentity, multiply, REST } from "./transform.ts";

export interface GltfOptions extends LimitOptions {
  /** Loads external buffers. Default: rejects them, because bytes have no folder. `readModelFile` has its own. */
  resolve?: Resolver | undefined;
  /** The name or number of the animation that poses nodes, skins and morphs. Default: none, or 0 if `time` is set. */
  animation?: number | string | undefined;
  /** Seconds into the animation. Default 0. */
  time?: number | undefined;
  /** Decoders for compressed files, if they cannot be loaded by name. */
  decoders?: Decoders | undefined;
}

export const GLTF_OPTIONS: OptionNames<GltfOptions> = {
  ...LIMIT_OPTIONS,
  resolve: true,
  animation: true,
  time: true,
  decoders: true,
};

interface Scene {
  document: GltfDocument;
  hierarchy: Hierarchy;
  changes: Map<number, NodeChange>;
  surfaces: Map<number, Surface | null>;
  /** Meshes by mesh number, weights and skin. */
  meshes: Map<string, TriangleMesh>;
  /** The matrices of the joints, by skin number. */
  skins: Map<number, Float64Array[]>;
  parts: ModelPart[];
}

/**
 * Reads a glTF 2.0 file, .gltf or .glb: one part per node with triangles, and per instance of EXT_mesh_gpu_instancing.
 * Nodes with one mesh share it. Skinned and morphed meshes are posed by the rest pose or the animation. Positions stay f32;
 * computed ones are f64. Throws `FormatError` with the JSON path or the byte.
 */
export async function readGltf(bytes: Uint8Array, source: string, options: GltfOptions = {}): Promise<Model> {
  checkOptionNames(options, GLTF_OPTIONS, "readGltf");
  return readGltfWithin(createBudget(options.limits), bytes, source, options);
}

/** `readGltf` within a budget that it shares with other files. */
export async function readGltfWithin(
  budget: Budget,
  bytes: Uint8Array,
  source: string,
  options: GltfOptions = {},
): Promise<Model> {
  const { resolve = refuseExternal, animation, time, decoders = {} } = options;
  if (typeof decoders !== "object" || decoders === null)
    throw new OptionError(`decoders: expected an object, got ${show(decoders)}`);
  checkDataNames(decoders, DECODERS, "decoders");
  if (time !== undefined && !Number.isFinite(time))
    throw new OptionError(`time: ${show(time)} is not a finite number`);
  spendBytes(budget, bytes, source);
  const { json, binary } = openGltf(bytes, source);
  checkAsset(json);
  const document = createDocument(
    json,
    budget,
    await loadBuffers(json, budget, binary, resolve),
    await loadDecoders(json, decoders),
  );
  const changes = sampleAnimation(document, animation, time);
  const hierarchy = readHierarchy(document, changes);
  const scene: Scene = {
    document,
    hierarchy,
    changes,
    surfaces: new Map(),
    meshes: new Map(),
    skins: new Map(),
    parts: [],
  };
  for (const node of nodesOfScene(document, hierarchy)) addNode(scene, node);
  const warnings = [...document.warnings].map(
    ([kind, { path, count }]) => `${source}, ${path}: ${kind}${count > 1 ? ` (${count} in all)` : ""}`,
  );
  return createModel(source, budget, scene.parts, warnings, { metresPerUnit: 1, upAxis: "y" });
}

async function refuseExternal(): Promise<never> {
  throw new Error("it lies outside the file, and no resolver was given");
}

function addNode(scene: Scene, index: number): void {
  const { document, hierarchy, surfaces } = scene;
  const node = document.nodes[index];
  if (isMissing(member(node, "mesh"))) return;
  const meshIndex = reference(member(node, "mesh"), document.meshes, "mesh");
  const mesh = document.meshes[meshIndex];
  if (!surfaces.has(meshIndex)) surfaces.set(meshIndex, readSurface(document, mesh));
  const surface = surfaces.get(meshIndex)!;
  if (surface === null) return;
  const name = text(member(node, "name")) || text(member(mesh, "name")) || `node ${index}`;
  spend(document, 1, node, "parts");
  const weights = weightsOf(scene, index, meshIndex, surface);
  const skin = member(node, "skin");
  const toWorld = hierarchy.toWorld[index];
  if (!isMissing(skin) && isSkinned(document, surface, node)) {
    scene.parts.push({
      name,
      mesh: skinnedMesh(scene, meshIndex, surface, weights, node, name),
      toWorld: null,
    });
    return;
  }
  const shared = sharedMesh(scene, meshIndex, surface, weights, name);
  const instances = readInstances(document, node);
  if (instances === null) addPart(scene, node, name, shared, toWorld);
  else
    for (const [i, pose] of instances.entries()) {
      spend(document, 2 * name.length, node);
      addPart(scene, node, `${name}[${i}]`, shared, multiply(toWorld, pose));
    }
}

/** Morph weights, and a key that tells them from those of other nodes that share the mesh. */
interface Weights {
  key: string;
  values: readonly number[];
}

const NO_WEIGHTS: Weights = { key: "", values: [] };

/** The animation's weights, otherwise the node's, otherwise the mesh's. Empty if the mesh is not morphed. */
function weightsOf(
  { document, changes }: Scene,
  index: number,
  meshIndex: number,
  surface: Surface,
): Weights {
  if (surface.targetCount === 0) return NO_WEIGHTS;
  const node = document.nodes[index];
  const own = changes.get(index)?.weights ?? numbers(member(node, "weights"));
  if (own === null) {
    // Computed once for all nodes without weights of their own.
    surface.ownWeights ??= used(numbers(member(document.meshes[meshIndex], "weights")) ?? [], surface);
    return surface.ownWeights.length === 0 ? NO_WEIGHTS : { key: "mesh", values: surface.ownWeights };
  }
  const values = used(own, surface);
  return values.length === 0 ? NO_WEIGHTS : { key: values.join(), values };
}

function used(weights: ArrayLike<number>, { targetCount }: Surface): number[] {
  const values = Array.from(weights).slice(0, targetCount);
  return values.some((weight) => weight !== 0) ? values : [];
}

/** One mesh object for all nodes that share mesh and weights. */
function sharedMesh(
  scene: Scene,
  index: number,
  surface: Surface,
  { key: weightsKey, values }: Weights,
  name: string,
): TriangleMesh {
  const { document, meshes } = scene;
  const key = `${index}:${weightsKey}`;
  const known = meshes.get(key);
  if (known !== undefined) return known;
  const positions =
    values.length === 0 ? surface.positions : morph(document, surface, values, document.meshes[index]);
  const mesh = meshOfPart(document.source, document.budget, name, positions, surface.indices);
  meshes.set(key, mesh);
  return mesh;
}

/**
 * A skin moves vertices directly to world space; the node's transform does not count. So nodes that share mesh, weights
 * and skin share one mesh object.
 */
function skinnedMesh(
  scene: Scene,
  meshIndex: number,
  surface: Surface,
  weights: Weights,
  node: Json,
  name: string,
): TriangleMesh {
  const { document, hierarchy, meshes, skins } = scene;
  const json = member(node, "skin");
  const skinIndex = reference(json, document.skins, "skin");
  const key = `${meshIndex}:${weights.key}:skin ${skinIndex}`;
  const known = meshes.get(key);
  if (known !== undefined) return known;
  const matrices =
    skins.get(skinIndex) ?? jointMatrices(document, document.skins[skinIndex], hierarchy.toWorld);
  skins.set(skinIndex, matrices);
  const positions = morph(document, surface, weights.values, node);
  applySkin(document, surface, matrices, positions, json);
  const mesh = meshOfPart(document.source, document.budget, name, positions, surface.indices);
  meshes.set(key, mesh);
  return mesh;
}

function addPart(scene: Scene, node: Json, name: string, mesh: TriangleMesh, toWorld: Float64Array): void {
  const { document, parts } = scene;
  if (!isFlat(toWorld)) {
    parts.push({ name, mesh, toWorld: isIdentity(toWorld) ? null : toWorld });
    return;
  }
  // A scale of zero flattens the mesh, or hides it. Queries need invertible poses; flat triangles are fine.
  note(document, node, "its transform flattens the mesh, whose vertices were moved to world space");
  spend(document, 8 * mesh.positions.length, node);
  const baked = meshOfPart(
    document.source,
    document.budget,
    name,
    bakePositions(mesh.positions, toWorld),
    mesh.indices,
  );
  parts.push({ name, mesh: baked, toWorld: null });
}

/** Poses relative to the node, by EXT_mesh_gpu_instancing; null if the node has none. */
function readInstances(document: GltfDocument, node: Json): Float64Array[] | null {
  const extensions = member(node, "extensions");
  const extension = isMissing(extensions) ? extensions : member(extensions, "EXT_mesh_gpu_instancing");
  if (isMissing(extension)) return null;
  const attributes = member(extension, "attributes");
  const [translations, rotations, scales] = (
    [
      ["TRANSLATION", 3],
      ["ROTATION", 4],
      ["SCALE", 3],
    ] as const
  ).map(([name, size]) => {
    const json = member(attributes, name);
    return isMissing(json) ? null : toReals(readAccessor(document, json, size));
  });
  const counts = [
    translations && translations.length / 3,
    rotations && rotations.length / 4,
    scales && scales.length / 3,
  ];
  const count = Math.max(...counts.map((n) => n ?? 0));
  if (counts.some((n) => n !== null && n !== count)) refuse(attributes, "the attributes differ in count");
  spend(document, count, attributes, "parts");
  spend(document, 500 * count, attributes);
  return Array.from({ length: count }, (_, i) => {
    const pose = compose({
      translation: translations?.subarray(3 * i, 3 * i + 3) ?? REST.translation,
      rotation: rotations?.subarray(4 * i, 4 * i + 4) ?? REST.rotation,
      scale: scales?.subarray(3 * i, 3 * i + 3) ?? REST.scale,
    });
    return pose.every(Number.isFinite) ? pose : refuse(attributes, `instance ${i} is not finite`);
  });
}
