import { FormatError, MeshError, PoseError } from "../../errors.ts";
import type { Warnings } from "../warnings.ts";

// web-ifc is optional and heavy (a WebAssembly module): it is loaded when a file needs it, and kept for the next file.

/** The part of web-ifc's `IfcAPI` that abut uses. */
export interface WebIfc {
  OpenModel(data: Uint8Array, settings?: { COORDINATE_TO_ORIGIN?: boolean }): number;
  CloseModel(model: number): void;
  GetTypeCodeFromName(name: string): number;
  GetNameFromTypeCode(type: number): string;
  GetLineIDsWithType(model: number, type: number, includeInherited?: boolean): IfcList<number>;
  GetLineType(model: number, line: number): number;
  // biome-ignore lint/suspicious/noExplicitAny: it has a class for each of a thousand entities
  GetLine(model: number, line: number): any;
  StreamMeshes(
    model: number,
    lines: number[],
    each: (mesh: { geometries: IfcList<PlacedGeometry> }) => void,
  ): void;
  GetGeometry(model: number, geometry: number): IfcGeometry;
  GetVertexArray(pointer: number, size: number): Float32Array;
  GetIndexArray(pointer: number, size: number): Uint32Array;
}

export interface IfcList<T> {
  size(): number;
  get(index: number): T;
}

export interface PlacedGeometry {
  geometryExpressID: number;
  /** Column-major, from the geometry's space to metres with y up. */
  flatTransformation: number[];
}

export interface IfcGeometry {
  GetVertexData(): number;
  GetVertexDataSize(): number;
  GetIndexData(): number;
  GetIndexDataSize(): number;
  delete(): void;
}

interface OwnWebIfc extends WebIfc {
  Init(locate?: undefined, forceSingleThread?: boolean): Promise<void>;
  SetLogLevel(level: number): void;
  wasmModule: { HEAPU8: Uint8Array };
}

const ERRORS_ONLY = 4; // LogLevel.LOG_LEVEL_ERROR
/** WebAssembly never releases memory, so a module that has grown beyond this is not kept. */
const MOST_KEPT = 2 ** 29;
/** A wrong reference makes web-ifc print one message for ever. It can only be stopped from the console function that it calls. */
const MOST_SAID = 10_000;

/** The loaded module, and what it prints. */
const webIfc = {
  /** What web-ifc has printed since the last `heard`. */
  said: [] as string[],
  kept: null as Promise<OwnWebIfc> | null,
  /** The module made last: its output is in `said`. */
  own: null as OwnWebIfc | null,
};

/** The module that reads IFC: one for all files, until it is released or has grown too large. */
export async function loadWebIfc(source: string): Promise<WebIfc> {
  webIfc.kept ??= createWebIfc();
  try {
    if ((await webIfc.kept).wasmModule.HEAPU8.length > MOST_KEPT) webIfc.kept = createWebIfc();
    return await webIfc.kept;
  } catch (error) {
    webIfc.kept = null;
    const advice = "reading IFC takes the package web-ifc; to install it, run: npm install web-ifc";
    const isAbsent = (error as { code?: string }).code === "ERR_MODULE_NOT_FOUND";
    const reason = isAbsent ? "" : ` (${(error as Error).message})`;
    throw new FormatError(`${source}: ${advice}${reason}`, { cause: error });
  }
}

// The package name is in a variable, so that neither the compiler nor a bundler insists on a package that may be absent.
async function createWebIfc(): Promise<OwnWebIfc> {
  const name = "web-ifc";
  const { IfcAPI } = (await import(name)) as { IfcAPI: new () => OwnWebIfc };
  const api = new IfcAPI();
  // It takes the console's functions when it starts, and prints through them from then on.
  await listen(() => api.Init(undefined, true));
  listen(() => api.SetLogLevel(ERRORS_ONLY));
  webIfc.own = api;
  return api;
}

/** Releases a module that cannot be trusted any more: the next file gets a new one. */
export function releaseWebIfc(): void {
  webIfc.kept = null;
  webIfc.own = null;
}

/**
 * Ends the running call of web-ifc. It catches everything that is thrown into it, including traps. So its memory is
 * removed, and the next pointer it follows causes a trap of its own, which nothing catches.
 */
function breakDown(): void {
  webIfc.own?.wasmModule.HEAPU8.fill(0xff);
  releaseWebIfc();
}

/** A file that web-ifc has opened. */
export interface IfcFile {
  api: WebIfc;
  model: number;
  source: string;
  warnings: Warnings;
}

/** web-ifc refused one line, and can be asked for others. */
export class UnreadableLine extends FormatError {
  /** What web-ifc says. */
  readonly reason: string;

  constructor(where: string, reason: string, cause: unknown) {
    super(`${where}: web-ifc cannot read it: ${reason}`, { cause });
    this.reason = reason;
  }
}

/**
 * Asks web-ifc about a file; every call for an open file goes through here. Nothing is printed. What web-ifc throws becomes a
 * `FormatError` that begins with the file and `place`, e.g. "#12": an `UnreadableLine`, or, if web-ifc has overrun its memory or
 * its stack, a plain one. Errors of abut that cross web-ifc, from callbacks, are passed on as they are.
 */
export function ask<T>({ api, model, source }: IfcFile, place: string, call: Call<T>): T {
  try {
    return listen(() => call(api, model));
  } catch (error) {
    if (error instanceof FormatError || error instanceof MeshError || error instanceof PoseError) throw error;
    const where = place === "" ? source : `${source}, ${place}`;
    if (!(error instanceof Error && /^R(?:untime|ange)Error$/.test(error.name)))
      throw new UnreadableLine(where, messageOf(error), error);
    // Nothing in web-ifc can be trusted any more.
    releaseWebIfc();
    const reason = heard().at(-1) ?? error.message;
    throw new FormatError(`${where}: web-ifc broke down: ${reason}`, { cause: error });
  }
}

type Call<T> = (api: WebIfc, model: number) => T;

/** web-ifc throws values of many kinds, numbers among them. */
export function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== "" ? error.message : "an error without a message";
}

/** Runs a synchronous call of web-ifc, which may print, without output on the console. */
export function listen<T>(call: () => T): T {
  const { log, warn, error } = console;
  console.log =
    console.warn =
    console.error =
      (...words: unknown[]) => {
        if (webIfc.said.push(words.join(" ")) > MOST_SAID) breakDown();
      };
  try {
    return call();
  } finally {
    Object.assign(console, { log, warn, error });
  }
}

/** What web-ifc has printed since the last call, without marks and line numbers. */
export function heard(): string[] {
  const lines = webIfc.said.map((line) =>
    line
      .replace(/^\[WEB-IFC\]\[\w+\]|^ERROR: */, "")
      .replace(/^\[\(?\w+[()[\]]* */, "")
      .replace(/[ :]\d+$/, "")
      .trim(),
  );
  webIfc.said = [];
  return [...new Set(lines)];
}
