import { FormatError } from "../../errors.ts";
import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import { type Budget, spend } from "../budget.ts";
import { isFlat } from "../flat-pose.ts";
import { meshOfPart, type PartColor } from "../model.ts";
import { lineAt } from "../text/text-cursor.ts";
import { attributeOf, childOf, childrenOf, numbersOf, parseXml, type XmlElement } from "../xml.ts";
import { cutMeshes, type MeshText } from "./mesh-text.ts";

/** A model document of a 3MF file: its objects, and what the root document wants built. */
export interface ModelDocument {
  path: string;
  metresPerUnit: number;
  objects: Map<string, ModelObject>;
  items: Reference[];
  /** Names of extensions in use that change the shape and are not read. */
  leftOut: string[];
}

/** A mesh, or an assembly of other objects. */
export interface ModelObject {
  id: string;
  name: string;
  /** Whether it is printed only to hold others up, or not at all. */
  isSupport: boolean;
  mesh: TriangleMesh | null;
  components: Reference[];
  color: PartColor | null;
}

/** An object placed by a build item or a component. */
export interface Reference {
  /** The document of the object; null for the one that has the reference. */
  path: string | null;
  id: string;
  pose: Float64Array | null;
  where: string;
}

const METRES: Readonly<Record<string, number>> = {
  micron: 1e-6,
  millimeter: 1e-3,
  centimeter: 1e-2,
  inch: 0.0254,
  foot: 0.3048,
  meter: 1,
};
const KNOWN_EXTENSIONS = /\/(?:production|material|slice|triangleset)s?\//;
const SUPPORTS = ["support", "solidsupport", "other"];
const PARTS_OF_SHAPES = /^(?:beamlattice|volumetric|displacement|boolean)/;

/** Reads a model document. Throws `FormatError` that names file, document and line or object. */
export async function readModelDocument(
  bytes: Uint8Array,
  source: string,
  path: string,
  budget: Budget,
): Promise<ModelDocument> {
  const where = `${source}, "${path}"`;
  const { rest, texts } = cutMeshes(bytes, where);
  const root = await parseXml(rest, where, budget);
  if (localName(root.name) !== "model")
    throw new FormatError(`${where}: expected <model>, got <${root.name}>`);
  if (root.name !== "model")
    throw new FormatError(`${where}: <${root.name}> has a prefix, which is not read; write <model xmlns=…>`);
  checkRequired(root, where);
  const unit = root.attributes.get("unit") ?? "millimeter";
  if (!Object.hasOwn(METRES, unit)) throw new FormatError(`${where}: unknown unit "${unit}"`);
  const document: ModelDocument = {
    path,
    metresPerUnit: METRES[unit],
    objects: new Map(),
    items: [],
    leftOut: [],
  };
  const resources = childOf(root, "resources");
  const colors = readColors(resources, where);
  const meshes = textsByElement(root, texts, where);
  for (const element of resources === undefined ? [] : childrenOf(resources, "object")) {
    spend(budget, "parts", 1, where);
    const object = readObject(element, { where, bytes, budget, colors, meshes, leftOut: document.leftOut });
    if (document.objects.has(object.id))
      throw new FormatError(`${where}: there are two objects with the id ${object.id}`);
    document.objects.set(object.id, object);
  }
  const build = childOf(root, "build");
  const items = build === undefined ? [] : childrenOf(build, "item");
  document.items = items.map((item, i) => readReference(item, `${where}, build item ${i + 1}`));
  return document;
}

interface Reading {
  where: string;
  bytes: Uint8Array;
  budget: Budget;
  colors: ReadonlyMap<string, (PartColor | null)[]>;
  meshes: ReadonlyMap<XmlElement, MeshText>;
  leftOut: string[];
}

/** A file says which extensions its shapes depend on. */
function checkRequired(root: XmlElement, where: string): void {
  for (const prefix of (root.attributes.get("requiredextensions") ?? "").split(/\s+/).filter(Boolean)) {
    const name = root.attributes.get(`xmlns:${prefix}`) ?? prefix;
    if (!KNOWN_EXTENSIONS.test(`${name}/`))
      throw new FormatError(`${where}: needs the extension ${name}, which is not read`);
  }
}

/** The numbers of each <vertices> and <triangles>: both are in document order. */
function textsByElement(
  root: XmlElement,
  texts: readonly MeshText[],
  where: string,
): Map<XmlElement, MeshText> {
  const byElement = new Map<XmlElement, MeshText>();
  const stack = [root];
  let next = 0;
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    const name = localName(element.name);
    if (name === "vertices" || name === "triangles") {
      if (next === texts.length) throw new FormatError(`${where}: more meshes than the text has`);
      byElement.set(element, texts[next++]);
    } else for (let i = element.children.length - 1; i >= 0; i--) stack.push(element.children[i]);
  }
  return byElement;
}

function readObject(element: XmlElement, reading: Reading): ModelObject {
  const id = attributeOf(element, "id", `${reading.where}, an object`);
  const where = `${reading.where}, object ${id}`;
  const name = element.attributes.get("name") || element.attributes.get("partnumber") || `object ${id}`;
  const mesh = childOf(element, "mesh");
  const components = childOf(element, "components");
  const type = element.attributes.get("type") ?? "model";
  const object: ModelObject = {
    id,
    name,
    isSupport: SUPPORTS.includes(type),
    mesh: null,
    components: [],
    color: colorOf(reading.colors, element.attributes.get("pid"), element.attributes.get("pindex")),
  };
  if (mesh !== undefined) {
    for (const { name: child } of mesh.children)
      if (PARTS_OF_SHAPES.test(localName(child))) reading.leftOut.push(`${where}: <${child}> is not read`);
    const vertices = childOf(mesh, "vertices");
    const triangles = childOf(mesh, "triangles");
    const points = vertices && reading.meshes.get(vertices)!.points;
    const faces = triangles && reading.meshes.get(triangles)!;
    if (points === undefined) throw new FormatError(`${where}: its mesh has no vertices`);
    if (faces !== undefined && faces.indices.length > 0) {
      checkIndices(faces, points.length / 3, reading);
      object.mesh = meshOfPart(reading.where, reading.budget, name, points, faces.indices);
      object.color ??= colorOf(reading.colors, faces.pid ?? undefined, faces.pindex ?? undefined);
    }
  } else if (components !== undefined)
    object.components = childrenOf(components, "component").map((component, i) =>
      readReference(component, `${where}, component ${i + 1}`),
    );
  else if (element.children.some(({ name: child }) => PARTS_OF_SHAPES.test(localName(child))))
    reading.leftOut.push(`${where}: <${element.children[0].name}> is not read`);
  return object;
}

function checkIndices({ indices, places }: MeshText, vertexCount: number, { where, bytes }: Reading): void {
  for (let i = 0; i < indices.length; i++)
    if (indices[i] >= vertexCount) {
      const line = lineAt(bytes, places[Math.floor(i / 3)]);
      throw new FormatError(
        `${where}, line ${line}: vertex ${indices[i]} does not exist, the mesh has ${vertexCount}`,
      );
    }
}

function readReference(element: XmlElement, where: string): Reference {
  const id = attributeOf(element, "objectid", where);
  const path = [...element.attributes].find(([name]) => name.endsWith(":path"))?.[1] ?? null;
  return { path, id, pose: readTransform(element, where), where };
}

/** Twelve numbers: the images of x, y and z, then the translation, as column-major poses have them. */
function readTransform(element: XmlElement, where: string): Float64Array | null {
  if (!element.attributes.has("transform")) return null;
  const numbers = numbersOf(element, "transform", 12, where);
  const pose = new Float64Array(16);
  for (let i = 0; i < 12; i++) pose[4 * Math.floor(i / 3) + (i % 3)] = numbers[i];
  pose[15] = 1;
  if (isFlat(pose)) throw new FormatError(`${where}: the transform ${numbers.join(" ")} has no inverse`);
  return pose;
}

/** The colours of <basematerials> and <m:colorgroup>, by group. */
function readColors(resources: XmlElement | undefined, where: string): Map<string, (PartColor | null)[]> {
  const groups = new Map<string, (PartColor | null)[]>();
  for (const group of resources?.children ?? []) {
    const name = localName(group.name);
    if (name !== "basematerials" && name !== "colorgroup") continue;
    const attribute = name === "colorgroup" ? "color" : "displaycolor";
    groups.set(
      attributeOf(group, "id", `${where}, <${group.name}>`),
      group.children.map(({ attributes }) => parseColor(attributes.get(attribute))),
    );
  }
  return groups;
}

function colorOf(
  groups: ReadonlyMap<string, (PartColor | null)[]>,
  pid: string | undefined,
  pindex: string | undefined,
): PartColor | null {
  return groups.get(pid ?? "")?.[Number(pindex ?? 0)] ?? null;
}

/** #RRGGBB or #RRGGBBAA, in sRGB. */
function parseColor(text: string | undefined): PartColor | null {
  const [, digits] = /^#([\da-f]{6})(?:[\da-f]{2})?$/i.exec(text?.trim() ?? "") ?? [];
  if (digits === undefined) return null;
  return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16) / 255) as unknown as PartColor;
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
