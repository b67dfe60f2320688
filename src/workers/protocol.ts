import type { CheckedJob } from "../clash/check-job.ts";
import type { ClashSettings } from "../clash/clash-settings.ts";
import type { TriangleMesh } from "../mesh/triangle-mesh.ts";
import type { QueryStats } from "../queries/stats.ts";

// main                                   thread
//   │ ── GivenTask ────────────────────────▶ │  loads its code before
//   │ ◀───────────────────── BuiltTrees, … ─ │  takes large meshes of the task until none is left
//   │ ◀─────────────────── BuiltTrees, last ─ │
//   │ ── AllTrees, when all threads are done ▶│  without large meshes a thread begins here
//   │ ◀──────────────────── CheckedJobs, … ─ │  takes jobs until none is left, or stop is set; builds small trees on the way
//   │ ◀────────────────── CheckedJobs, last ─ │
//   │ ── End ──────────────────────────────▶ │  exits

/** The data for a thread. Large arrays are shared, not copied. */
export interface ClashTask {
  readonly settings: ClashSettings;
  /** The distinct meshes of all jobs, those with the most triangles first. */
  readonly meshes: readonly TriangleMesh[];
  /** How many of them, from the first on, are so large that one thread builds the tree for all. */
  readonly largeMeshes: number;
  readonly parts: PartTable;
  /** Two part indices per job, as in `PreparedClashes`: long jobs first, then the others in the order of their parts. */
  readonly jobs: Uint32Array;
  readonly longJobs: number;
  /** The number of threads that share the jobs. */
  readonly threads: number;
  /** Shared counters. */
  readonly control: Int32Array;
}

/**
 * Places in `control`: the next mesh, the next long job and the next thread's number that no thread took; whether to stop; and, from
 * REGIONS on, a word for each region of the other jobs, the next of its jobs that no thread took.
 */
export const NEXT_MESH = 0;
export const NEXT_LONG = 1;
export const NEXT_THREAD = 2;
export const STOP = 3;
export const REGIONS = 4;

/** Where a region of the jobs that are not long begins: there is one for each thread, and the last one ends at `threads`. */
export function beginOfRegion({ jobs, longJobs, threads }: ClashTask, region: number): number {
  return longJobs + Math.floor(((jobs.length / 2 - longJobs) * region) / threads);
}

export interface PartTable {
  readonly keys: readonly string[];
  /** The index of each part's mesh in `meshes`; NO_MESH for parts without jobs. */
  readonly meshes: Uint32Array;
  /** POSE_NUMBERS per part. The last number of a pose is always 1; NO_POSE there marks a part without a pose. */
  readonly poses: Float64Array;
  /** Six numbers per part: the world box. */
  readonly boxes: Float64Array;
}

export const NO_MESH = 0xffffffff;
export const POSE_NUMBERS = 16;
export const NO_POSE = 0;

export interface BuiltTrees {
  readonly kind: "built";
  /** Indices of the meshes. */
  readonly trees: [mesh: number, tree: SharedArrayBuffer][];
  /** Whether the thread found no large mesh left to build. */
  readonly last: boolean;
}

/** The trees of large meshes. */
interface AllTrees {
  readonly kind: "check";
  readonly trees: readonly SharedArrayBuffer[];
}

/** What a thread is to do, its first message unless that is `End`. */
interface GivenTask {
  readonly kind: "task";
  readonly task: ClashTask;
}

/** Asks a thread to exit by itself. */
export interface End {
  readonly kind: "end";
}

export interface CheckedJobs {
  readonly kind: "checked";
  readonly outcomes: CheckedJob[];
  readonly stats: QueryStats;
  readonly last: boolean;
}

export type FromThread = BuiltTrees | CheckedJobs;
export type ToThread = GivenTask | AllTrees | End;
