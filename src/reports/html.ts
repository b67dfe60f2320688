import { gzipSync, strToU8 } from "fflate";
import { FormatError } from "../errors.ts";
import type { ClashPart, ClashReport } from "./clash-report.ts";
import { packScene } from "./pack-scene.ts";
import { BYTES_ID, DATA_MARK, JSON_ID, type PageData } from "./packed-scene.ts";

export interface HtmlOptions {
  /** The page without data: the text of dist/viewer/clash.html, which comes with the package. */
  template: string;
  /** How many triangles are drawn; parts beyond are shown as boxes, and the page says so. Default 3,000,000. */
  maxTriangles?: number | undefined;
}

/**
 * One HTML file that opens offline, with everything inside. Names of parts and files come to the page as base64 alone,
 * so no name can end an element or start one.
 */
export function writeHtml(report: ClashReport, parts: ClashPart[], options: HtmlOptions): string {
  const { template, maxTriangles = 3_000_000 } = options;
  const mark = template.indexOf(DATA_MARK);
  if (mark === -1)
    throw new FormatError(`template: has no ${DATA_MARK}; take dist/viewer/clash.html of the package`);
  const { scene, bytes } = packScene(report, parts, maxTriangles);
  const clashes = report.clashes.map(({ curves: _, ...clash }) => clash);
  const data: PageData = { report: { ...report, clashes }, scene };
  return (
    template.slice(0, mark) +
    dataElement(JSON_ID, strToU8(JSON.stringify(data))) +
    dataElement(BYTES_ID, bytes) +
    template.slice(mark + DATA_MARK.length)
  );
}

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
