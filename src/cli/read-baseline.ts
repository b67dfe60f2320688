import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { FormatError } from "../errors.ts";
import type { Baseline } from "../reports/baseline.ts";
import { readClashReport } from "../reports/read-clash-report.ts";

/** Reads an earlier report written by `--format json`. */
export async function readBaseline(file: string): Promise<Baseline> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
  } catch (error) {
    throw new FormatError(`--baseline ${file}: cannot read the file: ${(error as Error).message}`);
  }
  const report = readClashReport(new TextDecoder().decode(bytes), file);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { file: file.replaceAll("\\", "/"), sha256, report };
}
