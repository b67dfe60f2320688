import { FormatError } from "../errors.ts";
import { bakePositions } from "../geometry/affine.ts";
import { multiplyPoses } from "../mesh/articulation/joint.ts";
import type { TriangleMesh } from "../mesh/triangle-mesh.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import { readDaeGeometry } from "./dae-geometry.ts";
import { readDaeTransform } from "./dae-transform.ts";
import { isFlat } from "./flat-pose.ts";
import { createModel, type Model, type ModelPart, type ModelSpace, meshOfPart, nameOfFile } from "./model.ts";
import { describeWarnings, type Warnings, warn } from "./warnings.ts";
import { attributeOf, childOf, childrenOf, numbersOf, parseXml, type XmlElement } from "./xml.ts";

export interface DaeOptions {
  /** "z" (default): turned so that z is up, as <up_axis> says. "file": left as written, as robot programs do. */
  upAxis?: "z" | "file" | undefined;
}

export const DAE_OPTIONS: OptionNames<DaeOptions> = { upAxis: true };

/** Nodes may be instanced, also within instanced ones: without a bound a small file could ask for billions. */
const MOST_NODES = 2 ** 16;
/** Flat instances cannot share their mesh. */
const MOST_FLATTENED = 2 ** 24;
const ONE = [1];
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
/** To z up, column-major: Collada's y up looks along −z, its x up has −y to the right. */
const TO_Z_UP: Readonly<Record<string, readonly number[]>> = {
  X_UP: [0, 0, 1, 0, -1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, 1],
  Y_UP: [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1],
  Z_UP: IDENTITY,
};
const UP: Readonly<Record<string, ModelSpace["upAxis"]>> = { X_UP: null, Y_UP: "y", Z_UP: "z" };

interface Reading {
  source: string;
  /** Elements by their id, which is unique in a document. */
  byId: ReadonlyMap<string, XmlElement>;
  /** Geometries by element, so that instances share one mesh; null for one without triangles. */
  meshes: Map<XmlElement, TriangleMesh | null>;
  warnings: Warnings;
  /** Vertices that are stored once more for an instance. */
  flattened: number;
}

/**
 * Reads the geometry of a Collada file, in metres: a part per instance in its scene, or per geometry where there is no scene.
 * Triangles, polygons, fans and strips; skins and animations are ignored. Throws `FormatError`.
 */
export async function readDae(bytes: Uint8Array, source: string, options: DaeOptions = {}): Promise<Model> {
  checkOptionNames(options, DAE_OPTIONS, "readDae");
  const { upAxis = "z" } = options;
  const root = await parseXml(bytes, source);
  if (root.name !== "COLLADA") throw new FormatError(`${source}: expected <COLLADA>, got <${root.name}>`);
  const reading: Reading = {
    source,
    byId: elementsById(root),
    meshes: new Map(),
    warnings: new Map(),
    flattened: 0,
  };
  const axis = upAxisOf(root, source);
  const parts = readScene(root, rootPose(root, upAxis === "z" ? TO_Z_UP[axis]! : IDENTITY, source), reading);
  const names = [...reading.meshes.keys()].map((element) => element.attributes.get("id") ?? "");
  const place = (at: number) => (at < 0 ? "scene" : `geometry "${names[at]}"`);
  return createModel(source, parts, describeWarnings(reading.warnings, source, place), {
    metresPerUnit: 1,
    upAxis: upAxis === "z" ? "z" : UP[axis]!,
  });
}

function elementsById(root: XmlElement): Map<string, XmlElement> {
  const byId = new Map<string, XmlElement>();
  const stack = [root];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    const id = element.attributes.get("id");
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
    for (const child of element.children) stack.push(child);
  }
  return byId;
}

function upAxisOf(root: XmlElement, source: string): string {
  const asset = childOf(root, "asset");
  const axis = (asset && childOf(asset, "up_axis")?.text.trim()) || "Y_UP";
  if (!Object.hasOwn(TO_Z_UP, axis)) throw new FormatError(`${source}: unknown up_axis "${axis}"`);
  return axis;
}

/** A turn, and the file's unit, as a pose. */
function rootPose(root: XmlElement, turn: readonly number[], source: string): Float64Array {
  const asset = childOf(root, "asset");
  const unit = asset && childOf(asset, "unit");
  const [meter] = unit === undefined ? ONE : numbersOf(unit, "meter", 1, source, ONE);
  if (!(meter! > 0)) throw new FormatError(`${source}: a unit of ${meter} metres`);
  return Float64Array.from(turn, (value, i) => (i < 12 ? value * meter! : value));
}

function readScene(root: XmlElement, toWorld: Float64Array, reading: Reading): ModelPart[] {
  const scene = childOf(root, "scene");
  const instance = scene && childOf(scene, "instance_visual_scene");
  if (instance === undefined) {
    const geometries = childrenOf(root, "library_geometries").flatMap((all) => childrenOf(all, "geometry"));
    return geometries.flatMap((geometry) => partOf(geometry, "", toWorld, reading));
  }
  const parts: ModelPart[] = [];
  const stack = childrenOf(target(instance, "visual_scene", reading), "node")
    .reverse()
    .map((node) => ({ node, toWorld }));
  let visited = 0;
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (++visited > MOST_NODES)
      throw new FormatError(`${reading.source}: more than ${MOST_NODES} nodes, counting instances`);
    const { node } = next;
    const where = `${reading.source}, node "${node.attributes.get("id") ?? ""}"`;
    const pose = new Float64Array(16);
    multiplyPoses(next.toWorld, 0, readDaeTransform(node, where), 0, pose, 0);
    if (!pose.every(Number.isFinite)) throw new FormatError(`${where}: its transform is beyond all numbers`);
    const name = node.attributes.get("name") ?? node.attributes.get("id") ?? "";
    for (const use of childrenOf(node, "instance_geometry"))
      parts.push(...partOf(target(use, "geometry", reading), name, pose, reading));
    if (childOf(node, "instance_controller") !== undefined)
      warn(reading.warnings, "a skinned or morphed geometry, ignored", -1);
    const below = [
      ...childrenOf(node, "node"),
      ...childrenOf(node, "instance_node").map((use) => target(use, "node", reading)),
    ];
    for (const child of below.reverse()) stack.push({ node: child, toWorld: pose });
  }
  return parts;
}

/** The element that a url such as "#part" within the same file stands for. */
function target(use: XmlElement, kind: string, { byId, source }: Reading): XmlElement {
  const url = attributeOf(use, "url", source);
  const found = url.startsWith("#") ? byId.get(url.slice(1)) : undefined;
  if (found?.name === kind) return found;
  throw new FormatError(`${source}: <${use.name}> of "${url}", which is no <${kind}> of this file`);
}

/** One part, or none for a geometry without triangles. */
function partOf(geometry: XmlElement, node: string, toWorld: Float64Array, reading: Reading): ModelPart[] {
  let mesh = reading.meshes.get(geometry);
  if (mesh === undefined) {
    reading.meshes.set(geometry, null); // its number, for warnings
    mesh = readDaeGeometry(geometry, reading.source, reading.warnings, reading.meshes.size - 1);
    reading.meshes.set(geometry, mesh);
  }
  if (mesh === null) return [];
  const name = node || geometry.attributes.get("name") || geometry.attributes.get("id");
  const part = name || nameOfFile(reading.source);
  if (isFlat(toWorld)) return [{ name: part, mesh: flatten(mesh, part, toWorld, reading), toWorld: null }];
  const isIdentity = toWorld.every((value, i) => value === IDENTITY[i]);
  return [{ name: part, mesh, toWorld: isIdentity ? null : toWorld.slice() }];
}

/** Queries need poses that have an inverse, but take flat triangles: so the vertices are moved instead. */
function flatten(mesh: TriangleMesh, name: string, toWorld: Float64Array, reading: Reading): TriangleMesh {
  const { source, warnings } = reading;
  warn(warnings, "a transform flattens a mesh, whose vertices were moved to world space", -1);
  reading.flattened += mesh.vertexCount;
  if (reading.flattened > MOST_FLATTENED)
    throw new FormatError(`${source}: more than ${MOST_FLATTENED} vertices of flattened meshes`);
  return meshOfPart(source, name, bakePositions(mesh.positions, toWorld), mesh.indices);
}
