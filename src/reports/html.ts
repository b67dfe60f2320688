import { gzipSync, strToU8 } from "fflate";
import { FormatError, OptionError, show } from "../errors.ts";
import type { PartColor } from "../formats/model.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import { toBase64 } from "./base64.ts";
import { checkList, checkRecords, checkText } from "./check-argument.ts";
import { checkReport } from "./check-report.ts";
import type { ClashPart, ClashReport, ReportInput } from "./clash-report.ts";
import type { StatusFile } from "./clash-status.ts";
import { checkStatus } from "./clash-status.ts";
import { packScene } from "./pack-scene.ts";
import { BYTES_ID, DATA_MARK, JSON_ID, type PageData } from "./packed-scene.ts";
import { checkUpAxis, partsOfReport } from "./scene-space.ts";

export interface HtmlOptions {
  /** The page without data: the text of dist/viewer/clash.html in the package. */
  template: string;
  /** The largest number of triangles to draw. Further parts are drawn as boxes, and the page says so. Default 3,000,000. */
  maxTriangles?: number | undefined;
  /** The axis of the model that points up on the screen. By default the extensions of the inputs decide. */
  upAxis?: "y" | "z" | null | undefined;
  /** For each part its colour in the file; undefined or null where the file gives none. Default: no colours. */
  colors?: readonly (PartColor | null | undefined)[] | undefined;
  /** The status after the run. Decisions made in the page are added to it. Default: empty. */
  status?: StatusFile | null | undefined;
  /** Compresses data as gzip, for instance Node's `gzipSync`, which takes less than half of the time. Default: in JavaScript. */
  gzip?: ((bytes: Uint8Array) => Uint8Array) | undefined;
}

/** What a page shows in addition to the report and its parts. */
export type PageOptions = Omit<HtmlOptions, "template" | "gzip">;

const HTML_OPTIONS: OptionNames<HtmlOptions> = {
  template: true,
  maxTriangles: true,
  upAxis: true,
  colors: true,
  status: true,
  gzip: true,
};

/**
 * One HTML file that contains everything and opens offline. Names of parts and files are in it as base64 only, so no name can
 * start or end an element.
 */
export function writeHtml(report: ClashReport, parts: readonly ClashPart[], options: HtmlOptions): string {
  checkOptionNames(options, HTML_OPTIONS, "writeHtml");
  const { template, gzip = gzipHere, ...pageOptions } = options;
  checkText(template, "template");
  const mark = template.indexOf(DATA_MARK);
  if (mark === -1)
    throw new FormatError(`template: has no ${DATA_MARK}; take dist/viewer/clash.html of the package`);
  const { data, bytes } = packPage(report, parts, pageOptions);
  return (
    template.slice(0, mark) +
    dataElement(JSON_ID, gzip(strToU8(JSON.stringify(data)))) +
    dataElement(BYTES_ID, gzip(bytes)) +
    template.slice(mark + DATA_MARK.length)
  );
}

/** What the page shows: its JSON, and the bytes of its geometry. */
export function packPage(
  report: ClashReport,
  parts: readonly ClashPart[],
  { maxTriangles = 3_000_000, upAxis, colors = [], status = null }: PageOptions,
): { data: PageData; bytes: Uint8Array } {
  checkReport(report);
  checkRecords(parts, "parts");
  if (!(typeof maxTriangles === "number" && maxTriangles >= 0))
    throw new OptionError(`maxTriangles: expected a count, got ${show(maxTriangles)}`);
  checkUpAxis(upAxis);
  checkList(colors, "colors");
  checkColors(colors, parts.length);
  if (status !== null) checkStatus(status);
  const { scene, bytes } = packScene(report, partsOfReport(report, parts), maxTriangles);
  const clashes = report.clashes.map(({ curves: _, ...clash }) => clash);
  const data: PageData = {
    report: { ...report, clashes },
    scene,
    up: upAxis ?? guessUp(report.inputs),
    colors: parts.map((_, i) => colors[i] ?? null),
    status,
  };
  return { data, bytes };
}

function checkColors(colors: readonly (PartColor | null | undefined)[], partCount: number): void {
  if (colors.length > partCount)
    throw new OptionError(`colors: ${colors.length} colours for ${partCount} parts`);
  colors.forEach((color, i) => {
    if (color == null) return;
    if (color.length !== 3 || !color.every((value) => value >= 0 && value <= 1))
      throw new OptionError(`colors[${i}]: ${show(color)} is not three numbers from 0 to 1`);
  });
}

/** glTF has y up; the other formats have z up or usually mean z. The side with more triangles decides. */
function guessUp(inputs: ReportInput[]): "y" | "z" {
  let balance = 0;
  for (const { file, triangles } of inputs) balance += Y_UP.test(file) ? triangles : -triangles;
  return balance > 0 ? "y" : "z";
}

const Y_UP = /\.(glb|gltf|bvh)$/i;

function dataElement(id: string, packed: Uint8Array): string {
  return `<script type="application/gzip" id="${id}">${toBase64(packed)}</script>\n`;
}

function gzipHere(bytes: Uint8Array): Uint8Array {
  return gzipSync(bytes, { mtime: 0 }); // equal inputs give equal bytes
}
