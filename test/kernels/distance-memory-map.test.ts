import { expect, it } from "vitest";
import * as DistanceMap from "../../src/kernels/distance-memory-map.ts";
import * as PairMap from "../../src/kernels/pair-memory-map.ts";

// A memory map imports nothing, so what two of them must agree on is asserted here.

it("the memory of distance kernels lies between the survivors of pair kernels and the copies of trees", () => {
  expect(DistanceMap.STATE).toBe(PairMap.DISTANCE);
  expect(DistanceMap.SUPPORTS_END).toBe(PairMap.COPIES);
  expect(DistanceMap.CORNERS_END).toBe(DistanceMap.CORNERS_A + 6 * DistanceMap.CORNER_BYTES);
  expect(DistanceMap.FACE_B + DistanceMap.FACE_BYTES).toBeLessThanOrEqual(DistanceMap.SUPPORTS_A);
  for (const supports of [DistanceMap.SUPPORTS_B, DistanceMap.SUPPORTS_END])
    expect(supports - DistanceMap.SUPPORTS_A).toBeGreaterThanOrEqual(
      DistanceMap.SUPPORT_BYTES * (DistanceMap.LAST_SUPPORT + 1),
    );
});

it("the buckets of a first contact lie between the survivors of one leaf pair and a batch of poses", () => {
  expect(PairMap.BUCKETS).toBe(PairMap.SURVIVORS + PairMap.PAIR_BYTES * PairMap.LARGEST_LEAF ** 2);
  expect(PairMap.BUCKET_BYTES).toBe(PairMap.ENTRY_BYTES * PairMap.BUCKET_CAPACITY);
  const end =
    PairMap.BUCKETS + PairMap.BUCKET_BYTES * PairMap.TOP_BUCKET + PairMap.ENTRY_BYTES * PairMap.TOP_ROOM;
  expect(end).toBeLessThanOrEqual(PairMap.BATCH_A);
  expect(end).toBeLessThanOrEqual(PairMap.REACHES);
  expect(PairMap.REACHES + PairMap.REACHES_ROOM).toBe(PairMap.DISTANCE);
});

it("the stack of distance kernels lies in the queue of pair kernels, and their lists where the survivors are", () => {
  expect(DistanceMap.STACK).toBe(PairMap.QUEUE);
  expect(DistanceMap.ENTRY_BYTES * DistanceMap.STACK_ROOM).toBeLessThanOrEqual(
    PairMap.SURVIVORS - PairMap.QUEUE,
  );
  expect(DistanceMap.NODE_ENTRY_BYTES * DistanceMap.NODE_STACK_ROOM).toBeLessThanOrEqual(
    PairMap.SURVIVORS - PairMap.QUEUE,
  );
  expect(DistanceMap.PAIRS).toBe(PairMap.SURVIVORS);
  // room for all pairs of two more leaves, and for the triangles of two more leaves
  expect(DistanceMap.FULL + DistanceMap.PAIR_BYTES * PairMap.LARGEST_LEAF ** 2).toBe(
    DistanceMap.STATE - DistanceMap.PAIRS,
  );
  expect(DistanceMap.TRIANGLES_FULL + 2 * DistanceMap.TRIANGLE_BYTES * PairMap.LARGEST_LEAF).toBe(
    DistanceMap.STATE - DistanceMap.PAIRS,
  );
});
