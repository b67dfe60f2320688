import type { Bounds, Vector } from "../clash/clash.ts";
import type { ClashReport, ReportClash } from "./clash-report.ts";

// What the HTML report carries for its page: JSON with the report and a table of contents, and one block of bytes with
// the numbers. `pack-scene.ts` writes it, `viewer/src/data/` reads it.

/** The marked place of the template, where the data goes. */
export const DATA_MARK = "<!--abut:data-->";
/** Ids of the two elements that hold the data: base64 of gzip. */
export const JSON_ID = "abut-json";
export const BYTES_ID = "abut-bytes";

/** The JSON of the page. */
export interface PageData {
  /** As written by `writeJson`, but for the curves: those are in the bytes. */
  report: Omit<ClashReport, "clashes"> & { clashes: PageClash[] };
  scene: PackedScene;
  /** Which axis of the model points up at first. */
  up: "y" | "z";
}

export type PageClash = Omit<ReportClash, "curves">;

/**
 * The bytes, little-endian, each section behind the one before:
 *
 *   matrices       12 × f64 a drawn part: the columns of the map from mesh space to the world, in the report's unit, less `origin`
 *   positions       3 × f32 a vertex, mesh after mesh, less the mesh's own origin (which is in the matrices)
 *   curves          3 × f32 a point, clash after clash, less the clash's `point`
 *   wide indices    3 × u32 a triangle, of meshes with more than 65,536 vertices
 *   narrow indices  3 × u16 a triangle, of the others
 *
 * Indices are differences to the number before, modulo their width, because those gzip to half.
 */
export interface PackedScene {
  /** In the report's unit: the middle of all. f32 is precise near it, wherever on earth the model lies. */
  origin: Vector;
  /** Around all parts, less the origin. */
  box: Bounds;
  meshes: { vertices: number; triangles: number }[];
  /** For each part the number of its mesh, or −1 where only its box is drawn. Drawn parts have matrices, in this order. */
  meshOfPart: number[];
  /** For each clash, for each of its curves: how many points; negative where it is closed. */
  curves: number[][];
  /** What the budget was, for the page to say so. */
  maxTriangles: number;
}

export const MATRIX_LENGTH = 12;
/** Meshes with more vertices have wide indices. */
export const NARROW_VERTICES = 65536;
