import type { CheckedJob } from "../clash/check-job.ts";
import type { ClashSettings } from "../clash/clash-settings.ts";
import type { TriangleMesh } from "../mesh/triangle-mesh.ts";
import type { QueryStats } from "../queries/stats.ts";

// main                                   thread
//   │ ── ClashTask ────────────────────────▶ │  when it starts
//   │ ◀───────────────────── BuiltTrees, … ─ │  takes meshes from the task until none is left
//   │ ◀─────────────────── BuiltTrees, last ─ │
//   │ ── AllTrees, when all threads are done ▶│
//   │ ◀──────────────────── CheckedJobs, … ─ │  takes jobs until none is left, or stop is set
//   │ ◀────────────────── CheckedJobs, last ─ │  and waits to be ended

/** What a thread has to know. Memory of any size is shared, not copied. */
export interface ClashTask {
  readonly settings: ClashSettings;
  /** The different meshes that jobs need, those with the most triangles first. */
  readonly meshes: readonly TriangleMesh[];
  readonly parts: PartTable;
  /** Two numbers of parts a job, as in `PreparedClashes`, the longest jobs first. */
  readonly jobs: Uint32Array;
  /** See `NEXT_MESH` and what follows it. */
  readonly control: Int32Array;
}

/** What threads take their work from: the next mesh and the next job that nobody has; and whether to stop. */
export const NEXT_MESH = 0;
export const NEXT_JOB = 1;
export const STOP = 2;
export const CONTROL_WORDS = 3;

export interface PartTable {
  readonly keys: readonly string[];
  /** Number of each part's mesh in `meshes`; NO_MESH for parts without jobs. */
  readonly meshes: Uint32Array;
  /** POSE_NUMBERS a part; the last of them, 1 in every pose, is NO_POSE in parts without one. */
  readonly poses: Float64Array;
  /** Six numbers a part. */
  readonly boxes: Float64Array;
}

export const NO_MESH = 0xffffffff;
export const POSE_NUMBERS = 16;
export const NO_POSE = 0;

export interface BuiltTrees {
  readonly kind: "built";
  /** By number of the mesh. */
  readonly trees: [mesh: number, tree: SharedArrayBuffer][];
  /** Whether the thread has found no mesh left. */
  readonly last: boolean;
}

export interface AllTrees {
  readonly kind: "check";
  readonly trees: readonly SharedArrayBuffer[];
}

export interface CheckedJobs {
  readonly kind: "checked";
  readonly outcomes: CheckedJob[];
  readonly stats: QueryStats;
  readonly last: boolean;
}

export type FromThread = BuiltTrees | CheckedJobs;
export type ToThread = AllTrees;
