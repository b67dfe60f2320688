import { printable } from "../../reports/printable-text.ts";
import type { Colour, Paint } from "./colours.ts";

export interface TextColumn {
  title: string;
  align: "left" | "right";
  /** Whether its texts may lose their middle where the window is narrow. */
  shrinks: boolean;
}

/** A text, or one in a colour. */
export type TextCell = string | { text: string; colour: Colour };

const GAP = 2;
/** What a column that shrinks keeps. */
const LEAST = 8;

/** Lines of columns that are as wide as they need, and together no wider than `width`, so far as columns shrink. */
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

/** Takes a letter from the widest column that shrinks until all fit. */
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

/** The text with its middle left out: the ends of names tell most. */
export function cut(text: string, width: number): string {
  const letters = Array.from(text);
  if (letters.length <= width) return text;
  const front = Math.floor((width - 1) / 2);
  return [...letters.slice(0, front), "…", ...letters.slice(letters.length - (width - 1 - front))].join("");
}

function textOf(cell: TextCell): string {
  return cleanText(typeof cell === "string" ? cell : cell.text);
}

/** On one line and without control characters: a name in a file must not steer the terminal. */
export function cleanText(text: string): string {
  return printable(text).replace(/[\t\r\n]/g, " ");
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}
