import type { WholePart } from "../clash/clash.ts";
import type { PreparedClashes } from "../clash/prepare-clashes.ts";
import type { TriangleMesh } from "../mesh/triangle-mesh.ts";
import {
  beginOfRegion,
  type ClashTask,
  NO_MESH,
  NO_POSE,
  type PartTable,
  POSE_NUMBERS,
  REGIONS,
} from "./protocol.ts";
import { shareMeshes } from "./share.ts";

/** A tree of this many triangles takes a thread some 10 ms: it is built once and shared. */
const LARGE_MESH = 20_000;
/** A job that takes this share of what one thread has to do must begin early, lest the other threads wait for it. */
const LONG_SHARE = 1 / 64;

/** The data for threads, in shared memory. Meshes without a job are left out. */
export function createClashTask(prepared: PreparedClashes, threads: number): ClashTask {
  const { settings, parts, boxes, jobs } = prepared;
  const meshes = meshesOfJobs(parts, jobs);
  const small = meshes.findIndex(({ triangleCount }) => triangleCount < LARGE_MESH);
  const task: ClashTask = {
    settings,
    meshes: shareMeshes(meshes),
    largeMeshes: small === -1 ? meshes.length : small,
    parts: createPartTable(parts, meshes, boxes),
    ...longFirst(parts, jobs, threads),
    threads,
    control: new Int32Array(new SharedArrayBuffer(4 * (REGIONS + threads))),
  };
  for (let region = 0; region < threads; region++)
    task.control[REGIONS + region] = beginOfRegion(task, region);
  return task;
}

/** The largest mesh first: a long build that begins last would keep the other threads waiting. */
function meshesOfJobs(parts: readonly WholePart[], jobs: Uint32Array): TriangleMesh[] {
  const meshes = new Set<TriangleMesh>();
  for (const part of jobs) meshes.add(parts[part].mesh);
  return [...meshes].sort((p, q) => q.triangleCount - p.triangleCount);
}

function createPartTable(
  parts: readonly WholePart[],
  meshes: readonly TriangleMesh[],
  boxes: Float64Array,
): PartTable {
  const numbers = new Map(meshes.map((mesh, number) => [mesh, number]));
  const table = {
    keys: parts.map(({ key }) => key),
    meshes: new Uint32Array(new SharedArrayBuffer(4 * parts.length)),
    poses: new Float64Array(new SharedArrayBuffer(8 * POSE_NUMBERS * parts.length)),
    boxes: new Float64Array(new SharedArrayBuffer(8 * boxes.length)),
  };
  table.boxes.set(boxes);
  for (const [part, { mesh, toWorld }] of parts.entries()) {
    table.meshes[part] = numbers.get(mesh) ?? NO_MESH;
    if (toWorld === null) table.poses[POSE_NUMBERS * (part + 1) - 1] = NO_POSE;
    else table.poses.set(toWorld, POSE_NUMBERS * part);
  }
  return table;
}

/**
 * The jobs in the order in which threads take them. Long jobs come first, the longest first, so that all threads end at about one
 * time. The others keep the order of their parts, and each thread begins in a region of its own: jobs with common parts have common
 * trees, edges and copies for kernels, which every thread makes for itself. The number of triangles of the two parts estimates how long a job takes.
 */
function longFirst(
  parts: readonly WholePart[],
  jobs: Uint32Array,
  threads: number,
): Pick<ClashTask, "jobs" | "longJobs"> {
  const cost = new Float64Array(jobs.length / 2);
  let sum = 0;
  for (let job = 0; job < cost.length; job++) {
    cost[job] = parts[jobs[2 * job]].mesh.triangleCount + parts[jobs[2 * job + 1]].mesh.triangleCount;
    sum += cost[job];
  }
  const isLong = (job: number) => cost[job] > (LONG_SHARE * sum) / threads;
  const all = [...cost.keys()];
  const long = all.filter(isLong).sort((p, q) => cost[q] - cost[p] || p - q);
  const sorted = new Uint32Array(new SharedArrayBuffer(jobs.byteLength));
  for (const [place, job] of [...long, ...all.filter((job) => !isLong(job))].entries())
    sorted.set(jobs.subarray(2 * job, 2 * job + 2), 2 * place);
  return { jobs: sorted, longJobs: long.length };
}
