import { Presets, SingleBar } from "cli-progress";
/** What is done sooner than this needs no bar. */
const PATIENCE = 500;
export function createProgress(stream, wanted) {
	if (!wanted || stream.isTTY !== true) return {
		show: () => {},
		end: () => {}
	};
	const begin = performance.now();
	let bar = null;
	let total = 0;
	return {
		show(stage, done, all) {
			if (bar === null) {
				if (performance.now() - begin < PATIENCE) return;
				bar = new SingleBar({
					stream,
					format: "{stage} {bar} {value} of {total}",
					barsize: 30,
					clearOnComplete: true,
					hideCursor: true
				}, Presets.shades_classic);
				bar.start(all, done, { stage });
				total = all;
			}
			if (all !== total) {
				bar.setTotal(all);
				total = all;
			}
			bar.update(done, { stage });
		},
		end() {
			bar?.stop();
			bar = null;
		}
	};
}
