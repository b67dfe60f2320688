import { findClashes, keyParts, type PartsOfFile } from "abut/clash";
import { readModel } from "abut/formats";
import { type ClashReport, createClashReport, writeHtml } from "abut/reports";
import { createGearTrain } from "../../../examples/gear-train/assembly.mjs";

/** What is checked: files as a browser has them, or the gear train of the examples. */
export interface CheckRequest {
  files: { name: string; bytes: Uint8Array }[] | "example";
  /** Millimetres. */
  tolerance: number;
  clearance: number;
  /** The page of the report, without data. */
  template: string;
}

export interface CheckResult {
  report: ClashReport;
  html: string;
  /** Milliseconds. */
  reading: number;
  checking: number;
}

const MILLIMETRE = 0.001;

/** Reads, checks and writes the report, as `abut clash` does. STL, OBJ, PLY and OFF know no unit: they count as millimetres. */
export async function checkFiles({
  files,
  tolerance,
  clearance,
  template,
}: CheckRequest): Promise<CheckResult> {
  const start = performance.now();
  const read = files === "example" ? [exampleFile()] : await Promise.all(files.map(readFile));
  const parts = keyParts(read.map(({ label, parts }) => ({ label, parts })));
  const ready = performance.now();
  const result = findClashes(parts, { tolerance, clearance });
  const report = createClashReport({
    result,
    parts,
    inputs: read.map(({ label, bytes, sha256, warnings }) => ({ file: label, bytes, sha256, warnings })),
    unit: { name: "mm", metres: MILLIMETRE, perSceneUnit: 1 },
    settings: {
      tolerance,
      clearance,
      touching: "ignore",
      between: false,
      self: false,
      ignore: [],
      limit: null,
    },
    toolVersion: "0.1.0",
  });
  const checked = performance.now();
  const html = writeHtml(report, parts, { template });
  return { report, html, reading: ready - start, checking: checked - ready };
}

interface ReadFile extends PartsOfFile {
  bytes: number;
  sha256: string;
  warnings: string[];
}

function exampleFile(): ReadFile {
  return { label: "gear train", parts: createGearTrain(), bytes: 0, sha256: "0".repeat(64), warnings: [] };
}

async function readFile({ name, bytes }: { name: string; bytes: Uint8Array }): Promise<ReadFile> {
  const { parts, warnings, metresPerUnit } = await readModel(bytes, name);
  const scale = (metresPerUnit ?? MILLIMETRE) / MILLIMETRE;
  const scaled = parts.map(({ name, mesh, toWorld }) => ({ name, mesh, toWorld: scalePose(toWorld, scale) }));
  return { label: name, parts: scaled, bytes: bytes.length, sha256: await sha256Of(bytes), warnings };
}

function scalePose(pose: Float64Array | null, scale: number): Float64Array | null {
  if (scale === 1) return pose;
  const from = pose ?? Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
  return from.map((x, k) => (k % 4 === 3 ? x : scale * x));
}

async function sha256Of(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes.slice());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
