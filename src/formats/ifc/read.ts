import { FormatError, MeshError, PoseError } from "../../errors.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import { type Budget, createBudget, LIMIT_OPTIONS, type LimitOptions, spend, spendBytes } from "../budget.ts";
import { createModel, type Model, type ModelPart } from "../model.ts";
import { openText, type TextCursor } from "../text/text-cursor.ts";
import { describeWarnings, warn } from "../warnings.ts";
import { type Element, type ElementOptions, readElements } from "./elements.ts";
import { readProperties, readStoreys } from "./relations.ts";
import { type KnownMeshes, readShape, type Shape } from "./shapes.ts";
import { checkStep, schemaOf } from "./step-syntax.ts";
import {
  heard,
  type IfcFile,
  listen,
  loadWebIfc,
  messageOf,
  releaseWebIfc,
  UnreadableLine,
  type WebIfc,
} from "./web-ifc.ts";

export interface IfcOptions extends ElementOptions, LimitOptions {
  /** An initialised `IfcAPI` of web-ifc, if it cannot be loaded by name (browsers). Default: loaded. */
  webIfc?: WebIfc | undefined;
  /** Whether to read the properties of elements. Default false: large files have very many. */
  properties?: boolean | undefined;
}

export const IFC_OPTIONS: OptionNames<IfcOptions> = {
  ...LIMIT_OPTIONS,
  types: true,
  excludeTypes: true,
  webIfc: true,
  properties: true,
};

/** A file that is being read. */
interface Reading extends IfcFile {
  budget: Budget;
  known: KnownMeshes;
}

/**
 * Reads an IFC building through web-ifc: one part per element with a shape, in metres, z up, openings cut out. Elements
 * with one geometry share a mesh. Coordinates keep their values, however far from the origin. Throws `FormatError`.
 */
export async function readIfc(bytes: Uint8Array, source: string, options: IfcOptions = {}): Promise<Model> {
  checkOptionNames(options, IFC_OPTIONS, "readIfc");
  const budget = createBudget(options.limits);
  spendBytes(budget, bytes, source);
  const text = openText(bytes, source);
  const schema = schemaOf(text);
  if (!schema.startsWith("IFC")) {
    throw new FormatError(`${source}, byte 0: STEP of schema "${schema}" is no building; readStep reads it`);
  }
  checkStep(text, budget);
  const api = options.webIfc ?? (await loadWebIfc(source));
  const model = openModel(api, text);
  const reading: Reading = { api, source, budget, model, known: new Map(), warnings: new Map() };
  try {
    const { elements, leftOut } = readElements(reading, options);
    const storeyOf = readStoreys(reading);
    const propertiesOf = options.properties === true ? readProperties(reading) : () => undefined;
    const parts = elements.flatMap((element) => {
      const [storey, properties] = [storeyOf(element.line), propertiesOf(element.line)];
      return readPart(element, reading).map((part) => ({
        ...part,
        ...(storey !== undefined && { storey }),
        ...(properties !== undefined && { properties }),
      }));
    });
    const byLine = new Map(elements.map((element) => [element.line, element]));
    const place = (line: number) => {
      const element = byLine.get(line);
      return element === undefined ? `#${line}` : placeOf(element);
    };
    const space = { metresPerUnit: 1, upAxis: "z" } as const;
    const warnings = describeWarnings(reading.warnings, source, place);
    const read = createModel(source, budget, parts, warnings, space);
    if (Object.keys(leftOut).length > 0) read.leftOut = leftOut;
    return read;
  } finally {
    closeModel(reading);
  }
}

function openModel(api: WebIfc, { bytes, source, at }: TextCursor): number {
  heard();
  let model = -1;
  let reason = "";
  try {
    model = listen(() => api.OpenModel(bytes.subarray(at), { COORDINATE_TO_ORIGIN: false }));
  } catch (error) {
    releaseWebIfc();
    reason = messageOf(error);
  }
  if (model >= 0) return model;
  throw new FormatError(
    `${source}: web-ifc cannot open it: ${heard().join(", ") || reason || "no reason given"}`,
  );
}

/** One part; an empty list, with a warning, for an element whose shape cannot be made. */
function readPart(element: Element, reading: Reading): ModelPart[] {
  const { source, budget, known, warnings } = reading;
  spend(budget, "parts", 1, source);
  const { line, name, guid, type } = element;
  let shape: Shape | null = null;
  try {
    shape = readShape(reading, line, placeOf(element), known, (triangles) =>
      spend(budget, "triangles", triangles, `${source}, ${placeOf(element)}`),
    );
  } catch (error) {
    if (error instanceof UnreadableLine) warn(warnings, `web-ifc: ${error.reason}; ${type} left out`, line);
    else if (error instanceof MeshError || error instanceof PoseError)
      warn(warnings, `${error.message}; ${type} left out`, line);
    else throw error;
    return [];
  }
  const complaints = heard();
  for (const complaint of complaints)
    warn(warnings, `web-ifc: ${complaint}${shape === null ? `; ${type} left out` : ""}`, line);
  if (shape !== null) return [{ name, ...shape, guid, type }];
  if (complaints.length === 0) warn(warnings, `no triangles; ${type} left out`, line);
  return [];
}

function placeOf({ line, type, name }: Element): string {
  return `#${line} ${type} "${name}"`;
}

/** Frees the model's memory, unless the module itself is released. */
function closeModel({ api, model }: Reading): void {
  try {
    api.CloseModel(model);
  } catch {
    releaseWebIfc();
  }
}
