import { printable } from "../../reports/printable-text.ts";
import type { Colour, Paint } from "./colours.ts";

export interface TextColumn {
  title: string;
  align: "left" | "right";
  /** Whether its texts may lose their middle if the window is narrow. */
  shrinks: boolean;
}

/** Text, optionally in a colour. */
export type TextCell = string | { text: string; colour: Colour };

const GAP = 2;
/** The least width of a column that shrinks. */
const LEAST = 8;

/** Lines of columns, each as wide as needed, and together no wider than `width` as far as columns can shrink. */
export function layOutTable(
  columns: readonly TextColumn[],
  rows: readonly (readonly TextCell[])[],
  width: number,
  paint: Paint,
): string[] {
  const widths = columns.map(({ title }, c) =>
    rows.reduce((widest, row) => Math.max(widest, lengthOf(textOf(row[c]))), lengthOf(title)),
  );
  shrink(widths, columns, width);
  const line = (cells: readonly TextCell[]): string =>
    cells
      .map((cell, c) => {
        const text = cut(textOf(cell), widths[c]);
        const blanks = " ".repeat(Math.max(0, widths[c] - lengthOf(text)));
        const painted = typeof cell === "string" ? text : paint(text, cell.colour);
        if (columns[c].align === "right") return blanks + painted;
        return c === cells.length - 1 ? painted : painted + blanks;
      })
      .join(" ".repeat(GAP));
  return [line(columns.map(({ title }) => ({ text: title, colour: "bold" }))), ...rows.map(line)];
}

/** Takes a character from the widest shrinking column until all columns fit. */
function shrink(widths: number[], columns: readonly TextColumn[], width: number): void {
  let excess = widths.reduce((sum, w) => sum + w, GAP * (widths.length - 1)) - width;
  while (excess > 0) {
    let widest = -1;
    for (let c = 0; c < widths.length; c++)
      if (columns[c].shrinks && widths[c] > LEAST && !(widest >= 0 && widths[c] <= widths[widest]))
        widest = c;
    if (widest < 0) return;
    widths[widest]--;
    excess--;
  }
}

/** The text with its middle removed: the ends of names say most. */
export function cut(text: string, width: number): string {
  const letters = Array.from(text);
  if (letters.length <= width) return text;
  const front = Math.floor((width - 1) / 2);
  return [...letters.slice(0, front), "…", ...letters.slice(letters.length - (width - 1 - front))].join("");
}

function textOf(cell: TextCell): string {
  return cleanText(typeof cell === "string" ? cell : cell.text);
}

/** On one line and without control characters: a name in a file must not control the terminal. */
export function cleanText(text: string): string {
  return printable(text).replace(/[\t\r\n]/g, " ");
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}
