/**
 * What a reader noticed, by kind: the first position and the number of occurrences. A file with a million bad polygons gets
 * one line, not a million.
 */
export type Warnings = Map<string, { at: number; count: number }>;

/** Notes one more occurrence; `at` is a byte offset, kept for the first. */
export function warn(warnings: Warnings, kind: string, at: number): void {
  const known = warnings.get(kind);
  if (known === undefined) warnings.set(kind, { at, count: 1 });
  else known.count++;
}

/** One sentence per kind, such as `cube.obj, line 7: polygon is not planar (12 in all)`. */
export function describeWarnings(
  warnings: Warnings,
  source: string,
  place: (at: number) => string,
): string[] {
  return [...warnings].map(
    ([kind, { at, count }]) => `${source}, ${place(at)}: ${kind}${count > 1 ? ` (${count} in all)` : ""}`,
  );
}
