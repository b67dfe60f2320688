import { OptionError, show } from "../errors.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import { CLASH_DEPTH_MODES, type ClashDepthMode, type ClashOptions, type ClashPart } from "./clash.ts";

/** The options that are plain data, with defaults filled in. They are posted to threads. */
export interface ClashSettings {
  readonly tolerance: number;
  readonly clearance: number;
  readonly touching: "ignore" | "report";
  readonly depth: ClashDepthMode;
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
  depth: true,
  between: true,
  self: true,
  ignore: true,
  limit: true,
  curves: true,
  curvePoints: true,
  isStopped: true,
  onProgress: true,
  stats: true,
};

/** Throws `OptionError` for an unknown name or a value out of range. */
export function readClashSettings<Part extends ClashPart>(options: ClashOptions<Part>): ClashSettings {
  checkOptionNames(options, CLASH_OPTIONS, "findClashes");
  const {
    tolerance = 0,
    clearance = 0,
    touching = "ignore",
    depth = "exact",
    limit = Infinity,
    curvePoints = 10_000,
  } = options;
  const { between = false, self = false, curves = depth !== "none", ignore, isStopped, onProgress } = options;
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
  if (!CLASH_DEPTH_MODES.includes(depth))
    throw new OptionError(`depth: ${show(depth)} is not one of ${CLASH_DEPTH_MODES.join(", ")}`);
  return { tolerance, clearance, touching, depth, between, self, limit, curves, curvePoints };
}

/** How far apart parts can be and still matter: less than the clearance, or touching within the tolerance. */
export function reachOf({ tolerance, clearance, touching }: ClashSettings): number {
  return clearance > 0 || touching === "report" ? Math.max(tolerance, clearance) : 0;
}
