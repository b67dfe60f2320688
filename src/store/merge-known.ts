import type { ClashPlan } from "../clash/plan/clash-plan.ts";
import { addressOfOutcome } from "../clash/plan/content-address.ts";
import { type ClashMerger, mergeOutcome } from "../clash/plan/merge-clashes.ts";
import { outcomeOfBytes } from "../clash/plan/outcome-bytes.ts";
import type { ClashStore } from "./clash-store.ts";

/** How many outcomes are asked for at once. */
const BATCH = 10_000;

/**
 * Merges outcomes that the store has, and returns the pairs that it lacks, of `pairs` or of all. `watch` is called between batches, and
 * returns whether to stop.
 */
export async function mergeKnown(
  plan: ClashPlan,
  merger: ClashMerger,
  store: ClashStore,
  pairs: Uint32Array = Uint32Array.from({ length: plan.pairs.length / 2 }, (_, i) => i),
  watch: () => boolean = () => false,
): Promise<Uint32Array> {
  const unknown: number[] = [];
  for (let from = 0; from < pairs.length && !watch(); from += BATCH) {
    const numbers = Array.from(pairs.subarray(from, from + BATCH));
    const addresses = numbers.map((pair) => addressOfOutcome(plan, pair));
    const found = await store.get("pair", addresses);
    found.forEach((bytes, i) => {
      const pair = numbers[i];
      if (bytes === null) unknown.push(pair);
      else mergeOutcome(merger, pair, outcomeOfBytes(bytes, partsOf(plan, pair)));
    });
  }
  return Uint32Array.from(unknown);
}

function partsOf({ parts, pairs }: ClashPlan, pair: number) {
  const [a, b] = [pairs[2 * pair], pairs[2 * pair + 1]];
  return { a, b, keyA: parts[a].key, keyB: parts[b].key };
}
