import { OptionError } from "../errors.ts";
import { lastHit, trianglePairMeets } from "./leaf-pairs.ts";
import { beginPairQuery, descendPair, type PairOptions, type PairTree, recordStats } from "./pair-query.ts";

/**
 * What a boolean query remembers from one frame to the next: the triangles that met last. Make one per pair of
 * bodies with `createContactCache` and pass it to every call.
 */
export interface ContactCache {
  triangleA: number;
  triangleB: number;
}

export function createContactCache(): ContactCache {
  return { triangleA: -1, triangleB: -1 };
}

export interface CollideOptions extends PairOptions {
  /**
   * Which pending node pair comes next. "best-first" (default): the one whose boxes lie deepest in each other.
   * "depth-first": the last found. Changes the counters, never the answer.
   */
  order?: "best-first" | "depth-first" | undefined;
  /** Tries the triangles that met last time first, and remembers those that meet now. */
  cache?: ContactCache | undefined;
}

/** Whether any triangle of a shares a point with one of b; exact, touching counts. */
export function collide(a: PairTree, b: PairTree, options: CollideOptions = {}): boolean {
  const { order = "best-first", cache, stats } = options;
  if (order !== "best-first" && order !== "depth-first")
    throw new OptionError(`order: ${String(order)} is not "best-first" or "depth-first"`);
  beginPairQuery(a, b, options);
  const meet =
    (cache !== undefined && witnessMeets(a, b, cache)) || descendPair(a, b, false, order === "best-first");
  if (meet && cache !== undefined) {
    cache.triangleA = lastHit.triangleA;
    cache.triangleB = lastHit.triangleB;
  }
  if (stats !== undefined) recordStats(stats);
  return meet;
}

/** A cache may come from other trees: a triangle that does not exist here is no witness. */
function witnessMeets(a: PairTree, b: PairTree, { triangleA, triangleB }: ContactCache): boolean {
  const known =
    triangleA >= 0 && triangleA < a.mesh.triangleCount && triangleB >= 0 && triangleB < b.mesh.triangleCount;
  return known && trianglePairMeets(a.mesh, triangleA, b.mesh, triangleB);
}
