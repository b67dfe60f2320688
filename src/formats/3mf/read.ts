import { FormatError } from "../../errors.ts";
import { multiplyPoses } from "../../mesh/articulation/joint.ts";
import { checkOptionNames } from "../../option-names.ts";
import {
  type Budget,
  budgetOfContent,
  checkDepth,
  createBudget,
  LIMIT_OPTIONS,
  type LimitOptions,
  spend,
  spendBytes,
} from "../budget.ts";
import { isFlat } from "../flat-pose.ts";
import { createModel, type Model, type ModelPart } from "../model.ts";
import { childrenOf, parseXml } from "../xml.ts";
import { type Archive, openArchive, unpack } from "../zip/archive.ts";
import { type ModelDocument, type ModelObject, type Reference, readModelDocument } from "./resources.ts";

const RELATIONS = "_rels/.rels";
const MODEL_RELATION = "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel";
const USUAL_MODEL = "3D/3dmodel.model";

interface Reading {
  archive: Archive;
  budget: Budget;
  documents: Map<string, ModelDocument>;
  parts: ModelPart[];
  /** How many build items and components were left out, because they only support others. */
  supports: number;
}

/**
 * Reads a 3MF file: one part per mesh of a build item, in the file's unit, z up. Instances share a mesh; components, transforms,
 * names and colours are kept, and so are models in other documents of the archive. Throws `FormatError`.
 */
export async function read3mf(bytes: Uint8Array, source: string, options: LimitOptions = {}): Promise<Model> {
  checkOptionNames(options, LIMIT_OPTIONS, "read3mf");
  const budget = createBudget(options.limits);
  spendBytes(budget, bytes, source);
  return read3mfArchive(openArchive(bytes, source), budget);
}

/** Whether an archive is a 3MF file. */
export function is3mf({ entries }: Archive): boolean {
  return entries.has(RELATIONS) && [...entries.keys()].some((name) => /^3D\/.*\.model$/i.test(name));
}

/** `read3mf` of an open archive, whose bytes are spent already. */
export async function read3mfArchive(archive: Archive, budget: Budget): Promise<Model> {
  const { source } = archive;
  const content = budgetOfContent(budget);
  const documents = new Map<string, ModelDocument>();
  const root = await loadDocument(await rootPath(archive, content), archive, content, documents, source);
  const reading: Reading = { archive, budget: content, documents, parts: [], supports: 0 };
  for (const item of root.items) await addObject(item, root, null, [], [], reading);
  const warnings = [...documents.values()].flatMap(({ leftOut }) => leftOut);
  if (reading.supports > 0)
    warnings.push(`${source}: ${reading.supports} objects that only support others are left out`);
  if (root.items.length === 0 && root.objects.size > 0)
    warnings.push(
      `${source}, "${root.path}": nothing is to be built, so its ${root.objects.size} objects are left out`,
    );
  const space = { metresPerUnit: root.metresPerUnit, upAxis: "z" } as const;
  return createModel(source, budget, reading.parts, warnings, space);
}

/** The document that the archive's relations name; without relations, the usual one. */
async function rootPath(archive: Archive, budget: Budget): Promise<string> {
  const { source, entries } = archive;
  const relations = entries.get(RELATIONS);
  if (relations !== undefined) {
    const where = `${source}, "${RELATIONS}"`;
    const root = await parseXml(await unpack(archive, relations, budget), where, budget);
    for (const { attributes } of childrenOf(root, "Relationship"))
      if (attributes.get("Type") === MODEL_RELATION) return inArchive(attributes.get("Target") ?? "");
  }
  if (entries.has(USUAL_MODEL)) return USUAL_MODEL;
  throw new FormatError(`${source}, byte 0: the archive has no 3D model`);
}

function inArchive(path: string): string {
  return path.replace(/^\/+/, "");
}

async function loadDocument(
  path: string,
  archive: Archive,
  budget: Budget,
  documents: Map<string, ModelDocument>,
  where: string,
): Promise<ModelDocument> {
  const known = documents.get(path);
  if (known !== undefined) return known;
  const entry = archive.entries.get(path);
  if (entry === undefined) throw new FormatError(`${where}: the archive has no "${path}"`);
  spend(budget, "files", 1, where);
  const document = await readModelDocument(
    await unpack(archive, entry, budget),
    archive.source,
    path,
    budget,
  );
  documents.set(path, document);
  return document;
}

/** Adds the meshes of a build item or component. `above` are the objects that contain it. */
async function addObject(
  reference: Reference,
  from: ModelDocument,
  parentToWorld: Float64Array | null,
  path: string[],
  above: readonly ModelObject[],
  reading: Reading,
): Promise<void> {
  const { archive, budget, documents, parts } = reading;
  const { where, id } = reference;
  spend(budget, "parts", 1, where);
  checkDepth(budget, above.length + 1, where);
  const document =
    reference.path === null
      ? from
      : await loadDocument(inArchive(reference.path), archive, budget, documents, where);
  const object = document.objects.get(id);
  if (object === undefined) throw new FormatError(`${where}: there is no object ${id} in "${document.path}"`);
  if (above.includes(object)) throw new FormatError(`${where}: object ${id} contains itself`);
  if (object.isSupport) {
    reading.supports++;
    return;
  }
  const toWorld = compose(compose(parentToWorld, reference.pose), scaleBetween(document, from));
  if (object.mesh !== null) {
    if (toWorld !== null && isFlat(toWorld))
      throw new FormatError(`${where}: its transforms have no inverse`);
    parts.push({
      name: object.name,
      mesh: object.mesh,
      toWorld,
      ...(path.length > 0 && { path }),
      ...(object.color !== null && { color: object.color }),
    });
  }
  if (object.components.length === 0) return;
  spend(budget, "bytes", 16 * (path.length + 1), where);
  const [deeper, within] = [
    [...path, object.name],
    [...above, object],
  ];
  for (const component of object.components)
    await addObject(component, document, toWorld, deeper, within, reading);
}

/** Parent · child; null stands for the identity. */
function compose(parent: Float64Array | null, child: Float64Array | null): Float64Array | null {
  if (parent === null || child === null) return parent ?? child;
  const pose = new Float64Array(16);
  multiplyPoses(parent, 0, child, 0, pose, 0);
  pose[15] = 1;
  return pose;
}

/** The scale from a document's unit to that of the document that refers to it; null if they are equal. */
function scaleBetween(document: ModelDocument, from: ModelDocument): Float64Array | null {
  if (document.metresPerUnit === from.metresPerUnit) return null;
  const scale = document.metresPerUnit / from.metresPerUnit;
  return Float64Array.of(scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, 1);
}
