import { OptionError } from "../../errors.ts";
import { bakePositions } from "../../geometry/affine.ts";
import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import { checkDataNames, checkOptionNames, type OptionNames } from "../../option-names.ts";
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

export interface GltfOptions {
  /** Brings external buffers; default: refuses them, for a file of bytes has no folder. `readModelFile` has its own. */
  resolve?: Resolver | undefined;
  /** The name or number of the animation that poses nodes, skins and morphs. Default: none, or 0 when `time` is given. */
  animation?: number | string | undefined;
  /** Seconds into the animation. Default 0. */
  time?: number | undefined;
  /** Decoders for compressed files, where they cannot be loaded by name. */
  decoders?: Decoders | undefined;
}

export const GLTF_OPTIONS: OptionNames<GltfOptions> = {
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
  meshes: Map<string, TriangleMesh>;
  parts: ModelPart[];
}

/**
 * Reads a glTF 2.0 file, .gltf or .glb: one part per node with triangles, and per instance of
 * EXT_mesh_gpu_instancing. Nodes with the same mesh share it. Skinned and morphed meshes are moved as the rest pose,
 * or the animation, has them. Positions stay f32; what is computed is f64. Throws `FormatError` with the place in the
 * JSON, or the byte.
 */
export async function readGltf(bytes: Uint8Array, source: string, options: GltfOptions = {}): Promise<Model> {
  checkOptionNames(options, GLTF_OPTIONS, "readGltf");
  const { resolve = refuseExternal, animation, time, decoders = {} } = options;
  checkDataNames(decoders, DECODERS, "decoders");
  if (time !== undefined && !Number.isFinite(time))
    throw new OptionError(`time: ${time} is not a finite number`);
  const { json, binary } = openGltf(bytes, source);
  checkAsset(json);
  const document = createDocument(
    json,
    await loadBuffers(json, binary, resolve),
    await loadDecoders(json, decoders),
  );
  const changes = sampleAnimation(document, animation, time);
  const hierarchy = readHierarchy(document, changes);
  const scene: Scene = { document, hierarchy, changes, surfaces: new Map(), meshes: new Map(), parts: [] };
  for (const node of nodesOfScene(document, hierarchy)) addNode(scene, node);
  const warnings = [...document.warnings].map(
    ([kind, { path, count }]) => `${source}, ${path}: ${kind}${count > 1 ? ` (${count} in all)` : ""}`,
  );
  return createModel(source, scene.parts, warnings, { metresPerUnit: 1, upAxis: "y" });
}

async function refuseExternal(): Promise<never> {
  throw new Error("it lies outside the file, and no resolver was given");
}

function addNode(scene: Scene, index: number): void {
  const { document, hierarchy, surfaces } = scene;
  const node = document.nodes[index]!;
  if (isMissing(member(node, "mesh"))) return;
  const meshIndex = reference(member(node, "mesh"), document.meshes, "mesh");
  const mesh = document.meshes[meshIndex]!;
  if (!surfaces.has(meshIndex)) surfaces.set(meshIndex, readSurface(document, mesh));
  const surface = surfaces.get(meshIndex)!;
  if (surface === null) return;
  const name = text(member(node, "name")) || text(member(mesh, "name")) || `node ${index}`;
  const weights = weightsOf(scene, index, mesh, surface);
  const skin = member(node, "skin");
  const toWorld = hierarchy.toWorld[index]!;
  if (!isMissing(skin) && isSkinned(document, surface, node)) {
    scene.parts.push({ name, mesh: skinnedMesh(scene, surface, weights, node, name), toWorld: null });
    return;
  }
  const shared = sharedMesh(scene, meshIndex, surface, weights, name);
  const instances = readInstances(document, node);
  if (instances === null) addPart(scene, node, name, shared, toWorld);
  else
    for (const [i, pose] of instances.entries())
      addPart(scene, node, `${name}[${i}]`, shared, multiply(toWorld, pose));
}

/** Morph weights: the animation's, else the node's, else the mesh's. Empty when the mesh is as it lies. */
function weightsOf({ document, changes }: Scene, index: number, mesh: Json, surface: Surface): number[] {
  if (surface.targetCount === 0) return [];
  const node = document.nodes[index]!;
  const weights = Array.from(
    changes.get(index)?.weights ?? numbers(member(node, "weights")) ?? numbers(member(mesh, "weights")) ?? [],
  ).slice(0, surface.targetCount);
  return weights.some((weight) => weight !== 0) ? weights : [];
}

/** One mesh object for all nodes that have the same mesh with the same weights. */
function sharedMesh(
  scene: Scene,
  index: number,
  surface: Surface,
  weights: number[],
  name: string,
): TriangleMesh {
  const { document, meshes } = scene;
  const key = `${index}:${weights.join()}`;
  const known = meshes.get(key);
  if (known !== undefined) return known;
  const positions =
    weights.length === 0 ? surface.positions : morph(document, surface, weights, document.meshes[index]!);
  const mesh = meshOfPart(document.source, name, positions, surface.indices);
  meshes.set(key, mesh);
  return mesh;
}

/** A skin moves vertices straight to world space; the node's own transform does not count. */
function skinnedMesh(
  scene: Scene,
  surface: Surface,
  weights: number[],
  node: Json,
  name: string,
): TriangleMesh {
  const { document, hierarchy } = scene;
  const json = member(node, "skin");
  const skin = document.skins[reference(json, document.skins, "skin")]!;
  const positions = morph(document, surface, weights, node);
  applySkin(surface, jointMatrices(document, skin, hierarchy.toWorld), positions, json);
  return meshOfPart(document.source, name, positions, surface.indices);
}

function addPart(scene: Scene, node: Json, name: string, mesh: TriangleMesh, toWorld: Float64Array): void {
  const { document, parts } = scene;
  if (!isFlat(toWorld)) {
    parts.push({ name, mesh, toWorld: isIdentity(toWorld) ? null : toWorld });
    return;
  }
  // A scale of zero flattens the mesh, or hides it. Queries need poses that have an inverse; flat triangles are fine.
  note(document, node, "its transform flattens the mesh, whose vertices were moved to world space");
  spend(document, 8 * mesh.positions.length, node);
  const baked = meshOfPart(document.source, name, bakePositions(mesh.positions, toWorld), mesh.indices);
  parts.push({ name, mesh: baked, toWorld: null });
}

/** Poses relative to the node, by EXT_mesh_gpu_instancing; null when the node has none. */
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
