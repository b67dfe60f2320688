import type { ClashOptions, ClashPart, ClashResult } from "../../clash/clash.ts";
import type { PartRecord } from "../../clash/plan/part-record.ts";
import { findClashesOnCluster } from "../../cluster/find-clashes-on-cluster.ts";
import { findClashesInStore } from "../../store/find-clashes-in-store.ts";
import { recordParts } from "../../store/record-parts.ts";
import type { ClusterOfCommand } from "../cluster/cluster-options.ts";
import type { Scene } from "../scene/load-scene.ts";
import type { SceneCache } from "../scene/scene-cache.ts";

/** Searches of one scene from a store. */
export interface StoredSearch {
  /** `findClashesOnThreads`, from the store. */
  find(
    options: ClashOptions,
    threads: number | undefined,
    signal: AbortSignal | undefined,
    onKnown: (known: number) => void,
  ): Promise<ClashResult>;
  /** Pairs whose outcomes were known, and all pairs, of all searches so far. */
  readonly counts: { known: number; pairs: number };
}

/** Describes the parts of a scene for searches, and notes their boxes for the report. */
export async function createStoredSearch(
  scene: Scene,
  { folder, store, meshes }: SceneCache,
  between: boolean,
  memory: number | undefined,
  cluster: ClusterOfCommand | null,
): Promise<StoredSearch> {
  const records = await recordParts(scene.parts, store, between, meshes.factsOf);
  records.forEach(({ box }, i) => {
    scene.partInfo[i].box = box;
  });
  const partOf = new Map<PartRecord, ClashPart>(records.map((record, i) => [record, scene.parts[i]]));
  const counts = { known: 0, pairs: 0 };
  return {
    counts,
    async find({ ignore, stats: _, ...options }, threads, signal, onKnown) {
      const shared = {
        ...options,
        ignore: ignore && ((a: PartRecord, b: PartRecord) => ignore(partOf.get(a)!, partOf.get(b)!)),
        signal,
        onKnown,
      };
      const found =
        cluster === null
          ? await findClashesInStore(records, store, { ...shared, folder, threads, memory })
          : await findClashesOnCluster(records, store, { ...shared, ...cluster });
      counts.known += found.known;
      counts.pairs += found.pairs;
      return found.result;
    },
  };
}
