// Published as abut/cluster, for Node: the tasks of a plan on many machines, by BullMQ on Redis.

export {
  type ClusterClashOptions,
  type ClusterClashResult,
  findClashesOnCluster,
} from "./find-clashes-on-cluster.ts";
export type { RedisAddress } from "./redis-address.ts";
export { type ClusterWorker, type ClusterWorkerOptions, startClusterWorker } from "./start-worker.ts";
