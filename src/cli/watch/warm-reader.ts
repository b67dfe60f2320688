import { isOlder } from "../scene/file-digest.ts";
import type { InputReader } from "../scene/input-reader.ts";
import type { Input } from "../scene/read-input.ts";
import { type FileStates, stateOf } from "./file-states.ts";

/** Files as they were last read, from run to run. */
export interface WarmFiles {
  /**
   * The files that the files of a list name, with their states when they were read. A file that was written while it was read for the
   * first time has none, and counts as changed: what was read of it may be older than its state.
   */
  namedBy(files: Iterable<string>): FileStates;
  /** Reads with `reader` what has changed, and takes the rest from memory. `states`: what files were like before the run. */
  wrap(reader: InputReader, states: FileStates): InputReader;
}

interface WarmFile {
  /** Options may change from run to run: those of a rules file, or joint values. */
  options: string;
  state: string;
  named: FileStates;
  input: Input;
}

export function createWarmFiles(): WarmFiles {
  const known = new Map<string, WarmFile>();
  return {
    namedBy(files) {
      return new Map([...files].flatMap((file) => [...(known.get(file)?.named ?? [])]));
    },
    wrap: (reader, states) => ({
      async read(file, options) {
        const now = (path: string) => states.get(path) ?? stateOf(path);
        const state = now(file);
        const words = JSON.stringify(options);
        const before = known.get(file);
        if (before?.options === words && before.state === state && isCurrent(before.named, now))
          return before.input;
        known.delete(file);
        const began = Date.now();
        const input = await reader.read(file, options);
        // The meshes of a robot are searched for by name: a nearer one may appear, so a robot is always read.
        const isRobot = input.model.allowedPairs !== undefined;
        const named = new Map(
          input.named.map((path) => [path, states.get(path) ?? (isOlder(path, began) ? stateOf(path) : "")]),
        );
        known.set(file, { options: isRobot ? "" : words, state, named, input });
        return input;
      },
      end: () => reader.end(),
    }),
  };
}

function isCurrent(before: FileStates, now: (file: string) => string): boolean {
  for (const [file, state] of before) if (now(file) !== state) return false;
  return true;
}
