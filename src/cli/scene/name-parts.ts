import type { WholePart } from "../../clash/clash.ts";

/**
 * The names of parts for people, as short as the scene permits: a part of the only file by its name, the only part of its
 * file by the file, others by their key. All of these work in patterns.
 */
export function nameParts(parts: readonly WholePart[], labels: readonly string[]): string[] {
  if (labels.length === 1) return parts.map(({ name }) => name);
  const partsOfFile = labels.map(() => 0);
  for (const { group } of parts) partsOfFile[group]++;
  return parts.map(({ key, group }) => (partsOfFile[group] === 1 ? labels[group] : key));
}
