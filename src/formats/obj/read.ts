import { checkOptionNames } from "../../option-names.ts";
import { addFace } from "../add-face.ts";
import { type Budget, createBudget, LIMIT_OPTIONS, type LimitOptions, spend, spendBytes } from "../budget.ts";
import { compactParts } from "../compact-parts.ts";
import { createIndexList, createPointList, type GrowingList, reserve, trimmed } from "../growing-list.ts";
import { createModel, type Model, nameOfFile } from "../model.ts";
import { appendPoint } from "../text/read-number.ts";
import {
  hasMoreOnLine,
  isBlank,
  joinLines,
  lineAt,
  openText,
  quote,
  readRestOfLine,
  refuse,
  skipLine,
  type TextCursor,
  tokenEnd,
} from "../text/text-cursor.ts";
import { TOO_COMPLEX } from "../triangulate.ts";
import { describeWarnings, type Warnings, warn } from "../warnings.ts";

const NEWLINE = 10;
const HASH = 35;
const SLASH = 47;
const F = 102;
const G = 103;
const O = 111;
const V = 118;
const MINUS = 45;
const PLUS = 43;
const ZERO = 48;

/** Statements that do not concern triangles; statements not listed anywhere cause a warning. */
const IGNORED =
  /^(?:vt|vn|vp|mtllib|usemtl|usemap|maplib|s|mg|lod|bevel|c_interp|d_interp|shadow_obj|trace_obj|fo)$/;
const FREE_FORM = /^(?:cstype|deg|bmat|step|curv2?|surf|parm|trim|hole|scrv|sp|end|con|ctech|stech|bzp|bsp)$/;
const LARGEST_INDEX = 2 ** 31;

/** The faces of one object and group, as vertex numbers of the file. */
interface Group {
  name: string;
  indices: GrowingList<Uint32Array>;
}

interface FaceReader {
  cursor: TextCursor;
  budget: Budget;
  vertices: Float64Array;
  corners: GrowingList<Uint32Array>;
  warnings: Warnings;
}

/**
 * Reads an OBJ file: one part per object ("o") and group ("g") that has faces, named "object", "group" or "object/group";
 * f64. Polygons are cut into triangles. A file of one part keeps its vertices unchanged; otherwise each part gets the
 * vertices it uses, in file order. Throws `FormatError` with the line.
 */
export function readObj(bytes: Uint8Array, source: string, options: LimitOptions = {}): Model {
  checkOptionNames(options, LIMIT_OPTIONS, "readObj");
  return readObjWithin(createBudget(options.limits), bytes, source);
}

/** `readObj` within a budget that it shares with other files. */
export function readObjWithin(budget: Budget, bytes: Uint8Array, source: string): Model {
  spendBytes(budget, bytes, source);
  const cursor = joinLines(openText(bytes, source));
  const start = cursor.at;
  const warnings: Warnings = new Map();
  // Vertices first, because polygons are cut by coordinates and may name vertices that come later.
  const vertices = readVertices(cursor);
  cursor.at = start;
  const groups = readGroups({ cursor, budget, vertices, corners: createIndexList(), warnings });
  const place = (at: number) => `line ${lineAt(cursor.bytes, at)}`;
  const parts = compactParts(
    source,
    budget,
    vertices,
    groups.map(({ name, indices }) => ({ name: name || nameOfFile(source), indices: trimmed(indices) })),
  );
  return createModel(source, budget, parts, describeWarnings(warnings, source, place));
}

function readVertices(cursor: TextCursor): Float64Array {
  const { bytes } = cursor;
  const points = createPointList(1024);
  for (; cursor.at < bytes.length; skipLine(cursor)) {
    if (!hasMoreOnLine(cursor) || !isStatement(bytes, cursor.at, V)) continue;
    cursor.at++;
    appendPoint(cursor, points);
  }
  return trimmed(points);
}

/** Whether the statement at a byte is this one letter. */
function isStatement(bytes: Uint8Array, at: number, letter: number): boolean {
  return (
    bytes[at] === letter && (at + 1 >= bytes.length || isBlank(bytes[at + 1]) || bytes[at + 1] === NEWLINE)
  );
}

function readGroups(reader: FaceReader): Group[] {
  const { cursor, budget, vertices, warnings } = reader;
  const { bytes, source } = cursor;
  const groups = new Map<string, Group>();
  let object = "";
  let group = "";
  let current: Group | null = null;
  let seen = 0; // vertices so far; negative indices count back from here
  for (; cursor.at < bytes.length; skipLine(cursor)) {
    if (!hasMoreOnLine(cursor)) continue;
    if (isStatement(bytes, cursor.at, V)) seen++;
    else if (isStatement(bytes, cursor.at, F)) {
      current ??= findGroup(groups, object, group, budget, source);
      readFace(reader, seen, current.indices);
    } else if (isStatement(bytes, cursor.at, O)) {
      object = readName(cursor);
      group = "";
      current = null;
    } else if (isStatement(bytes, cursor.at, G)) {
      group = readName(cursor);
      current = null;
    } else noteStatement(cursor, warnings, vertices.length > 0);
  }
  return [...groups.values()].filter(({ indices }) => indices.length > 0);
}

function findGroup(
  groups: Map<string, Group>,
  object: string,
  group: string,
  budget: Budget,
  source: string,
): Group {
  // A long object name may be part of many group names.
  spend(budget, "bytes", 2 * (object.length + group.length), `${source}, names of groups`);
  const name = object && group ? `${object}/${group}` : object || group;
  const known = groups.get(name);
  if (known !== undefined) return known;
  spend(budget, "parts", 1, source);
  const created = { name, indices: createIndexList() };
  groups.set(name, created);
  return created;
}

/** The text after the letter; leaves the cursor at the end of the line. */
function readName(cursor: TextCursor): string {
  cursor.at++;
  const name = readRestOfLine(cursor);
  if (cursor.bytes[cursor.at - 1] === NEWLINE) cursor.at--;
  return name;
}

function noteStatement(cursor: TextCursor, warnings: Warnings, isObj: boolean): void {
  const end = tokenEnd(cursor);
  const word = String.fromCharCode(...cursor.bytes.subarray(cursor.at, Math.min(end, cursor.at + 16)));
  if (IGNORED.test(word)) return;
  if (word === "l" || word === "p") warn(warnings, "line or point, ignored", cursor.at);
  else if (FREE_FORM.test(word)) warn(warnings, "free-form curve or surface, ignored", cursor.at);
  else if (isObj) warn(warnings, "unknown statement, ignored", cursor.at);
  else refuse(cursor, `expected an OBJ statement, got ${quote(cursor)}, and the file has no vertices`);
}

function readFace(reader: FaceReader, seen: number, out: GrowingList<Uint32Array>): void {
  const { cursor, vertices, corners, warnings } = reader;
  const start = cursor.at++;
  const total = vertices.length / 3;
  corners.length = 0;
  while (hasMoreOnLine(cursor)) {
    if (corners.length === corners.values.length) reserve(corners, 1);
    corners.values[corners.length++] = readCorner(cursor, seen, total);
  }
  if (!addFace(vertices, corners, out, warnings, start)) refuse(cursor, TOO_COMPLEX, start);
}

/** The vertex number, from 0, of a corner such as 7, -1, 7/2, 7//3 or 7/2/3. */
function readCorner(cursor: TextCursor, seen: number, total: number): number {
  const { bytes } = cursor;
  let at = cursor.at;
  const isNegative = bytes[at] === MINUS;
  if (isNegative || bytes[at] === PLUS) at++;
  const first = at;
  let number = 0;
  for (; at < bytes.length && bytes[at] >= ZERO && bytes[at] <= ZERO + 9; at++)
    if (number < LARGEST_INDEX) number = 10 * number + (bytes[at] - ZERO);
  const isEnd =
    at >= bytes.length ||
    bytes[at] === SLASH ||
    bytes[at] === NEWLINE ||
    bytes[at] === HASH ||
    isBlank(bytes[at]);
  if (at === first || !isEnd) refuse(cursor, `expected a vertex number, got ${quote(cursor)}`);
  const vertex = isNegative ? seen - number : number - 1;
  if (number === 0 || vertex < 0 || vertex >= total)
    refuse(
      cursor,
      `vertex ${quote(cursor)} is out of range, there are ${total}${isNegative ? `, ${seen} of them so far` : ""}`,
    );
  if (bytes[at] === SLASH) {
    cursor.at = at;
    at = tokenEnd(cursor);
  }
  cursor.at = at;
  return vertex;
}
