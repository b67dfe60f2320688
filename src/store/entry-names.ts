import { ENTRY_KINDS, type EntryKind } from "./clash-store.ts";

// Names of large entries, which are names of files and of objects in a bucket. Other names may occur: those of a file system, such as
// .DS_Store, or any that someone else has written to the bucket. They are ignored, and never used as names of files.

const NAME = new RegExp(`^(${ENTRY_KINDS.join("|")})-((?:[0-9a-f]{2})+)$`);

export function nameOf(kind: EntryKind, address: string): string {
  return `${kind}-${address}`;
}

/** The entry of a name; null for a name that no entry has. */
export function readName(name: string): { kind: EntryKind; address: string } | null {
  const [, kind, address] = NAME.exec(name) ?? [];
  return address === undefined ? null : { kind: kind as EntryKind, address };
}
