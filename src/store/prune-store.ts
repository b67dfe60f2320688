import { checkOptionNames, type OptionNames } from "../option-names.ts";
import type { ClashStore, EntryKind } from "./clash-store.ts";
import { today } from "./envelope.ts";

export interface PruneOptions {
  /** The bytes that may stay. Default: any number. */
  limit?: number | undefined;
  /** Remove what was last used more than this many days ago. Default: never. */
  unusedDays?: number | undefined;
}

const PRUNE_OPTIONS: OptionNames<PruneOptions> = { limit: true, unusedDays: true };

export interface Pruned {
  entries: number;
  bytes: number;
  /** Whether a run was in progress, so that nothing was evicted. */
  isInUse: boolean;
  /** What is left. */
  leftEntries: number;
  leftBytes: number;
}

/** After it has reached its limit, a store is pruned to this part of it, so that the next run has room. */
const KEPT_SHARE = 0.8;
/** How many entries are removed at once. */
const BATCH = 1000;

/**
 * Removes damaged and outdated entries, then those that were used longest ago, by days, until the rest is within the limit. While a run
 * is in progress only damaged and outdated entries are removed: the run may need any other. With a limit of bytes or days, entries are not fetched to find out whether they
 * can be used.
 */
export async function pruneStore(store: ClashStore, options: PruneOptions = {}): Promise<Pruned> {
  checkOptionNames(options, PRUNE_OPTIONS, "pruneStore");
  const isInUse = store.isInUse();
  const { limit = Infinity, unusedDays = Infinity } = isInUse ? {} : options;
  const oldest = today() - unusedDays;
  const removed: { kind: EntryKind; address: string }[] = [];
  const kept: { kind: EntryKind; address: string; size: number; day: number }[] = [];
  const pruned: Pruned = { isInUse, entries: 0, bytes: 0, leftEntries: 0, leftBytes: 0 };
  const remove = ({ kind, address, size }: { kind: EntryKind; address: string; size: number }) => {
    removed.push({ kind, address });
    pruned.entries++;
    pruned.bytes += size;
  };
  const isShallow = limit < Infinity || unusedDays < Infinity;
  for await (const entry of store.list({ isShallow })) {
    if (entry.state !== "sound" || entry.day < oldest) remove(entry);
    else {
      kept.push(entry);
      pruned.leftBytes += entry.size;
    }
  }
  let left = kept;
  if (pruned.leftBytes > limit) {
    kept.sort((p, q) => p.day - q.day);
    let i = 0;
    for (; i < kept.length && pruned.leftBytes > KEPT_SHARE * limit; i++) {
      remove(kept[i]);
      pruned.leftBytes -= kept[i].size;
    }
    left = kept.slice(i);
  }
  pruned.leftEntries = left.length;
  for (const kind of new Set(removed.map((entry) => entry.kind))) {
    const addresses = removed.filter((entry) => entry.kind === kind).map(({ address }) => address);
    for (let from = 0; from < addresses.length; from += BATCH)
      await store.delete(kind, addresses.slice(from, from + BATCH));
  }
  await store.compact();
  return pruned;
}
