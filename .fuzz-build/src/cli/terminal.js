import { printable } from "../reports/printable-text.js";
/** A line for people; names in it come from files and must not steer the terminal. */
export function say(terminal, line) {
	terminal.err.write(`${printable(line)}\n`);
}
/** For tables: as wide as the window; without limit in a file or pipe, where others search for whole names. */
export function widthOf(stream) {
	return stream.isTTY === true ? stream.columns ?? 80 : Infinity;
}
