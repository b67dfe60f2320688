import type { WholePart } from "../clash/clash.ts";
import { completeParts } from "../clash/read-parts.ts";
import { OptionError, show } from "../errors.ts";
import type { ModelSpace } from "../formats/model.ts";
import type { OptionNames } from "../option-names.ts";
import { checkRecords } from "./check-argument.ts";
import type { ClashPart, ClashReport } from "./clash-report.ts";

/** Options of formats that are in metres and fix the up axis. */
export interface SceneSpace {
  /** The axis of the scene that points up. Default null: unknown, the scene is not rotated. */
  upAxis?: ModelSpace["upAxis"] | undefined;
}

export function checkUpAxis(upAxis: SceneSpace["upAxis"]): void {
  if (![undefined, null, "y", "z"].includes(upAxis))
    throw new OptionError(`upAxis: expected "y", "z" or null, got ${show(upAxis)}`);
}

export const SCENE_SPACE: OptionNames<SceneSpace> = { upAxis: true };

/** One unit of the report's coordinates in metres; 1 where it is unknown. */
export function metresPerReportUnit({ unit }: ClashReport): number {
  return unit.metres ?? 1;
}

/** The parts with defaults filled in. Throws `OptionError` unless they are the report's parts, which it refers to by index. */
export function partsOfReport(report: ClashReport, parts: readonly ClashPart[]): WholePart[] {
  checkRecords(parts, "parts");
  const count = report.parts.length;
  if (parts.length !== count)
    throw new OptionError(`parts: the report is about ${count} parts, got ${parts.length}`);
  const other = parts.findIndex(({ key }, i) => key !== report.parts[i].key);
  if (other !== -1)
    throw new OptionError(
      `parts[${other}]: the report calls it "${report.parts[other].key}", got "${show(parts[other].key)}"`,
    );
  return completeParts(parts);
}
