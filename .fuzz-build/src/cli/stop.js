import { EXIT } from "./exit-codes.js";
/** Stops after `timeout` seconds, counted from now, and at Ctrl-C. */
export function createStop(timeout, terminal) {
	const deadline = timeout === null ? Infinity : performance.now() + 1e3 * timeout;
	const controller = new AbortController();
	let isInterrupted = false;
	let isLate = false;
	const beLate = () => {
		isLate = true;
		controller.abort();
	};
	// Longer ones than 2^31 ms, 24 days, Node takes for none.
	const timer = timeout === null ? undefined : setTimeout(beLate, Math.min(1e3 * timeout, 2 ** 31 - 1));
	timer?.unref();
	const letGo = terminal.onInterrupt(() => {
		isInterrupted = true;
		controller.abort();
	});
	return {
		signal: controller.signal,
		isStopped() {
			// The timer waits for its turn; the clock does not.
			if (!isLate && performance.now() >= deadline) beLate();
			return isLate || isInterrupted;
		},
		reason() {
			if (isInterrupted) return "interrupted";
			return isLate ? `timed out after ${timeout} s` : null;
		},
		exitCode: () => isInterrupted ? EXIT.interrupted : EXIT.unchecked,
		end() {
			clearTimeout(timer);
			letGo();
		}
	};
}
