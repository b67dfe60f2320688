/**
 * Prints an aligned table. A column is its heading, with a leading "<" when its cells are words and stand left; a
 * row is an array of strings, or null for a rule.
 */
export function printTable(title, columns, rows, notes = []) {
  const leftAligned = columns.map((column) => column.startsWith("<"));
  const headings = columns.map((column) => column.replace(/^</, ""));
  const widths = headings.map((heading, c) =>
    Math.max(heading.length, ...rows.map((row) => row?.[c]?.length ?? 0)),
  );
  const line = (cells) =>
    cells
      .map((cell, c) => (leftAligned[c] ? cell.padEnd(widths[c]) : cell.padStart(widths[c])))
      .join("  ")
      .trimEnd();
  const rule = "─".repeat(widths.reduce((sum, width) => sum + width + 2, -2));
  console.log(`\n${title}\n${rule}\n${line(headings)}\n${rule}`);
  for (const row of rows) console.log(row === null ? rule : line(row));
  console.log(rule);
  for (const note of notes) console.log(note);
}

export function whole(value) {
  return Math.round(value).toLocaleString("en-US");
}

/** At most `digits` significant digits, never in powers of ten. */
export function significant(value, digits = 3) {
  if (value === 0) return "0";
  const decimals = digits - 1 - Math.floor(Math.log10(Math.abs(value)));
  return value.toFixed(Math.min(20, Math.max(0, decimals)));
}

export function percent(share, decimals = 1) {
  return `${(100 * share).toFixed(decimals)} %`;
}

export function times(ratio, digits = 3) {
  return `${significant(ratio, digits)}×`;
}

/** A table in Markdown, from the columns and rows of `printTable`; rules are left out. */
export function markdownTable(columns, rows) {
  const left = columns.map((column) => column.startsWith("<"));
  const line = (cells) =>
    `| ${columns.map((_, c) => (cells[c] ?? "").replaceAll("|", "\\|").replaceAll("*", "\\*")).join(" | ")} |`;
  const headings = columns.map((column) => column.replace(/^</, ""));
  const rule = `| ${left.map((isLeft) => (isLeft ? "---" : "---:")).join(" | ")} |`;
  return [line(headings), rule, ...rows.filter((row) => row !== null).map(line)].join("\n");
}
