const CODES = {
	bold: 1,
	dim: 2,
	red: 31,
	green: 32,
	yellow: 33,
	cyan: 36
};
/** Colours for people alone: a stream that is a terminal, unless `--no-color` or NO_COLOR (https://no-color.org) is set. */
export function choosePaint(stream, { env }, wanted) {
	const isColoured = wanted && stream.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb";
	return isColoured ? (text, colour) => `\u001b[${CODES[colour]}m${text}\u001b[0m` : (text) => text;
}
