import { randomBytes } from "node:crypto";
import { rmSync, statSync } from "node:fs";
import { open, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { FormatError, OptionError } from "../../errors.ts";
import { makeFolder } from "../../store/make-folder.ts";

export type FileContent = string | Uint8Array | Iterable<string>;

/**
 * Writes a file completely or not at all: under another name beside it, then renamed. A symbolic link stays one. Missing
 * folders are created. Devices and pipes are written directly. Throws `OptionError` if one of `inputs` would be
 * overwritten, by any path.
 */
export async function replaceFile(
  path: string,
  content: FileContent,
  inputs: readonly string[],
): Promise<void> {
  refuseInput(path, inputs);
  try {
    makeFolder(dirname(path));
    const found = await stat(path).catch(() => null);
    if (found !== null && !found.isFile()) await writeFile(path, content);
    else await writeBeside(found === null ? path : await realpath(path), content, found?.mode);
  } catch (error) {
    throw new FormatError(`-o ${path}: cannot write the file: ${(error as Error).message}`);
  }
}

/** Throws `OptionError` if a path leads to one of the inputs: by name, symbolic link or hard link. */
export function refuseInput(path: string, inputs: readonly string[]): void {
  const target = identityOf(path);
  const own = resolve(path);
  for (const input of inputs)
    if (resolve(input) === own || (target !== null && target === identityOf(input)))
      throw new OptionError(`-o ${path}: this is the input ${input}, which is not overwritten`);
}

/** Device and inode, after links are resolved; null if there is no file. Pipes and devices may be read and written. */
function identityOf(path: string): string | null {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found?.isFile() ? `${found.dev}:${found.ino}` : null;
  } catch {
    return null; // a path that leads to no file, such as a cycle of links
  }
}

/** Each piece is a write of its own, and a report has hundreds of thousands. */
const BATCH_CHARACTERS = 2 ** 20;

function* inBatches(pieces: Iterable<string>): Iterable<string> {
  let batch = "";
  for (const piece of pieces) {
    batch += piece;
    if (batch.length < BATCH_CHARACTERS) continue;
    yield batch;
    batch = "";
  }
  if (batch !== "") yield batch;
}

async function writeBeside(target: string, content: FileContent, mode: number | undefined): Promise<void> {
  const draft = join(
    dirname(target),
    `.${basename(target).slice(0, 200)}.${randomBytes(6).toString("hex")}.tmp`,
  );
  const remove = () => rmSync(draft, { force: true });
  process.on("exit", remove); // a second Ctrl-C
  try {
    const file = await open(draft, "wx", mode ?? 0o666);
    try {
      const isWhole = typeof content === "string" || content instanceof Uint8Array;
      await file.writeFile((isWhole ? content : inBatches(content)) as string); // its type lacks what it takes
      await file.sync(); // a full disk may only be reported here
    } finally {
      await file.close();
    }
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    process.off("exit", remove);
  }
}
