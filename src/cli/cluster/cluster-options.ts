import type { ClusterClashOptions } from "../../cluster/find-clashes-on-cluster.ts";
import { isS3Address } from "../../store/s3-address.ts";
import { say, type Terminal } from "../terminal.ts";
import { readRedisOptions } from "./redis-options.ts";

/** What `abut clash --cluster` says about the cluster. */
export type ClusterOfCommand = Pick<ClusterClashOptions, "redis" | "onNotice">;

interface ClusterWords {
  /** The address of Redis; true: that of the environment. */
  cluster?: string | true;
  redisOptions?: string;
  quiet?: boolean;
}

/** null without --cluster. */
export async function readCluster(
  { cluster, redisOptions, quiet }: ClusterWords,
  terminal: Terminal,
): Promise<ClusterOfCommand | null> {
  if (cluster === undefined) return null;
  const redis = await readRedisOptions(cluster === true ? undefined : cluster, redisOptions, terminal);
  return { redis, onNotice: (text) => quiet !== true && say(terminal, `abut: ${text}`) };
}

/** The store of a cluster: a bucket, or plain files, because the folder may be on a network file system. */
export function sharedPlace(store: string): string {
  return isS3Address(store) || store.startsWith("files:") ? store : `files:${store}`;
}
