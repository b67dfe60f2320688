import { FormatError } from "../../errors.ts";
import type { Positions } from "../../mesh/triangle-mesh.ts";
import { checkOptionNames } from "../../option-names.ts";
import { addFace } from "../add-face.ts";
import { type Budget, createBudget, LIMIT_OPTIONS, type LimitOptions, spendBytes } from "../budget.ts";
import { createIndexList, type GrowingList, pushTriangle, trimmed } from "../growing-list.ts";
import { createModel, type Model, type ModelPart, meshOfPart, nameOfFile } from "../model.ts";
import { TOO_COMPLEX } from "../triangulate.ts";
import { describeWarnings, type Warnings } from "../warnings.ts";
import { openPlyText } from "./ascii.ts";
import { openPlyBytes } from "./binary.ts";
import { type PlyElement, readPlyHeader } from "./header.ts";

/** Reads the rows of a PLY file in one encoding. Each method rejects unreadable data with its line or byte. */
export interface PlyRows {
  /** Where the next row begins; can be set to go back. */
  at: number;
  /** A position as text: "line 7" or "byte 812". */
  place(at: number): string;
  /** Skips all rows of an element. */
  skip(element: PlyElement): void;
  /** The x, y and z of all rows; f32 only if the file has f32. */
  readPoints(element: PlyElement): Positions;
  /** Fills `list` with each row's values of one list property (negative ones as 2^32 − n), then calls back. */
  readLists(
    element: PlyElement,
    property: string,
    list: GrowingList<Uint32Array>,
    each: (rowAt: number) => void,
  ): void;
}

/** Ends a strip: -1 as a list returns it. */
const RESTART = 0xffffffff;

/**
 * Reads a PLY file, ASCII (f64) or binary of either byte order (f32 or f64, as in the file): one part. Faces are polygons
 * of "vertex_indices" or "vertex_index"; triangle strips are read as well; other elements and properties are skipped.
 * Throws `FormatError` with line or byte.
 */
export function readPly(bytes: Uint8Array, source: string, options: LimitOptions = {}): Model {
  checkOptionNames(options, LIMIT_OPTIONS, "readPly");
  return readPlyWithin(createBudget(options.limits), bytes, source);
}

/** `readPly` within a budget that it shares with other files. */
export function readPlyWithin(budget: Budget, bytes: Uint8Array, source: string): Model {
  spendBytes(budget, bytes, source);
  const header = readPlyHeader(bytes, source);
  const rows =
    header.format === "ascii"
      ? openPlyText(bytes, source, header)
      : openPlyBytes(bytes, source, header, header.format === "binary_little_endian");
  const warnings: Warnings = new Map();
  const triangles = createIndexList();
  let vertices: Positions | null = null;
  const early: { element: PlyElement; at: number }[] = []; // faces that come before the vertices
  for (const element of header.elements) {
    if (element.name === "vertex" && vertices === null) vertices = rows.readPoints(element);
    else if (vertices !== null && indexProperty(element))
      readFaces(rows, element, vertices, triangles, warnings, source);
    else {
      if (indexProperty(element)) early.push({ element, at: rows.at });
      rows.skip(element);
    }
  }
  for (const { element, at } of early) {
    rows.at = at;
    readFaces(rows, element, vertices ?? new Float64Array(0), triangles, warnings, source);
  }
  const name = nameOfFile(source);
  const parts: ModelPart[] = [];
  if (triangles.length > 0)
    parts.push({
      name,
      mesh: meshOfPart(source, budget, name, vertices!, trimmed(triangles)),
      toWorld: null,
    });
  return createModel(
    source,
    budget,
    parts,
    describeWarnings(warnings, source, (at) => rows.place(at)),
  );
}

/** The list that holds an element's vertex numbers, if the element makes triangles. */
function indexProperty({ name, properties }: PlyElement): string | undefined {
  if (name !== "face" && name !== "tristrips") return undefined;
  return properties.find(
    (property) => property.lengthType !== null && /^vertex_(?:indices|index)$/.test(property.name),
  )?.name;
}

function readFaces(
  rows: PlyRows,
  element: PlyElement,
  vertices: Positions,
  triangles: GrowingList<Uint32Array>,
  warnings: Warnings,
  source: string,
): void {
  const vertexCount = vertices.length / 3;
  const corners = createIndexList();
  const isStrip = element.name === "tristrips";
  rows.readLists(element, indexProperty(element)!, corners, (at) => {
    for (let i = 0; i < corners.length; i++) {
      const vertex = corners.values[i];
      if (vertex >= vertexCount && !(isStrip && vertex === RESTART))
        throw new FormatError(
          `${source}, ${rows.place(at)}: vertex ${vertex > 0x7fffffff ? vertex | 0 : vertex} is out of range, there are ${vertexCount}`,
        );
    }
    if (isStrip) addStrip(corners, triangles);
    else if (!addFace(vertices, corners, triangles, warnings, at))
      throw new FormatError(`${source}, ${rows.place(at)}: ${TOO_COMPLEX}`);
  });
}

/** Every other triangle of a strip has the opposite winding. Those that repeat a corner only turn the strip. */
function addStrip({ values, length }: GrowingList<Uint32Array>, triangles: GrowingList<Uint32Array>): void {
  for (let i = 0, start = 0; i < length; i++) {
    if (values[i] === RESTART) start = i + 1;
    if (i < start + 2) continue;
    const isOdd = (i - start) % 2 === 1;
    const a = values[i - 2];
    const b = values[isOdd ? i : i - 1];
    const c = values[isOdd ? i - 1 : i];
    if (a !== b && b !== c && c !== a) pushTriangle(triangles, a, b, c);
  }
}
