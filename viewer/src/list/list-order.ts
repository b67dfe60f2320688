import { CLASH_KINDS, type ClashKind } from "../../../src/clash/clash.ts";
import type { PageClash, PageData } from "../../../src/reports/packed-scene.ts";

/** How many letters of an id are shown. */
const ID_LETTERS = 4;

export const SORTS = ["kind", "depth", "distance", "name"] as const;
export type Sort = (typeof SORTS)[number];

/** Which clashes the list shows, and in which order. */
export interface ListQuery {
  text: string;
  /** Kinds that are hidden. */
  without: Set<ClashKind>;
  /** Only clashes of this part; null for all. */
  part: number | null;
  /** Only what is new against the baseline. */
  onlyNew: boolean;
  sort: Sort;
  descending: boolean;
}

export interface ListIndex {
  clashes: PageClash[];
  /** What the text filter looks at, in lower case, and what names are sorted by. */
  haystacks: string[];
  names: string[];
}

export function createListIndex({ clashes, parts, groups }: PageData["report"]): ListIndex {
  const nameOf = new Map(groups.map(({ id, name }) => [id, `group ${name} ${id}`]));
  const describe = (part: number) => {
    const { key, name, guid = "", type = "" } = parts[part];
    return `${key} ${name} ${guid} ${type}`;
  };
  return {
    clashes,
    haystacks: clashes.map(({ kind, a, b, group = "" }) =>
      `${describe(a)} ${describe(b)} ${kind} ${nameOf.get(group) ?? ""}`.toLowerCase(),
    ),
    names: clashes.map(({ a, b }) => `${parts[a].name}\n${parts[b].name}`.toLowerCase()),
  };
}

/**
 * Numbers of the clashes to show. Every word of the text must occur in names or kind, or the text begins the id: digits
 * anywhere in an id would find what nobody looks for. Those without the sorted measure come last.
 */
export function orderClashes(index: ListIndex, query: ListQuery): number[] {
  const { clashes, haystacks, names } = index;
  const words = query.text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const beginning = words.length === 1 && words[0].length >= ID_LETTERS ? words[0] : null;
  const shown: number[] = [];
  for (let i = 0; i < clashes.length; i++) {
    const { id, kind, a, b, change } = clashes[i];
    if (query.without.has(kind)) continue;
    if (query.part !== null && a !== query.part && b !== query.part) continue;
    if (query.onlyNew && change !== "new") continue;
    const isNamed = beginning !== null && id.startsWith(beginning);
    if (isNamed || words.every((word) => haystacks[i].includes(word))) shown.push(i);
  }
  const sign = query.descending ? -1 : 1;
  if (query.sort === "name") {
    const { compare } = new Intl.Collator("en", { numeric: true });
    return shown.sort((i, j) => sign * compare(names[i], names[j]) || i - j);
  }
  const value = values[query.sort];
  return shown.sort((i, j) => {
    const x = value(clashes[i]);
    const y = value(clashes[j]);
    if (x === null || y === null) return x === y ? i - j : x === null ? 1 : -1;
    return sign * (x - y) || i - j;
  });
}

const values: Record<Exclude<Sort, "name">, (clash: PageClash) => number | null> = {
  kind: ({ kind }) => CLASH_KINDS.indexOf(kind),
  depth: ({ depth }) => depth?.depth ?? null,
  distance: ({ distance }) => distance?.distance ?? null,
};

/** What a first click on a heading means: the worst first. */
export function startsDescending(sort: Sort): boolean {
  return sort === "depth";
}
