import type { Terminal, TerminalStream } from "../terminal.ts";

export type Colour = "red" | "yellow" | "green" | "cyan" | "dim" | "bold";

/** Adds a colour to text, or returns it unchanged. */
export type Paint = (text: string, colour: Colour) => string;

const CODES: Record<Colour, number> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 };

/** Colours only for a terminal, and not if `--no-color` or NO_COLOR (https://no-color.org) is set. */
export function choosePaint(stream: TerminalStream, { env }: Terminal, wanted: boolean): Paint {
  const isColoured = wanted && stream.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb";
  return isColoured ? (text, colour) => `\u001b[${CODES[colour]}m${text}\u001b[0m` : (text) => text;
}
