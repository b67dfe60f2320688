import { checkOptionNames } from "../../option-names.ts";
import { addFace } from "../add-face.ts";
import { type Budget, createBudget, LIMIT_OPTIONS, type LimitOptions, spendBytes } from "../budget.ts";
import { createIndexList, type GrowingList, reserve, trimmed } from "../growing-list.ts";
import { createModel, type Model, type ModelPart, meshOfPart, nameOfFile } from "../model.ts";
import { readCoordinate, readWhole } from "../text/read-number.ts";
import {
  hasMore,
  hasMoreOnLine,
  lineAt,
  openText,
  quote,
  refuse,
  skipLine,
  type TextCursor,
  tokenEnd,
} from "../text/text-cursor.ts";
import { TOO_COMPLEX } from "../triangulate.ts";
import { describeWarnings, type Warnings, warn } from "../warnings.ts";

// [ST][C][N][4]OFF          what vertices have: texture, colour, normal, weight
// vertices faces [edges]    may be on the first line
// x y z [w] …               one vertex per line; the rest is ignored
// n i1 … in …               one face per line; the rest is ignored

const HEADER = /^(?:ST)?C?N?(4?)(n?)OFF$/;
const LEAST_VERTEX_BYTES = 6; // "0 0 0" and a line end
const LEAST_FACE_BYTES = 2;

/** Reads an OFF file (also COFF, NOFF, STOFF, 4OFF and their mixtures): one part, f64. Throws `FormatError`. */
export function readOff(bytes: Uint8Array, source: string, options: LimitOptions = {}): Model {
  checkOptionNames(options, LIMIT_OPTIONS, "readOff");
  return readOffWithin(createBudget(options.limits), bytes, source);
}

/** `readOff` within a budget that it shares with other files. */
export function readOffWithin(budget: Budget, bytes: Uint8Array, source: string): Model {
  spendBytes(budget, bytes, source);
  const cursor = openText(bytes, source);
  const warnings: Warnings = new Map();
  const hasWeights = readHeader(cursor);
  const { vertexCount, faceCount } = readCounts(cursor);
  const vertices = readVertices(cursor, vertexCount, hasWeights);
  const triangles = readFaces(cursor, faceCount, vertices, warnings);
  if (hasMore(cursor)) warn(warnings, "text after the last face, ignored", cursor.at);
  const name = nameOfFile(source);
  const parts: ModelPart[] = [];
  if (triangles.length > 0)
    parts.push({ name, mesh: meshOfPart(source, budget, name, vertices, trimmed(triangles)), toWorld: null });
  const place = (at: number) => `line ${lineAt(cursor.bytes, at)}`;
  return createModel(source, budget, parts, describeWarnings(warnings, source, place));
}

/** Whether vertices have a fourth coordinate. The keyword may be missing, as in Geomview. */
function readHeader(cursor: TextCursor): boolean {
  if (!hasMore(cursor)) refuse(cursor, `expected "OFF", got ${quote(cursor)}`);
  const end = tokenEnd(cursor);
  const word = new TextDecoder("latin1").decode(
    cursor.bytes.subarray(cursor.at, Math.min(end, cursor.at + 16)),
  );
  if (/^\d+$/.test(word)) return false;
  const header = HEADER.exec(word);
  if (header === null) refuse(cursor, `expected "OFF", got ${quote(cursor)}`);
  if (header[2] !== "") refuse(cursor, "nOFF, with any number of dimensions, is not supported");
  cursor.at = end;
  if (hasMoreOnLine(cursor) && quote(cursor) === '"BINARY"')
    refuse(cursor, "binary OFF is not supported; convert it to ASCII or to PLY");
  return header[1] !== "";
}

/** Both counts, checked against the bytes that follow: nothing is allocated on the header's word alone. */
function readCounts(cursor: TextCursor): { vertexCount: number; faceCount: number } {
  hasMore(cursor);
  const start = cursor.at;
  const vertexCount = readWhole(cursor, "the number of vertices");
  const faceCount = readWhole(cursor, "the number of faces");
  skipLine(cursor);
  const room = cursor.bytes.length - cursor.at + 1; // the last line may lack its end
  if (vertexCount * LEAST_VERTEX_BYTES > room)
    refuse(
      cursor,
      `${vertexCount} vertices are promised, the file has bytes for ${Math.floor(room / LEAST_VERTEX_BYTES)}`,
      start,
    );
  if (faceCount * LEAST_FACE_BYTES > room)
    refuse(
      cursor,
      `${faceCount} faces are promised, the file has bytes for ${Math.floor(room / LEAST_FACE_BYTES)}`,
      start,
    );
  return { vertexCount, faceCount };
}

function readVertices(cursor: TextCursor, count: number, hasWeights: boolean): Float64Array {
  const vertices = new Float64Array(3 * count);
  const weight = new Float64Array(1);
  for (let at = 0; at < vertices.length; at += 3) {
    if (!hasMore(cursor)) refuse(cursor, `the file ends after ${at / 3} of ${count} vertices`);
    const start = cursor.at;
    readCoordinate(cursor, vertices, at);
    readCoordinate(cursor, vertices, at + 1);
    readCoordinate(cursor, vertices, at + 2);
    if (hasWeights) {
      readCoordinate(cursor, weight, 0);
      if (weight[0] === 0) refuse(cursor, "a vertex with weight 0 lies at infinity", start);
      for (let axis = 0; axis < 3; axis++) vertices[at + axis] /= weight[0];
    }
    skipLine(cursor);
  }
  return vertices;
}

function readFaces(
  cursor: TextCursor,
  count: number,
  vertices: Float64Array,
  warnings: Warnings,
): GrowingList<Uint32Array> {
  const triangles = createIndexList(3 * count + 3);
  const corners = createIndexList();
  const vertexCount = vertices.length / 3;
  for (let face = 0; face < count; face++) {
    if (!hasMore(cursor)) refuse(cursor, `the file ends after ${face} of ${count} faces`);
    const start = cursor.at;
    const size = readWhole(cursor, "the number of corners");
    corners.length = 0;
    for (let i = 0; i < size; i++) {
      hasMoreOnLine(cursor);
      const corner = cursor.at;
      const vertex = readWhole(cursor, "a vertex number");
      if (vertex >= vertexCount)
        refuse(cursor, `vertex ${vertex} is out of range, there are ${vertexCount}`, corner);
      if (corners.length === corners.values.length) reserve(corners, 1);
      corners.values[corners.length++] = vertex;
    }
    if (!addFace(vertices, corners, triangles, warnings, start)) refuse(cursor, TOO_COMPLEX, start);
    skipLine(cursor);
  }
  return triangles;
}
