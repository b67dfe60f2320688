import { randomBytes } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";

/** The end of the names of files that are being written. */
export const TEMPORARY = ".new";

/** Writes a file beside its place and renames it: it is there whole, or not at all. */
export function writeWhole(path: string, bytes: Uint8Array): void {
  const temporary = `${path}.${randomBytes(6).toString("hex")}${TEMPORARY}`;
  try {
    writeFileSync(temporary, bytes);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
