import {
  type BoxPairs,
  BROAD_PHASE_OPTIONS,
  type BroadPhase,
  type BroadPhaseOptions,
} from "../broadphase/broad-phase.ts";
import { checkOptionNames } from "../option-names.ts";
import { cullByCorners } from "./slow-cull-boxes.ts";

/** The slow twin of `findBoxPairs`: every box against every later one. Returns ids a < b, sorted by (a, b). */
export function findBoxPairsByBruteForce(boxes: ArrayLike<number>, dimensions: 2 | 3 = 3): Uint32Array {
  const stride = 2 * dimensions;
  const all = Array.from({ length: boxes.length / stride }, (_, id) => boxAt(boxes, stride, id));
  return Uint32Array.from(overlappingPairs([...all.entries()], dimensions).flat());
}

/** The slow twin of every broad phase: keeps a map of boxes and tests all pairs at each update. Does not validate boxes. */
export function createBruteForce(options: BroadPhaseOptions = {}): BroadPhase {
  checkOptionNames(options, BROAD_PHASE_OPTIONS, "createBruteForce");
  const { dimensions = 3 } = options;
  const stride = 2 * dimensions;
  const boxes = new Map<number, number[]>();
  const freshIds = new Set<number>(); // ids assigned since the last update
  let last = new Map<string, number[]>();
  const stats = { comparisons: 0, swaps: 0, overlapChecks: 0 };
  return {
    dimensions,
    get size() {
      return boxes.size;
    },
    stats,
    add(box) {
      let id = 0;
      while (boxes.has(id)) id++;
      boxes.set(id, Array.from(box));
      freshIds.add(id);
      return id;
    },
    move(id, box) {
      boxes.set(id, Array.from(box));
    },
    moveAll(all) {
      for (const id of boxes.keys()) boxes.set(id, boxAt(all, stride, id));
    },
    remove(id) {
      boxes.delete(id);
    },
    cull(planes) {
      const ids = Uint32Array.from(
        [...boxes]
          .filter(([, box]) => !cullByCorners(box, planes))
          .map(([id]) => id)
          .sort((a, b) => a - b),
      );
      return { count: ids.length, ids, boxTests: boxes.size, exactTests: 0, storage: ids };
    },
    update(): BoxPairs {
      const entries = [...boxes].sort(([a], [b]) => a - b);
      stats.overlapChecks = (entries.length * (entries.length - 1)) / 2;
      const now = new Map(overlappingPairs(entries, dimensions).map((pair) => [pair.join(), pair]));
      const isNew = (pair: number[]) => pair.some((id) => freshIds.has(id));
      const begun = [...now].filter(([key, pair]) => !last.has(key) || isNew(pair));
      const ended = [...last].filter(([key, pair]) => !now.has(key) || isNew(pair));
      last = now;
      freshIds.clear();
      return {
        count: now.size,
        pairs: Uint32Array.from([...now.values()].flat()),
        begunCount: begun.length,
        begun: Uint32Array.from(begun.flatMap(([, pair]) => pair)),
        endedCount: ended.length,
        ended: Uint32Array.from(ended.flatMap(([, pair]) => pair)),
      };
    },
  };
}

/** The pairs among boxes with ids in ascending order. */
function overlappingPairs(boxes: [number, number[]][], dimensions: number): number[][] {
  const pairs: number[][] = [];
  boxes.forEach(([a, boxA], i) => {
    for (const [b, boxB] of boxes.slice(i + 1)) if (boxesOverlap(boxA, boxB, dimensions)) pairs.push([a, b]);
  });
  return pairs;
}

function boxesOverlap(a: number[], b: number[], dimensions: number): boolean {
  for (let axis = 0; axis < dimensions; axis++)
    if (a[axis] > b[axis + dimensions] || b[axis] > a[axis + dimensions]) return false;
  return true;
}

function boxAt(boxes: ArrayLike<number>, stride: number, id: number): number[] {
  return Array.from({ length: stride }, (_, k) => boxes[stride * id + k]);
}
