/** What makes the report less than it seems, the worst first; then the warnings of inputs and baseline. */
export function reportNotes({ status, truncated, inputs, baseline, counts, settings }) {
	const errors = [];
	if (status === "partial") errors.push("stopped before all pairs were checked: clashes may be missing");
	if (counts.parts === 0 || counts.parts === 1 && !settings.self) errors.push("there was nothing to check");
	const warnings = truncated === null ? [] : [`${truncated.unlisted} more clashes were found and are not listed`];
	for (const input of inputs) warnings.push(...input.warnings);
	for (const warning of baseline?.warnings ?? []) warnings.push(`baseline ${baseline.file}: ${warning}`);
	return [...errors.map((text) => ({
		level: "error",
		text
	})), ...warnings.map((text) => ({
		level: "warning",
		text
	}))];
}
