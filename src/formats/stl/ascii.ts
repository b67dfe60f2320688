import type { Positions } from "../../mesh/triangle-mesh.ts";
import { createIndexList, createPointList, type GrowingList, reserve, trimmed } from "../growing-list.ts";
import { appendPoint } from "../text/read-number.ts";
import {
  hasMore,
  isBlank,
  lineAt,
  openText,
  quote,
  refuse,
  skipLine,
  skipWord,
  type TextCursor,
  tokenEnd,
} from "../text/text-cursor.ts";
import { TOO_COMPLEX, triangulate } from "../triangulate.ts";
import { describeWarnings, type Warnings, warn } from "../warnings.ts";

/** The contents of an STL file: named soups, nine numbers per triangle. */
export interface StlSolids {
  solids: { name: string; soup: Positions }[];
  warnings: string[];
}

const NEWLINE = 10;
/** "normal" and three numbers may stand between "facet" and "outer". */
const MOST_NORMAL_TOKENS = 4;
const TRIANGLE_NUMBERS = 9;

/**
 * The solids of an ASCII STL file, as f64. Keywords may be in capitals, and lines may break anywhere except within a
 * vertex.
 */
export function readStlFacets(bytes: Uint8Array, source: string): StlSolids {
  const cursor = openText(bytes, source);
  const warnings: Warnings = new Map();
  const solids: StlSolids["solids"] = [];
  if (!hasMore(cursor) || !skipWord(cursor, "solid"))
    refuse(cursor, `expected "solid", got ${quote(cursor)}; it is not a binary STL either`);
  do {
    const start = cursor.at;
    const name = readName(cursor);
    const soup = createPointList();
    while (hasMore(cursor) && skipWord(cursor, "facet")) readFacet(cursor, soup, warnings);
    if (skipWord(cursor, "endsolid")) skipLine(cursor);
    else if (!hasMore(cursor) || isSolid(cursor)) warn(warnings, 'solid without "endsolid"', start);
    else refuse(cursor, `expected "facet" or "endsolid", got ${quote(cursor)}`);
    solids.push({ name, soup: trimmed(soup) });
  } while (hasMore(cursor) && skipWord(cursor, "solid"));
  if (hasMore(cursor)) refuse(cursor, `expected "solid" or the end of the file, got ${quote(cursor)}`);
  const place = (at: number) => `line ${lineAt(cursor.bytes, at)}`;
  return { solids, warnings: describeWarnings(warnings, source, place) };
}

function isSolid(cursor: TextCursor): boolean {
  const { at } = cursor;
  const found = skipWord(cursor, "solid");
  cursor.at = at;
  return found;
}

/** The rest of the line, or the text before a facet that begins on it; no further, because the whole file may be one line. */
function readName(cursor: TextCursor): string {
  const { bytes, at: start } = cursor;
  let end = start;
  for (;;) {
    while (isBlank(bytes[cursor.at])) cursor.at++;
    end = cursor.at;
    if (end >= bytes.length || bytes[end] === NEWLINE) break;
    if (skipWord(cursor, "facet")) {
      while (isBlank(bytes[cursor.at])) cursor.at++;
      if (!skipWord(cursor, "normal")) continue;
      cursor.at = end;
      return nameIn(bytes, start, end);
    }
    cursor.at = tokenEnd(cursor);
  }
  skipLine(cursor);
  return nameIn(bytes, start, end);
}

function nameIn(bytes: Uint8Array, start: number, end: number): string {
  return new TextDecoder().decode(bytes.subarray(start, end)).trim();
}

function readFacet(cursor: TextCursor, soup: GrowingList<Float64Array>, warnings: Warnings): void {
  const start = cursor.at;
  for (let i = 0; hasMore(cursor) && !skipWord(cursor, "outer"); i++) {
    // The normal adds nothing to the corners, and may be NaN.
    if (i === MOST_NORMAL_TOKENS) refuse(cursor, `expected "outer loop", got ${quote(cursor)}`);
    cursor.at = tokenEnd(cursor);
  }
  expectWord(cursor, "loop");
  const first = soup.length;
  while (hasMore(cursor) && skipWord(cursor, "vertex")) appendPoint(cursor, soup);
  expectWord(cursor, "endloop");
  expectWord(cursor, "endfacet");
  if (soup.length - first !== TRIANGLE_NUMBERS) cutLoop(cursor, soup, first, warnings, start);
}

function expectWord(cursor: TextCursor, word: string): void {
  if (!hasMore(cursor) || !skipWord(cursor, word)) refuse(cursor, `expected "${word}", got ${quote(cursor)}`);
}

/** Replaces the corners from `first` on, which are not three, by the triangles of their polygon. */
function cutLoop(
  cursor: TextCursor,
  soup: GrowingList<Float64Array>,
  first: number,
  warnings: Warnings,
  start: number,
): void {
  const corners = soup.values.slice(first, soup.length);
  const count = corners.length / 3;
  const triangles = createIndexList();
  const fault = triangulate(
    corners,
    Uint32Array.from({ length: count }, (_, i) => i),
    count,
    triangles,
  );
  if (fault === TOO_COMPLEX) refuse(cursor, fault, start);
  if (fault !== undefined) warn(warnings, fault, start);
  soup.length = first;
  reserve(soup, 3 * triangles.length);
  for (let i = 0; i < triangles.length; i++)
    for (let axis = 0; axis < 3; axis++) soup.values[soup.length++] = corners[3 * triangles.values[i] + axis];
}
