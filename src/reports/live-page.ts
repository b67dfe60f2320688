import { strToU8 } from "fflate";
import { FormatError } from "../errors.ts";
import type { ClashPart, ClashReport } from "./clash-report.ts";
import type { Decision } from "./clash-status.ts";
import { type PageOptions, packPage } from "./html.ts";
import { DATA_MARK } from "./packed-scene.ts";

// The page of `abut clash --watch`: the page of the HTML report, which asks a server for its data instead of holding it.

/** The id of the element that tells the page that it is live. Its text is `LiveSettings` as JSON. */
export const LIVE_ID = "abut-live";

export interface LiveSettings {
  /** Whether the server saves decisions. */
  saves: boolean;
}

/** Where the watch stands: every event of the server. */
export interface LiveState {
  /** The number of the latest report. */
  run: number;
  activity: "watching" | "checking" | "ended";
  /** Why the report is not up to date. */
  trouble: string | null;
}

/** What the page sends to be saved. */
export interface PageDecision {
  ids: readonly string[];
  decision: Decision;
}

/** The policy of a page that loads nothing, and what a live page may do in addition: ask the server that it comes from. */
const POLICY = "default-src 'none';";
const LIVE_POLICY = `${POLICY} connect-src 'self';`;

/** The live page. Its data comes from `report`, `events` tells when there is more, and `decisions` takes what is decided. */
export function livePage(template: string, settings: LiveSettings): string {
  if (!template.includes(POLICY) || !template.includes(DATA_MARK))
    throw new FormatError("template: not the page of a report; take dist/viewer/clash.html of the package");
  return template
    .replace(POLICY, LIVE_POLICY)
    .replace(
      DATA_MARK,
      `<script type="application/json" id="${LIVE_ID}">${JSON.stringify(settings)}</script>\n`,
    );
}

/** u32 bytes of JSON, little-endian | JSON: { run, data } | the geometry, from a multiple of 8. */
export const JSON_LENGTH_BYTES = 4;

/** A report for the live page: the number of its run, the JSON and the geometry of the page. */
export function livePayload(
  run: number,
  report: ClashReport,
  parts: readonly ClashPart[],
  options: PageOptions,
): Uint8Array {
  const { data, bytes } = packPage(report, parts, options);
  const json = strToU8(JSON.stringify({ run, data }));
  const geometryAt = geometryOffset(json.length);
  const payload = new Uint8Array(geometryAt + bytes.length);
  new DataView(payload.buffer).setUint32(0, json.length, true);
  payload.set(json, JSON_LENGTH_BYTES);
  payload.set(bytes, geometryAt);
  return payload;
}

/** Where the geometry begins after JSON of this length. */
export function geometryOffset(jsonBytes: number): number {
  return 8 * Math.ceil((JSON_LENGTH_BYTES + jsonBytes) / 8);
}
