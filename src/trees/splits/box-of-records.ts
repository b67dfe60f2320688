import { AABB_MAX, AABB_MIN, AABB_STRIDE } from "../layout.ts";
import { boxBoxes } from "../ordered-boxes.ts";
import type { Records, Workspace } from "./workspace.ts";
import { RECORD_MAX, RECORD_MIN, RECORD_STRIDE } from "./workspace.ts";

/** Up to this count mispredicted branches cost more than the longer branch-free code. */
const FEW = 48;

/** Writes the box around the records begin … end − 1, at least one, into a node. */
export function boxOfRecords(
  work: Workspace,
  node: number,
  records: Records,
  begin: number,
  end: number,
): void {
  if (end - begin <= FEW) boxBoxes(work.links, AABB_STRIDE * node, records.ints, begin, end);
  else boxOfMany(work.nodes, node, records.floats, begin, end);
}

function boxOfMany(
  nodes: Float32Array,
  node: number,
  floats: Float32Array,
  begin: number,
  end: number,
): void {
  let minX = Infinity;
  let minY = Infinity;
  let minZ = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  let maxZ = -Infinity;
  const stop = RECORD_STRIDE * end;
  for (let r = RECORD_STRIDE * begin; r < stop; r += RECORD_STRIDE) {
    const lowX = floats[r + RECORD_MIN];
    const lowY = floats[r + RECORD_MIN + 1];
    const lowZ = floats[r + RECORD_MIN + 2];
    const highX = floats[r + RECORD_MAX];
    const highY = floats[r + RECORD_MAX + 1];
    const highZ = floats[r + RECORD_MAX + 2];
    if (lowX < minX) minX = lowX;
    if (lowY < minY) minY = lowY;
    if (lowZ < minZ) minZ = lowZ;
    if (highX > maxX) maxX = highX;
    if (highY > maxY) maxY = highY;
    if (highZ > maxZ) maxZ = highZ;
  }
  const at = AABB_STRIDE * node;
  nodes[at + AABB_MIN] = minX;
  nodes[at + AABB_MIN + 1] = minY;
  nodes[at + AABB_MIN + 2] = minZ;
  nodes[at + AABB_MAX] = maxX;
  nodes[at + AABB_MAX + 1] = maxY;
  nodes[at + AABB_MAX + 2] = maxZ;
}
