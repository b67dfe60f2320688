import type { BufferAttribute, BufferGeometry, InterleavedBufferAttribute } from "three";
import { OptionError, show } from "../errors.ts";
import type { Indices, Positions } from "../mesh/triangle-mesh.ts";

// Which triangles of a geometry are drawn, and the arrays in which abut reads them. Where three.js keeps plain numbers, these are read
// in place. Interleaved, quantised and half-float attributes are written out as f64, with the values that three.js computes from them.

/** Triangles that follow each other in the index, or in the vertices of a geometry without one. */
export interface TriangleRange {
  /** The first corner, as a place in the index. */
  readonly start: number;
  /** The place behind the last corner; a whole number of triangles after `start`. */
  readonly end: number;
  /** The group's material; 0 outside groups. */
  readonly materialIndex: number;
}

/** Attributes of vertices, in either form in which three.js has them. */
export type VertexAttribute = BufferAttribute | InterleavedBufferAttribute;

/** The draw range of a geometry, or with `byGroups` its groups within the draw range, as three.js draws them. */
export function drawnRanges(geometry: BufferGeometry, byGroups: boolean): TriangleRange[] {
  const corners = cornerCount(geometry);
  const { start: first, count } = geometry.drawRange;
  const last = Math.min(corners, first + count);
  const all = byGroups ? geometry.groups : [{ start: 0, count: corners, materialIndex: 0 }];
  const ranges: TriangleRange[] = [];
  for (const { start: groupStart, count: groupCount, materialIndex = 0 } of all) {
    const start = Math.max(0, first, groupStart);
    const triangles = Math.floor((Math.min(last, groupStart + groupCount) - start) / 3);
    if (triangles > 0) ranges.push({ start, end: start + 3 * triangles, materialIndex });
  }
  return ranges;
}

/** Whether a geometry is drawn in these ranges, by its groups or without them. */
export function areDrawn(geometry: BufferGeometry, ranges: readonly TriangleRange[]): boolean {
  const asked = JSON.stringify(ranges);
  return [false, true].some((byGroups) => JSON.stringify(drawnRanges(geometry, byGroups)) === asked);
}

function cornerCount(geometry: BufferGeometry): number {
  return geometry.index?.count ?? geometry.getAttribute("position")?.count ?? 0;
}

/** The number in the index at which triangle `t` begins, where the ranges' triangles are numbered one after the other. */
export function firstCornerOf(ranges: readonly TriangleRange[], triangle: number): TriangleCorner {
  let left = triangle;
  for (const range of ranges) {
    const count = (range.end - range.start) / 3;
    if (left < count) return { corner: range.start + 3 * left, materialIndex: range.materialIndex };
    left -= count;
  }
  throw new RangeError(`triangle ${triangle} is in no range`);
}

export interface TriangleCorner {
  readonly corner: number;
  readonly materialIndex: number;
}

/** Counts changes: three.js raises it when `needsUpdate` is set. */
export function versionOf(attribute: VertexAttribute): number {
  return "data" in attribute ? attribute.data.version : attribute.version;
}

const identities = new WeakMap<object, number>();
let identityCount = 0;

/** A number of an attribute or array that no other has; 0 for none. */
export function identityOf(object: object | null | undefined): number {
  if (object === null || object === undefined) return 0;
  const known = identities.get(object);
  if (known !== undefined) return known;
  identities.set(object, ++identityCount);
  return identityCount;
}

/** The array behind an attribute: a new one means a new attribute, whatever its version. */
export function storageOf(attribute: VertexAttribute): ArrayLike<number> {
  return "data" in attribute ? attribute.data.array : attribute.array;
}

/** The coordinates themselves, where abut can read them in place; null where they must be written out. */
export function positionsInPlace(attribute: VertexAttribute): Positions | null {
  if ("data" in attribute || attribute.itemSize !== 3) return null;
  const { array } = attribute;
  return array instanceof Float32Array || array instanceof Float64Array ? (array as Positions) : null;
}

/** Writes vertices as three.js reads them, from vertex `first` on. */
export function writePositions(attribute: VertexAttribute, first: number, out: Float64Array): void {
  const count = out.length / 3;
  for (let i = 0; i < count; i++) {
    out[3 * i] = attribute.getX(first + i);
    out[3 * i + 1] = attribute.getY(first + i);
    out[3 * i + 2] = attribute.getZ(first + i);
  }
}

/** The vertex numbers of all ranges, less `firstVertex`. Not copied if there is one range and nothing to subtract. */
export function indicesOf(
  index: BufferAttribute | null,
  ranges: readonly TriangleRange[],
  firstVertex: number,
): Indices {
  const [only] = ranges;
  if (index !== null && ranges.length === 1 && firstVertex === 0) {
    const { array } = index;
    if (array instanceof Uint16Array || array instanceof Uint32Array)
      return array.subarray(only.start, only.end) as Indices;
  }
  const length = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
  const indices = new Uint32Array(length);
  let at = 0;
  for (const { start, end } of ranges)
    for (let corner = start; corner < end; corner++)
      indices[at++] = (index === null ? corner : index.getX(corner)) - firstVertex;
  return indices;
}

/** Throws `OptionError` unless this is a geometry with positions that can be read. */
export function positionAttribute(geometry: BufferGeometry, caller: string): VertexAttribute {
  const attribute = geometry.getAttribute("position") as VertexAttribute | undefined;
  if (attribute === undefined) throw new OptionError(`${caller}: geometry: has no attribute "position"`);
  if (typeof attribute.getX !== "function")
    throw new OptionError(`${caller}: geometry: positions are on the graphics card only, and cannot be read`);
  if (!(attribute.itemSize >= 3))
    throw new OptionError(
      `${caller}: geometry: positions have ${show(attribute.itemSize)} numbers a vertex, expected 3`,
    );
  return attribute;
}

/** A key of triangles and build options. Numbers are written as text, because JSON would lose Infinity, a legal depth, and big integers. */
export function treeKey(part: unknown, options: object): string {
  return JSON.stringify([part, options], (_, value: unknown) =>
    typeof value === "number" || typeof value === "bigint" ? `${typeof value} ${value}` : value,
  );
}
