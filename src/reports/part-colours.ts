import type { ClashReport } from "./clash-report.ts";

/**
 * A colour index of 0 … count − 1 for each part in a clash, null for the others. Clashing parts get different colours where `count`
 * allows it; the worst clashes choose first.
 */
export function colourParts({ parts, clashes }: ClashReport, count: number): (number | null)[] {
  const partners = new Map<number, number[]>();
  for (const { a, b } of clashes) {
    listOf(partners, a).push(b);
    listOf(partners, b).push(a);
  }
  const colours: (number | null)[] = parts.map(() => null);
  // A Map keeps insertion order, here the order of the clashes.
  for (const [part, others] of partners) {
    const taken = new Set(others.map((other) => colours[other]));
    let colour = 0;
    while (taken.has(colour) && colour < count - 1) colour++;
    colours[part] = colour;
  }
  return colours;
}

function listOf(lists: Map<number, number[]>, key: number): number[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}
