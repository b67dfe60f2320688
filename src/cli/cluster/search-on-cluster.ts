import type { ClashOptions, ClashPart, ClashResult } from "../../clash/clash.ts";
import type { PartRecord } from "../../clash/plan/part-record.ts";
import { OptionError } from "../../errors.ts";
import { say, type Terminal } from "../terminal.ts";
import { readRedisOptions } from "./redis-options.ts";
import { sharedPlace } from "./shared-place.ts";

export interface ClusterSearchOptions {
  store?: string;
  /** The address of Redis; true: that of the environment. */
  cluster?: string | true;
  redisOptions?: string;
  quiet?: boolean;
}

/** The search of `abut clash --cluster`. */
export async function searchOnCluster(
  parts: readonly ClashPart[],
  { ignore, stats: _, ...clashOptions }: ClashOptions,
  { store: folder, cluster, redisOptions, quiet }: ClusterSearchOptions,
  signal: AbortSignal,
  terminal: Terminal,
): Promise<ClashResult> {
  if (folder === undefined)
    throw new OptionError("--cluster: --store is missing, a folder that planner and workers share");
  const { findClashesOnCluster } = await import("../../cluster/find-clashes-on-cluster.ts");
  const { openStore } = await import("../../store/open-store.ts");
  const redis = await readRedisOptions(cluster === true ? undefined : cluster, redisOptions, terminal);
  const store = await openStore(sharedPlace(folder));
  try {
    const partOf = new Map(parts.map((part) => [part.key, part]));
    const ignoreRecords =
      ignore && ((a: PartRecord, b: PartRecord) => ignore(partOf.get(a.key)!, partOf.get(b.key)!));
    const { result } = await findClashesOnCluster(parts, store, {
      ...clashOptions,
      redis,
      signal,
      ignore: ignoreRecords,
      onNotice: (text) => {
        if (quiet !== true) say(terminal, `abut: ${text}`);
      },
    });
    return result;
  } finally {
    await store.close();
  }
}
