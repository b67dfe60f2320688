import { OptionError, show } from "../../errors.ts";
import { warn } from "../warnings.ts";
import { ask, heard, type IfcFile, type IfcList } from "./web-ifc.ts";

export interface ElementOptions {
  /** Only elements of these classes and their subclasses, e.g. ["IfcWall"]. Default: all elements that have a shape. */
  types?: readonly string[] | undefined;
  /**
   * Elements of these classes and their subclasses are omitted. Default: what is not built, so that nobody can run into it
   * (spaces, spatial zones, openings, sites, virtual elements, annotations, grids, ports), or nothing if `types` is set.
   */
  excludeTypes?: readonly string[] | undefined;
}

const ALL = ["IfcProduct"];
const NOT_BUILT = [
  "IfcSpace",
  "IfcSpatialZone",
  "IfcExternalSpatialStructureElement",
  "IfcFeatureElementSubtraction",
  "IfcSite",
  "IfcVirtualElement",
  "IfcAnnotation",
  "IfcGrid",
  "IfcPort",
];

/** An element of a building, as named in the file. */
export interface Element {
  /** Its line number in the file: #line. */
  line: number;
  name: string;
  guid: string;
  /** Its class, e.g. "IfcWall". */
  type: string;
}

export interface FoundElements {
  /** The elements with a shape, in the order of their line numbers. */
  elements: Element[];
  /** How many elements with a shape `excludeTypes` omitted, by class, the classes in alphabetical order. */
  leftOut: Record<string, number>;
}

export function readElements(file: IfcFile, options: ElementOptions): FoundElements {
  const { types } = options;
  const { excludeTypes = types === undefined ? NOT_BUILT : [] } = options;
  const wanted = linesOf(file, types ?? ALL, "types");
  const unwanted = linesOf(file, excludeTypes, "excludeTypes");
  const elements: Element[] = [];
  const leftOut: string[] = [];
  for (const line of [...wanted].sort((a, b) => a - b)) {
    const { GlobalId, Name, Representation } = readLine(file, line) ?? {};
    if ((Representation ?? null) === null) continue;
    const guid = textOf(GlobalId);
    const type = typeOf(file, line);
    if (unwanted.has(line)) leftOut.push(type);
    else elements.push({ line, name: textOf(Name) || guid || `#${line}`, guid, type });
  }
  return { elements, leftOut: countTypes(leftOut) };
}

function countTypes(types: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const type of types.sort()) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}

export function linesOf(file: IfcFile, types: readonly string[], option: string): Set<number> {
  if (!Array.isArray(types)) throw new OptionError(`${option}: expected an array, got ${show(types)}`);
  const lines = new Set<number>();
  for (const type of types) {
    if (typeof type !== "string") throw new OptionError(`${option}: ${show(type)} is not a class of IFC`);
    const code = ask(file, "", (api) => api.GetTypeCodeFromName(type.toUpperCase()));
    if (ask(file, "", (api) => api.GetNameFromTypeCode(code)).toUpperCase() !== type.toUpperCase())
      throw new OptionError(`${option}: "${type}" is not a class of IFC`);
    const found = ask(file, "", (api, model) => [...valuesOf(api.GetLineIDsWithType(model, code, true))]);
    for (const line of found) lines.add(line);
  }
  return lines;
}

/** The attributes of a line by their names; undefined, with a warning, for a line that does not exist. */
// biome-ignore lint/suspicious/noExplicitAny: web-ifc has a class for each of a thousand entities
export function readLine(file: IfcFile, line: number): any {
  const found = ask(file, `#${line}`, (api, model) => api.GetLine(model, line));
  for (const complaint of heard()) warn(file.warnings, `web-ifc: ${complaint}`, line);
  return found ?? undefined;
}

/** The class of a line, e.g. "IfcWall". */
export function typeOf(file: IfcFile, line: number): string {
  return ask(file, `#${line}`, (api, model) => api.GetNameFromTypeCode(api.GetLineType(model, line)));
}

export function* valuesOf<T>(list: IfcList<T>): Generator<T> {
  for (let i = 0; i < list.size(); i++) yield list.get(i);
}

function textOf(attribute: { value?: unknown } | null | undefined): string {
  return typeof attribute?.value === "string" ? attribute.value : "";
}
