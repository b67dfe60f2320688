import type { WholePart } from "../clash/clash.ts";
import type { PreparedClashes } from "../clash/prepare-clashes.ts";
import type { TriangleMesh } from "../mesh/triangle-mesh.ts";
import { type ClashTask, CONTROL_WORDS, NO_MESH, NO_POSE, type PartTable, POSE_NUMBERS } from "./protocol.ts";
import { shareMesh } from "./share.ts";

/** The data for threads, in shared memory. Meshes without a job are left out. */
export function createClashTask(prepared: PreparedClashes): ClashTask {
  const { settings, parts, boxes, jobs } = prepared;
  const meshes = meshesOfJobs(parts, jobs);
  return {
    settings,
    meshes: meshes.map(shareMesh),
    parts: createPartTable(parts, meshes, boxes),
    jobs: longestFirst(parts, jobs),
    control: new Int32Array(new SharedArrayBuffer(4 * CONTROL_WORDS)),
  };
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
 * The jobs in the order in which threads take them, the longest first, so that all threads end at about one time. The number of
 * triangles of the two parts estimates how long a job takes.
 */
function longestFirst(parts: readonly WholePart[], jobs: Uint32Array): Uint32Array {
  const cost = new Float64Array(jobs.length / 2);
  for (let job = 0; job < cost.length; job++)
    cost[job] = parts[jobs[2 * job]].mesh.triangleCount + parts[jobs[2 * job + 1]].mesh.triangleCount;
  const order = Uint32Array.from(cost.keys()).sort((p, q) => cost[q] - cost[p] || p - q);
  const sorted = new Uint32Array(new SharedArrayBuffer(jobs.byteLength));
  for (const [place, job] of order.entries()) sorted.set(jobs.subarray(2 * job, 2 * job + 2), 2 * place);
  return sorted;
}
