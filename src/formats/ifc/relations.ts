import { linesOf } from "./elements.ts";
import type { WebIfc } from "./web-ifc.ts";

// What the relations of a file say about its elements. Files may refer to lines that do not exist, so every member may be missing.

/** The name of the building storey of each element, by line. A part of an element is on the element's storey. */
export function readStoreys(api: WebIfc, model: number): (line: number) => string | undefined {
  const storeyOf = new Map<number, string>();
  for (const { RelatingStructure, RelatedElements } of relations(
    api,
    model,
    "IfcRelContainedInSpatialStructure",
  )) {
    const structure = lineOf(api, model, RelatingStructure);
    if (structure === null || !isStorey(api, model, RelatingStructure)) continue;
    const name = textOf(structure.Name) || textOf(structure.LongName) || textOf(structure.GlobalId);
    if (name !== "") for (const { value } of RelatedElements ?? []) storeyOf.set(value, name);
  }
  const wholeOf = new Map<number, number>();
  for (const { RelatingObject, RelatedObjects } of relations(api, model, "IfcRelAggregates"))
    if (RelatingObject != null)
      for (const { value } of RelatedObjects ?? []) wholeOf.set(value, RelatingObject.value);
  return (line) => {
    let at: number | undefined = line;
    // A wrong file may have a part that contains itself.
    for (let steps = 0; at !== undefined && steps < MOST_STEPS; steps++) {
      const name = storeyOf.get(at);
      if (name !== undefined) return name;
      at = wholeOf.get(at);
    }
    return undefined;
  };
}

const MOST_STEPS = 16;

/** The values of each element's properties, by line: "Pset_WallCommon.IsExternal" and so on. */
export function readProperties(
  api: WebIfc,
  model: number,
): (line: number) => Readonly<Record<string, string>> | undefined {
  const sets = new Map<number, [string, string][]>();
  const found = new Map<number, Record<string, string>>();
  for (const { RelatingPropertyDefinition, RelatedObjects } of relations(
    api,
    model,
    "IfcRelDefinesByProperties",
  )) {
    const set = RelatingPropertyDefinition?.value;
    if (typeof set !== "number") continue;
    let values = sets.get(set);
    if (values === undefined) {
      values = readSet(api, model, RelatingPropertyDefinition);
      sets.set(set, values);
    }
    for (const { value } of RelatedObjects ?? []) {
      const before = found.get(value) ?? {};
      for (const [name, text] of values) before[name] = text;
      found.set(value, before);
    }
  }
  return (line) => found.get(line);
}

function readSet(api: WebIfc, model: number, handle: Handle): [string, string][] {
  const set = lineOf(api, model, handle);
  const values: [string, string][] = [];
  for (const property of set?.HasProperties ?? []) {
    const { Name, NominalValue } = lineOf(api, model, property) ?? {};
    const value = NominalValue?.value;
    if (value !== undefined && value !== null)
      values.push([`${textOf(set.Name)}.${textOf(Name)}`, String(value)]);
  }
  return values;
}

type Handle = { value?: unknown } | null | undefined;

// biome-ignore lint/suspicious/noExplicitAny: web-ifc has a class for each of a thousand entities
function* relations(api: WebIfc, model: number, type: string): Generator<any> {
  for (const line of linesOf(api, model, [type], "types")) {
    const relation = api.GetLine(model, line);
    if (relation != null) yield relation;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: see above
function lineOf(api: WebIfc, model: number, handle: Handle): any {
  return typeof handle?.value === "number" ? (api.GetLine(model, handle.value) ?? null) : null;
}

function isStorey(api: WebIfc, model: number, handle: Handle): boolean {
  return api.GetNameFromTypeCode(api.GetLineType(model, handle!.value as number)) === "IfcBuildingStorey";
}

function textOf(attribute: Handle): string {
  return typeof attribute?.value === "string" ? attribute.value : "";
}
