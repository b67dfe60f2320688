import { type CoverKernels, createCoverKernels } from "../../kernels/cover-kernels.ts";
import {
  AWAY,
  BALL_COUNT,
  BALL_X,
  BALL_Y,
  BALL_Z,
  CUBE_FOUND,
  FOUND,
  FOUND_COUNT,
  LEAST,
  LISTS_FULL,
  MAX_BALLS,
  PLACE,
  RADII,
} from "../../kernels/cover-memory-map.ts";
import { areKernelsUnwanted } from "../../kernels/kernel-choice.ts";
import { kernelRuns } from "../../kernels/kernel-runs.ts";
import { BALL_PAIR, type BallCover, RADIUS } from "./ball-cover.ts";
import { beginUncovered, findUncovered, type UncoveredSearch } from "./uncovered.ts";

// The search for uncovered translations by kernels, if available. A search whose lists outgrow the kernels' memory is repeated in
// TypeScript.

interface CoverWorkspace {
  readonly kernels: CoverKernels;
  readonly ints: Int32Array;
  readonly doubles: Float64Array;
}

let kept: CoverWorkspace | null = null;

function openCoverWorkspace(): CoverWorkspace | null {
  if (areKernelsUnwanted()) return null;
  if (kept !== null) return kept;
  const kernels = createCoverKernels();
  if (kernels === null) return null;
  const { buffer } = kernels.memory;
  kept = { kernels, ints: new Int32Array(buffer), doubles: new Float64Array(buffer) };
  return kept;
}

/** `beginUncovered`, by kernels if possible. */
export function openUncovered(search: UncoveredSearch, cover: BallCover, most: number): void {
  const workspace = cover.count <= MAX_BALLS ? openCoverWorkspace() : null;
  search.byKernel = workspace !== null;
  search.limits[0] = most;
  search.limitCount = 1;
  if (workspace === null) {
    beginUncovered(search, cover, most);
    return;
  }
  const { kernels, ints, doubles } = workspace;
  const { pairs, count } = cover;
  for (let i = 0, p = 0; i < count; i++, p += BALL_PAIR) {
    doubles[(BALL_X >> 3) + i] = pairs[p];
    doubles[(BALL_Y >> 3) + i] = pairs[p + 1];
    doubles[(BALL_Z >> 3) + i] = pairs[p + 2];
    doubles[(RADII >> 3) + i] = pairs[p + RADIUS];
  }
  // Kernels test two balls at once. NaN as the odd one's partner covers and meets nothing.
  if ((count & 1) === 1) doubles[(RADII >> 3) + count] = Number.NaN;
  ints[BALL_COUNT >> 2] = count;
  kernels.functions.beginUncovered(most);
  search.least = 0;
  search.foundCount = 0;
  kernelRuns.cover++;
}

/** `findUncovered` after `openUncovered`. */
export function nextUncovered(search: UncoveredSearch, cover: BallCover, most: number): boolean {
  if (!search.byKernel) return findUncovered(search, cover, most);
  const { kernels, ints, doubles } = kept!;
  const end = kernels.functions.findUncovered(most);
  if (end === LISTS_FULL) return searchAgain(search, cover, most);
  search.limits[search.limitCount++] = most;
  search.least = doubles[LEAST >> 3];
  if (end !== CUBE_FOUND) return false;
  const count = ints[FOUND_COUNT >> 2];
  search.foundCount = count;
  for (let k = 0; k < 3; k++) {
    search.place[k] = doubles[(PLACE >> 3) + k];
    search.away[k] = doubles[(AWAY >> 3) + k];
    search.found[3 * (count - 1) + k] = doubles[(FOUND >> 3) + 3 * (count - 1) + k];
  }
  return true;
}

/** Repeats all earlier calls in TypeScript, then the one that outgrew the kernels' memory. */
function searchAgain(search: UncoveredSearch, cover: BallCover, most: number): boolean {
  search.byKernel = false;
  beginUncovered(search, cover, search.limits[0]);
  for (let i = 1; i < search.limitCount; i++) findUncovered(search, cover, search.limits[i]);
  return findUncovered(search, cover, most);
}
