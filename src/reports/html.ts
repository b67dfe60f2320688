import { gzipSync, strToU8 } from "fflate";
import { FormatError } from "../errors.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import { toBase64 } from "./base64.ts";
import type { ClashPart, ClashReport, ReportInput } from "./clash-report.ts";
import { packScene } from "./pack-scene.ts";
import { BYTES_ID, DATA_MARK, JSON_ID, type PageData } from "./packed-scene.ts";
import { printable } from "./printable-text.ts";
import { partsOfReport } from "./scene-space.ts";

export interface HtmlOptions {
  /** The page without data: the text of dist/viewer/clash.html in the package. */
  template: string;
  /** The largest number of triangles to draw. Further parts are drawn as boxes, and the page says so. Default 3,000,000. */
  maxTriangles?: number | undefined;
  /** The axis of the model that points up on the screen. By default the extensions of the inputs decide. */
  upAxis?: "y" | "z" | null | undefined;
}

const HTML_OPTIONS: OptionNames<HtmlOptions> = { template: true, maxTriangles: true, upAxis: true };

/**
 * One HTML file that contains everything and opens offline. Names of parts and files are in it as base64 only, so no name can
 * start or end an element.
 */
export function writeHtml(report: ClashReport, parts: readonly ClashPart[], options: HtmlOptions): string {
  checkOptionNames(options, HTML_OPTIONS, "writeHtml");
  const { template, maxTriangles = 3_000_000, upAxis } = options;
  const mark = template.indexOf(DATA_MARK);
  if (mark === -1)
    throw new FormatError(`template: has no ${DATA_MARK}; take dist/viewer/clash.html of the package`);
  const { scene, bytes } = packScene(report, partsOfReport(report, parts), maxTriangles);
  const clashes = report.clashes.map(({ curves: _, ...clash }) => clash);
  const data: PageData = { report: { ...report, clashes }, scene, up: upAxis ?? guessUp(report.inputs) };
  return (
    template.slice(0, mark) +
    dataElement(JSON_ID, strToU8(JSON.stringify(data, forPeople))) +
    dataElement(BYTES_ID, bytes) +
    template.slice(mark + DATA_MARK.length)
  );
}

/** Replacer for JSON: the page shows invisible characters of names as their codes. */
function forPeople(_: string, value: unknown): unknown {
  return typeof value === "string" ? printable(value) : value;
}

/** glTF has y up; the other formats have z up or usually mean z. The side with more triangles decides. */
function guessUp(inputs: ReportInput[]): "y" | "z" {
  let balance = 0;
  for (const { file, triangles } of inputs) balance += Y_UP.test(file) ? triangles : -triangles;
  return balance > 0 ? "y" : "z";
}

const Y_UP = /\.(glb|gltf|bvh)$/i;

function dataElement(id: string, bytes: Uint8Array): string {
  // mtime 0: equal inputs give equal bytes.
  return `<script type="application/gzip" id="${id}">${toBase64(gzipSync(bytes, { mtime: 0 }))}</script>\n`;
}
