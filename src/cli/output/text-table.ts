import { printable } from "../../reports/printable-text.ts";
import type { Colour, Paint } from "./colours.ts";
import { createShortener, lengthOf } from "./shorten-names.ts";

export interface TextColumn {
  title: string;
  align: "left" | "right";
  /** Whether its texts may be shortened if the window is narrow. */
  shrinks: boolean;
  /** Whether the column is left out if the table does not fit. */
  isOptional?: boolean;
}

/** Text, optionally in a colour. */
export type TextCell = string | { text: string; colour: Colour };

const GAP = 2;
/** The least width of a column that shrinks. */
const LEAST = 8;

/** Lines of columns, each as wide as needed, and together no wider than `width` as far as columns can shrink. */
export function layOutTable(
  allColumns: readonly TextColumn[],
  allRows: readonly (readonly TextCell[])[],
  width: number,
  paint: Paint,
): string[] {
  const allWidths = allColumns.map(({ title }, c) =>
    allRows.reduce((widest, row) => Math.max(widest, lengthOf(textOf(row[c]))), lengthOf(title)),
  );
  const fits = excessOf(allWidths, width) <= 0;
  const isKept = (_: unknown, c: number) => fits || allColumns[c].isOptional !== true;
  const [columns, widths] = [allColumns.filter(isKept), allWidths.filter(isKept)];
  const rows = allRows.map((row) => row.filter(isKept));
  shrink(widths, columns, width);
  const shorten = createShortener(
    fits ? [] : rows.flatMap((row) => row.filter((_, c) => columns[c].shrinks).map(textOf)),
  );
  const line = (cells: readonly TextCell[]): string =>
    cells
      .map((cell, c) => {
        const text = shorten(textOf(cell), widths[c]);
        const blanks = " ".repeat(Math.max(0, widths[c] - lengthOf(text)));
        const painted = typeof cell === "string" ? text : paint(text, cell.colour);
        if (columns[c].align === "right") return blanks + painted;
        return c === cells.length - 1 ? painted : painted + blanks;
      })
      .join(" ".repeat(GAP));
  return [line(columns.map(({ title }) => ({ text: title, colour: "bold" }))), ...rows.map(line)];
}

/** By how many characters the columns are too wide. */
function excessOf(widths: readonly number[], width: number): number {
  return widths.reduce((sum, w) => sum + w, GAP * (widths.length - 1)) - width;
}

/** Takes a character from the widest shrinking column until all columns fit. */
function shrink(widths: number[], columns: readonly TextColumn[], width: number): void {
  let excess = excessOf(widths, width);
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

function textOf(cell: TextCell): string {
  return cleanText(typeof cell === "string" ? cell : cell.text);
}

/** On one line and without control characters: a name in a file must not control the terminal. */
export function cleanText(text: string): string {
  return printable(text).replace(/[\t\r\n]/g, " ");
}
