import { resolve } from "node:path";
/**
* A short name for each file: its own, with as many folders before it as tell it from others of that name. A file that
* is given twice gets a number. Labels begin the keys of parts, so they do not depend on where the project lies.
*/
export function labelFiles(paths) {
	const full = paths.map((path) => resolve(path).split(/[/\\]/));
	const different = [...new Map(full.map((path) => [path.join("/"), path])).values()];
	const labels = paths.map(() => undefined);
	for (let length = 1; labels.includes(undefined); length++) {
		const tail = (path) => path.slice(-length).join("/");
		const uses = new Map();
		for (const path of different) uses.set(tail(path), (uses.get(tail(path)) ?? 0) + 1);
		full.forEach((path, i) => {
			if (uses.get(tail(path)) === 1) labels[i] ??= tail(path);
		});
	}
	return numberRepeats(labels);
}
function numberRepeats(labels) {
	const seen = new Map();
	return labels.map((label) => {
		const count = (seen.get(label) ?? 0) + 1;
		seen.set(label, count);
		return count === 1 ? label : `${label}#${count}`;
	});
}
