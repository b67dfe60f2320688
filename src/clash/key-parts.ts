import { OptionError, show } from "../errors.ts";
import type { Pose } from "../geometry/affine.ts";
import { PART_NAMES } from "../mesh/part-names.ts";
import type { TriangleMesh } from "../mesh/triangle-mesh.ts";
import { checkNamesOfEach, type OptionNames } from "../option-names.ts";
import type { WholePart } from "./clash.ts";
import { addByte, addBytes, addText, createFnv64, digitsOf, type Fnv64 } from "./fnv-64.ts";
import { poseInF64 } from "./read-parts.ts";

/** The parts of one file, as readers return them. */
export interface PartsOfFile {
  /** The prefix of the keys, e.g. the file's name. */
  label: string;
  parts: readonly PartOfFile[];
}

export interface PartOfFile {
  name: string;
  mesh: TriangleMesh;
  /** The part's pose. Default: the vertices are world coordinates. */
  toWorld?: Pose | null | undefined;
}

const PARTS_OF_FILE: OptionNames<PartsOfFile> = { label: true, parts: true };
const PART_OF_FILE: OptionNames<PartOfFile> = { name: true, mesh: true, toWorld: true };

/**
 * Gives every part a key that does not change when other parts are added, removed or reordered, so that clashes keep their ids.
 *
 * The key is "label/name". If several parts of a file share a name (readers call them bolt, bolt#2, bolt#3 in file order), the key is
 * "label/bolt@" and 8 hex digits, a hash of mesh and pose. Parts with equal mesh and pose are interchangeable: they get "#2", "#3" after
 * the digits. The group of a part is the index of its file.
 */
export function keyParts(files: readonly PartsOfFile[]): WholePart[] {
  if (!Array.isArray(files as unknown)) throw new OptionError(`files: expected an array of { label, parts }`);
  checkNamesOfEach(files, PARTS_OF_FILE, "files");
  // Array.from visits the holes of a sparse array; map would skip them.
  const read = Array.from(files, readPartsOfFile);
  const labels = distinctLabels(files.map(({ label }) => label));
  const digitsOfMeshes = new Map<TriangleMesh, string>();
  const keyed = read.flatMap((parts, group) => {
    const names = namesInFile(parts.map(({ name }) => name));
    const uses = countEach(names);
    const digits = parts.map((part, i) => (uses.get(names[i])! > 1 ? contentOf(part, digitsOfMeshes) : ""));
    return parts.map(({ name, mesh, toWorld }, i) => {
      const alike = digits[i] === "" ? "" : `@${digits[i].slice(0, 8)}`;
      return { key: `${labels[group]}/${names[i]}${alike}`, name, group, mesh, toWorld, digits: digits[i] };
    });
  });
  numberAlike(keyed);
  return keyed.map(({ digits: _, ...part }) => part);
}

function readPartsOfFile(file: PartsOfFile, number: number): ReadPart[] {
  if (!Array.isArray(file?.parts as unknown) || typeof file.label !== "string")
    throw new OptionError(`files[${number}]: expected { label, parts }, a string and an array`);
  checkNamesOfEach(file.parts, PART_OF_FILE, `files[${number}].parts`, PART_NAMES);
  return Array.from(file.parts, (part: PartOfFile | null | undefined, i) => {
    const where = `files[${number}].parts[${i}]`;
    if (typeof part !== "object" || part === null)
      throw new OptionError(`${where}: expected { name, mesh, toWorld? }, got ${show(part)}`);
    const { name, mesh, toWorld } = part;
    if (typeof name !== "string") throw new OptionError(`${where}.name: ${show(name)} is not a string`);
    return { name, mesh, toWorld: poseInF64(toWorld, `${where}: toWorld`) };
  });
}

type ReadPart = Pick<WholePart, "name" | "mesh" | "toWorld">;

/** Makes labels distinct: the second "a" becomes "a#2". */
function distinctLabels(labels: string[]): string[] {
  const taken = new Set(labels);
  const seen = new Set<string>();
  return labels.map((label) => {
    let distinct = label;
    if (seen.has(label)) for (let n = 2; taken.has(distinct); n++) distinct = `${label}#${n}`;
    seen.add(label);
    taken.add(distinct);
    return distinct;
  });
}

/** The original names in the file: readers rename a second "bolt" to "bolt#2", so "bolt#2" next to a "bolt" was a "bolt". */
function namesInFile(names: string[]): string[] {
  const all = new Set(names);
  return names.map((name) => {
    const [, first] = /^(.*)#\d+$/s.exec(name) ?? [];
    return first !== undefined && all.has(first) ? first : name;
  });
}

function countEach(names: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** A hash of mesh and pose: 16 hex digits. */
function contentOf({ mesh, toWorld }: ReadPart, known: Map<TriangleMesh, string>): string {
  let ofMesh = known.get(mesh);
  if (ofMesh === undefined) {
    const hash = createFnv64();
    addArray(hash, mesh.positions);
    if (mesh.indices !== null) addArray(hash, Uint32Array.from(mesh.indices));
    ofMesh = digitsOf(hash);
    known.set(mesh, ofMesh);
  }
  const hash = createFnv64();
  addText(hash, ofMesh);
  addArray(hash, toWorld ?? IDENTITY);
  return digitsOf(hash);
}

const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

function addArray(hash: Fnv64, array: Float32Array | Float64Array | Uint32Array): void {
  addByte(hash, array.BYTES_PER_ELEMENT);
  addBytes(hash, new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
}

/** Appends "#2", "#3" and so on to equal keys, in the order of all 16 digits, because the 8 digits in a key may agree by chance. */
function numberAlike(parts: { key: string; digits: string }[]): void {
  const taken = new Set(parts.map(({ key }) => key));
  const ofKey = new Map<string, { key: string; digits: string }[]>();
  for (const part of parts) {
    const same = ofKey.get(part.key);
    if (same === undefined) ofKey.set(part.key, [part]);
    else same.push(part);
  }
  for (const [key, same] of ofKey) {
    same.sort((p, q) => (p.digits < q.digits ? -1 : p.digits > q.digits ? 1 : 0));
    let number = 2;
    for (const part of same.slice(1)) {
      while (taken.has(`${key}#${number}`)) number++;
      part.key = `${key}#${number}`;
      taken.add(part.key);
    }
  }
}
