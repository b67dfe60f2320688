import { FormatError } from "../../errors.ts";
import type { Positions } from "../../mesh/triangle-mesh.ts";
import { type GrowingList, reserve } from "../growing-list.ts";
import { readCoordinate, readWhole } from "../text/read-number.ts";
import {
  hasMore,
  hasMoreOnLine,
  lineAt,
  openText,
  quote,
  refuse,
  skipLine,
  tokenEnd,
} from "../text/text-cursor.ts";
import type { PlyElement, PlyHeader } from "./header.ts";
import type { PlyRows } from "./read.ts";

const AXES = ["x", "y", "z"];

/** The rows of an ASCII PLY file: one per line. */
export function openPlyText(bytes: Uint8Array, source: string, header: PlyHeader): PlyRows {
  const cursor = openText(bytes, source);
  cursor.at = header.dataAt;
  const end = cursor.bytes.length;
  // At least a token and a blank or line end for each property; the last line may lack its end.
  for (const { name, count, properties, line } of header.elements)
    if (count * 2 * properties.length > end - header.dataAt + 1)
      throw new FormatError(
        `${source}, line ${line}: ${count} rows of "${name}" are promised, the file has ${end - header.dataAt} bytes after the header`,
      );

  function beginRow({ name, count }: PlyElement, row: number): void {
    if (!hasMore(cursor)) refuse(cursor, `the file ends after ${row} of ${count} rows of "${name}"`);
  }

  function skipToken(property: string): void {
    if (!hasMoreOnLine(cursor)) refuse(cursor, `expected a value of "${property}", got ${quote(cursor)}`);
    cursor.at = tokenEnd(cursor);
  }

  function skip(element: PlyElement): void {
    if (element.properties.length === 0) return;
    for (let row = 0; row < element.count; row++) {
      beginRow(element, row);
      skipLine(cursor);
    }
  }

  function readPoints(element: PlyElement): Positions {
    const { properties, line } = element;
    const axes = properties.map(({ name, lengthType }) => (lengthType === null ? AXES.indexOf(name) : -1));
    for (let axis = 0; axis < 3; axis++)
      if (!axes.includes(axis))
        throw new FormatError(`${source}, line ${line}: vertices without a property "${AXES[axis]}"`);
    const last = Math.max(axes.lastIndexOf(0), axes.lastIndexOf(1), axes.lastIndexOf(2));
    const points = new Float64Array(3 * element.count);
    for (let row = 0; row < element.count; row++) {
      beginRow(element, row);
      for (let i = 0; i <= last; i++) {
        const property = properties[i];
        if (axes[i] >= 0) readCoordinate(cursor, points, 3 * row + axes[i]);
        else if (property.lengthType === null) skipToken(property.name);
        else for (let n = readWhole(cursor, "the length of a list"); n > 0; n--) skipToken(property.name);
      }
      skipLine(cursor);
    }
    return points;
  }

  function readLists(
    element: PlyElement,
    property: string,
    list: GrowingList<Uint32Array>,
    each: (rowAt: number) => void,
  ): void {
    for (let row = 0; row < element.count; row++) {
      beginRow(element, row);
      const start = cursor.at;
      for (const { name, lengthType } of element.properties) {
        if (lengthType === null) {
          skipToken(name);
          continue;
        }
        const length = readWhole(cursor, "the length of a list");
        if (name !== property) {
          for (let i = 0; i < length; i++) skipToken(name);
          continue;
        }
        list.length = 0;
        for (let i = 0; i < length; i++) {
          if (list.length === list.values.length) reserve(list, 1);
          const value = readWhole(cursor, "a vertex number", -1);
          list.values[list.length++] = value < 2 ** 32 ? value : 2 ** 32 - 2;
        }
        break;
      }
      skipLine(cursor);
      each(start);
    }
  }

  return {
    get at() {
      return cursor.at;
    },
    set at(at: number) {
      cursor.at = at;
    },
    place: (at) => `line ${lineAt(cursor.bytes, at)}`,
    skip,
    readPoints,
    readLists,
  };
}
