import { checkOptionNames } from "../../option-names.ts";
import { createBoxStore } from "../box-store.ts";
import { BROAD_PHASE_OPTIONS, type BroadPhase, type BroadPhaseOptions } from "../broad-phase.ts";
import { createWholeListPhase } from "../whole-list-phase.ts";
import { createAxisSort, findAxisPairs } from "./axis-sort.ts";

/**
 * The broad phase of Xing, Liu and Xu as their section III describes it, for comparison: prefer `createDynamicTree`, or `createSegmentSort`,
 * which cuts first and sorts within cells; both are many times faster. One box that is long on an axis prevents all cuts of that axis.
 * Default: 3 dimensions.
 */
export function createSegmentSortByAxes(options: BroadPhaseOptions = {}): BroadPhase {
  checkOptionNames(options, BROAD_PHASE_OPTIONS, "createSegmentSortByAxes");
  return createSegmentSortByAxesWith(options);
}

/** With segments of `stretch` times the least length that the paper allows. */
export function createSegmentSortByAxesWith(
  { dimensions = 3 }: BroadPhaseOptions,
  stretch?: number,
): BroadPhase {
  const store = createBoxStore(dimensions, "createSegmentSortByAxes");
  return createWholeListPhase(store, () => {
    const sort = createAxisSort(dimensions, stretch);
    return {
      noteRemoved() {}, // `used` says which boxes are gone
      listPairs(found, stats) {
        findAxisPairs(sort, store, 0, found, stats);
      },
    };
  });
}
