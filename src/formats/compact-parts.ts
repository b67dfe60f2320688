import type { Budget } from "./budget.ts";
import { type ModelPart, meshOfPart } from "./model.ts";

/**
 * One part per list of indices into shared vertices. A single part keeps the vertices and their numbers; several parts get
 * separate vertices, in file order, or every part would carry the whole file.
 */
export function compactParts(
  source: string,
  budget: Budget,
  vertices: Float64Array,
  groups: { name: string; indices: Uint32Array }[],
): ModelPart[] {
  if (groups.length === 1) {
    const { name, indices } = groups[0];
    return [{ name, mesh: meshOfPart(source, budget, name, vertices, indices), toWorld: null }];
  }
  const usedBy = new Uint32Array(vertices.length / 3); // 1 + the number of the last group that used the vertex
  const local = new Uint32Array(vertices.length / 3);
  return groups.map(({ name, indices }, group) => {
    const used = verticesOf(indices, usedBy, group + 1);
    const positions = new Float64Array(3 * used.length);
    for (let i = 0; i < used.length; i++) {
      const from = 3 * used[i];
      local[used[i]] = i;
      positions[3 * i] = vertices[from];
      positions[3 * i + 1] = vertices[from + 1];
      positions[3 * i + 2] = vertices[from + 2];
    }
    for (let i = 0; i < indices.length; i++) indices[i] = local[indices[i]];
    return { name, mesh: meshOfPart(source, budget, name, positions, indices), toWorld: null };
  });
}

/** The distinct vertices of a group, ascending. */
function verticesOf(indices: Uint32Array, usedBy: Uint32Array, stamp: number): Uint32Array {
  let count = 0;
  for (let i = 0; i < indices.length; i++) {
    if (usedBy[indices[i]] === stamp) continue;
    usedBy[indices[i]] = stamp;
    count++;
  }
  const used = new Uint32Array(count);
  // The stamp is used a second time, as its complement, so that no table has to be cleared.
  for (let i = 0, to = 0; i < indices.length; i++) {
    if (usedBy[indices[i]] !== stamp) continue;
    usedBy[indices[i]] = ~stamp >>> 0;
    used[to++] = indices[i];
  }
  return used.sort();
}
