import { OptionError, show } from "../../errors.ts";
import type { IfcList, WebIfc } from "./web-ifc.ts";

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

export function readElements(api: WebIfc, model: number, options: ElementOptions): FoundElements {
  const { types } = options;
  const { excludeTypes = types === undefined ? NOT_BUILT : [] } = options;
  const wanted = linesOf(api, model, types ?? ALL, "types");
  const unwanted = linesOf(api, model, excludeTypes, "excludeTypes");
  const elements: Element[] = [];
  const leftOut: string[] = [];
  for (const line of [...wanted].sort((a, b) => a - b)) {
    const { GlobalId, Name, Representation } = api.GetLine(model, line);
    if ((Representation ?? null) === null) continue;
    const guid = textOf(GlobalId);
    const type = api.GetNameFromTypeCode(api.GetLineType(model, line));
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

export function linesOf(api: WebIfc, model: number, types: readonly string[], option: string): Set<number> {
  if (!Array.isArray(types)) throw new OptionError(`${option}: expected an array, got ${show(types)}`);
  const lines = new Set<number>();
  for (const type of types) {
    if (typeof type !== "string") throw new OptionError(`${option}: ${show(type)} is not a class of IFC`);
    const code = api.GetTypeCodeFromName(type.toUpperCase());
    if (api.GetNameFromTypeCode(code).toUpperCase() !== type.toUpperCase())
      throw new OptionError(`${option}: "${type}" is not a class of IFC`);
    for (const line of valuesOf(api.GetLineIDsWithType(model, code, true))) lines.add(line);
  }
  return lines;
}

export function* valuesOf<T>(list: IfcList<T>): Generator<T> {
  for (let i = 0; i < list.size(); i++) yield list.get(i);
}

function textOf(attribute: { value?: unknown } | null | undefined): string {
  return typeof attribute?.value === "string" ? attribute.value : "";
}
