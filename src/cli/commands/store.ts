import { existsSync } from "node:fs";
import { join } from "node:path";
import { StoreError } from "../../errors.ts";
import { checkLmdbFile } from "../../store/check-lmdb-file.ts";
import { ENTRY_KINDS, type EntryKind, type EntryState, type LocalStore } from "../../store/clash-store.ts";
import { openStore } from "../../store/open-store.ts";
import { pruneStore } from "../../store/prune-store.ts";
import { isS3Address } from "../../store/s3-address.ts";
import { STORE_VERSION } from "../../store/store-layout.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { countOf } from "../output/format-number.ts";
import { say, type Terminal } from "../terminal.ts";

export interface StorePruneOptions {
  limit?: number;
  unused?: number;
  quiet?: boolean;
}

/** `abut store stats`. */
export async function runStoreStats(
  folder: string,
  { json }: { json?: boolean },
  terminal: Terminal,
): Promise<ExitCode> {
  return withStore(folder, async (store) => {
    const kinds = Object.fromEntries(ENTRY_KINDS.map((kind) => [kind, { entries: 0, bytes: 0 }])) as Record<
      EntryKind,
      { entries: number; bytes: number }
    >;
    const states: Record<EntryState, number> = { sound: 0, damaged: 0, outdated: 0 };
    for await (const { kind, size, state } of store.list({ isShallow: true })) {
      kinds[kind].entries++;
      kinds[kind].bytes += size;
      states[state]++;
    }
    if (json) terminal.out.write(`${JSON.stringify({ folder, kinds, states }, null, 2)}\n`);
    else {
      for (const kind of ENTRY_KINDS)
        terminal.out.write(
          `${kind.padEnd(6)} ${countOf(kinds[kind].entries, "entry", "entries")}, ${megabytes(kinds[kind].bytes)}\n`,
        );
      terminal.out.write(`${states.damaged} damaged, ${states.outdated} of other versions\n`);
    }
    return EXIT.clean;
  });
}

/** `abut store prune`. */
export async function runStorePrune(
  folder: string,
  { limit, unused, quiet }: StorePruneOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  return withStore(folder, async (store) => {
    const pruned = await pruneStore(store, { limit, unusedDays: unused });
    if (pruned.isInUse && quiet !== true)
      say(terminal, "store: a run is going on; only what nobody can use is removed");
    if (quiet !== true)
      say(
        terminal,
        `store: removed ${countOf(pruned.entries, "entry", "entries")} (${megabytes(pruned.bytes)}), kept ${pruned.leftEntries} (${megabytes(pruned.leftBytes)})`,
      );
    return EXIT.clean;
  });
}

/** `abut store verify`. */
export async function runStoreVerify(folder: string, terminal: Terminal): Promise<ExitCode> {
  if (!isS3Address(folder)) checkLmdbFile(join(folder, STORE_VERSION, "records"), true);
  return withStore(folder, async (store) => {
    let [entries, damaged] = [0, 0];
    for await (const { kind, address, state } of store.list()) {
      entries++;
      if (state !== "damaged") continue;
      damaged++;
      terminal.out.write(`damaged: ${kind} ${address}\n`);
    }
    terminal.out.write(`${countOf(entries, "entry", "entries")}, ${damaged} damaged\n`);
    return damaged > 0 ? EXIT.found : EXIT.clean;
  });
}

/** Unlike `abut clash`, these commands make no new store. */
async function withStore(folder: string, work: (store: LocalStore) => Promise<ExitCode>): Promise<ExitCode> {
  if (!isS3Address(folder) && !existsSync(folder))
    throw new StoreError(`store ${folder}: there is no such folder`);
  const store = await openStore(folder);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
