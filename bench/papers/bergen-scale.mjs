import { RELATIVE_POSE_LENGTH, setRelativePose, withoutKernels } from "../../dist/internals.js";
import { cpuClock } from "../cpu-time.mjs";
import { interleave } from "../measure.mjs";
import { scalePose } from "../placements.mjs";
import { addCosts, countHits, countQueries } from "./bergen-queries.mjs";
import { NONUNIFORM_SCALE } from "./paper-method.mjs";

// Section 6: what nonuniformly scaled models cost. abut takes any affine pose and has no cheaper way for rigid ones, so rigid and scaled
// queries run the same code; they differ by what the boxes of b meet. What the generality costs is at most the time to set up a query's
// relative pose (B, B⁻¹ and their absolute values), which is measured apart.

/**
 * Of { rigid, scaled }: hits, counters, milliseconds of a pass over the placements, microseconds a box test, and milliseconds that setting up
 * all relative poses takes. `cp`: microseconds a triangle test.
 */
export function measureScale({ placements, size }, tree, query, cp, { rounds }, show) {
  const ways = {
    rigid: placements,
    scaled: placements.map(({ aToWorld, bToWorld }) => ({
      aToWorld,
      bToWorld: scalePose(bToWorld, NONUNIFORM_SCALE),
    })),
  };
  const results = {};
  const contestants = {};
  for (const [name, poses] of Object.entries(ways)) {
    show(`count, ${name}`);
    results[name] = withoutKernels(() => countQueries(tree, query, poses));
    contestants[name] = { run: () => withoutKernels(() => countHits(tree, query, poses)) };
    contestants[`${name} poses`] = { run: () => setPoses(poses, size) };
  }
  const onRound = (round) => show(`time, rigid and scaled, round ${round} of ${rounds}`);
  const medians = interleave(contestants, { rounds, onRound, clock: cpuClock });
  for (const name of Object.keys(ways)) {
    results[name].time = medians[name];
    results[name].poseTime = medians[`${name} poses`];
    addCosts(results[name], cp);
  }
  return results;
}

function setPoses(placements, reach) {
  const out = new Float64Array(RELATIVE_POSE_LENGTH);
  let sum = 0;
  for (const { aToWorld, bToWorld } of placements) {
    setRelativePose(aToWorld, true, bToWorld, true, reach, reach, false, out);
    sum += out[0];
  }
  return sum;
}
