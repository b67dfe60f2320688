import { linesOf, readLine, typeOf } from "./elements.ts";
import type { IfcFile } from "./web-ifc.ts";

// What the relations of a file say about its elements. Files may refer to lines that do not exist, so every member may be missing.

/** The name of the building storey of each element, by line. A part of an element is on the element's storey. */
export function readStoreys(file: IfcFile): (line: number) => string | undefined {
  const storeyOf = new Map<number, string>();
  for (const { RelatingStructure, RelatedElements } of relations(file, "IfcRelContainedInSpatialStructure")) {
    const structure = lineOf(file, RelatingStructure);
    if (structure === null || !isStorey(file, RelatingStructure)) continue;
    const name = textOf(structure.Name) || textOf(structure.LongName) || textOf(structure.GlobalId);
    if (name !== "") for (const line of linesIn(RelatedElements)) storeyOf.set(line, name);
  }
  const wholeOf = new Map<number, number>();
  for (const { RelatingObject, RelatedObjects } of relations(file, "IfcRelAggregates"))
    if (RelatingObject != null)
      for (const line of linesIn(RelatedObjects)) wholeOf.set(line, RelatingObject.value);
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
  file: IfcFile,
): (line: number) => Readonly<Record<string, string>> | undefined {
  const sets = new Map<number, [string, string][]>();
  const found = new Map<number, Record<string, string>>();
  for (const { RelatingPropertyDefinition, RelatedObjects } of relations(file, "IfcRelDefinesByProperties")) {
    const set = RelatingPropertyDefinition?.value;
    if (typeof set !== "number") continue;
    let values = sets.get(set);
    if (values === undefined) {
      values = readSet(file, RelatingPropertyDefinition);
      sets.set(set, values);
    }
    for (const line of linesIn(RelatedObjects)) {
      const before = found.get(line) ?? {};
      for (const [name, text] of values) before[name] = text;
      found.set(line, before);
    }
  }
  return (line) => found.get(line);
}

function readSet(file: IfcFile, handle: Handle): [string, string][] {
  const set = lineOf(file, handle);
  const values: [string, string][] = [];
  for (const property of set?.HasProperties ?? []) {
    const { Name, NominalValue } = lineOf(file, property) ?? {};
    const value = NominalValue?.value;
    if (value !== undefined && value !== null)
      values.push([`${textOf(set.Name)}.${textOf(Name)}`, String(value)]);
  }
  return values;
}

type Handle = { value?: unknown } | null | undefined;

/** The lines that a list refers to. A wrong file may have $ or text among them. */
function linesIn(list: readonly Handle[] | null | undefined): number[] {
  return (list ?? []).flatMap((handle) => (typeof handle?.value === "number" ? [handle.value] : []));
}

// biome-ignore lint/suspicious/noExplicitAny: web-ifc has a class for each of a thousand entities
function* relations(file: IfcFile, type: string): Generator<any> {
  for (const line of linesOf(file, [type], "types")) {
    const relation = readLine(file, line);
    if (relation !== undefined) yield relation;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: see above
function lineOf(file: IfcFile, handle: Handle): any {
  return typeof handle?.value === "number" ? (readLine(file, handle.value) ?? null) : null;
}

function isStorey(file: IfcFile, handle: Handle): boolean {
  return typeOf(file, handle!.value as number) === "IfcBuildingStorey";
}

function textOf(attribute: Handle): string {
  return typeof attribute?.value === "string" ? attribute.value : "";
}
