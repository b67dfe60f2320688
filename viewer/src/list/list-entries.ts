import type { PageData } from "../../../src/reports/packed-scene.ts";

// The list as a tree: headings of groups, and clashes. An entry is the number of a clash, or −1 minus the number of a group.

/** As in the style sheet. */
const ROW_HEIGHT = 58;
const HEADING_HEIGHT = 38;

export interface ListEntries {
  entries: number[];
  /** The upper edge of each entry in pixels, and the end of the last one. */
  tops: Float64Array;
  /** The place of each entry among its siblings, from 1. */
  ranks: Int32Array;
  /** How many entries there are outside of groups: headings and single clashes. */
  topCount: number;
  /** For each group with a heading, its clashes that pass the filter. */
  members: Map<number, number[]>;
  /** All clashes in the order of the list, those of closed groups among them. */
  sequence: number[];
}

export function headingEntry(group: number): number {
  return -1 - group;
}

/** The group of a heading; for a clash a negative number. */
export function groupOfEntry(entry: number): number {
  return -1 - entry;
}

/** The group of each clash; −1 where the group has this clash alone, for it would be a heading over one row. */
export function groupsOfClashes({ clashes, groups }: PageData["report"]): Int32Array {
  const groupOf = new Int32Array(clashes.length).fill(-1);
  groups.forEach(({ count, clashes: own }, group) => {
    if (count > 1) for (const clash of own) groupOf[clash] = group;
  });
  return groupOf;
}

/** Groups stand where their first clash of the order would. `groupOf` is null for a list without groups. */
export function layOutEntries(
  order: readonly number[],
  groupOf: Int32Array | null,
  closed: ReadonlySet<number>,
): ListEntries {
  const members = new Map<number, number[]>();
  const top: number[] = [];
  for (const clash of order) {
    const group = groupOf === null ? -1 : groupOf[clash];
    if (group === -1) {
      top.push(clash);
      continue;
    }
    const own = members.get(group);
    if (own !== undefined) own.push(clash);
    else {
      members.set(group, [clash]);
      top.push(headingEntry(group));
    }
  }
  const entries: number[] = [];
  const ranks: number[] = [];
  const sequence: number[] = [];
  top.forEach((entry, i) => {
    entries.push(entry);
    ranks.push(i + 1);
    if (entry >= 0) {
      sequence.push(entry);
      return;
    }
    const group = groupOfEntry(entry);
    const own = members.get(group)!;
    for (const clash of own) sequence.push(clash);
    if (closed.has(group)) return;
    own.forEach((clash, k) => {
      entries.push(clash);
      ranks.push(k + 1);
    });
  });
  const tops = new Float64Array(entries.length + 1);
  for (let i = 0; i < entries.length; i++)
    tops[i + 1] = tops[i] + (entries[i] < 0 ? HEADING_HEIGHT : ROW_HEIGHT);
  return { entries, tops, ranks: Int32Array.from(ranks), topCount: top.length, members, sequence };
}

/** The entry at a height in pixels. */
export function entryAt(tops: Float64Array, y: number): number {
  let [low, high] = [0, tops.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (tops[middle] <= y) low = middle;
    else high = middle - 1;
  }
  return Math.min(low, Math.max(0, tops.length - 2));
}
