import { FormatError } from "../../errors.ts";

// occt-import-js, OpenCASCADE as WebAssembly, is optional and heavy (LGPL, 7.6 MB): it is loaded when a file needs it, and kept
// for the next file.

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

interface OwnOcct extends Occt {
  HEAPU8: Uint8Array;
}

type Start = (settings: {
  print: (line: string) => void;
  printErr: (line: string) => void;
}) => Promise<OwnOcct>;

/** WebAssembly never releases memory, so a module that has grown beyond this is not kept. */
const MOST_KEPT = 2 ** 29;
/** A file may make it print a line for each of a million faults. */
const MOST_SAID = 1000;

const occt = {
  /** What it has printed since the last `heardFromOcct`. */
  said: [] as string[],
  kept: null as Promise<OwnOcct> | null,
};

/** The module that reads CAD files: one for all files, until it is released or has grown too large. */
export async function loadOcct(source: string): Promise<Occt> {
  occt.kept ??= startOcct();
  try {
    if ((await occt.kept).HEAPU8.length > MOST_KEPT) occt.kept = startOcct();
    return await occt.kept;
  } catch (error) {
    occt.kept = null;
    const advice =
      "reading STEP, IGES and BREP takes the package occt-import-js; to install it, run: npm install occt-import-js";
    const isAbsent = (error as { code?: string }).code === "ERR_MODULE_NOT_FOUND";
    const reason = isAbsent ? "" : ` (${(error as Error).message})`;
    throw new FormatError(`${source}: ${advice}${reason}`, { cause: error });
  }
}

// The package name is in a variable, so that neither the compiler nor a bundler insists on a package that may be absent.
async function startOcct(): Promise<OwnOcct> {
  const name = "occt-import-js";
  const start = ((await import(name)) as { default: Start }).default;
  const say = (line: string) => {
    if (occt.said.length < MOST_SAID) occt.said.push(line);
  };
  return start({ print: say, printErr: say });
}

/** Releases a module that cannot be trusted any more: the next file gets a new one. */
export function releaseOcct(): void {
  occt.kept = null;
}

/** The errors that OpenCASCADE has printed since the last call, without decoration. */
export function heardFromOcct(): string[] {
  const lines = occt.said.filter((line) => /\bERR\b|Exception|Fail/i.test(line));
  occt.said = [];
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
