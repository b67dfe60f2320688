/** The layout of a store. What other layouts hold is left alone. */
export const STORE_VERSION = "v1";
/** Entries of at least this size are files of their own (docs/decisions/28-store.md). */
export const BLOB_BYTES = 4096;
/** In a shared store, what is put at once is one file: fewer files are faster on every file system. */
export const SHARED_BLOB_BYTES = 2 ** 18;
