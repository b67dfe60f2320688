import type { WholePart } from "../clash/clash.ts";
import { completeParts } from "../clash/read-parts.ts";
import { OptionError } from "../errors.ts";
import type { ModelSpace } from "../formats/model.ts";
import type { OptionNames } from "../option-names.ts";
import type { ClashPart, ClashReport } from "./clash-report.ts";

/** For formats that are in metres with an up axis of their own. */
export interface SceneSpace {
  /** Which axis of the scene points up, as the model says that was read. Default null: nobody knows, nothing is turned. */
  upAxis?: ModelSpace["upAxis"] | undefined;
}

export const SCENE_SPACE: OptionNames<SceneSpace> = { upAxis: true };

/** How many metres one unit of the report's coordinates is; 1 where nobody knows. */
export function metresPerReportUnit({ unit }: ClashReport): number {
  return unit.metres ?? 1;
}

/** The parts with nothing left out. Throws `OptionError` unless the report is about them: it names them by number. */
export function partsOfReport(report: ClashReport, parts: readonly ClashPart[]): WholePart[] {
  const count = report.parts.length;
  if (parts.length !== count)
    throw new OptionError(`parts: the report is about ${count} parts, got ${parts.length}`);
  const other = parts.findIndex(({ key }, i) => key !== report.parts[i].key);
  if (other !== -1)
    throw new OptionError(
      `parts[${other}]: the report calls it "${report.parts[other].key}", got "${parts[other].key}"`,
    );
  return completeParts(parts);
}
