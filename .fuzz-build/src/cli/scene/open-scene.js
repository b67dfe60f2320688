import { createProgress } from "../output/progress.js";
import { say } from "../terminal.js";
import { listModelFiles } from "./list-model-files.js";
import { loadScene } from "./load-scene.js";
/** More warnings than this are only counted. */
const MOST_WARNINGS = 20;
/** Reads what the command line names, with a progress bar, and says what is doubtful about it. */
export async function openScene(paths, options, terminal, signal = null) {
	const progress = createProgress(terminal.err, options.quiet !== true);
	try {
		const files = [];
		const filesOfArgument = [];
		for (const path of paths) {
			const listed = await listModelFiles(path);
			files.push(...listed);
			filesOfArgument.push(listed.length);
		}
		const scene = await loadScene(files, {
			unit: options.unit ?? null,
			joints: options.joints ?? [],
			srdf: options.srdf ?? null,
			packages: options.package ?? {},
			filesWithin: options.filesWithin ?? null,
			limits: options.readLimit ?? {},
			animation: options.animation ?? null,
			time: options.time ?? null,
			signal: terminal.hasThreads ? signal : null,
			onProgress: (done, total) => progress.show("reading", done, total)
		});
		return {
			scene,
			filesOfArgument
		};
	} finally {
		progress.end();
	}
}
/** Says what is doubtful, unless `--quiet`. */
export function warn(warnings, options, terminal) {
	if (options.quiet === true) return;
	for (const warning of warnings.slice(0, MOST_WARNINGS)) say(terminal, `warning: ${warning}`);
	if (warnings.length > MOST_WARNINGS) say(terminal, `warning: and ${warnings.length - MOST_WARNINGS} more, which JSON reports list`);
}
/** Of the files, then of the scene. */
export function warningsOf({ inputs, warnings }) {
	return [...inputs.flatMap((input) => input.warnings), ...warnings];
}
