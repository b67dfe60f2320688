import { AABB_MAX, AABB_MIN, AABB_STRIDE } from "../layout.ts";
import { greater, lesser, ordered } from "../ordered-vertices.ts";
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
  if (end - begin <= FEW) boxOfFew(work.links, node, records.ints, begin, end);
  else boxOfMany(work.nodes, node, records.floats, begin, end);
}

function boxOfFew(links: Int32Array, node: number, ints: Int32Array, begin: number, end: number): void {
  const first = RECORD_STRIDE * begin;
  const stop = RECORD_STRIDE * end;
  let minX = ordered(ints[first]);
  let minY = ordered(ints[first + 1]);
  let minZ = ordered(ints[first + 2]);
  let maxX = ordered(ints[first + 3]);
  let maxY = ordered(ints[first + 4]);
  let maxZ = ordered(ints[first + 5]);
  for (let r = first + RECORD_STRIDE; r < stop; r += RECORD_STRIDE) {
    minX = lesser(minX, ordered(ints[r]));
    minY = lesser(minY, ordered(ints[r + 1]));
    minZ = lesser(minZ, ordered(ints[r + 2]));
    maxX = greater(maxX, ordered(ints[r + 3]));
    maxY = greater(maxY, ordered(ints[r + 4]));
    maxZ = greater(maxZ, ordered(ints[r + 5]));
  }
  const at = AABB_STRIDE * node;
  links[at] = ordered(minX);
  links[at + 1] = ordered(minY);
  links[at + 2] = ordered(minZ);
  links[at + 3] = ordered(maxX);
  links[at + 4] = ordered(maxY);
  links[at + 5] = ordered(maxZ);
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
