/**
* The report as lines of JSON, for programs that read as they go. Each line has a `record`: first "header" (all but
* parts, clashes and baseline), then a "part" each with its `number`, a "clash" each, with a baseline a "resolved" each,
* and last "end", which says how many of each there were. Without that line the text is not whole.
*/
export function writeJsonl(report) {
	return [...jsonlLines(report)].join("");
}
/** The lines of `writeJsonl`, for reports that are too long for one string. */
export function* jsonlLines(report) {
	const { parts, clashes, truncated, baseline, ...header } = report;
	yield line("header", header);
	for (const [number, part] of parts.entries()) yield line("part", {
		number,
		...part
	});
	for (const clash of clashes) yield line("clash", clash);
	const { resolved, ...comparison } = baseline ?? { resolved: [] };
	for (const clash of resolved) yield line("resolved", clash);
	yield line("end", {
		status: report.status,
		parts: parts.length,
		clashes: clashes.length,
		resolved: resolved.length,
		truncated,
		baseline: baseline && comparison
	});
}
function line(record, members) {
	return `${JSON.stringify({
		record,
		...members
	})}\n`;
}
