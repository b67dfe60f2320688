import { OptionError, show } from "../errors.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import type { ClashOptions, ClashPart } from "./clash.ts";

/** The options that are plain data, with defaults filled in. They are posted to threads. */
export interface ClashSettings {
  readonly tolerance: number;
  readonly clearance: number;
  readonly touching: "ignore" | "report";
  readonly between: boolean;
  readonly self: boolean;
  readonly limit: number;
  readonly curves: boolean;
  readonly curvePoints: number;
}

export const CLASH_OPTIONS: OptionNames<ClashOptions> = {
  tolerance: true,
  clearance: true,
  touching: true,
  between: true,
  self: true,
  ignore: true,
  limit: true,
  curves: true,
  curvePoints: true,
  isStopped: true,
  onProgress: true,
};

/** Throws `OptionError` for an unknown name or a value out of range. */
export function readClashSettings<Part extends ClashPart>(options: ClashOptions<Part>): ClashSettings {
  checkOptionNames(options, CLASH_OPTIONS, "findClashes");
  const {
    tolerance = 0,
    clearance = 0,
    touching = "ignore",
    limit = Infinity,
    curvePoints = 10_000,
  } = options;
  const { between = false, self = false, curves = true, ignore, isStopped, onProgress } = options;
  for (const [name, value] of Object.entries({ tolerance, clearance }))
    if (!(typeof value === "number" && value >= 0 && value < Infinity))
      throw new OptionError(`${name}: ${show(value)} is not a finite number of at least 0`);
  for (const [name, value] of Object.entries({ limit, curvePoints }))
    if (!(value === Infinity || (Number.isInteger(value) && value >= 0)))
      throw new OptionError(`${name}: ${show(value)} is not a whole number of at least 0, nor Infinity`);
  for (const [name, value] of Object.entries({ between, self, curves }))
    if (typeof value !== "boolean") throw new OptionError(`${name}: ${show(value)} is not true or false`);
  for (const [name, value] of Object.entries({ ignore, isStopped, onProgress }))
    if (value !== undefined && typeof value !== "function")
      throw new OptionError(`${name}: ${show(value)} is not a function`);
  if (touching !== "ignore" && touching !== "report")
    throw new OptionError(`touching: ${show(touching)} is not "ignore" or "report"`);
  return { tolerance, clearance, touching, between, self, limit, curves, curvePoints };
}
