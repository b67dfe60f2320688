import { FormatError } from "../../errors.ts";
import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import { addFace } from "../add-face.ts";
import type { Budget } from "../budget.ts";
import { createIndexList, type GrowingList, reserve, trimmed } from "../growing-list.ts";
import { meshOfPart } from "../model.ts";
import { numbersIn } from "../text/number-list.ts";
import { TOO_COMPLEX } from "../triangulate.ts";
import { type Warnings, warn } from "../warnings.ts";
import { attributeOf, childOf, childrenOf, numbersOf, type XmlElement } from "../xml.ts";

interface Faces {
  where: string;
  positions: Float64Array;
  corners: GrowingList<Uint32Array>;
  triangles: GrowingList<Uint32Array>;
  warnings: Warnings;
  /** The geometry's number, for warnings. */
  at: number;
}

const NONE = [0];
const ONE = [1];

/** All triangles of a <geometry> as one mesh; null if it has none. */
export function readDaeGeometry(
  geometry: XmlElement,
  source: string,
  budget: Budget,
  warnings: Warnings,
  at: number,
): TriangleMesh | null {
  const id = geometry.attributes.get("id") ?? "";
  const where = `${source}, geometry "${id}"`;
  const mesh = childOf(geometry, "mesh");
  if (mesh === undefined) {
    warn(warnings, "is not a mesh, ignored", at);
    return null;
  }
  const positions = readPositions(mesh, where);
  const [corners, triangles] = [createIndexList(), createIndexList()];
  const faces: Faces = { where, positions, corners, triangles, warnings, at };
  for (const element of mesh.children) {
    const { name } = element;
    if (name === "lines" || name === "linestrips") warn(warnings, "lines, ignored", at);
    if (name === "triangles") readLists(faces, element, "triangles");
    else if (name === "polylist") {
      const text = childOf(element, "vcount")?.text ?? "";
      readLists(faces, element, indicesIn(numbersIn(text, `${where}, <vcount>`), Infinity, where));
    } else if (name === "polygons" || name === "trifans" || name === "tristrips")
      readLists(faces, element, "whole");
  }
  if (triangles.length === 0) return null;
  return meshOfPart(source, budget, id, positions, trimmed(triangles));
}

/** The positions referenced by the <vertices> of a mesh. */
function readPositions(mesh: XmlElement, where: string): Float64Array {
  const input = childrenOf(childOf(mesh, "vertices") ?? mesh, "input").find(
    ({ attributes }) => attributes.get("semantic") === "POSITION",
  );
  if (input === undefined) throw new FormatError(`${where}: has no vertices with positions`);
  const url = attributeOf(input, "source", where);
  const source = childrenOf(mesh, "source").find(({ attributes }) => `#${attributes.get("id")}` === url);
  const array = source && childOf(source, "float_array");
  if (source === undefined || array === undefined)
    throw new FormatError(`${where}: its positions "${url}" do not exist`);
  const numbers = numbersIn(array.text, `${where}, positions`);
  const common = childOf(source, "technique_common");
  const accessor = common && childOf(common, "accessor");
  if (accessor === undefined) throw new FormatError(`${where}: its positions "${url}" have no accessor`);
  const [stride] = numbersOf(accessor, "stride", 1, where, ONE);
  const [offset] = numbersOf(accessor, "offset", 1, where, NONE);
  const [count] = numbersOf(accessor, "count", 1, where);
  const isSound = [stride, offset, count].every((value) => Number.isSafeInteger(value) && value >= 0);
  const end = count === 0 ? 0 : offset + (count - 1) * stride + 3;
  if (!isSound || stride < 3 || end > numbers.length)
    throw new FormatError(
      `${where}: ${count} positions of ${stride} numbers each from ${offset}, but there are ${numbers.length} numbers`,
    );
  if (stride === 3 && offset === 0) return numbers.slice(0, 3 * count);
  return Float64Array.from(
    { length: 3 * count },
    (_, i) => numbers[offset + Math.floor(i / 3) * stride + (i % 3)],
  );
}

/**
 * Reads the <p> lists of an element. A list is one face, fan or strip; or triangles, or faces of the given sizes, one after
 * the other.
 */
function readLists(faces: Faces, element: XmlElement, sizes: "whole" | "triangles" | Uint32Array): void {
  const { where, positions } = faces;
  const inputs = childrenOf(element, "input").map((input) => ({
    semantic: input.attributes.get("semantic"),
    offset: numbersOf(input, "offset", 1, where, NONE)[0],
  }));
  const vertex = inputs.find(({ semantic }) => semantic === "VERTEX")?.offset;
  if (vertex === undefined) throw new FormatError(`${where}: <${element.name}> has no VERTEX input`);
  const step = 1 + inputs.reduce((most, { offset }) => Math.max(most, offset), 0);
  if (!(Number.isInteger(vertex) && vertex >= 0 && Number.isInteger(step)))
    throw new FormatError(`${where}: <${element.name}> has an input at offset ${vertex}`);
  if (childOf(element, "ph") !== undefined)
    throw new FormatError(`${where}: <polygons> with holes are not read`);
  for (const list of childrenOf(element, "p")) {
    const numbers = numbersIn(list.text, `${where}, <p>`);
    if (numbers.length % step !== 0)
      throw new FormatError(`${where}: ${numbers.length} numbers in <p>, not a multiple of ${step}`);
    const own = numbers.filter((_, i) => i % step === vertex);
    const all = indicesIn(own, positions.length / 3, where);
    if (element.name === "tristrips" || element.name === "trifans") addStrip(faces, all, element.name);
    else if (sizes === "whole") addFaceOf(faces, all, 0, all.length);
    else addFaces(faces, all, sizes);
  }
}

function addFaces(faces: Faces, all: Uint32Array, sizes: "triangles" | Uint32Array): void {
  const total = sizes === "triangles" ? 3 * Math.ceil(all.length / 3) : sizes.reduce((sum, n) => sum + n, 0);
  if (total !== all.length)
    throw new FormatError(`${faces.where}: its faces need ${total} corners, there are ${all.length}`);
  for (let at = 0, face = 0; at < total; face++) {
    const size = sizes === "triangles" ? 3 : sizes[face];
    addFaceOf(faces, all, at, size);
    at += size;
  }
}

function addStrip(faces: Faces, all: Uint32Array, kind: "tristrips" | "trifans"): void {
  const triangle = new Uint32Array(3);
  for (let i = 2; i < all.length; i++) {
    const isTurned = kind === "tristrips" && i % 2 === 1;
    triangle[0] = all[kind === "trifans" ? 0 : isTurned ? i - 1 : i - 2];
    triangle[1] = all[isTurned ? i - 2 : i - 1];
    triangle[2] = all[i];
    addFaceOf(faces, triangle, 0, 3);
  }
}

function addFaceOf(faces: Faces, all: Uint32Array, start: number, count: number): void {
  const { where, positions, corners, triangles, warnings, at } = faces;
  corners.length = 0;
  reserve(corners, count);
  for (let i = 0; i < count; i++) corners.values[i] = all[start + i];
  corners.length = count;
  if (!addFace(positions, corners, triangles, warnings, at))
    throw new FormatError(`${where}: ${TOO_COMPLEX}`);
}

function indicesIn(numbers: Float64Array, end: number, where: string): Uint32Array {
  const least = Math.min(end, 2 ** 32);
  for (let i = 0; i < numbers.length; i++) {
    const value = numbers[i];
    if (!(Number.isInteger(value) && value >= 0 && value < least))
      throw new FormatError(
        `${where}: index ${value} at ${i}${end === Infinity ? "" : `, of ${end} positions`}`,
      );
  }
  return Uint32Array.from(numbers);
}
