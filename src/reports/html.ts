import { gzipSync, strToU8 } from "fflate";
import { FormatError } from "../errors.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import type { ClashPart, ClashReport, ReportInput } from "./clash-report.ts";
import { packScene } from "./pack-scene.ts";
import { BYTES_ID, DATA_MARK, JSON_ID, type PageData } from "./packed-scene.ts";
import { printable } from "./printable-text.ts";
import { partsOfReport } from "./scene-space.ts";

export interface HtmlOptions {
  /** The page without data: the text of dist/viewer/clash.html, which comes with the package. */
  template: string;
  /** How many triangles are drawn; parts beyond are shown as boxes, and the page says so. Default 3,000,000. */
  maxTriangles?: number | undefined;
  /** Which axis of the model points up on the screen, where the readers know. By default the inputs' names decide. */
  upAxis?: "y" | "z" | null | undefined;
}

const HTML_OPTIONS: OptionNames<HtmlOptions> = { template: true, maxTriangles: true, upAxis: true };

/**
 * One HTML file that opens offline, with everything inside. Names of parts and files come to the page as base64 alone,
 * so no name can end an element or start one.
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

/** The page shows what it holds; ids have nothing to hide. */
function forPeople(_: string, value: unknown): unknown {
  return typeof value === "string" ? printable(value) : value;
}

/** glTF has y up; the other formats have z up, or do not say and mostly mean z. The larger inputs decide. */
function guessUp(inputs: ReportInput[]): "y" | "z" {
  let balance = 0;
  for (const { file, triangles } of inputs) balance += Y_UP.test(file) ? triangles : -triangles;
  return balance > 0 ? "y" : "z";
}

const Y_UP = /\.(glb|gltf|bvh)$/i;

function dataElement(id: string, bytes: Uint8Array): string {
  // Without the time of day: same input, same bytes.
  return `<script type="application/gzip" id="${id}">${toBase64(gzipSync(bytes, { mtime: 0 }))}</script>\n`;
}

/** Three bytes become four letters, so pieces of a multiple of three can be joined. */
const PIECE = 3 * 4096;

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE)
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE)));
  return text;
}
