import { FormatError } from "../../errors.ts";
import { bakePositions } from "../../geometry/affine.ts";
import { multiplyPoses } from "../../mesh/articulation/joint.ts";
import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import { type Budget, checkDepth, createBudget, LIMIT_OPTIONS, type LimitOptions, spend } from "../budget.ts";
import { isFlat } from "../flat-pose.ts";
import {
  createModel,
  type Model,
  type ModelPart,
  type ModelSpace,
  meshOfPart,
  nameOfFile,
} from "../model.ts";
import { describeWarnings, type Warnings, warn } from "../warnings.ts";
import { attributeOf, childOf, childrenOf, numbersOf, parseXml, type XmlElement } from "../xml.ts";
import { readDaeGeometry } from "./geometry.ts";
import { readDaeTransform } from "./transform.ts";

export interface DaeOptions extends LimitOptions {
  /** "z" (default): rotated so that z is up, according to <up_axis>. "file": left as written, as robot programs do. */
  upAxis?: "z" | "file" | undefined;
}

export const DAE_OPTIONS: OptionNames<DaeOptions> = { ...LIMIT_OPTIONS, upAxis: true };

const ONE = [1];
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
/** To z up, column-major. Collada's Y_UP looks along −z, and its X_UP has −y to the right. */
const TO_Z_UP: Readonly<Record<string, readonly number[]>> = {
  X_UP: [0, 0, 1, 0, -1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, 1],
  Y_UP: [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1],
  Z_UP: IDENTITY,
};
const UP: Readonly<Record<string, ModelSpace["upAxis"]>> = { X_UP: null, Y_UP: "y", Z_UP: "z" };

interface Reading {
  source: string;
  budget: Budget;
  /** Elements by their id, which is unique in a document. */
  byId: ReadonlyMap<string, XmlElement>;
  /** Geometries by element, so that instances share one mesh; null for one without triangles. */
  meshes: Map<XmlElement, TriangleMesh | null>;
  /** The pose of each node in its parent. Nodes can be instanced, so one may be needed often. */
  poses: Map<XmlElement, Float64Array>;
  warnings: Warnings;
}

/**
 * Reads the geometry of a Collada file, in metres: one part per instance in its scene, or per geometry if there is no
 * scene. Triangles, polygons, fans and strips; skins and animations are ignored. Throws `FormatError`.
 */
export async function readDae(bytes: Uint8Array, source: string, options: DaeOptions = {}): Promise<Model> {
  checkOptionNames(options, DAE_OPTIONS, "readDae");
  return readDaeWithin(createBudget(options.limits), bytes, source, options.upAxis);
}

/** `readDae` within a budget that it shares with other files. */
export async function readDaeWithin(
  budget: Budget,
  bytes: Uint8Array,
  source: string,
  upAxis: "z" | "file" = "z",
): Promise<Model> {
  const root = await parseXml(bytes, source, budget);
  if (root.name !== "COLLADA") throw new FormatError(`${source}: expected <COLLADA>, got <${root.name}>`);
  const reading: Reading = {
    source,
    budget,
    byId: elementsById(root),
    meshes: new Map(),
    poses: new Map(),
    warnings: new Map(),
  };
  const axis = upAxisOf(root, source);
  const parts = readScene(root, rootPose(root, upAxis === "z" ? TO_Z_UP[axis] : IDENTITY, source), reading);
  const names = [...reading.meshes.keys()].map((element) => element.attributes.get("id") ?? "");
  const place = (at: number) => (at < 0 ? "scene" : `geometry "${names[at]}"`);
  return createModel(source, budget, parts, describeWarnings(reading.warnings, source, place), {
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

/** A rotation and the file's unit, as a pose. */
function rootPose(root: XmlElement, turn: readonly number[], source: string): Float64Array {
  const asset = childOf(root, "asset");
  const unit = asset && childOf(asset, "unit");
  const [meter] = unit === undefined ? ONE : numbersOf(unit, "meter", 1, source, ONE);
  if (!(meter > 0)) throw new FormatError(`${source}: a unit of ${meter} metres`);
  return Float64Array.from(turn, (value, i) => (i < 12 ? value * meter : value));
}

function readScene(root: XmlElement, toWorld: Float64Array, reading: Reading): ModelPart[] {
  const scene = childOf(root, "scene");
  const instance = scene && childOf(scene, "instance_visual_scene");
  if (instance === undefined) {
    const geometries = childrenOf(root, "library_geometries").flatMap((all) => childrenOf(all, "geometry"));
    return geometries.flatMap((geometry) => partOf(geometry, "", toWorld, reading));
  }
  const parts: ModelPart[] = [];
  const { budget, source } = reading;
  interface Visit {
    node: XmlElement;
    toWorld: Float64Array;
    depth: number;
  }
  const stack: Visit[] = [];
  /** Nodes may be instanced, also within instanced ones and in cycles: each one is counted before it is queued. */
  const push = (nodes: XmlElement[], around: Float64Array, depth: number) => {
    spend(budget, "parts", nodes.length, `${source}, nodes`);
    for (const node of nodes.reverse()) stack.push({ node, toWorld: around, depth });
  };
  push(childrenOf(target(instance, "visual_scene", reading), "node"), toWorld, 1);
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { node, depth } = next;
    const where = `${source}, node "${node.attributes.get("id") ?? ""}"`;
    checkDepth(budget, depth, where);
    const toParent = reading.poses.get(node) ?? readDaeTransform(node, where);
    reading.poses.set(node, toParent);
    const pose = new Float64Array(16);
    multiplyPoses(next.toWorld, 0, toParent, 0, pose, 0);
    if (!pose.every(Number.isFinite)) throw new FormatError(`${where}: its transform overflows`);
    const name = node.attributes.get("name") ?? node.attributes.get("id") ?? "";
    for (const use of childrenOf(node, "instance_geometry")) {
      spend(budget, "parts", 1, where);
      parts.push(...partOf(target(use, "geometry", reading), name, pose, reading));
    }
    if (childOf(node, "instance_controller") !== undefined)
      warn(reading.warnings, "a skinned or morphed geometry, ignored", -1);
    const below = [
      ...childrenOf(node, "node"),
      ...childrenOf(node, "instance_node").map((use) => target(use, "node", reading)),
    ];
    push(below, pose, depth + 1);
  }
  return parts;
}

/** The element that a url such as "#part" refers to within this file. */
function target(use: XmlElement, kind: string, { byId, source }: Reading): XmlElement {
  const url = attributeOf(use, "url", source);
  const found = url.startsWith("#") ? byId.get(url.slice(1)) : undefined;
  if (found?.name === kind) return found;
  throw new FormatError(`${source}: <${use.name}> of "${url}", which is not a <${kind}> of this file`);
}

/** One part, or an empty list for a geometry without triangles. */
function partOf(geometry: XmlElement, node: string, toWorld: Float64Array, reading: Reading): ModelPart[] {
  let mesh = reading.meshes.get(geometry);
  if (mesh === undefined) {
    reading.meshes.set(geometry, null); // its number, for warnings
    mesh = readDaeGeometry(
      geometry,
      reading.source,
      reading.budget,
      reading.warnings,
      reading.meshes.size - 1,
    );
    reading.meshes.set(geometry, mesh);
  }
  if (mesh === null) return [];
  const name = node || geometry.attributes.get("name") || geometry.attributes.get("id");
  const part = name || nameOfFile(reading.source);
  if (isFlat(toWorld)) return [{ name: part, mesh: flatten(mesh, part, toWorld, reading), toWorld: null }];
  const isIdentity = toWorld.every((value, i) => value === IDENTITY[i]);
  return [{ name: part, mesh, toWorld: isIdentity ? null : toWorld.slice() }];
}

/** Queries need invertible poses, but accept flat triangles: so the vertices are moved instead. */
function flatten(mesh: TriangleMesh, name: string, toWorld: Float64Array, reading: Reading): TriangleMesh {
  const { source, budget, warnings } = reading;
  spend(budget, "bytes", 24 * mesh.vertexCount, `${source}, part "${name}"`);
  warn(warnings, "a transform flattens a mesh, whose vertices were moved to world space", -1);
  return meshOfPart(source, budget, name, bakePositions(mesh.positions, toWorld), mesh.indices);
}
