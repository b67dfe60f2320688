import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A store for one watch, which is gone with it. */
export interface OwnStore {
  /** For `openStore`: plain files, because LMDB may not be installed. */
  place: string;
  remove(): void;
}

export function createOwnStore(): OwnStore {
  const folder = mkdtempSync(join(tmpdir(), "abut-watch-"));
  const erase = () => rmSync(folder, { recursive: true, force: true });
  process.on("exit", erase); // a second Ctrl-C
  return {
    place: `files:${folder}`,
    remove() {
      erase();
      process.off("exit", erase);
    },
  };
}
