import { FormatError } from "../../errors.ts";

// occt-import-js, OpenCASCADE as WebAssembly, is optional and heavy (LGPL, 7.6 MB): it is loaded when a file needs it.

/** The part of occt-import-js that abut uses: what its function returns once it has started. */
export interface Occt {
  ReadStepFile(bytes: Uint8Array, settings: OcctSettings): OcctResult;
  ReadIgesFile(bytes: Uint8Array, settings: OcctSettings): OcctResult;
  ReadBrepFile(bytes: Uint8Array, settings: OcctSettings): OcctResult;
}

export interface OcctSettings {
  linearUnit: "millimeter" | "centimeter" | "meter" | "inch" | "foot";
  linearDeflectionType: "bounding_box_ratio" | "absolute_value";
  linearDeflection: number;
  angularDeflection: number;
}

export interface OcctResult {
  success: boolean;
  root?: OcctNode;
  meshes?: OcctMesh[];
}

export interface OcctNode {
  name: string;
  meshes: number[];
  children: OcctNode[];
}

export interface OcctMesh {
  name: string;
  color?: readonly number[];
  brep_faces: { first: number; last: number; color: readonly number[] | null }[];
  attributes: { position: { array: number[] } };
  index: { array: number[] };
}

type Start = (settings: { print: (line: string) => void; printErr: (line: string) => void }) => Promise<Occt>;

/** A file may make it print a line for each of a million faults. */
const MOST_SAID = 1000;

/** OpenCASCADE for one file, and what it prints. */
export interface OcctRun {
  occt: Occt;
  said: string[];
}

/**
 * Starts OpenCASCADE for one file. A damaged file can leave its memory damaged: an instance that had read such files never returned
 * from the next file. A start takes 0.1 s of processor time, because V8 keeps the compiled code.
 */
export async function startOcct(source: string): Promise<OcctRun> {
  const said: string[] = [];
  const say = (line: string) => {
    if (said.length < MOST_SAID) said.push(line);
  };
  // The package name is in a variable, so that neither the compiler nor a bundler insists on a package that may be absent.
  const name = "occt-import-js";
  try {
    const start = ((await import(name)) as { default: Start }).default;
    return { occt: await start({ print: say, printErr: say }), said };
  } catch (error) {
    const advice =
      "reading STEP, IGES and BREP takes the package occt-import-js; to install it, run: npm install occt-import-js";
    const isAbsent = (error as { code?: string }).code === "ERR_MODULE_NOT_FOUND";
    const reason = isAbsent ? "" : ` (${(error as Error).message})`;
    throw new FormatError(`${source}: ${advice}${reason}`, { cause: error });
  }
}

/** The errors among what OpenCASCADE has printed, without decoration. */
export function complaintsIn(said: readonly string[]): string[] {
  const lines = said.filter((line) => /\bERR\b|Exception|Fail/i.test(line));
  return [
    ...new Set(
      lines.map((line) =>
        line
          .replace(/[*\s]+/g, " ")
          .replace(/^ ?ERR /, "")
          .trim(),
      ),
    ),
  ];
}
