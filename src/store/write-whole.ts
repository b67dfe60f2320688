import { randomBytes } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";

/** The end of the names of files that are being written. */
export const TEMPORARY = ".new";

/** Writes a file beside its place and renames it: it is there whole, or not at all. */
export function writeWhole(path: string, bytes: Uint8Array): void {
  const temporary = beside(path);
  try {
    writeFileSync(temporary, bytes);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** `writeWhole`, while the caller's thread goes on. */
export async function writeWholeSoon(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = beside(path);
  try {
    await writeFile(temporary, bytes);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function beside(path: string): string {
  return `${path}.${randomBytes(6).toString("hex")}${TEMPORARY}`;
}
