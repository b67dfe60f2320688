import { FormatError } from "../../errors.ts";

type PlyFormat = "ascii" | "binary_little_endian" | "binary_big_endian";
export type PlyType = "i8" | "u8" | "i16" | "u16" | "i32" | "u32" | "f32" | "f64";

interface PlyProperty {
  name: string;
  type: PlyType;
  /** The type of a list's length; null for a single value. */
  lengthType: PlyType | null;
}

export interface PlyElement {
  name: string;
  count: number;
  /** Its line in the header, from 1. */
  line: number;
  properties: PlyProperty[];
}

export interface PlyHeader {
  format: PlyFormat;
  elements: PlyElement[];
  /** The first byte after the header. */
  dataAt: number;
}

/** By name: a `Map`, because a plain object also has "constructor" and the like. */
const TYPES: ReadonlyMap<string, PlyType> = new Map([
  ["char", "i8"],
  ["int8", "i8"],
  ["uchar", "u8"],
  ["uint8", "u8"],
  ["short", "i16"],
  ["int16", "i16"],
  ["ushort", "u16"],
  ["uint16", "u16"],
  ["int", "i32"],
  ["int32", "i32"],
  ["uint", "u32"],
  ["uint32", "u32"],
  ["float", "f32"],
  ["float32", "f32"],
  ["double", "f64"],
  ["float64", "f64"],
]);
export const TYPE_BYTES: Record<PlyType, number> = {
  i8: 1,
  u8: 1,
  i16: 2,
  u16: 2,
  i32: 4,
  u32: 4,
  f32: 4,
  f64: 8,
};
const FORMATS = ["ascii", "binary_little_endian", "binary_big_endian"];
const NEWLINE = 10;
const RETURN = 13;
const LONGEST_LINE = 65_536;

/** Reads the header, line by line; throws `FormatError` with the line. */
export function readPlyHeader(bytes: Uint8Array, source: string): PlyHeader {
  if (bytes.length === 0) throw new FormatError(`${source}, byte 0: the file is empty`);
  const elements: PlyElement[] = [];
  let format: PlyFormat | null = null;
  let at = 0;
  for (let line = 1; ; line++) {
    const refuse = (reason: string): never => {
      throw new FormatError(`${source}, line ${line}: ${reason}`);
    };
    if (at >= bytes.length) refuse('the file ends before "end_header"');
    const end = lineEnd(bytes, at);
    if (end - at > LONGEST_LINE) refuse('a header line of more than 65,536 bytes; is "end_header" missing?');
    const text = new TextDecoder("latin1").decode(bytes.subarray(at, end)).trim();
    at = afterLine(bytes, end);
    const [word = "", ...rest] = text.split(/\s+/);
    if (line === 1 && word !== "ply") refuse(`expected "ply", got ${JSON.stringify(word.slice(0, 40))}`);
    else if (word === "format") format = FORMATS.find((name) => name === rest[0]) as PlyFormat;
    else if (word === "element") elements.push(readElement(rest, line, refuse));
    else if (word === "property") {
      if (elements.length === 0) refuse("a property before the first element");
      elements[elements.length - 1].properties.push(readProperty(rest, refuse));
    } else if (word === "end_header") {
      return { format: format ?? refuse('no "format" before "end_header"'), elements, dataAt: at };
    } else if (!["ply", "comment", "obj_info", ""].includes(word))
      refuse(`unknown header word ${JSON.stringify(word.slice(0, 40))}`);
    if (word === "format" && format === undefined)
      refuse(`expected the format ${FORMATS.join(" or ")}, got ${JSON.stringify(rest[0] ?? "")}`);
  }
}

function lineEnd(bytes: Uint8Array, at: number): number {
  let end = at;
  while (end < bytes.length && bytes[end] !== NEWLINE && bytes[end] !== RETURN) end++;
  return end;
}

/** The position after "\n", "\r\n", or "\r" of old Macs. */
function afterLine(bytes: Uint8Array, end: number): number {
  return bytes[end] === RETURN && bytes[end + 1] === NEWLINE ? end + 2 : Math.min(end + 1, bytes.length);
}

function readElement(words: string[], line: number, refuse: (reason: string) => never): PlyElement {
  const [name, count = ""] = words;
  if (name === undefined || !/^\d{1,15}$/.test(count))
    return refuse(
      `expected "element", a name and a count, got ${JSON.stringify(words.join(" ").slice(0, 40))}`,
    );
  return { name, count: Number(count), line, properties: [] };
}

function readProperty(words: string[], refuse: (reason: string) => never): PlyProperty {
  const isList = words[0] === "list";
  const lengthType = isList ? TYPES.get(words[1] ?? "") : null;
  const type = TYPES.get(words[isList ? 2 : 0] ?? "");
  const name = words[isList ? 3 : 1];
  if (type === undefined || lengthType === undefined || name === undefined)
    return refuse(
      `expected the property's type and name, got ${JSON.stringify(words.join(" ").slice(0, 40))}`,
    );
  if (lengthType === "f32" || lengthType === "f64")
    return refuse("the length of a list must be a whole number");
  return { name, type, lengthType };
}
