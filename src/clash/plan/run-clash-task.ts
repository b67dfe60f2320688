import { OptionError } from "../../errors.ts";
import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import { createStats } from "../../queries/stats.ts";
import { buildAabbTree } from "../../trees/build-aabb.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { type CheckedJob, checkNamedJob } from "../check-job.ts";
import type { ClashBody } from "../clash-body.ts";
import { ALGORITHM } from "./algorithm.ts";
import type { ClashTaskResult, ClashTaskSlice } from "./clash-plan.ts";
import type { PartRecord } from "./part-record.ts";

/** Fetches the mesh that `PartRecord.mesh` names, or a tree of it built by `buildAabbTree`. */
export type LoadMesh = (part: PartRecord) => TriangleMesh | AabbTree | Promise<TriangleMesh | AabbTree>;

export interface RunTaskOptions {
  /**
   * Called between pairs. If it returns true, the result has the outcomes so far. A promise is awaited, which allows a turn of the event
   * loop.
   */
  isStopped?: (() => boolean | Promise<boolean>) | undefined;
  /** Called after each pair, with its number in the plan and the milliseconds that its check took. */
  onPair?: ((pair: number, outcome: CheckedJob, time: number) => void) | undefined;
}

const RUN_TASK_OPTIONS: OptionNames<RunTaskOptions> = { isStopped: true, onPair: true };

/** Checks the pairs of a task. Each mesh is loaded once, when its first pair is due, and released with the task. */
export async function runClashTask(
  slice: ClashTaskSlice,
  loadMesh: LoadMesh,
  options: RunTaskOptions = {},
): Promise<ClashTaskResult> {
  checkOptionNames(options, RUN_TASK_OPTIONS, "runClashTask");
  checkAlgorithm(slice.algorithm, "the task");
  const { algorithm, check, settings, parts, partNumbers, pairs, sides } = slice;
  const { isStopped, onPair } = options;
  const trees = new Map<string, AabbTree>();
  const bodyOf = async (side: number): Promise<ClashBody> => {
    const { key, mesh, toWorld, box } = parts[side];
    let tree = trees.get(mesh);
    if (tree === undefined) {
      const loaded = await loadMesh(parts[side]);
      tree = "kind" in loaded ? loaded : buildAabbTree(loaded);
      trees.set(mesh, tree);
    }
    return { part: partNumbers[side], key, tree, toWorld, box };
  };
  const stats = createStats();
  const outcomes: CheckedJob[] = [];
  for (let i = 0; i < pairs.length; i++) {
    const isOver = isStopped?.();
    if (isOver === true || (isOver instanceof Promise && (await isOver))) break;
    const a = await bodyOf(sides[2 * i]);
    const b = await bodyOf(sides[2 * i + 1]);
    const begin = performance.now();
    const outcome = checkNamedJob(a, b, settings, stats);
    outcomes.push(outcome);
    onPair?.(pairs[i], outcome, performance.now() - begin);
  }
  return { algorithm, check, pairs: pairs.slice(0, outcomes.length), outcomes, stats };
}

/** Throws `OptionError` unless the plan, task or result was made by this algorithm. */
export function checkAlgorithm(algorithm: string, what: string): void {
  if (algorithm !== ALGORITHM)
    throw new OptionError(`${what} was made by ${JSON.stringify(algorithm)}, but this is "${ALGORITHM}"`);
}
