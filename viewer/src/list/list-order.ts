import { CLASH_KINDS, type ClashKind } from "../../../src/clash/clash.ts";
import type { StatusName } from "../../../src/reports/clash-status.ts";
import type { PageClash, PageData } from "../../../src/reports/packed-scene.ts";
import { printable } from "../../../src/reports/printable-text.ts";

/** How many letters of an id are shown. */
const ID_LETTERS = 4;

export const SORTS = ["kind", "depth", "distance", "name"] as const;
export type Sort = (typeof SORTS)[number];

/** Which clashes the list shows, and in which order. */
export interface ListQuery {
  text: string;
  /** Only clashes of this kind; null for all. */
  kind: ClashKind | null;
  /** Only clashes with this status; null for all. */
  status: StatusName | null;
  /** Only clashes of this part; null for all. */
  part: number | null;
  /** Only what is new against the baseline. */
  onlyNew: boolean;
  sort: Sort;
  descending: boolean;
}

export function createQuery(): ListQuery {
  return {
    text: "",
    kind: null,
    status: null,
    part: null,
    onlyNew: false,
    sort: "kind",
    descending: false,
  };
}

export interface ListIndex {
  clashes: PageClash[];
  statusOf(clash: number): StatusName;
  /** What the text filter looks at, in lower case. Made when the first letter is typed: 100,000 of them take a while. */
  haystacks(): string[];
  /** For each part its place among the sorted names. */
  nameRanks(): Int32Array;
}

export function createListIndex(
  { clashes, parts, groups }: PageData["report"],
  statusOf: (clash: number) => StatusName = () => "new",
): ListIndex {
  let haystacks: string[] | null = null;
  let ranks: Int32Array | null = null;
  return {
    clashes,
    statusOf,
    haystacks() {
      if (haystacks !== null) return haystacks;
      const nameOf = new Map(groups.map(({ id, name }) => [id, `group ${name}`]));
      const described = parts.map(({ key, name, guid = "", type = "", storey = "" }) =>
        printable(`${key} ${name} ${guid} ${type} ${storey}`).toLowerCase(),
      );
      haystacks = clashes.map(
        ({ kind, a, b, group = "" }) =>
          `${described[a]} ${described[b]} ${kind} ${(nameOf.get(group) ?? "").toLowerCase()}`,
      );
      return haystacks;
    },
    nameRanks() {
      ranks ??= rankNames(parts.map(({ name }) => name.toLowerCase()));
      return ranks;
    },
  };
}

function rankNames(names: string[]): Int32Array {
  const { compare } = new Intl.Collator("en", { numeric: true });
  const sorted = [...new Set(names)].sort(compare);
  const rankOf = new Map<string, number>();
  sorted.forEach((name, i) => {
    const isTie = i > 0 && compare(sorted[i - 1], name) === 0;
    rankOf.set(name, isTie ? rankOf.get(sorted[i - 1])! : i);
  });
  return Int32Array.from(names, (name) => rankOf.get(name)!);
}

/**
 * Numbers of the clashes to show. Every word of the text must occur in names or kind, or the text begins the id of the clash
 * or its group: digits anywhere in an id would find what nobody looks for. Clashes without the sorted measure come last.
 */
export function orderClashes(index: ListIndex, query: ListQuery): number[] {
  const { clashes } = index;
  const words = query.text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const haystacks = words.length === 0 ? [] : index.haystacks();
  const beginning = words.length === 1 && words[0].length >= ID_LETTERS ? words[0] : null;
  const shown: number[] = [];
  for (let i = 0; i < clashes.length; i++) {
    const { id, kind, a, b, change, group } = clashes[i];
    if (query.kind !== null && kind !== query.kind) continue;
    if (query.part !== null && a !== query.part && b !== query.part) continue;
    if (query.onlyNew && change !== "new") continue;
    if (query.status !== null && index.statusOf(i) !== query.status) continue;
    const isNamed = beginning !== null && (id.startsWith(beginning) || group?.startsWith(beginning) === true);
    if (isNamed || words.every((word) => haystacks[i].includes(word))) shown.push(i);
  }
  const sign = query.descending ? -1 : 1;
  if (query.sort === "name") {
    const ranks = index.nameRanks();
    return shown.sort((i, j) => {
      const [p, q] = [clashes[i], clashes[j]];
      return sign * (ranks[p.a] - ranks[q.a] || ranks[p.b] - ranks[q.b]) || i - j;
    });
  }
  const value = values[query.sort];
  return shown.sort((i, j) => {
    const x = value(clashes[i]);
    const y = value(clashes[j]);
    if (x === null || y === null) return x === y ? i - j : x === null ? 1 : -1;
    return sign * (x - y) || i - j;
  });
}

const KIND_RANKS = Object.fromEntries(CLASH_KINDS.map((kind, i) => [kind, i])) as Record<ClashKind, number>;

const values: Record<Exclude<Sort, "name">, (clash: PageClash) => number | null> = {
  kind: ({ kind }) => KIND_RANKS[kind],
  depth: ({ depth }) => depth?.depth ?? null,
  distance: ({ distance }) => distance?.distance ?? null,
};

/** What a first click on a heading means: the worst first. */
export function startsDescending(sort: Sort): boolean {
  return sort === "depth";
}
