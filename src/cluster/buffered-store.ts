import type { ClashStore, EntryKind, StoreEntry } from "../store/clash-store.ts";

/** A store that gathers what is put, and writes it in few large batches. */
export interface BufferedStore extends ClashStore {
  flush(): Promise<void>;
}

/** How many bytes wait at most. */
const BUFFER_BYTES = 2 ** 24;

export function bufferStore(store: ClashStore): BufferedStore {
  let waiting = new Map<EntryKind, Map<string, StoreEntry>>();
  let bytes = 0;
  const flush = async () => {
    const batches = waiting;
    [waiting, bytes] = [new Map(), 0];
    for (const [kind, entries] of batches) await store.put(kind, [...entries.values()]);
  };
  return {
    place: store.place,
    async get(kind, addresses) {
      await flush();
      return store.get(kind, addresses);
    },
    async has(kind, addresses) {
      const found = await store.has(kind, addresses);
      return found.map((isThere, i) => isThere || waiting.get(kind)?.has(addresses[i]) === true);
    },
    async put(kind, entries) {
      const batch = waiting.get(kind) ?? new Map<string, StoreEntry>();
      waiting.set(kind, batch);
      for (const entry of entries) {
        batch.set(entry.address, entry);
        bytes += entry.bytes.length;
      }
      if (bytes > BUFFER_BYTES) await flush();
    },
    async delete(kind, addresses) {
      await flush();
      await store.delete(kind, addresses);
    },
    list: () => store.list(),
    flush,
    async close() {
      await flush();
      await store.close();
    },
  };
}
