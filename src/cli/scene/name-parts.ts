import type { WholePart } from "../../clash/clash.ts";

/**
 * What parts are called in front of people, as short as the scene permits: the part of a single file by its name, the
 * part that is alone in its file by the file, others by their key. All of these can be written in a pattern.
 */
export function nameParts(parts: readonly WholePart[], labels: readonly string[]): string[] {
  if (labels.length === 1) return parts.map(({ name }) => name);
  const partsOfFile = labels.map(() => 0);
  for (const { group } of parts) partsOfFile[group]++;
  return parts.map(({ key, group }) => (partsOfFile[group] === 1 ? labels[group] : key));
}
