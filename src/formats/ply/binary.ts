import { FormatError } from "../../errors.ts";
import { MAX_COORDINATE, type Positions } from "../../mesh/triangle-mesh.ts";
import { type GrowingList, reserve } from "../growing-list.ts";
import { type PlyElement, type PlyHeader, type PlyType, TYPE_BYTES } from "./header.ts";
import type { PlyRows } from "./read.ts";

/** The rows of a binary PLY file. */
export function openPlyBytes(
  bytes: Uint8Array,
  source: string,
  header: PlyHeader,
  isLittle: boolean,
): PlyRows {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = header.dataAt;

  function refuse(reason: string, where = at): never {
    throw new FormatError(`${source}, byte ${where}: ${reason}`);
  }

  function value(type: PlyType, where: number): number {
    switch (type) {
      case "i8":
        return view.getInt8(where);
      case "u8":
        return view.getUint8(where);
      case "i16":
        return view.getInt16(where, isLittle);
      case "u16":
        return view.getUint16(where, isLittle);
      case "i32":
        return view.getInt32(where, isLittle);
      case "u32":
        return view.getUint32(where, isLittle);
      case "f32":
        return view.getFloat32(where, isLittle);
      case "f64":
        return view.getFloat64(where, isLittle);
    }
  }

  /** Bytes of a row whose lists are all empty: counts are checked against them before anything is allocated. */
  function checkRoom({ name, count, properties }: PlyElement): number {
    const least = properties.reduce((sum, { type, lengthType }) => sum + TYPE_BYTES[lengthType ?? type], 0);
    if (count * least > bytes.length - at)
      refuse(
        `${count} rows of "${name}" are promised, the file has bytes for ${Math.floor((bytes.length - at) / least)}`,
      );
    return least;
  }

  /** Reads the length of the list at the cursor and moves past it; all values of the list must lie within the file. */
  function readLength(type: PlyType, lengthType: PlyType): number {
    const start = at;
    if (at + TYPE_BYTES[lengthType] > bytes.length) refuse("the file ends before a list");
    const length = value(lengthType, at);
    at += TYPE_BYTES[lengthType];
    if (length < 0 || length * TYPE_BYTES[type] > bytes.length - at)
      refuse(`a list of ${length} values goes beyond the end of the file`, start);
    return length;
  }

  /** Skips the properties from `first` to before `end`. */
  function skipProperties({ properties }: PlyElement, first: number, end: number): void {
    for (let i = first; i < end; i++) {
      const { type, lengthType } = properties[i];
      const values = lengthType === null ? 1 : readLength(type, lengthType); // readLength moves the cursor
      at += TYPE_BYTES[type] * values;
      if (at > bytes.length) refuse(`the file ends within a row`, bytes.length);
    }
  }

  function skip(element: PlyElement): void {
    const stride = checkRoom(element);
    if (!element.properties.some(({ lengthType }) => lengthType !== null)) at += stride * element.count;
    else for (let row = 0; row < element.count; row++) skipProperties(element, 0, element.properties.length);
  }

  function readPoints(element: PlyElement): Positions {
    const { properties, count, line } = element;
    const stride = checkRoom(element);
    const axes = ["x", "y", "z"].map((name) => {
      const property = properties.findIndex((p) => p.name === name && p.lengthType === null);
      if (property < 0)
        throw new FormatError(`${source}, line ${line}: vertices without a property "${name}"`);
      return property;
    });
    const types = axes.map((property) => properties[property].type);
    const points = types.every((type) => type === "f32")
      ? new Float32Array(3 * count)
      : new Float64Array(3 * count);
    const hasLists = properties.some(({ lengthType }) => lengthType !== null);
    const offsets = axes.map((axis) =>
      properties.slice(0, axis).reduce((sum, { type }) => sum + TYPE_BYTES[type], 0),
    );
    for (let row = 0; row < count; row++) {
      const start = at;
      for (let axis = 0; axis < 3; axis++) {
        let where = start + offsets[axis];
        if (hasLists) {
          at = start;
          skipProperties(element, 0, axes[axis]);
          where = at;
          if (where + TYPE_BYTES[types[axis]] > bytes.length) refuse("the file ends within a vertex");
        }
        const coordinate = value(types[axis], where);
        if (!(Math.abs(coordinate) <= MAX_COORDINATE))
          refuse(`coordinate ${coordinate} of vertex ${row} is not within ±2^100`, where);
        points[3 * row + axis] = coordinate;
      }
      at = hasLists ? start : start + stride;
      if (hasLists) skipProperties(element, 0, properties.length);
    }
    return points;
  }

  function readLists(
    element: PlyElement,
    property: string,
    list: GrowingList<Uint32Array>,
    each: (rowAt: number) => void,
  ): void {
    checkRoom(element);
    const { properties, count } = element;
    const wanted = properties.findIndex(({ name, lengthType }) => name === property && lengthType !== null);
    const { type, lengthType } = properties[wanted];
    const isReal = type === "f32" || type === "f64";
    for (let row = 0; row < count; row++) {
      const start = at;
      skipProperties(element, 0, wanted);
      const length = readLength(type, lengthType!);
      list.length = 0;
      reserve(list, length);
      for (let i = 0; i < length; i++, at += TYPE_BYTES[type]) {
        const vertex = value(type, at);
        if (isReal && !(Number.isInteger(vertex) && Math.abs(vertex) < 2 ** 31))
          refuse(`expected a vertex number, got ${vertex}`);
        list.values[i] = vertex;
      }
      list.length = length;
      skipProperties(element, wanted + 1, properties.length);
      each(start);
    }
  }

  return {
    get at() {
      return at;
    },
    set at(where: number) {
      at = where;
    },
    place: (where) => `byte ${where}`,
    skip,
    readPoints,
    readLists,
  };
}
