import type { PartColor } from "../formats/model.ts";
import type { Bounds } from "../geometry/bounds.ts";
import type { Vector } from "../geometry/vector.ts";
import type { ClashReport, ReportClash } from "./clash-report.ts";
import type { StatusFile } from "./clash-status.ts";

// The data of the HTML page: JSON with the report and a table of contents, and one block of bytes with the numbers.
// `pack-scene.ts` writes it, `viewer/src/data/` reads it.

/** The mark in the template that the data replaces. */
export const DATA_MARK = "<!--abut:data-->";
/** Ids of the two elements that hold the data: base64 of gzip. */
export const JSON_ID = "abut-json";
export const BYTES_ID = "abut-bytes";

/** The JSON of the HTML page. */
export interface PageData {
  /** The report without its curves, which are in the bytes. */
  report: Omit<ClashReport, "clashes"> & { clashes: PageClash[] };
  scene: PackedScene;
  /** The axis of the model that points up when the page opens. */
  up: "y" | "z";
  /** For each part its colour in the file, in sRGB from 0 to 1, or null. */
  colors: (PartColor | null)[];
  /** The status file after the run; null without one. */
  status: StatusFile | null;
}

export type PageClash = Omit<ReportClash, "curves">;

/**
 * The bytes are little-endian, section after section:
 *
 *   matrices       12 × f64 per drawn part: the columns of the map from mesh space to the world, in the report's unit, minus `origin`
 *   positions       3 × f32 per vertex, mesh after mesh, minus the mesh's own origin (which the matrices contain)
 *   curves          3 × f32 per point, clash after clash, minus the clash's `point`
 *   wide indices    3 × u32 per triangle, of meshes with more than 65,536 vertices
 *   narrow indices  3 × u16 per triangle, of all other meshes
 *
 * Each index is stored as its difference to the index before, modulo its width: gzip then halves it.
 */
export interface PackedScene {
  /** The middle of the scene, in the report's unit. Coordinates relative to it are precise in f32 wherever the model lies. */
  origin: Vector;
  /** The box around all parts, minus the origin. */
  box: Bounds;
  meshes: { vertices: number; triangles: number }[];
  /** For each part the index of its mesh, or −1 where only its box is drawn. Drawn parts have matrices, in this order. */
  meshOfPart: number[];
  /** For each clash and each of its curves the number of points; negative for a closed curve. */
  curves: number[][];
  /** The largest number of triangles to draw, for the page's note. */
  maxTriangles: number;
}

export const MATRIX_LENGTH = 12;
/** Meshes with more vertices than this have wide indices. */
export const NARROW_VERTICES = 65536;
