import { OptionError } from "../errors.js";
import { completeParts } from "../world/clash/read-parts.js";
export const SCENE_SPACE = { upAxis: true };
/** How many metres one unit of the report's coordinates is; 1 where nobody knows. */
export function metresPerReportUnit({ unit }) {
	return unit.metres ?? 1;
}
/** The parts with nothing left out. Throws `OptionError` unless the report is about them: it names them by number. */
export function partsOfReport(report, parts) {
	const count = report.parts.length;
	if (parts.length !== count) throw new OptionError(`parts: the report is about ${count} parts, got ${parts.length}`);
	const other = parts.findIndex(({ key }, i) => key !== report.parts[i].key);
	if (other !== -1) throw new OptionError(`parts[${other}]: the report calls it "${report.parts[other].key}", got "${parts[other].key}"`);
	return completeParts(parts);
}
