import { FormatError } from "../../errors.ts";
import { is3mf, read3mfArchive } from "../3mf/read.ts";
import { type Budget, createBudget, limitOf, type ReadLimits, spend, spendBytes } from "../budget.ts";
import type { Resolver } from "../gltf/document.ts";
import { type FilesByName, findByTail, indexByName } from "../match-tail.ts";
import { createModel, type Model, type ModelPart, nameOfFile } from "../model.ts";
import { type Archive, type ArchiveEntry, openArchive, unpack } from "./archive.ts";

/** Reads a file of an archive, given what is left of the limits and how to find the other files. */
type ReadEntry = (bytes: Uint8Array, source: string, limits: ReadLimits, resolve: Resolver) => Promise<Model>;

type NamedEntries = (uri: string, folder: string) => Promise<Uint8Array>;

const MODEL = /\.(?:stl|obj|ply|off|gltf|glb|dae|3mf|step|stp|p21|iges|igs|brep|brp|urdf|mjcf|ifc)$/i;
const ROBOT = /\.(?:urdf|mjcf)$/i;
/** What operating systems and programs add to archives. */
const NOT_CONTENT = /(?:^|\/)(?:__MACOSX\/|\.)/;

/**
 * Reads an archive like a folder: the robot in it with the meshes it names, or else every model. Parts of several models carry
 * the names of their files. A 3MF file under another name is read as 3MF.
 */
export async function readZip(
  bytes: Uint8Array,
  source: string,
  limits: ReadLimits | undefined,
  read: ReadEntry,
): Promise<Model> {
  const budget = createBudget(limits);
  spendBytes(budget, bytes, source);
  const archive = openArchive(bytes, source);
  if (is3mf(archive)) return read3mfArchive(archive, budget);
  const found = [...archive.entries.values()].filter(
    ({ name }) => MODEL.test(name) && !NOT_CONTENT.test(name),
  );
  const robots = found.filter(({ name }) => ROBOT.test(name));
  const chosen = robots.length > 0 ? robots : found;
  if (chosen.length === 0) throw new FormatError(`${source}, byte 0: the archive has no models`);
  chosen.sort((a, b) => (a.name < b.name ? -1 : 1));
  spend(budget, "files", chosen.length, source);
  const models: Model[] = [];
  const top = commonFolder([...archive.entries.keys()].filter((name) => !NOT_CONTENT.test(name)));
  const files = indexByName([...archive.entries.keys()].map((name) => name.slice(top.length)));
  const unpackNamed: NamedEntries = (uri, folder) => unpackFor(uri, folder, archive, budget, top, files);
  for (const entry of chosen) models.push(await readOne(archive, entry, budget, read, unpackNamed));
  return models.length === 1 ? models[0] : joinModels(models, chosen, source, budget);
}

async function readOne(
  archive: Archive,
  entry: ArchiveEntry,
  budget: Budget,
  read: ReadEntry,
  unpackNamed: NamedEntries,
): Promise<Model> {
  const source = `${archive.source}/${entry.name}`;
  const content = await unpack(archive, entry, budget);
  // Absolute limits: those that grow with the bytes read would grow with the unpacked bytes.
  const left = (name: keyof ReadLimits) => Math.max(0, limitOf(budget, name) - budget.spent[name]);
  const limits: ReadLimits = {
    bytes: left("bytes"),
    triangles: left("triangles"),
    parts: left("parts"),
    files: left("files"),
    depth: limitOf(budget, "depth"),
  };
  const folder = entry.name.slice(0, entry.name.lastIndexOf("/") + 1);
  const model = await read(content, source, limits, (uri) => unpackNamed(uri, folder));
  const meshes = new Set(model.parts.map(({ mesh }) => mesh));
  spend(budget, "parts", model.parts.length, source);
  for (const { triangleCount } of meshes) spend(budget, "triangles", triangleCount, source);
  return model;
}

/** A file that a model in the archive names: beside it, or, for packages of robots, by the tail of its path. */
async function unpackFor(
  uri: string,
  folder: string,
  archive: Archive,
  budget: Budget,
  top: string,
  files: FilesByName,
): Promise<Uint8Array> {
  const [, inPackage] = /^(?:package|model):\/\/(.+)$/.exec(uri) ?? [];
  const name =
    inPackage === undefined
      ? normalize(folder + decodeURIComponent(uri))
      : withTop(top, findByTail(inPackage, files));
  const entry = name === null ? undefined : archive.entries.get(name);
  if (entry === undefined) throw new Error(`it is not in ${archive.source}`);
  return unpack(archive, entry, budget);
}

function withTop(top: string, name: string | null): string | null {
  return name === null ? null : top + name;
}

/** The folder that holds everything, with its slash; "" if entries have no common folder. Programs that pack a folder add it. */
function commonFolder(names: readonly string[]): string {
  const folder = (names[0] ?? "").slice(0, (names[0] ?? "").indexOf("/") + 1);
  return names.every((name) => name.startsWith(folder)) ? folder : "";
}

/** The path without "." and ".."; null if it leaves the archive. */
function normalize(path: string): string | null {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/");
}

function joinModels(
  models: readonly Model[],
  entries: readonly ArchiveEntry[],
  source: string,
  budget: Budget,
): Model {
  const [{ metresPerUnit, upAxis }] = models;
  const other = models.findIndex((model) => model.metresPerUnit !== metresPerUnit || model.upAxis !== upAxis);
  if (other >= 0)
    throw new FormatError(
      `${source}, byte 0: "${entries[0].name}" and "${entries[other].name}" differ in unit or up axis; unpack it first`,
    );
  const parts = models.flatMap((model, i) =>
    model.parts.map((part): ModelPart => {
      const { name: file } = entries[i];
      return { ...part, name: part.name === nameOfFile(file) ? file : `${file}/${part.name}` };
    }),
  );
  return createModel(
    source,
    budget,
    parts,
    models.flatMap(({ warnings }) => warnings),
    { metresPerUnit, upAxis },
  );
}
